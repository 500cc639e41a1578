import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { ScratchFile } from '../../disk/scratch-file.ts'

/** Deflated bytes that are gathered before a write. */
const gatheredBytes = 1 << 20
const deflated = promisify(deflateRaw) as (text: string, options: { level: number }) => Promise<Buffer>
const inflated = promisify(inflateRaw) as (bytes: Buffer) => Promise<Buffer>

/**
 * Texts by number, deflated in a scratch file. DuckDB reads 2,048 texts to give one: to show fifty of a large warehouse took it more
 * than a second.
 */
export class KeptTexts implements AsyncDisposable {
  readonly #file: ScratchFile
  readonly #offsets: Float64Array
  readonly #lengths: Uint32Array
  #gathered: Buffer[] = []
  #waiting = 0
  #written = 0

  private constructor(file: ScratchFile, count: number) {
    this.#file = file
    this.#offsets = new Float64Array(count)
    this.#lengths = new Uint32Array(count)
  }

  /** For numbers below `count`. */
  static async open(count: number): Promise<KeptTexts> {
    return new KeptTexts(await ScratchFile.open(), count)
  }

  /** A text can be read after `flush`. */
  async add(number: number, text: string): Promise<void> {
    const bytes = await deflated(text, { level: 1 })
    this.#offsets[number] = this.#written + this.#waiting
    this.#lengths[number] = bytes.length
    this.#gathered.push(bytes)
    this.#waiting += bytes.length
    if (this.#waiting >= gatheredBytes) await this.flush()
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered)
    this.#gathered = []
    await this.#file.handle.appendFile(bytes)
    this.#written += bytes.length
    this.#waiting = 0
  }

  async at(number: number): Promise<string> {
    const length = this.#lengths[number] ?? 0
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await this.#file.handle.read(bytes, 0, length, this.#offsets[number] ?? 0)
    if (bytesRead !== length)
      throw new Error(
        `explore: expected ${length} bytes of text ${number} in the search index, got ${bytesRead}`,
      )
    return (await inflated(bytes)).toString('utf8')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]()
  }
}
