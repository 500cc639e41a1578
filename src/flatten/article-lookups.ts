import type { JsonObject } from '../contract/answer.ts'
import { operations } from '../contract/operations.ts'
import { articleOfLabel, citationKey } from '../legal/citations.ts'
import { lawBaseName } from '../legal/laws.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { integerOf, textOf } from './values.ts'

/** Parameters of a lookup; any other is a filter, under which a law's article may be missing. */
const asking: ReadonlySet<string> = new Set(['fgmc', 'keyword', 'search_mode', 'top_k'])
const most = operations.rh_ft_search.limits.top_k?.maximum

/**
 * Which articles a call asked for: article labels of one law, joined by OR. An article counts as found only when the
 * answer holds exactly this law and number, because 民法典 also matches interpretations whose titles name it. That one is
 * not there says only a call that is made as lookups are; any other tells of what it found alone.
 */
export function lookupRows(
  params: JsonObject,
  articles: readonly TableRow<'articles'>[],
): TableRow<'article_lookups'>[] {
  const law = textOf(params.fgmc)
  if (law === null) return []
  const labels = (textOf(params.keyword) ?? '').split(/\s+/u).filter((label) => label !== '')
  const found = new Set(articles.map((article) => article.citation_key))
  const tellsAbsence = isLookup(params, labels)
  return labels.flatMap((label) => {
    const asked = articleOfLabel(label)
    if (asked === undefined) return []
    const key = citationKey(lawBaseName(law), asked.article, asked.articleSub)
    const is_found = found.has(key)
    if (!is_found && !tellsAbsence) return []
    return [
      {
        citation_key: key,
        law,
        label,
        asked_singly: labels.length === 1,
        is_found,
        hits: articles.length,
      },
    ]
  })
}

/** Whether the answer holds every article asked for, up to the most that an answer can hold. */
function isLookup(params: JsonObject, labels: readonly string[]): boolean {
  const isUnfiltered = Object.entries(params).every(
    ([name, value]) => asking.has(name) || textOf(value) === null,
  )
  const isAnyOf = labels.length === 1 || textOf(params.search_mode)?.toUpperCase() === 'OR'
  return (
    isUnfiltered &&
    isAnyOf &&
    integerOf(params.top_k) === most &&
    labels.every((label) => articleOfLabel(label) !== undefined)
  )
}
