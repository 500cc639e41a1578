import { createHash } from 'node:crypto'
import { readSync } from 'node:fs'
import { ScratchFile } from '../../disk/scratch-file.ts'

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array

/** A list of numbers that grows, in as many bytes as their type takes. */
export class Column<Array extends Numbers> {
  readonly #make: (length: number) => Array
  #values: Array
  length = 0

  constructor(make: (length: number) => Array) {
    this.#make = make
    this.#values = make(1024)
  }

  push(...values: number[]): void {
    if (this.length + values.length > this.#values.length) this.#grow()
    this.#values.set(values, this.length)
    this.length += values.length
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  /** The numbers themselves; they stay valid while nothing is pushed. */
  values(): Array {
    return this.#values.subarray(0, this.length) as Array
  }

  #grow(): void {
    const grown = this.#make(this.#values.length * 2)
    grown.set(this.#values)
    this.#values = grown
  }
}

export const flags = (): Column<Uint8Array> => new Column((length) => new Uint8Array(length))
export const unsigned = (): Column<Uint32Array> => new Column((length) => new Uint32Array(length))
export const signed = (): Column<Int32Array> => new Column((length) => new Int32Array(length))
export const doubles = (): Column<Float64Array> => new Column((length) => new Float64Array(length))

/** Bytes that are gathered before a write; a piece that is larger is written as it is. */
const gatheredBytes = 4 << 20

/** A scratch file that is written once, then read at any place. It takes room on the disk while it is open. */
export class Spool {
  readonly #scratch: ScratchFile
  readonly #gathered = Buffer.allocUnsafe(gatheredBytes)
  #waiting = 0
  #written = 0

  private constructor(scratch: ScratchFile) {
    this.#scratch = scratch
  }

  static async open(): Promise<Spool> {
    return new Spool(await ScratchFile.open())
  }

  /** Resolves with the offset, when `bytes` may be used for something else; they can be read after `flush`. */
  async append(bytes: Uint8Array): Promise<number> {
    if (this.#waiting + bytes.byteLength > gatheredBytes) await this.flush()
    const offset = this.#written + this.#waiting
    if (bytes.byteLength > gatheredBytes) {
      await this.#write(bytes)
    } else {
      this.#gathered.set(bytes, this.#waiting)
      this.#waiting += bytes.byteLength
    }
    return offset
  }

  async flush(): Promise<void> {
    await this.#write(this.#gathered.subarray(0, this.#waiting))
    this.#waiting = 0
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#scratch.handle.appendFile(bytes)
    this.#written += bytes.byteLength
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const target = Buffer.allocUnsafe(length)
    const { bytesRead } = await this.#scratch.handle.read(target, 0, length, offset)
    if (bytesRead !== length) throw this.#shortRead(offset, length, bytesRead)
    return target
  }

  /** Reads at once: for many small pieces, which the system has in memory. */
  readInto(target: Uint8Array, offset: number): void {
    const read = readSync(this.#scratch.handle.fd, target, 0, target.byteLength, offset)
    if (read !== target.byteLength) throw this.#shortRead(offset, target.byteLength, read)
  }

  #shortRead(offset: number, length: number, read: number): Error {
    return new Error(`mirror: expected ${length} bytes at ${offset} of its temporary file, got ${read}`)
  }

  close(): Promise<void> {
    return this.#scratch[Symbol.asyncDispose]()
  }
}

/** 32-bit words of a digest. */
const words = 4

/**
 * Numbers by the 128-bit digest of a key, several of one key in the order in which they came: a table of slots whose
 * entries are chained, in typed arrays. It takes some 40 bytes an entry, and does not hold the keys.
 */
export class DigestIndex {
  readonly #digests = unsigned()
  readonly #values = unsigned()
  /** Entry after this one in its slot, less one; -1 for none. */
  readonly #next = signed()
  #slots = new Int32Array(1024).fill(-1)

  /** `digest` is 16 bytes, as hexadecimal. */
  add(digest: string, value: number): void {
    const entry = this.#values.length
    if (entry >= this.#slots.length / 2) this.#widen()
    this.#digests.push(...wordsOf(digest))
    this.#values.push(value)
    this.#next.push(-1)
    this.#chain(entry)
  }

  /** The numbers of a key. */
  find(digest: string): number[] {
    const [first = 0, ...rest] = wordsOf(digest)
    const found: number[] = []
    for (let entry = this.#slots[this.#slotOf(first)] ?? -1; entry !== -1; entry = this.#next.at(entry)) {
      const at = entry * words
      const isIt =
        this.#digests.at(at) === first && rest.every((word, n) => this.#digests.at(at + n + 1) === word)
      if (isIt) found.push(this.#values.at(entry))
    }
    return found.reverse()
  }

  /** Compares the keys of two entries, numbered as they were added. */
  compare(a: number, b: number): number {
    const word = [0, 1, 2, 3].find((n) => this.#digests.at(a * words + n) !== this.#digests.at(b * words + n))
    return word === undefined ? 0 : this.#digests.at(a * words + word) - this.#digests.at(b * words + word)
  }

  /** Puts an entry before those of its slot. */
  #chain(entry: number): void {
    const slot = this.#slotOf(this.#digests.at(entry * words))
    this.#next.set(entry, this.#slots[slot] ?? -1)
    this.#slots[slot] = entry
  }

  #slotOf(first: number): number {
    return first & (this.#slots.length - 1)
  }

  #widen(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let entry = 0; entry < this.#values.length; entry += 1) this.#chain(entry)
  }
}

/** Digest of a key made of several parts, as hexadecimal. */
export const digestOf = (...parts: readonly string[]): string =>
  createHash('md5').update(parts.join('\n')).digest('hex')

const wordsOf = (digest: string): number[] =>
  [0, 8, 16, 24].map((at) => Number.parseInt(digest.slice(at, at + 8), 16))
