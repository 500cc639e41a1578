import { caseLibraries } from '../../contract/enumerations.ts'
import { caseDetails as op } from '../../contract/operations/cases.ts'
import type { JsonObject } from '../../contract/values.ts'
import { BigramIndex } from '../../disk/bigram-index.ts'
import { foldWidth } from '../../legal/text.ts'
import type { CaseLibrary } from '../service/corpus/cases.ts'
import { compareText } from '../service/corpus/records.ts'
import type { CaseRecord } from '../service/search/case-facets.ts'
import { type CaseSearch, SearchedCases } from '../service/search/case-search.ts'
import { flags, unsigned } from '../service/search/column.ts'
import { SimilarTexts } from '../service/search/similarity.ts'
import type { AnswersHeld, Taken } from './answers-held.ts'

/** Of a query's bigrams the rarest are compared: as many as bring this many postings, a tenth of a second or two. */
const mostPostings = 4_000_000
/** Hits of one search; each is read from the spool. */
const mostHits = 1_000

/** The cases that look-ups brought (contract 2.4, 2.5), numbered as they come. */
export class CasesHeld implements AsyncDisposable {
  readonly #answers: AnswersHeld
  readonly #index: BigramIndex
  readonly #searched: SearchedCases
  readonly #answerOf = unsigned()
  readonly #isSuperseded = flags()
  /** Of each id the one that counts; of a number all, also those that are superseded. */
  readonly #byId = new Map<string, number>()
  readonly #byNumber = new Map<string, number[]>()

  private constructor(answers: AnswersHeld, index: BigramIndex) {
    this.#answers = answers
    this.#index = index
    this.#searched = new SearchedCases(new SimilarTexts(index))
  }

  static async open(answers: AnswersHeld): Promise<CasesHeld> {
    return new CasesHeld(answers, await BigramIndex.onDisk())
  }

  async add({ at: answer, params, record }: Taken): Promise<void> {
    const library = caseLibraries.find((name) => name === params.type)
    if (library === undefined || typeof record.id !== 'string') return
    const key = `${library} ${record.id}`
    const held = this.#byId.get(key)
    if (held !== undefined && !this.#answers.isNewer(answer, this.#answerOf.at(held))) return
    if (held !== undefined) this.#isSuperseded.set(held, 1)
    const at = this.#answerOf.push(answer)
    this.#isSuperseded.push(0)
    this.#byId.set(key, at)
    if (numberOf(record) !== '') this.#addNumber(`${library} ${numberOf(record)}`, at)
    await this.#searched.add(record as unknown as CaseRecord, library)
  }

  #addNumber(number: string, at: number): void {
    const held = this.#byNumber.get(number)
    if (held === undefined) this.#byNumber.set(number, [at])
    else held.push(at)
  }

  /** The cases of an id, or of a folded number in the order of ids, as JSON texts. */
  async find(library: CaseLibrary, by: { id: string } | { number: string }): Promise<Buffer[]> {
    const isAsked = (record: JsonObject) =>
      'id' in by ? record.id === by.id : numberOf(record) === by.number
    const found =
      'id' in by
        ? [this.#byId.get(`${library} ${by.id}`) ?? []].flat()
        : (this.#byNumber.get(`${library} ${by.number}`) ?? [])
    const inOrder = found
      .filter((at) => this.#isSuperseded.at(at) === 0)
      .sort((a, b) => compareText(this.#searched.idAt(a), this.#searched.idAt(b)))
    const texts = inOrder.map(async (at) =>
      (await this.#recordsAt(at)).filter(isAsked).map((record) => Buffer.from(JSON.stringify(record))),
    )
    return (await Promise.all(texts)).flat()
  }

  /** Every record of the id of a case in the answer that brought it. */
  async #recordsAt(at: number): Promise<JsonObject[]> {
    const records = await this.#answers.recordsOf(op, this.#answerOf.at(at))
    return records.filter(({ id }) => id === this.#searched.idAt(at))
  }

  /** Ends the adding. */
  async search(): Promise<CaseSearch> {
    await this.#searched.end()
    return (query, filter, limit) =>
      this.#searched.best({
        query,
        filter,
        limit: Math.min(limit, mostHits),
        mostPostings,
        recordAt: async (at) => (await this.#recordsAt(at))[0] as unknown as CaseRecord,
        isThere: (at) => this.#isSuperseded.at(at) === 0,
      })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#index[Symbol.asyncDispose]()
  }
}

const numberOf = ({ ah }: JsonObject): string => (typeof ah === 'string' ? foldWidth(ah) : '')
