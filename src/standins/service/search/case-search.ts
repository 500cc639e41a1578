import type { CaseHit } from '../../../contract/records.ts'
import type { CaseLibrary, StoredCase } from '../corpus/cases.ts'
import { compareText } from '../corpus/records.ts'
import { once } from '../once.ts'
import type { Awaitable } from '../reply.ts'
import {
  type CaseFilter,
  type CaseRecord,
  causesOf,
  curatedContent,
  Facets,
  facetsOf,
  hitOf,
} from './case-facets.ts'
import { SimilarTexts, searchText } from './similarity.ts'

/** The best `limit` cases that share a bigram with the query and meet the filter; ties are in order of id. */
export type CaseSearch = (query: string, filter: CaseFilter, limit: number) => Awaitable<readonly CaseHit[]>

/** A longer query is searched by its beginning; the contract shows no maximum. */
const QUERY_CHARACTERS = 2_000
/** Scores are compared as they are shown, in millionths, so that equal ones are ties. */
const SCORE_STEPS = 1e6

interface CaseQuestion {
  readonly query: string
  readonly filter: CaseFilter
  readonly limit: number
  /** Reads a case that was added. */
  readonly recordAt: (at: number) => Awaitable<CaseRecord>
}

/** What is compared with queries, of cases numbered from 0 as they come: the records themselves are elsewhere. */
export class SearchedCases {
  readonly #texts: SimilarTexts
  readonly #facets = new Facets()
  readonly #ids: string[] = []

  constructor(texts = new SimilarTexts()) {
    this.#texts = texts
  }

  async add(record: CaseRecord, library: CaseLibrary): Promise<void> {
    const facets = facetsOf(record, library)
    this.#ids.push(record.id)
    this.#facets.add(facets)
    const compared = [record.title, ...causesOf(facets), curatedContent(record)]
    await this.#texts.add(searchText(compared.join('\n')))
  }

  /** Ends the adding. */
  end(): Promise<void> {
    return this.#texts.end()
  }

  idAt(at: number): string {
    return this.#ids[at] ?? ''
  }

  async best(question: CaseQuestion): Promise<CaseHit[]> {
    const { query, filter, limit, recordAt } = question
    const text = searchText(query).slice(0, QUERY_CHARACTERS)
    const steps = Uint32Array.from(this.#texts.similarities(text), (score) => Math.round(score * SCORE_STEPS))
    const meets = this.#facets.meeting(filter)
    const scoreOf = (at: number): number => steps[at] ?? 0
    const ranked = bestOf(steps, limit, meets).sort(
      (a, b) => scoreOf(b) - scoreOf(a) || compareText(this.idAt(a), this.idAt(b)),
    )
    const hits = ranked.slice(0, limit).map(async (at) => {
      return hitOf(await recordAt(at), this.#facets.at(at), scoreOf(at) / SCORE_STEPS)
    })
    return await Promise.all(hits)
  }
}

/** How much further down is looked each time when too few of the best are wanted. */
const FURTHER = 8

/** Those with the highest scores, at least `limit` of them if there are as many: all that tie with the last are among them. */
function bestOf(steps: Uint32Array, limit: number, isWanted: (at: number) => boolean): number[] {
  const tally = new Uint32Array(SCORE_STEPS + 1)
  for (const step of steps) tally[step] = (tally[step] ?? 0) + 1
  for (let count = limit; ; count *= FURTHER) {
    const least = leastOf(tally, count)
    const wanted: number[] = []
    for (let at = 0; at < steps.length; at += 1)
      if ((steps[at] ?? 0) >= least && isWanted(at)) wanted.push(at)
    if (wanted.length >= limit || least === 1) return wanted
  }
}

/** The highest score that so many reach; 1 where fewer score at all. */
function leastOf(tally: Uint32Array, count: number): number {
  let least = SCORE_STEPS
  for (let found = tally[least] ?? 0; found < count && least > 1; found += tally[least] ?? 0) least -= 1
  return least
}

/** Searches cases in memory. Builds the index on the first search: it reads every case once. */
export function caseSearchOver(cases: readonly StoredCase[]): CaseSearch {
  /** The loader has checked this text against the contract's schema. */
  const recordAt = (at: number): CaseRecord => JSON.parse(String(cases[at]?.json))
  const indexed = once(async () => {
    const searched = new SearchedCases()
    for (const [at, { library }] of cases.entries()) await searched.add(recordAt(at), library)
    await searched.end()
    return searched
  })
  return async (query, filter, limit) => (await indexed()).best({ query, filter, limit, recordAt })
}
