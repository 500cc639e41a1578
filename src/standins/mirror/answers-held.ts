import { recordsOf } from '../../contract/classify.ts'
import { parseJson } from '../../contract/json.ts'
import type { Operation } from '../../contract/operation.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { JsonObject } from '../../contract/values.ts'
import { Spool } from '../../disk/scratch-file.ts'
import { compareText } from '../service/corpus/records.ts'
import { doubles, signed, unsigned } from '../service/search/column.ts'

/** An answer of the source as it landed: the last conclusive one to its question. */
export interface CollectedAnswer {
  /** See `callKeyOf`. */
  readonly callKey: string
  readonly operation: OperationName
  /** Sorts by start: of two answers about one record that of the later run counts. */
  readonly runId: string
  /** As sent. */
  readonly params: JsonObject
  readonly httpStatus: number
  /** The body as it landed, which is JSON. */
  readonly body: Buffer
}

/** The answers of the source, by call key: where each body is in the spool, and how it came. */
export class AnswersHeld implements AsyncDisposable {
  readonly #spool: Spool
  readonly #byKey = new Map<string, number>()
  readonly #keys: string[] = []
  readonly #offsets = doubles()
  readonly #lengths = unsigned()
  readonly #statuses = unsigned()
  readonly #codes = signed()
  readonly #runs = unsigned()
  readonly #runIds: string[] = []

  private constructor(spool: Spool) {
    this.#spool = spool
  }

  static async open(): Promise<AnswersHeld> {
    return new AnswersHeld(await Spool.open())
  }

  /** Returns the answer's number, from 0. `code` is its business code. */
  async add({ callKey, runId, httpStatus, body }: CollectedAnswer, code: number): Promise<number> {
    const at = this.#offsets.push(await this.#spool.append(body))
    this.#lengths.push(body.byteLength)
    this.#statuses.push(httpStatus)
    this.#codes.push(code)
    this.#runs.push(this.#runOf(runId))
    this.#byKey.set(callKey, at)
    this.#keys.push(callKey)
    return at
  }

  #runOf(runId: string): number {
    // Runs are few, and their answers stand together.
    const known = this.#runIds.lastIndexOf(runId)
    return known === -1 ? this.#runIds.push(runId) - 1 : known
  }

  /** Whether a record counts that the first answer gave, before one that the second gave: the later run, within a run the smaller key. */
  isNewer(a: number, b: number): boolean {
    const runOf = (at: number): string => this.#runIds[this.#runs.at(at)] ?? ''
    return (compareText(runOf(a), runOf(b)) || compareText(this.#keys[b] ?? '', this.#keys[a] ?? '')) > 0
  }

  find(callKey: string): number | undefined {
    return this.#byKey.get(callKey)
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

  [Symbol.asyncDispose](): Promise<void> {
    return this.#spool[Symbol.asyncDispose]()
  }
}

/** A record in an answer, by the number of the answer. */
export interface Taken {
  readonly at: number
  readonly params: JsonObject
  readonly record: JsonObject
}

/** Records by id, of each the newest. */
export class Newest<Value> {
  readonly #answers: AnswersHeld
  readonly #held = new Map<string, { readonly at: number; readonly value: Value }>()

  constructor(answers: AnswersHeld) {
    this.#answers = answers
  }

  add(id: string, at: number, value: Value): void {
    const held = this.#held.get(id)
    if (held === undefined || this.#answers.isNewer(at, held.at)) this.#held.set(id, { at, value })
  }

  /** Number of the answer that gave it. */
  answerOf(id: string): number | undefined {
    return this.#held.get(id)?.at
  }

  entries(): [string, Value][] {
    return [...this.#held].map(([id, { value }]) => [id, value])
  }
}
