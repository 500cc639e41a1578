import { type JsonObject, recordsOf } from '../../contract/answer.ts'

import { parseJson } from '../../contract/json.ts'
import type { Operation } from '../../contract/operation.ts'
import { compareText } from '../service/corpus/records.ts'
import type { CollectedAnswer } from './collected.ts'
import { DigestIndex, doubles, type Spool, signed, unsigned } from './off-heap.ts'

/** The answers of the source, by call key: where each body is in the spool, and how it came. */
export class AnswersHeld {
  readonly #spool: Spool
  readonly #byKey = new DigestIndex()
  readonly #offsets = doubles()
  readonly #lengths = unsigned()
  readonly #statuses = unsigned()
  readonly #codes = signed()
  readonly #runs = unsigned()
  readonly #runIds: string[] = []

  constructor(spool: Spool) {
    this.#spool = spool
  }

  /** Returns the answer's number, from 0. `code` is its business code. */
  async add(answer: CollectedAnswer, code: number): Promise<number> {
    const at = this.#offsets.length
    this.#offsets.push(await this.#spool.append(answer.body))
    this.#lengths.push(answer.body.byteLength)
    this.#statuses.push(answer.httpStatus)
    this.#codes.push(code)
    this.#runs.push(this.#runOf(answer.runId))
    this.#byKey.add(answer.callKey, at)
    return at
  }

  #runOf(runId: string): number {
    // Runs are few, and their answers stand together.
    const known = this.#runIds.lastIndexOf(runId)
    return known === -1 ? this.#runIds.push(runId) - 1 : known
  }

  /** Whether a record counts that the first answer gave, before one that the second gave: the later run, within a run the smaller key. */
  isNewer(a: number, b: number): boolean {
    const [first = '', second = ''] = [this.#runIds[this.#runs.at(a)], this.#runIds[this.#runs.at(b)]]
    return (compareText(first, second) || this.#byKey.compare(b, a)) > 0
  }

  find(callKey: string): number | undefined {
    return this.#byKey.find(callKey)[0]
  }

  read(at: number): Promise<Buffer> {
    return this.#spool.read(this.#offsets.at(at), this.#lengths.at(at))
  }

  /** The body as a value; numbers that a double cannot hold are texts in it. */
  async valueOf(at: number): Promise<unknown> {
    return parseJson(await this.read(at)).value
  }

  async recordsOf(op: Operation, at: number): Promise<readonly JsonObject[]> {
    return recordsOf(op, await this.valueOf(at)) ?? []
  }

  httpStatusOf(at: number): number {
    return this.#statuses.at(at)
  }

  codeOf(at: number): number {
    return this.#codes.at(at)
  }
}

/** Records by id, of each the newest. */
export class Newest<Value> {
  readonly #answers: AnswersHeld
  readonly #held = new Map<string, { readonly answer: number; readonly value: Value }>()

  constructor(answers: AnswersHeld) {
    this.#answers = answers
  }

  /** `answer` is the number of the answer that gave it. */
  add(id: string, answer: number, value: Value): void {
    const held = this.#held.get(id)
    if (held === undefined || this.#answers.isNewer(answer, held.answer))
      this.#held.set(id, { answer, value })
  }

  get(id: string): Value | undefined {
    return this.#held.get(id)?.value
  }

  entries(): [string, Value][] {
    return [...this.#held].map(([id, { value }]) => [id, value])
  }
}
