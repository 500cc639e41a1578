import type { JsonObject } from '../../contract/answer.ts'
import { companyInfo as op } from '../../contract/operations/company-info.ts'
import type { EnterpriseCandidate } from '../../contract/records.ts'
import { enterpriseNameKey } from '../../legal/enterprise-names.ts'
import { compareText } from '../corpus/compare-text.ts'
import { namesIn } from '../corpus/enterprises.ts'
import type { NamedCandidate } from '../handlers/handler.ts'
import type { AnswersHeld } from './answers-held.ts'
import { Newest } from './newest.ts'

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
    const records = await this.#answers.recordsOf(op, held.answer)
    return records.filter((record) => (record.企业ID ?? record.id) === id).slice(0, 1)
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' || Array.isArray(value) ? namesIn(value) : []
