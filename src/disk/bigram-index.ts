import { Spool } from './scratch-file.ts'

/** Postings that are gathered before they become a segment; that takes some 80 MB. */
const mostGathered = 1 << 22
/** A posting has the distance of a text from the first of its segment in 24 bits, and occurrences in 8. */
const mostTexts = 1 << 24
const mostOccurrences = 0xff
/** Keys that begin with the same bits are a run, which is read at once to find one of them. */
const runBits = 11
const runs = 1 << runBits
const runOf = (key: number): number => key >>> (32 - runBits)
/** More pairs of a query narrow nothing: what is found is read anyway. */
const mostAsked = 64

/** Two neighbouring UTF-16 units as a number of 32 bits: each pair has its own, and they spread evenly. */
const keyOf = (first: number, second: number): number => Math.imul((first << 16) | second, 0x9e3779b1) >>> 0

const keysOf = (text: string): number[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) =>
    keyOf(text.charCodeAt(at), text.charCodeAt(at + 1)),
  )

interface Found {
  /** Texts that hold it. */
  readonly frequency: number
  readonly parts: readonly {
    /** Number of the text that postings count from. */
    readonly first: number
    /** Distance from the first text << 8 | occurrences (at most 255), in the order of texts. */
    readonly postings: () => Uint32Array
  }[]
}

/** Reads some of the numbers that were stored, into `room` if that is given. */
type Stored = (from: number, until: number, room?: Uint32Array) => Uint32Array

/** Postings of some texts, or of some runs. */
interface Segment {
  readonly first: number
  /** Entries and postings before those of each run, and in all. */
  readonly entriesBefore: Float64Array
  readonly postingsBefore: Float64Array
  /** Keys, each followed by the number of its postings. */
  readonly entries: Stored
  readonly postings: Stored
}

/**
 * Which texts hold two characters side by side, and how often; in memory, or in a scratch file of 4 bytes for each different pair of a
 * text. A search finds the texts that were sealed.
 */
export class BigramIndex implements AsyncDisposable {
  #spool: Spool | undefined
  #segments: Segment[] = []
  #block = new Block()
  #sealed = 0
  #last = 0

  constructor(spool?: Spool) {
    this.#spool = spool
  }

  static async onDisk(): Promise<BigramIndex> {
    return new BigramIndex(await Spool.open())
  }

  /** Texts that a search finds. */
  get sealed(): number {
    return this.#sealed
  }

  /** Numbers of texts ascend. Seals what was added before when memory is full of it. */
  async add(number: number, text: string): Promise<void> {
    if (!this.#block.hasRoomFor(number, text)) await this.seal()
    this.#block.add(number, text)
    this.#last = number
  }

  async seal(): Promise<void> {
    const { texts } = this.#block
    if (texts > 0) this.#segments.push(await this.#emptied())
    this.#sealed += texts
  }

  /** Seals, and lets go of what only the adding takes. */
  async end(): Promise<void> {
    await this.seal()
    this.#block = new Block()
  }

  /** Makes a segment of what was gathered. */
  async #emptied(): Promise<Segment> {
    const { first, entries, postings } = this.#block.emptied()
    const [entriesBefore, postingsBefore] = [new Float64Array(runs + 1), new Float64Array(runs + 1)]
    let [run, before] = [0, 0]
    for (let at = 0; at <= entries.length; at += 2) {
      for (const until = at < entries.length ? runOf(entries[at] ?? 0) : runs; run < until; ) {
        run += 1
        entriesBefore[run] = at
        postingsBefore[run] = before
      }
      before += entries[at + 1] ?? 0
    }
    const stored = { entries: await this.#store(entries), postings: await this.#store(postings) }
    return { first, entriesBefore, postingsBefore, ...stored }
  }

  async #store(numbers: Uint32Array): Promise<Stored> {
    const spool = this.#spool
    if (spool === undefined) {
      const stored = numbers.slice()
      return (from, until) => stored.subarray(from, until)
    }
    const offset = await spool.append(bytesOf(numbers))
    return (from, until, room = new Uint32Array(until - from)) => {
      const read = room.subarray(0, until - from)
      spool.readInto(bytesOf(read), offset + from * read.BYTES_PER_ELEMENT)
      return read
    }
  }

  /**
   * Ends, and brings the postings of each pair to one place of the disk.
   * @throws RangeError for a number of a text that takes more than 24 bits
   */
  async merge(): Promise<void> {
    await this.end()
    const [segments, spool] = [this.#segments, this.#spool]
    if (spool === undefined || segments.length < 2) return
    if (this.#last >= mostTexts)
      throw new RangeError(`bigram index: expected numbers below ${mostTexts}, got ${this.#last}`)
    this.#spool = await Spool.open()
    this.#segments = []
    for (let run = 0; run < runs; ) {
      const until = endOfSlice(segments, run)
      for (const segment of segments) this.#block.addRuns(segment, run, until)
      this.#segments.push(await this.#emptied())
      run = until
    }
    this.#block = new Block()
    await spool[Symbol.asyncDispose]()
  }

  /** Where each pair of a text stands, the pairs in the order of the text. */
  find(text: string): Found[] {
    return [...new Set(keysOf(text))].map((key) => this.#find(key))
  }

  #find(key: number): Found {
    const run = runOf(key)
    const parts: Found['parts'][number][] = []
    let frequency = 0
    for (const { first, entriesBefore, postingsBefore, entries, postings } of this.#segments) {
      const [from = 0, until = 0] = entriesBefore.subarray(run, run + 2)
      const keys = from === until ? [] : entries(from, until)
      let start = postingsBefore[run] ?? 0
      for (let at = 0; at < keys.length; at += 2) {
        const [begin, end] = [start, start + (keys[at + 1] ?? 0)]
        start = end
        if (keys[at] !== key) continue
        parts.push({ first, postings: () => postings(begin, end) })
        frequency += end - begin
      }
    }
    return { frequency, parts }
  }

  /** Ascending numbers of the texts that hold all pairs of all words; undefined where they have none. */
  candidates(words: readonly string[]): Uint32Array | undefined {
    const keys = [...new Set(words.flatMap(keysOf))].slice(0, mostAsked)
    const [fewest, ...others] = keys.map((key) => this.#find(key)).sort((a, b) => a.frequency - b.frequency)
    if (fewest === undefined) return undefined
    let held = numbersIn(fewest)
    for (const found of others) if (held.length > 0) held = inBoth(held, numbersIn(found))
    return held
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#spool?.[Symbol.asyncDispose]()
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

function numbersIn({ frequency, parts }: Found): Uint32Array {
  const numbers = new Uint32Array(frequency)
  let at = 0
  for (const { first, postings } of parts)
    for (const posting of postings()) numbers[at++] = first + (posting >>> 8)
  return numbers
}

function inBoth(few: Uint32Array, many: Uint32Array): Uint32Array {
  let [kept, at] = [0, 0]
  for (const one of few) {
    while (at < many.length && (many[at] ?? 0) < one) at += 1
    if (many[at] === one) few[kept++] = one
  }
  return few.subarray(0, kept)
}

/** As many runs from this one on as memory has room for, one at least. */
function endOfSlice(segments: readonly Segment[], run: number): number {
  const before = (end: number) =>
    segments.reduce((sum, { postingsBefore }) => sum + (postingsBefore[end] ?? 0), 0)
  const most = before(run) + mostGathered
  let end = run + 1
  while (end < runs && before(end + 1) <= most) end += 1
  return end
}

/** Gathers postings, and puts them into the order of their keys. */
class Block {
  texts = 0
  #first = 0
  /** Postings as they came, and the slot of the key of each. */
  #postings = new Uint32Array(1 << 20)
  #slotsOf = new Uint32Array(1 << 20)
  /** Where they are put into order. */
  #sorted = new Uint32Array(1 << 20)
  #filled = 0
  /** By slot a key, and the place after its last posting; 0 in a free slot. A key has the first slot from its own on that was free. */
  #slots = new Uint32Array(1 << 18)
  #known = 0

  hasRoomFor(number: number, text: string): boolean {
    return (
      this.texts === 0 || (number - this.#first < mostTexts && this.#filled + text.length <= mostGathered)
    )
  }

  add(number: number, text: string): void {
    if (this.texts === 0) this.#first = number
    this.texts += 1
    this.#makeRoom(text.length)
    const [begin, once] = [this.#filled, ((number - this.#first) << 8) | 1]
    const postings = this.#postings
    let before = text.charCodeAt(0)
    for (let at = 1; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      const key = keyOf(before, unit)
      before = unit
      const slot = this.#slotOf(key)
      const end = this.#slots[slot + 1] ?? 0
      if (end <= begin) this.#put(slot, key, once)
      else if (((postings[end - 1] ?? 0) & mostOccurrences) < mostOccurrences)
        postings[end - 1] = (postings[end - 1] ?? 0) + 1
    }
  }

  addRuns(segment: Segment, run: number, until: number): void {
    const { first, entriesBefore, postingsBefore } = segment
    const entries = segment.entries(entriesBefore[run] ?? 0, entriesBefore[until] ?? 0)
    const [from, to] = [postingsBefore[run] ?? 0, postingsBefore[until] ?? 0]
    this.#makeRoom(to - from)
    const postings = segment.postings(from, to, this.#sorted)
    let at = 0
    for (let entry = 0; entry < entries.length; entry += 2) {
      const key = entries[entry] ?? 0
      for (const end = at + (entries[entry + 1] ?? 0); at < end; at += 1)
        this.#put(this.#slotOf(key), key, (postings[at] ?? 0) + (first << 8))
    }
  }

  #put(slot: number, key: number, posting: number): void {
    const isNew = this.#slots[slot + 1] === 0
    this.#postings[this.#filled] = posting
    this.#slotsOf[this.#filled] = slot
    this.#filled += 1
    this.#slots[slot] = key
    this.#slots[slot + 1] = this.#filled
    if (!isNew) return
    this.#known += 1
    if (this.#known * 4 > this.#slots.length) this.#widen()
  }

  #makeRoom(more: number): void {
    const needed = this.#filled + more
    if (needed <= this.#postings.length) return
    const length = Math.max(needed, this.#postings.length * 2)
    this.#postings = grown(this.#postings, length)
    this.#slotsOf = grown(this.#slotsOf, length)
    this.#sorted = new Uint32Array(length)
  }

  #slotOf(key: number): number {
    const slots = this.#slots
    const last = slots.length - 2
    // The upper bits are those of the run, which all keys may have in common.
    let slot = ((key ^ (key >>> 15)) << 1) & last
    while (slots[slot] !== key && slots[slot + 1] !== 0) slot = (slot + 2) & last
    return slot
  }

  #widen(): void {
    const slots = this.#slots
    this.#slots = new Uint32Array(slots.length * 2)
    const moved = new Uint32Array(slots.length)
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot + 1] === 0) continue
      moved[slot] = this.#slotOf(slots[slot] ?? 0)
      this.#slots.set(slots.subarray(slot, slot + 2), moved[slot])
    }
    for (let at = 0; at < this.#filled; at += 1) this.#slotsOf[at] = moved[this.#slotsOf[at] ?? 0] ?? 0
  }

  emptied() {
    const slots = this.#slots
    const next = new Uint32Array(slots.length)
    for (const slot of this.#slotsOf.subarray(0, this.#filled)) next[slot] = (next[slot] ?? 0) + 1
    const keys = slots.filter((_, at) => at % 2 === 0 && slots[at + 1] !== 0).sort()
    const entries = new Uint32Array(keys.length * 2)
    let [before, entry] = [0, 0]
    for (const key of keys) {
      const slot = this.#slotOf(key)
      const count = next[slot] ?? 0
      entries[entry++] = key
      entries[entry++] = count
      next[slot] = before
      before += count
    }
    for (let at = 0; at < this.#filled; at += 1) {
      const slot = this.#slotsOf[at] ?? 0
      const place = next[slot] ?? 0
      this.#sorted[place] = this.#postings[at] ?? 0
      next[slot] = place + 1
    }
    const [first, postings] = [this.#first, this.#sorted.subarray(0, this.#filled)]
    slots.fill(0)
    this.#first = this.texts = this.#filled = this.#known = 0
    return { first, entries, postings }
  }
}

function grown(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length)
  more.set(numbers)
  return more
}
