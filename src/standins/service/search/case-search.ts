import type { CaseHit } from '../../../contract/records.ts'
import type { StoredCase } from '../corpus/cases.ts'
import { compareText } from '../corpus/records.ts'
import { once } from '../once.ts'
import type { Awaitable } from '../reply.ts'

import {
  type CaseFacets,
  type CaseFilter,
  type CaseRecord,
  conditionsOf,
  curatedContent,
  facetsOf,
  hitOf,
} from './case-facets.ts'
import { indexBigrams, type Postings, postingsIn, searchText, similarities } from './similarity.ts'

/** The best `limit` cases that share a bigram with the query and meet the filter; ties are in order of id. */
export type CaseSearch = (query: string, filter: CaseFilter, limit: number) => Awaitable<readonly CaseHit[]>

/** A longer query is searched by its beginning; the contract shows no maximum. */
const QUERY_CHARACTERS = 2_000
/** Scores are compared as they are shown, in millionths, so that equal ones are ties. */
const SCORE_STEPS = 1e6

/** Cases by number from 0, as a search needs them. */
export interface SearchedCases {
  readonly postings: Postings
  /** Postings that are read for one query at most; unlimited by default. */
  readonly mostPostings?: number
  /** Hits at most, whatever is asked for; unlimited by default. */
  readonly mostHits?: number
  /** Whether a case meets all conditions of a filter. */
  readonly meeting: (filter: CaseFilter) => (at: number) => boolean
  readonly idOf: (at: number) => string
  readonly facetsOf: (at: number) => CaseFacets
  readonly recordOf: (at: number) => Awaitable<CaseRecord>
}

export async function bestCases(
  cases: SearchedCases,
  { query, filter, limit }: { readonly query: string; readonly filter: CaseFilter; readonly limit: number },
): Promise<CaseHit[]> {
  const text = searchText(query).slice(0, QUERY_CHARACTERS)
  const steps = stepsOf(similarities(cases.postings, text, cases.mostPostings))
  const most = Math.min(limit, cases.mostHits ?? limit)
  const best = bestOf(steps, most, cases.meeting(filter))
  const ranked = best.sort(
    (a, b) => (steps[b] ?? 0) - (steps[a] ?? 0) || compareText(cases.idOf(a), cases.idOf(b)),
  )
  return await Promise.all(
    ranked
      .slice(0, most)
      .map(async (at) => hitOf(await cases.recordOf(at), cases.facetsOf(at), (steps[at] ?? 0) / SCORE_STEPS)),
  )
}

function stepsOf(scores: Float64Array): Uint32Array {
  const steps = new Uint32Array(scores.length)
  for (let at = 0; at < scores.length; at += 1) steps[at] = Math.round((scores[at] ?? 0) * SCORE_STEPS)
  return steps
}

/** How much further down is looked each time when too few of the best are wanted. */
const FURTHER = 8

/** Those with the highest scores, at least `limit` of them if there are as many: all that tie with the last are among them. */
function bestOf(steps: Uint32Array, limit: number, isWanted: (at: number) => boolean): number[] {
  const tally = new Uint32Array(SCORE_STEPS + 1)
  for (let at = 0; at < steps.length; at += 1) tally[steps[at] ?? 0] = (tally[steps[at] ?? 0] ?? 0) + 1
  for (let count = limit; ; count *= FURTHER) {
    const least = leastOf(tally, count)
    const wanted = numbersOf(steps, (score, at) => score >= least && isWanted(at))
    if (wanted.length >= limit || least === 1) return wanted
  }
}

/** The highest score that so many reach; 1 where fewer score at all. */
function leastOf(tally: Uint32Array, count: number): number {
  let least = SCORE_STEPS
  for (let found = tally[least] ?? 0; found < count && least > 1; found += tally[least] ?? 0) least -= 1
  return least
}

function numbersOf(steps: Uint32Array, isIt: (score: number, at: number) => boolean): number[] {
  const found: number[] = []
  for (let at = 0; at < steps.length; at += 1) if (isIt(steps[at] ?? 0, at)) found.push(at)
  return found
}

/** Searches cases in memory. Builds the index on the first search: it reads every case once. */
export function caseSearchOver(cases: readonly StoredCase[]): CaseSearch {
  const indexed = once(() => indexCases(cases))
  return (query, filter, limit) => bestCases(indexed(), { query, filter, limit })
}

function indexCases(cases: readonly StoredCase[]): SearchedCases {
  const facets: CaseFacets[] = []
  const index = indexBigrams(cases.length, (at) => {
    const stored = itemAt(cases, at)
    const record = recordOf(stored)
    const found = facetsOf(record, stored.library)
    facets.push(found)
    return searchedText(record, found)
  })
  return {
    postings: postingsIn(index),
    meeting: (filter) => {
      const conditions = conditionsOf(filter)
      return (at) => conditions.every(({ isMet }) => isMet(itemAt(facets, at)))
    },
    idOf: (at) => itemAt(cases, at).id,
    facetsOf: (at) => itemAt(facets, at),
    recordOf: (at) => recordOf(itemAt(cases, at)),
  }
}

/** What of a case is compared with a query. */
export const searchedText = (record: CaseRecord, { causes }: CaseFacets): string =>
  searchText([record.title, ...causes, curatedContent(record)].join('\n'))

function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[at]
  if (item === undefined) throw new RangeError(`expected a case below ${items.length}; got ${at}`)
  return item
}

/** The loader has checked this text against the contract's schema. */
const recordOf = (stored: StoredCase): CaseRecord => JSON.parse(stored.json.toString('utf8')) as CaseRecord
