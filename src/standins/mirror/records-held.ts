import { isObject, type JsonObject } from '../../contract/answer.ts'
import { callKeyOf } from '../../contract/call-key.ts'
import { operations } from '../../contract/operations.ts'
import {
  type DocumentPage,
  documentPage,
  type EnterpriseCandidate,
  type StatuteArticle,
} from '../../contract/records.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { ListOwner, NamedCandidate } from '../service/answers.ts'
import { namesIn } from '../service/corpus/enterprises.ts'
import { compareText } from '../service/corpus/records.ts'
import { type Article, type StatuteQuery, statuteSearchOver } from '../service/search/statutes.ts'
import { type AnswersHeld, Newest } from './answers-held.ts'

/** The enterprises that searches, look-ups and lists named (contract 2.7 to 2.9). */
export class EnterprisesHeld {
  readonly #answers: AnswersHeld
  readonly #mask: string
  /** As the source's own search gave them. */
  readonly #candidates: Newest<EnterpriseCandidate>
  /** Answers with the detail record of an enterprise, and what that makes a candidate. */
  readonly #details: Newest<{ readonly answer: number; readonly candidate: EnterpriseCandidate }>
  /** Ids by folded name: current, former and short ones, and those by which the source found it. */
  readonly #ids = [0, 1, 2, 3].map(() => new Map<string, Set<string>>())
  readonly #codeOfId = new Map<string, string>()
  readonly #idOfCode = new Map<string, string>()

  constructor(answers: AnswersHeld, mask: string) {
    this.#answers = answers
    this.#mask = mask
    this.#candidates = new Newest(answers)
    this.#details = new Newest(answers)
  }

  addCandidate(answer: number, record: JsonObject): void {
    const { id, 企业名称: name, 统一社会信用代码: code } = record
    if (!this.#isKnown(id) || typeof name !== 'string') return
    this.#candidates.add(id, answer, record as unknown as EnterpriseCandidate)
    this.link(id, code)
  }

  /** `asked` is the name that the record was found by. */
  addDetail(answer: number, record: JsonObject, asked: unknown): void {
    const id = record.企业ID ?? record.id
    if (!this.#isKnown(id)) return
    const { 企业名称: name, 曾用名: former, 股票简称: short, 统一社会信用代码: code } = record
    const candidate = { id, 企业名称: textOf(name), 统一社会信用代码: textOf(code) }
    this.#details.add(id, answer, { answer, candidate })
    const names = [name, former, short, asked].map(textsIn)
    names.forEach((given, kind) => {
      for (const one of given) this.#name(kind, one, id)
    })
    this.link(id, code)
  }

  /** An id and a code are of one enterprise. */
  link(id: unknown, code: unknown): void {
    if (typeof id !== 'string' || typeof code !== 'string' || id === '' || code === '') return
    this.#codeOfId.set(id, code)
    this.#idOfCode.set(code, id)
  }

  readonly codeOf = (id: string): string | undefined => this.#codeOfId.get(id)
  readonly idOf = (code: string): string | undefined => this.#idOfCode.get(code)

  #isKnown(id: unknown): id is string {
    return typeof id === 'string' && id !== '' && id !== this.#mask
  }

  #name(kind: number, nameKey: string, id: string): void {
    const names = this.#ids[kind]
    const ids = names?.get(nameKey)
    if (ids === undefined) names?.set(nameKey, new Set([id]))
    else ids.add(id)
  }

  /** Ends the adding. */
  candidates(): (nameKey: string) => readonly NamedCandidate[] {
    const byId = new Map([
      ...this.#details.entries().map(([id, { candidate }]) => [id, candidate] as const),
      ...this.#candidates.entries(),
    ])
    const all = [...byId.values()]
      .map((candidate) => ({ nameKey: enterpriseNameKey(candidate.企业名称 ?? ''), candidate }))
      .sort(
        ({ candidate: a }, { candidate: b }) =>
          compareText(a.企业名称 ?? '', b.企业名称 ?? '') || compareText(a.id, b.id),
      )
    return (nameKey) => all.filter((one) => one.nameKey.includes(nameKey))
  }

  readonly companies = async (nameKey: string): Promise<readonly JsonObject[]> => {
    const ids = [...new Set(this.#ids.flatMap((names) => [...(names.get(nameKey) ?? [])]))]
    return (await Promise.all(ids.map((id) => this.#detailsOf(id)))).flat()
  }

  async #detailsOf(id: string): Promise<JsonObject[]> {
    const held = this.#details.get(id)
    if (held === undefined) return []
    const records = await this.#answers.recordsOf(operations.rh_company_info, held.answer)
    return records.filter((record) => (record.企业ID ?? record.id) === id).slice(0, 1)
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' || Array.isArray(value) ? namesIn(value) : []

/**
 * Pages of litigation lists for questions that were not asked in these words (contract 4.4): the page that was asked for by
 * the other of id and code, and what is beyond the page that says it is the last. Pages are as the source cut them.
 */
export const pagesHeld = (answers: AnswersHeld, enterprises: EnterprisesHeld) => {
  const pageOf = async (owner: JsonObject, pageNo: number): Promise<DocumentPage | undefined> => {
    const at = answers.find(callKeyOf(operations.rh_enterpriseWritList, { ...owner, pageNo }))
    const value = at === undefined ? undefined : await answers.valueOf(at)
    const page = documentPage.safeParse(isObject(value) ? value.data : undefined)
    return page.success ? page.data : undefined
  }
  return async (of: ListOwner, pageNo: number): Promise<DocumentPage | undefined> => {
    for (const owner of ownersOf(of, enterprises)) {
      const page = (await pageOf(owner, pageNo)) ?? (await beyondLast(pageNo, (no) => pageOf(owner, no)))
      if (page !== undefined) return page
    }
    return undefined
  }
}

/** Parameters that ask for the same list: those given, and the other of id and code. */
function ownersOf({ id, creditCode }: ListOwner, { codeOf, idOf }: EnterprisesHeld): JsonObject[] {
  const [otherId, otherCode] = id === '' ? [idOf(creditCode), undefined] : [undefined, codeOf(id)]
  return [
    id === '' ? { tyshxydm: creditCode } : { id },
    ...(otherId === undefined ? [] : [{ id: otherId }]),
    ...(otherCode === undefined ? [] : [{ tyshxydm: otherCode }]),
  ]
}

/** An empty page after the one of which the source said that none follows. */
async function beyondLast(
  pageNo: number,
  pageOf: (pageNo: number) => Promise<DocumentPage | undefined>,
): Promise<DocumentPage | undefined> {
  const first = await pageOf(1)
  if (first === undefined) return undefined
  const lastNo = Math.max(1, Math.ceil(first.total / Math.max(first.pageSize, 1)))
  const last = pageNo > lastNo ? await pageOf(lastNo) : undefined
  return last === undefined || last.hasMore ? undefined : { ...last, pageNo, list: [] }
}

/** The articles that statute searches brought (contract 2.6), each as its newest answer gave it. */
export class ArticlesHeld {
  readonly #articles: Newest<JsonObject>

  constructor(answers: AnswersHeld) {
    this.#articles = new Newest(answers)
  }

  add(answer: number, record: JsonObject): void {
    if (typeof record.id === 'string') this.#articles.add(record.id, answer, record)
  }

  /**
   * Ends the adding. Of an OR each keyword must be met by some article: an answer without a word of one that is not held
   * would say that the source has none.
   */
  search(): (query: StatuteQuery) => readonly StatuteArticle[] {
    const records = new Map(this.#articles.entries())
    const search = statuteSearchOver([...records].map(([id, record]) => searched(id, record)))
    // Builds the index now, so that no request waits for it.
    search(anything)
    return (query) =>
      search({ ...query, needsEveryKeyword: true }).map(
        ({ id, _score }) => ({ ...records.get(id), _score }) as unknown as StatuteArticle,
      )
  }
}

const always = { from: '', to: '' }
const anything: StatuteQuery = {
  keywords: ['条'],
  mode: 'AND',
  regulation: [],
  levels: [],
  validities: [],
  regions: [],
  published: always,
  implemented: always,
  limit: 1,
}

/** What the search reads of an article; what is shown is the record itself. */
function searched(id: string, record: JsonObject): Article {
  const [fgmc, label] = [articleText(record.fgmc), articleText(record.ft_num)]
  return {
    ...(record as unknown as Article),
    id,
    fgmc,
    ft_num: label,
    content: articleText(record.content),
    ftmc: articleText(record.ftmc) || articleText(record.title) || `${fgmc}${label}`,
  }
}

const articleText = (value: unknown): string => (typeof value === 'string' ? value : '')
