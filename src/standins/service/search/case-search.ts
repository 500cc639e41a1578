import type { CaseHit } from '../../../contract/records.ts'
import { once } from '../../../contract/values.ts'
import type { StoredCase } from '../corpus/cases.ts'
import { compareText } from '../corpus/records.ts'
import type { Awaitable } from '../reply.ts'
import {
  type CaseFilter,
  type CaseRecord,
  causesOf,
  curatedContent,
  facetsOf,
  hitOf,
  meets,
} from './case-facets.ts'
import { searchText, similarities } from './similarity.ts'

/** The best `limit` cases that share a bigram with the query and meet the filter; ties are in order of id. */
export type CaseSearch = (query: string, filter: CaseFilter, limit: number) => Awaitable<readonly CaseHit[]>

/** A longer query is searched by its beginning; the contract shows no maximum. */
const QUERY_CHARACTERS = 2_000
/** Scores are compared as they are shown, in millionths, so that equal ones are ties. */
const SCORE_STEPS = 1e6

/** Searches cases in memory; the first search reads every case once. */
export function caseSearchOver(cases: readonly StoredCase[]): CaseSearch {
  /** The loader has checked this text against the contract's schema. */
  const recordOf = ({ json }: StoredCase): CaseRecord => JSON.parse(String(json))
  const searched = once(() =>
    cases.map((stored) => {
      const record = recordOf(stored)
      const facets = facetsOf(record, stored.library)
      const compared = [record.title, ...causesOf(facets), curatedContent(record)]
      return { stored, facets, text: searchText(compared.join('\n')) }
    }),
  )
  return (query, filter, limit) => {
    const asked = searchText(query).slice(0, QUERY_CHARACTERS)
    const scores = similarities(
      asked,
      searched().map(({ text }) => text),
    )
    return searched()
      .map((one, at) => ({ ...one, steps: Math.round((scores[at] ?? 0) * SCORE_STEPS) }))
      .filter(({ steps, facets }) => steps > 0 && meets(facets, filter))
      .sort((a, b) => b.steps - a.steps || compareText(a.stored.id, b.stored.id))
      .slice(0, limit)
      .map(({ stored, facets, steps }) => hitOf(recordOf(stored), facets, steps / SCORE_STEPS))
  }
}
