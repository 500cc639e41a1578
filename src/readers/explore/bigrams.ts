import { readSync } from 'node:fs'
import { ScratchFile } from '../../disk/scratch-file.ts'

/** What a block has at most; it is in memory while it is filled, in some 80 MB. */
const mostPostings = 8 << 20
const mostBigrams = 1 << 19
/** A posting is the distance of a text from the first of its segment. */
const mostTexts = 1 << 16
/** Bigrams of a segment that are read at once to find one; of each such run the first is in memory. */
const run = 256
/** More of a query narrow nothing: what is found is read anyway. */
const mostAsked = 64
const wordBytes = 4

/** A block in the file: its bigrams in order, where the postings of each start, the postings. */
interface Segment {
  readonly first: number
  readonly texts: number
  /** The first bigram of each run. */
  readonly fences: Uint32Array
  readonly bigrams: number
  readonly bigramsAt: number
  readonly startsAt: number
  readonly postingsAt: number
}

/** Which texts hold two characters side by side: exact, in a scratch file of some 3 KB a text; memory has little more than one block. */
export class BigramIndex implements AsyncDisposable {
  readonly #file: ScratchFile
  readonly #segments: Segment[] = []
  readonly #always: number[] = []
  #written = 0
  #block = new Block()

  readonly #beforeSeal: () => Promise<void>

  private constructor(file: ScratchFile, beforeSeal: () => Promise<void>) {
    this.#file = file
    this.#beforeSeal = beforeSeal
  }

  /** `beforeSeal` makes ready what a search needs of the texts that it is about to find. */
  static async open(beforeSeal = async () => {}): Promise<BigramIndex> {
    return new BigramIndex(await ScratchFile.open(), beforeSeal)
  }

  /** Texts that a search finds already. */
  get searched(): number {
    return this.#segments.reduce((sum, { texts }) => sum + texts, this.#always.length)
  }

  /** Numbers of texts ascend. A text is found once its block is sealed: when that is full, or at the end. */
  async add(number: number, text: string): Promise<void> {
    // Too many bigrams for a block: the text is a candidate of every search instead.
    if (text.length > mostBigrams) {
      await this.#beforeSeal()
      this.#always.push(number)
      return
    }
    if (!this.#block.hasRoomFor(number, text.length)) await this.seal()
    this.#block.add(number, text)
  }

  async seal(): Promise<void> {
    await this.#beforeSeal()
    if (this.#block.isEmpty) return
    const { first, texts, bigrams, starts, postings } = this.#block.sorted()
    this.#block = new Block()
    const bigramsAt = await this.#append(bigrams)
    const startsAt = await this.#append(starts)
    const postingsAt = await this.#append(postings)
    this.#segments.push({
      first,
      texts,
      fences: bigrams.filter((_, at) => at % run === 0),
      bigrams: bigrams.length,
      bigramsAt,
      startsAt,
      postingsAt,
    })
  }

  async #append(numbers: Uint32Array | Uint16Array): Promise<number> {
    const offset = this.#written
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.handle.write(bytes, at, bytes.length - at, offset + at)
      at += bytesWritten
    }
    this.#written += bytes.length
    return offset
  }

  /**
   * Texts that hold every pair of neighbours of each word: for a word of two characters those that hold it, for a longer one also
   * others. In no order.
   */
  candidates(words: readonly string[]): Uint32Array {
    const asked = [...new Set(words.flatMap(bigramsOf))].slice(0, mostAsked)
    const found = this.#segments.map((segment) => ({
      first: segment.first,
      held: this.#within(segment, asked),
    }))
    const all = new Uint32Array(found.reduce((sum, { held }) => sum + held.length, this.#always.length))
    let at = 0
    for (const { first, held } of found) for (const distance of held) all[at++] = first + distance
    all.set(this.#always, at)
    return all
  }

  #within(segment: Segment, asked: readonly number[]): Uint16Array {
    const none = new Uint16Array(0)
    const ranges: { readonly from: number; readonly length: number }[] = []
    for (const bigram of asked) {
      const range = this.#rangeOf(segment, bigram)
      if (range === undefined) return none
      ranges.push(range)
    }
    ranges.sort((a, b) => a.length - b.length)
    let held: Uint16Array | undefined
    for (const { from, length } of ranges) {
      const postings = new Uint16Array(length)
      this.#read(postings, segment.postingsAt + from * postings.BYTES_PER_ELEMENT)
      held = held === undefined ? postings : inBoth(held, postings)
      if (held.length === 0) return none
    }
    return held ?? none
  }

  #rangeOf({ fences, bigrams, bigramsAt, startsAt }: Segment, bigram: number) {
    const from = Math.max(0, firstAbove(fences, bigram) - 1) * run
    const part = new Uint32Array(Math.min(run, bigrams - from))
    this.#read(part, bigramsAt + from * wordBytes)
    const at = firstAbove(part, bigram) - 1
    if (part[at] !== bigram) return undefined
    const ends = new Uint32Array(2)
    this.#read(ends, startsAt + (from + at) * wordBytes)
    const [start = 0, end = 0] = ends
    return { from: start, length: end - start }
  }

  #read(target: Uint32Array | Uint16Array, offset: number): void {
    const bytes = new Uint8Array(target.buffer)
    const read = readSync(this.#file.handle.fd, bytes, 0, bytes.length, offset)
    if (read !== bytes.length)
      throw new Error(`explore: expected ${bytes.length} bytes at ${offset} of the search index, got ${read}`)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]()
  }
}

/** Two neighbouring UTF-16 units as one number. */
const bigramAt = (text: string, at: number): number =>
  ((text.charCodeAt(at - 1) << 16) | text.charCodeAt(at)) >>> 0

const bigramsOf = (word: string): number[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => bigramAt(word, at + 1))

function firstAbove(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

function inBoth(few: Uint16Array, many: Uint16Array): Uint16Array {
  let [kept, at] = [0, 0]
  for (const one of few) {
    while (at < many.length && (many[at] ?? 0) < one) at += 1
    if (many[at] === one) few[kept++] = one
  }
  return few.subarray(0, kept)
}

const slots = mostBigrams * 2

/** Texts whose bigrams are gathered, in typed arrays. */
class Block {
  /** A hash table: the bigram of each slot, its number in the order of coming from 1 (0 in an empty slot); how often and in which text it came last. */
  readonly #bigrams = new Uint32Array(slots)
  readonly #numbers = new Uint32Array(slots)
  readonly #counts = new Uint32Array(mostBigrams)
  readonly #lastIn = new Uint32Array(mostBigrams)
  readonly #entries = new Uint32Array(mostPostings)
  readonly #texts: { readonly number: number; readonly end: number }[] = []
  #known = 0
  #filled = 0

  get isEmpty(): boolean {
    return this.#texts.length === 0
  }

  hasRoomFor(number: number, length: number): boolean {
    const [first] = this.#texts
    const isNear = first === undefined || number - first.number < mostTexts
    return isNear && this.#filled + length <= mostPostings && this.#known + length <= mostBigrams
  }

  add(number: number, text: string): void {
    const mark = this.#texts.length + 1
    for (let at = 1; at < text.length; at += 1) {
      const bigram = bigramAt(text, at)
      const known = this.#numberOf(bigram)
      if (this.#lastIn[known] === mark) continue
      this.#lastIn[known] = mark
      this.#counts[known] = (this.#counts[known] ?? 0) + 1
      this.#entries[this.#filled++] = known
    }
    this.#texts.push({ number, end: this.#filled })
  }

  #numberOf(bigram: number): number {
    const slot = this.#slotOf(bigram)
    if (this.#numbers[slot] === 0) {
      this.#known += 1
      this.#bigrams[slot] = bigram
      this.#numbers[slot] = this.#known
    }
    return (this.#numbers[slot] ?? 0) - 1
  }

  #slotOf(bigram: number): number {
    let slot = Math.imul(bigram, 0x9e3779b1) >>> (32 - Math.log2(slots))
    for (; ; slot = (slot + 1) & (slots - 1)) {
      if (this.#numbers[slot] === 0 || this.#bigrams[slot] === bigram) return slot
    }
  }

  /** The bigrams in order, with the texts that hold each. */
  sorted() {
    const bigrams = this.#bigrams.filter((_, slot) => this.#numbers[slot] !== 0).sort()
    const starts = new Uint32Array(bigrams.length + 1)
    const next = new Uint32Array(this.#known)
    bigrams.forEach((bigram, at) => {
      const known = this.#numberOf(bigram)
      next[known] = starts[at] ?? 0
      starts[at + 1] = (starts[at] ?? 0) + (this.#counts[known] ?? 0)
    })
    const postings = new Uint16Array(this.#filled)
    const first = this.#texts[0]?.number ?? 0
    let entry = 0
    for (const { number, end } of this.#texts)
      for (; entry < end; entry += 1) {
        const known = this.#entries[entry] ?? 0
        const place = next[known] ?? 0
        postings[place] = number - first
        next[known] = place + 1
      }
    return { first, texts: this.#texts.length, bigrams, starts, postings }
  }
}
