import type { JsonObject } from '../contract/answer.ts'
import { articleOfTid, citationKey } from '../legal/citations.ts'
import { lawBaseName } from '../legal/laws.ts'
import type { Rows, TableRow } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { lookupRows } from './article-lookups.ts'
import { asDouble, members } from './members.ts'
import { historyRow, regulation, regulationsOf, unsaidBy } from './regulations.ts'
import { dateOf, identityOf, integerOf, textOf } from './values.ts'

const article = members(
  {
    regulation_id: 'fgid',
    regulation_name: 'fgmc',
    article_number: 'tid',
    label: 'ft_num',
    title: 'title',
    full_title: 'ftmc',
    content: 'content',
    model_content: 'llm_content',
    url: 'url',
  },
  ['id', '_score', ...[...regulation.names].filter((name) => name !== 'fgmc')],
)
// The score belongs to the search, not to the article.
const hit = members({ score: asDouble('_score') })

/**
 * Statute articles with their regulations (contract 2.6), the search itself, and which of the articles asked for were
 * found.
 */
export function flattenStatuteSearch({ params, records, callKey, runId }: FlattenInput): Rows {
  const ids = records.map((record, index) => identityOf(record.id, callKey, index))
  const regulations = regulationsOf(records)
  const articles = records.map((record, index) =>
    articleRow(record, ids[index] ?? '', regulations.get(textOf(record.fgid))),
  )
  return {
    regulations: [...regulations.values()],
    articles,
    article_lookups: lookupRows(params, articles),
    article_searches: [{ search_run_id: runId, search_key: callKey, ...searchColumns(params, ids) }],
    article_hits: records.map((record, index) => ({
      search_key: callKey,
      rank: index + 1,
      article_id: ids[index] ?? '',
      ...hit.read(record),
    })),
    regulation_history: [...regulations.values()].map((row) => historyRow(row, runId)),
  }
}

function articleRow(
  record: JsonObject,
  id: string,
  row: TableRow<'regulations'> | undefined,
): TableRow<'articles'> {
  const columns = article.read(record)
  const law = columns.regulation_name === null ? null : lawBaseName(columns.regulation_name)
  const number = columns.article_number === null ? undefined : articleOfTid(columns.article_number)
  return {
    article_id: id,
    ...columns,
    law,
    citation_key:
      law === null || number === undefined ? null : citationKey(law, number.article, number.articleSub),
    title: columns.title ?? columns.full_title,
    extra: extraOf(record, row),
  }
}

function extraOf(record: JsonObject, row: TableRow<'regulations'> | undefined): JsonObject | null {
  const score = hit.extra({ _score: record._score ?? null })
  const extra = { ...article.extra(record), ...score, ...unsaidBy(row, record) }
  return Object.keys(extra).length === 0 ? null : extra
}

/** The search as it was asked, defaults applied (contract 4.3). */
const searchColumns = (
  params: JsonObject,
  ids: readonly string[],
): Omit<TableRow<'article_searches'>, 'search_run_id' | 'search_key'> => ({
  keywords: textOf(params.keyword),
  match: (textOf(params.search_mode) ?? 'AND').toUpperCase(),
  law: textOf(params.fgmc),
  effect_level: textOf(params.xljb_1),
  validity: textOf(params.sxx),
  region: textOf(params.dy),
  published_from: dateOf(params.fbrq_start),
  published_to: dateOf(params.fbrq_end),
  effective_from: dateOf(params.ssrq_start),
  effective_to: dateOf(params.ssrq_end),
  wanted: integerOf(params.top_k) ?? 10,
  hits: ids.length,
  article_ids: ids,
})
