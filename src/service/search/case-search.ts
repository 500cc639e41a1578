import type { CaseHit } from '../../contract/records.ts'
import type { StoredCase } from '../corpus/cases.ts'
import { compareText } from '../corpus/compare-text.ts'
import { indexBigrams, searchText } from './bigrams.ts'
import { similarities } from './bm25.ts'
import { type CaseFacets, type CaseFilter, type CaseRecord, facetsOf, meets } from './case-facets.ts'
import { curatedContent, hitOf } from './case-hit.ts'
import { once } from './once.ts'

/** The best `limit` cases that share a bigram with the query and meet the filter; ties are in order of id. */
export type CaseSearch = (query: string, filter: CaseFilter, limit: number) => CaseHit[]

/** A longer query is searched by its beginning; the contract shows no maximum. */
const QUERY_CHARACTERS = 2_000

/** Builds the index on the first search: it reads every case once. */
export function caseSearchOver(cases: readonly StoredCase[]): CaseSearch {
  const indexed = once(() => indexCases(cases))
  return (query, filter, limit) => {
    const { index, facets } = indexed()
    const scores = similarities(index, searchText(query).slice(0, QUERY_CHARACTERS))
    return cases
      .flatMap((stored, at) => candidate(stored, facets[at], scores[at] ?? 0, filter))
      .sort((a, b) => b.score - a.score || compareText(a.stored.id, b.stored.id))
      .slice(0, limit)
      .map(({ stored, facets: found, score }) => hitOf(recordOf(stored), found, score))
  }
}

function indexCases(cases: readonly StoredCase[]) {
  const facets: CaseFacets[] = []
  const index = indexBigrams(cases.length, (at) => {
    const stored = cases[at]
    if (stored === undefined) return ''
    const record = recordOf(stored)
    const found = facetsOf(record, stored.library)
    facets.push(found)
    return searchText([record.title, ...found.causes, curatedContent(record)].join('\n'))
  })
  return { index, facets }
}

/** One candidate or none. Scores are compared as they are shown, so that equal ones are ties. */
function candidate(stored: StoredCase, facets: CaseFacets | undefined, exact: number, filter: CaseFilter) {
  const score = Math.round(exact * 1e6) / 1e6
  return score > 0 && facets !== undefined && meets(facets, filter) ? [{ stored, facets, score }] : []
}

/** The loader has checked this text against the contract's schema. */
const recordOf = (stored: StoredCase): CaseRecord => JSON.parse(stored.json.toString('utf8')) as CaseRecord
