import type { JsonObject } from '../../contract/answer.ts'
import { caseDetails as op } from '../../contract/operations/cases.ts'
import { foldWidth } from '../../legal/text.ts'
import type { CaseLibrary } from '../service/corpus/cases.ts'
import { compareText } from '../service/corpus/records.ts'
import {
  type CaseFacets,
  type CaseFilter,
  type CaseRecord,
  type Condition,
  type CourtLevel,
  conditionsOf,
  facetsOf,
} from '../service/search/case-facets.ts'
import {
  bestCases,
  type CaseSearch,
  type SearchedCases,
  searchedText,
} from '../service/search/case-search.ts'
import type { AnswersHeld } from './answers-held.ts'
import { CasePostings, type PostingSpools } from './case-postings.ts'
import { DigestIndex, digestOf, flags, unsigned } from './off-heap.ts'

/** Of a query's bigrams the rarest are compared: as many as bring this many postings, a tenth of a second or two. */
const mostPostings = 4_000_000
/** Hits of one search; each is read from the spool. */
const mostHits = 1_000

/** The cases that look-ups brought (contract 2.4, 2.5), numbered as they come. */
export class CasesHeld {
  readonly #answers: AnswersHeld
  readonly #ids: string[] = []
  readonly #answerOf = unsigned()
  readonly #isSuperseded = flags()
  readonly #byId = new DigestIndex()
  readonly #byNumber = new DigestIndex()
  readonly #facets = new Facets()
  readonly #postings: CasePostings

  constructor(answers: AnswersHeld, spools: PostingSpools) {
    this.#answers = answers
    this.#postings = new CasePostings(spools)
  }

  async add(answer: number, library: CaseLibrary, record: JsonObject): Promise<void> {
    if (typeof record.id !== 'string') return
    const key = digestOf(library, record.id)
    const [held] = this.#living(this.#byId.find(key))
    if (held !== undefined && !this.#answers.isNewer(answer, this.#answerOf.at(held))) return
    if (held !== undefined) this.#isSuperseded.set(held, 1)
    const at = this.#ids.push(record.id) - 1
    this.#answerOf.push(answer)
    this.#isSuperseded.push(0)
    this.#byId.add(key, at)
    const number = numberOf(record)
    if (number !== '') this.#byNumber.add(digestOf(library, number), at)
    await this.#index(record as unknown as CaseRecord, library)
  }

  async #index(record: CaseRecord, library: CaseLibrary): Promise<void> {
    const facets = facetsOf(record, library)
    this.#facets.add(facets)
    await this.#postings.add(searchedText(record, facets))
  }

  #living(numbers: readonly number[]): number[] {
    return numbers.filter((at) => this.#isSuperseded.at(at) === 0)
  }

  /** The cases of an id, or of a folded number in the order of ids, as JSON texts. */
  async find(library: CaseLibrary, by: { id: string } | { number: string }): Promise<Buffer[]> {
    const isAsked = (record: JsonObject) =>
      'id' in by ? record.id === by.id : numberOf(record) === by.number
    const found =
      'id' in by
        ? this.#byId.find(digestOf(library, by.id))
        : this.#byNumber.find(digestOf(library, by.number))
    const inOrder = this.#living(found).sort((a, b) => compareText(this.#idOf(a), this.#idOf(b)))
    const texts = inOrder.map(async (at) =>
      (await this.#recordsOf(at)).filter(isAsked).map((record) => Buffer.from(JSON.stringify(record))),
    )
    return (await Promise.all(texts)).flat()
  }

  /** Every record of the id of a case in the answer that brought it. */
  async #recordsOf(at: number): Promise<JsonObject[]> {
    const records = await this.#answers.recordsOf(op, this.#answerOf.at(at))
    return records.filter(({ id }) => id === this.#ids[at])
  }

  #idOf(at: number): string {
    return this.#ids[at] ?? ''
  }

  /** Ends the adding. */
  async search(): Promise<CaseSearch> {
    const cases: SearchedCases = {
      postings: await this.#postings.end(),
      mostPostings,
      mostHits,
      meeting: (filter) => {
        const meets = this.#facets.meeting(filter)
        return (at) => this.#isSuperseded.at(at) === 0 && meets(at)
      },
      idOf: (at) => this.#idOf(at),
      facetsOf: (at) => this.#facets.at(at),
      recordOf: async (at) => (await this.#recordsOf(at))[0] as unknown as CaseRecord,
    }
    return (query, filter, limit) => bestCases(cases, { query, filter, limit })
  }
}

const numberOf = ({ ah }: JsonObject): string => (typeof ah === 'string' ? foldWidth(ah) : '')

/** What is kept of the facets of a case, in order; each is a text. */
const kept = ['library', 'category', 'causes', 'kind', 'date', 'court', 'level', 'province', 'city'] as const
const between = '\n'

/** The facets of any number of cases: each different text is held once, and a case by the numbers of its texts. */
class Facets {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #held = unsigned()

  add(facets: CaseFacets): void {
    const texts = kept.map((name) => (name === 'causes' ? facets.causes.join(between) : facets[name]))
    this.#held.push(...texts.map((text) => this.#numberOf(text)))
  }

  at(index: number): CaseFacets {
    const text = (name: (typeof kept)[number]): string =>
      this.#texts[this.#held.at(index * kept.length + kept.indexOf(name))] ?? ''
    const causes = text('causes')
    return {
      library: text('library') as CaseLibrary,
      category: text('category'),
      causes: causes === '' ? [] : causes.split(between),
      kind: text('kind'),
      date: text('date'),
      court: text('court'),
      level: text('level') as CourtLevel | '',
      province: text('province'),
      city: text('city'),
    }
  }

  /** Whether a case meets a filter. Each condition is worked out once for each different text. */
  meeting(filter: CaseFilter): (index: number) => boolean {
    const meets = conditionsOf(filter).map((condition) => this.#meets(condition))
    return (index) => meets.every((isMet) => isMet(index))
  }

  #meets({ facet, isMet }: Condition): (index: number) => boolean {
    const place = kept.indexOf(facet)
    /** By the number of the text: 0 where not asked yet, 1 when it is met, 2 when it is not. */
    const known = new Uint8Array(this.#texts.length)
    return (index) => {
      const text = this.#held.at(index * kept.length + place)
      if (known[text] === 0) known[text] = isMet(this.at(index)) ? 1 : 2
      return known[text] === 1
    }
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }
}
