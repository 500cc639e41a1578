import { BUCKETS, indexTallies, type Postings, type Tally, tallier } from '../service/search/similarity.ts'

import { type Column, type Spool, unsigned } from './off-heap.ts'

/**
 * Postings of a block, which is what is in memory while an index is built, twice: some 5,000 judgments come to one. Each case has
 * at most one in a bucket, so that those of a bucket always fit.
 */
const blockPostings = 16 << 20
/** A posting keeps a case's number in 24 bits. */
const mostCases = 1 << 24
const wordBytes = 4

interface Block {
  readonly from: number
  readonly startsAt: number
  readonly postingsAt: number
}

/** Where an index is built: blocks as they come, then all of them as one. */
export interface PostingSpools {
  /** Not needed any more when the adding has ended. */
  readonly blocks: Spool
  readonly index: Spool
}

/**
 * Builds the bigram index of any number of texts in files. Each block is an index of its own; in the end the postings of each
 * bucket are brought together, so that a search reads them at one place of the disk.
 */
export class CasePostings {
  readonly #spools: PostingSpools
  readonly #tally = tallier()
  readonly #lengths: Column<Uint32Array> = unsigned()
  readonly #blocks: Block[] = []
  /** The tallies of the block, one after the other. */
  #entries = new Uint32Array(blockPostings)
  #indexed = new Uint32Array(blockPostings)
  #filled = 0
  #tallies: Tally[] = []

  constructor(spools: PostingSpools) {
    this.#spools = spools
  }

  /** Texts are numbered as they come. @throws RangeError when there are too many */
  async add(text: string): Promise<void> {
    if (this.#lengths.length === mostCases)
      throw new RangeError(`mirror: the case search holds ${mostCases} cases at most; there are more`)
    const { length, entries } = this.#tally(text)
    if (this.#filled + entries.length > blockPostings) await this.#endBlock()
    const until = this.#filled + entries.length
    this.#entries.set(entries, this.#filled)
    this.#tallies.push({ length, entries: this.#entries.subarray(this.#filled, until) })
    this.#filled = until
    this.#lengths.push(length)
  }

  async #endBlock(): Promise<void> {
    const { blocks } = this.#spools
    const from = this.#lengths.length - this.#tallies.length
    const { starts, postings } = indexTallies(this.#tallies, this.#indexed)
    this.#tallies = []
    this.#filled = 0
    this.#blocks.push({
      from,
      startsAt: await blocks.append(bytesOf(starts)),
      postingsAt: await blocks.append(bytesOf(postings)),
    })
    await blocks.flush()
  }

  /** Ends the adding, and lets go of what only that takes. */
  async end(): Promise<Postings> {
    if (this.#tallies.length > 0) await this.#endBlock()
    const lengths = this.#lengths.values()
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const starts = this.#allStarts()
    await this.#bringTogether(starts)
    this.#entries = new Uint32Array(0)
    this.#indexed = new Uint32Array(0)
    return {
      documents: lengths.length,
      lengths,
      averageLength: total / Math.max(lengths.length, 1),
      ...postingsIn(this.#spools.index, starts),
    }
  }

  /** Where the postings of each bucket start when those of all blocks stand together. */
  #allStarts(): Float64Array {
    const starts = new Float64Array(BUCKETS + 1)
    const ofBlock = new Uint32Array(BUCKETS + 1)
    for (const { startsAt } of this.#blocks) {
      this.#spools.blocks.readInto(bytesOf(ofBlock), startsAt)
      for (let bucket = 0; bucket <= BUCKETS; bucket += 1)
        starts[bucket] = (starts[bucket] ?? 0) + (ofBlock[bucket] ?? 0)
    }
    return starts
  }

  /** Writes the postings in the order of buckets, then of cases, as many buckets at a time as fit into memory. */
  async #bringTogether(starts: Float64Array): Promise<void> {
    for (let first = 0; first < BUCKETS; ) {
      const begin = starts[first] ?? 0
      let last = first + 1
      while (last < BUCKETS && (starts[last + 1] ?? 0) - begin <= blockPostings) last += 1
      const next = Uint32Array.from(starts.subarray(first, last), (start) => start - begin)
      for (const block of this.#blocks) this.#take(block, first, next)
      await this.#spools.index.append(bytesOf(this.#indexed.subarray(0, (starts[last] ?? 0) - begin)))
      first = last
    }
    await this.#spools.index.flush()
  }

  /** Puts the postings that a block has of some buckets, from `first` on, where the next of each bucket belong. */
  #take({ from, startsAt, postingsAt }: Block, first: number, next: Uint32Array): void {
    const { blocks } = this.#spools
    const starts = new Uint32Array(next.length + 1)
    blocks.readInto(bytesOf(starts), startsAt + first * wordBytes)
    const begin = starts[0] ?? 0
    const postings = this.#entries.subarray(0, (starts[next.length] ?? 0) - begin)
    blocks.readInto(bytesOf(postings), postingsAt + begin * wordBytes)
    let at = 0
    for (let bucket = 0; bucket < next.length; bucket += 1) {
      let place = next[bucket] ?? 0
      for (const end = (starts[bucket + 1] ?? 0) - begin; at < end; at += 1)
        this.#indexed[place++] = (postings[at] ?? 0) + (from << 8)
      next[bucket] = place
    }
  }
}

/** The index as a search reads it. What it gives is valid until the next bucket is asked for. */
function postingsIn(index: Spool, starts: Float64Array): Pick<Postings, 'frequencyOf' | 'postingsOf'> {
  let scratch = new Uint32Array(1024)
  const frequencyOf = (bucket: number): number => (starts[bucket + 1] ?? 0) - (starts[bucket] ?? 0)
  return {
    frequencyOf,
    postingsOf: (bucket) => {
      const length = frequencyOf(bucket)
      if (length > scratch.length) scratch = new Uint32Array(length * 2)
      const postings = scratch.subarray(0, length)
      index.readInto(bytesOf(postings), (starts[bucket] ?? 0) * wordBytes)
      return postings
    },
  }
}

const bytesOf = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
