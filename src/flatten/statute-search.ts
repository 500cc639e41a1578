import type { JsonObject } from '../contract/answer.ts'
import { articleOfLabel, articleOfTid, citationKey } from '../legal/citations.ts'
import { lawBaseName } from '../legal/laws.ts'
import type { Rows, TableRow } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { dateOf, extraOf, identityOf, textOf } from './values.ts'

const ofArticle = ['id', 'fgid', 'tid', 'url', 'content', 'ft_num', 'llm_content', 'title']
const ofRegulation = ['fgmc', 'sxx', 'dy', 'xljb_1', 'xljb_2', 'ssrq', 'fbrq', 'fbbm', 'fwzh']
// The score belongs to the search, not to the article.
const inArticle = new Set([...ofArticle, '_score'])
const inBoth = new Set([...inArticle, ...ofRegulation])

/** Members with a column: a regulation without an id has no row, a second title none unless it says the same. */
function mappedOf(record: JsonObject): ReadonlySet<string> {
  const mapped = textOf(record.fgid) === null ? inArticle : inBoth
  const isRepeated = textOf(record.title) === null || record.ftmc === record.title
  return isRepeated ? new Set([...mapped, 'ftmc']) : mapped
}

/** Statute articles with their regulations (contract 2.6), and which of the articles asked for were found. */
export function flattenStatuteSearch({ params, records, callKey }: FlattenInput): Rows {
  const articles = records.map((record, index) => articleRow(record, identityOf(record.id, callKey, index)))
  return {
    regulations: records.filter((record) => textOf(record.fgid) !== null).map(regulationRow),
    articles,
    article_lookups: lookupRows(params, articles),
  }
}

function articleRow(record: JsonObject, id: string): TableRow<'articles'> {
  const name = textOf(record.fgmc)
  const law = name === null ? null : lawBaseName(name)
  const number = textOf(record.tid)
  const article = number === null ? undefined : articleOfTid(number)
  return {
    article_id: id,
    regulation_id: textOf(record.fgid),
    law,
    article_number: number,
    citation_key:
      law === null || article === undefined ? null : citationKey(law, article.article, article.articleSub),
    label: textOf(record.ft_num),
    title: textOf(record.title) ?? textOf(record.ftmc),
    content: textOf(record.content),
    model_content: textOf(record.llm_content),
    url: textOf(record.url),
    extra: extraOf(record, mappedOf(record)),
  }
}

function regulationRow(record: JsonObject): TableRow<'regulations'> {
  const name = textOf(record.fgmc)
  return {
    regulation_id: textOf(record.fgid),
    name,
    law: name === null ? null : lawBaseName(name),
    validity: textOf(record.sxx),
    region: textOf(record.dy),
    effect_level: textOf(record.xljb_1),
    effect_level_2: textOf(record.xljb_2),
    published_on: dateOf(record.fbrq),
    published_text: textOf(record.fbrq),
    effective_on: dateOf(record.ssrq),
    effective_text: textOf(record.ssrq),
    department: textOf(record.fbbm),
    document_number: textOf(record.fwzh),
  }
}

/**
 * Which articles a call asked for: article labels of one law, joined by OR. An article counts as found only when the
 * answer holds exactly this law and number, because 民法典 also matches interpretations whose titles name it.
 */
function lookupRows(
  params: JsonObject,
  articles: readonly TableRow<'articles'>[],
): TableRow<'article_lookups'>[] {
  const law = textOf(params.fgmc)
  const labels = (textOf(params.keyword) ?? '').split(/\s+/u).filter((label) => label !== '')
  if (law === null) return []
  const found = new Set(articles.map((article) => article.citation_key))
  return labels.flatMap((label) => {
    const asked = articleOfLabel(label)
    if (asked === undefined) return []
    const key = citationKey(lawBaseName(law), asked.article, asked.articleSub)
    return [
      {
        citation_key: key,
        law,
        label,
        asked_singly: labels.length === 1,
        is_found: found.has(key),
        hits: articles.length,
      },
    ]
  })
}
