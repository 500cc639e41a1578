import type { JsonObject } from '../contract/answer.ts'
import { articleOfLabel, citationKey } from '../legal/citations.ts'
import { lawBaseName } from '../legal/laws.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { textOf } from './values.ts'

/**
 * Which articles a call asked for: article labels of one law, joined by OR. An article counts as found only when the
 * answer holds exactly this law and number, because 民法典 also matches interpretations whose titles name it.
 */
export function lookupRows(
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
