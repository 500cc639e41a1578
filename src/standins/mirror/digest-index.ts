import { createHash } from 'node:crypto'
import { signed, unsigned } from '../service/search/column.ts'

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
