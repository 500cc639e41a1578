import { callKeyOf } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import {
  type DocumentPage,
  documentPage,
  type EnterpriseCandidate,
  type StatuteArticle,
} from '../../contract/records.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { ListOwner, NamedCandidate } from '../service/answers.ts'
import { namesIn } from '../service/corpus/enterprises.ts'
import { compareText } from '../service/corpus/records.ts'
import { type Article, type StatuteQuery, statuteSearchOver } from '../service/search/statutes.ts'
import { type AnswersHeld, Newest, type Taken } from './answers-held.ts'

/** Names that lead to an enterprise: current, former and short ones, and those by which the source found it. */
const nameKinds = ['current', 'former', 'short', 'asked'] as const

/** The enterprises that searches, look-ups and lists named (contract 2.7 to 2.9). */
export class EnterprisesHeld {
  readonly #answers: AnswersHeld
  readonly #mask: string
  /** As the source's own search gave them, and as detail records make them. */
  readonly #candidates: Newest<EnterpriseCandidate>
  readonly #details: Newest<EnterpriseCandidate>
  /** Ids by kind and folded name. */
  readonly #ids = new Map<string, Set<string>>()
  readonly #codeOfId = new Map<string, string>()
  readonly #idOfCode = new Map<string, string>()

  constructor(answers: AnswersHeld, mask: string) {
    this.#answers = answers
    this.#mask = mask
    this.#candidates = new Newest(answers)
    this.#details = new Newest(answers)
  }

  addCandidate({ at, record }: Taken): void {
    const { id, 企业名称: name, 统一社会信用代码: code } = record
    if (!this.#isKnown(id) || typeof name !== 'string') return
    this.#candidates.add(id, at, record as unknown as EnterpriseCandidate)
    this.link(id, code)
  }

  addDetail({ at, params, record }: Taken): void {
    const id = idOf(record)
    if (!this.#isKnown(id)) return
    const { 企业名称: current, 曾用名: former, 股票简称: short, 统一社会信用代码: code } = record
    this.#details.add(id, at, { id, 企业名称: textOf(current), 统一社会信用代码: textOf(code) })
    const names = { current, former, short, asked: params.name }
    for (const kind of nameKinds)
      for (const name of textsIn(names[kind])) {
        const key = `${kind} ${name}`
        this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(id))
      }
    this.link(id, code)
  }

  /** An id and a code are of one enterprise. */
  link(id: unknown, code: unknown): void {
    if (typeof id !== 'string' || typeof code !== 'string' || id === '' || code === '') return
    this.#codeOfId.set(id, code)
    this.#idOfCode.set(code, id)
  }

  #isKnown(id: unknown): id is string {
    return typeof id === 'string' && id !== '' && id !== this.#mask
  }

  /** Ends the adding. */
  candidates(): (nameKey: string) => readonly NamedCandidate[] {
    const byId = new Map([...this.#details.entries(), ...this.#candidates.entries()])
    const all = [...byId.values()]
      .map((candidate) => ({ nameKey: enterpriseNameKey(candidate.企业名称 ?? ''), candidate }))
      .sort(
        ({ candidate: a }, { candidate: b }) =>
          compareText(a.企业名称 ?? '', b.企业名称 ?? '') || compareText(a.id, b.id),
      )
    return (nameKey) => all.filter((one) => one.nameKey.includes(nameKey))
  }

  readonly companies = async (nameKey: string): Promise<readonly JsonObject[]> => {
    const ids = new Set(nameKinds.flatMap((kind) => [...(this.#ids.get(`${kind} ${nameKey}`) ?? [])]))
    return (await Promise.all([...ids].map((id) => this.#detailsOf(id)))).flat()
  }

  async #detailsOf(id: string): Promise<JsonObject[]> {
    const at = this.#details.answerOf(id)
    const records = at === undefined ? [] : await this.#answers.recordsOf(operations.rh_company_info, at)
    return records.filter((record) => idOf(record) === id).slice(0, 1)
  }

  /** Parameters that ask for the same list: those given, and the other of id and code. */
  listOwners({ id, creditCode }: ListOwner): JsonObject[] {
    const others = { id: this.#idOfCode.get(creditCode), tyshxydm: this.#codeOfId.get(id) }
    const [given, other] = id === '' ? (['tyshxydm', 'id'] as const) : (['id', 'tyshxydm'] as const)
    const known = others[other] === undefined ? [] : [{ [other]: others[other] }]
    return [{ [given]: id === '' ? creditCode : id }, ...known]
  }
}

const idOf = (record: JsonObject): unknown => record.企业ID ?? record.id
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
    return documentPage.safeParse(isObject(value) ? value.data : undefined).data
  }
  return async (of: ListOwner, pageNo: number): Promise<DocumentPage | undefined> => {
    for (const owner of enterprises.listOwners(of)) {
      const page = (await pageOf(owner, pageNo)) ?? (await beyondLast(pageNo, (no) => pageOf(owner, no)))
      if (page !== undefined) return page
    }
    return undefined
  }
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

  add({ at, record }: Taken): void {
    if (typeof record.id === 'string') this.#articles.add(record.id, at, record)
  }

  /**
   * Ends the adding. Of an OR each keyword must be met by some article: an answer without a word of one that is not held
   * would say that the source has none.
   */
  async search(): Promise<(query: StatuteQuery) => readonly StatuteArticle[]> {
    const records = new Map(this.#articles.entries())
    const search = await statuteSearchOver([...records].map(([id, record]) => searched(id, record)))
    return (query) =>
      search({ ...query, needsEveryKeyword: true }).map(
        ({ id, _score }) => ({ ...records.get(id), _score }) as unknown as StatuteArticle,
      )
  }
}

/** What the search reads of an article; what is shown is the record itself. */
function searched(id: string, record: JsonObject): Article {
  const [fgmc, label] = [textOf(record.fgmc), textOf(record.ft_num)]
  return {
    ...(record as unknown as Article),
    id,
    fgmc,
    ft_num: label,
    content: textOf(record.content),
    ftmc: textOf(record.ftmc) || textOf(record.title) || `${fgmc}${label}`,
  }
}
