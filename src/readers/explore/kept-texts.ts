import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { Spool } from '../../disk/scratch-file.ts'

const deflated = promisify(deflateRaw) as (text: string, options: { level: number }) => Promise<Buffer>
const inflated = promisify(inflateRaw) as (bytes: Buffer) => Promise<Buffer>

/**
 * Texts by number, deflated in a scratch file. DuckDB reads 2,048 texts to give one: to show fifty of a large warehouse took it more
 * than a second.
 */
export class KeptTexts implements AsyncDisposable {
  readonly #spool: Spool
  readonly #offsets: Float64Array
  readonly #lengths: Uint32Array

  private constructor(spool: Spool, count: number) {
    this.#spool = spool
    this.#offsets = new Float64Array(count)
    this.#lengths = new Uint32Array(count)
  }

  /** For numbers below `count`. */
  static async open(count: number): Promise<KeptTexts> {
    return new KeptTexts(await Spool.open(), count)
  }

  async add(number: number, text: string): Promise<void> {
    const bytes = await deflated(text, { level: 1 })
    this.#offsets[number] = await this.#spool.append(bytes)
    this.#lengths[number] = bytes.length
  }

  async at(number: number): Promise<string> {
    const bytes = await this.#spool.read(this.#offsets[number] ?? 0, this.#lengths[number] ?? 0)
    return (await inflated(bytes)).toString('utf8')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#spool[Symbol.asyncDispose]()
  }
}
