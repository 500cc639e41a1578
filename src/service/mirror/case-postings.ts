import { BUCKETS, indexTallies, type Tally, tallier } from '../search/bigrams.ts'
import type { PostingBlock, Postings } from '../search/postings.ts'
import { type Column, unsigned } from './column.ts'
import type { Spool } from './spool.ts'

/**
 * Postings of a block, which is what is in memory while an index is built, twice. More than a text can have, and fewer blocks
 * than a search would feel: some 5,000 judgments come to one.
 */
const blockPostings = 16 << 20
/** Buckets whose starts are brought together at one time. */
const stripeBuckets = 65_536
const wordBytes = 4

interface Block {
  readonly from: number
  readonly startsAt: number
  readonly postingsAt: number
}

/**
 * Builds the bigram index of any number of texts in a spool, block by block: what stays in memory is the length of each text.
 */
export class CasePostings {
  readonly #spool: Spool
  readonly #tally = tallier()
  readonly #lengths: Column<Uint32Array> = unsigned()
  readonly #blocks: Block[] = []
  /** The tallies of the block, one after the other. */
  #entries = new Uint32Array(blockPostings)
  #indexed = new Uint32Array(blockPostings)
  #filled = 0
  #tallies: Tally[] = []

  constructor(spool: Spool) {
    this.#spool = spool
  }

  /** Texts are numbered as they come. */
  async add(text: string): Promise<void> {
    const { length, entries } = this.#tally(text)
    if (this.#filled + entries.length > blockPostings) await this.#endBlock()
    const until = this.#filled + entries.length
    this.#entries.set(entries, this.#filled)
    this.#tallies.push({ length, entries: this.#entries.subarray(this.#filled, until) })
    this.#filled = until
    this.#lengths.push(length)
  }

  async #endBlock(): Promise<void> {
    const from = this.#lengths.length - this.#tallies.length
    const { starts, postings } = indexTallies(this.#tallies, this.#indexed)
    this.#tallies = []
    this.#filled = 0
    this.#blocks.push({
      from,
      startsAt: await this.#spool.append(bytesOf(starts)),
      postingsAt: await this.#spool.append(bytesOf(postings)),
    })
    await this.#spool.flush()
  }

  /** Ends the adding, and lets go of what only that takes. */
  async end(): Promise<Postings> {
    if (this.#tallies.length > 0) await this.#endBlock()
    this.#entries = new Uint32Array(0)
    this.#indexed = new Uint32Array(0)
    const lengths = this.#lengths.values()
    const total = lengths.reduce((sum, length) => sum + length, 0)
    return {
      documents: lengths.length,
      lengths,
      averageLength: total / Math.max(lengths.length, 1),
      ...postingsIn(this.#spool, this.#blocks, await this.#startsByBucket()),
    }
  }

  /** Brings the starts of each bucket together, one a block, so that one read has them all. Returns where they are. */
  async #startsByBucket(): Promise<number> {
    const count = this.#blocks.length
    const buckets = BUCKETS + 1
    let at: number | undefined
    for (let first = 0; first < buckets; first += stripeBuckets) {
      const size = Math.min(stripeBuckets, buckets - first)
      const stripe = new Uint32Array(size * count)
      this.#blocks.forEach(({ startsAt }, block) => {
        const starts = new Uint32Array(size)
        this.#spool.readInto(bytesOf(starts), startsAt + first * wordBytes)
        starts.forEach((start, bucket) => {
          stripe[bucket * count + block] = start
        })
      })
      const offset = await this.#spool.append(bytesOf(stripe))
      at ??= offset
    }
    await this.#spool.flush()
    return at ?? 0
  }
}

/** The index as a search reads it. The postings of a block are valid until the next block is asked for. */
function postingsIn(
  spool: Spool,
  blocks: readonly Block[],
  startsAt: number,
): Pick<Postings, 'frequencyOf' | 'blocksOf'> {
  const count = blocks.length
  // A bucket's starts, and behind them those of the next bucket, which are its ends.
  const bounds = new Uint32Array(count * 2)
  let scratch = new Uint32Array(1024)
  const readBounds = (bucket: number): Uint32Array => {
    if (count > 0) spool.readInto(bytesOf(bounds), startsAt + bucket * count * wordBytes)
    return bounds
  }
  return {
    frequencyOf: (bucket) => {
      const found = readBounds(bucket)
      return blocks.reduce((sum, _, block) => sum + (found[count + block] ?? 0) - (found[block] ?? 0), 0)
    },
    *blocksOf(bucket): Generator<PostingBlock> {
      const found = readBounds(bucket).slice()
      for (const [block, { from, postingsAt }] of blocks.entries()) {
        const start = found[block] ?? 0
        const length = (found[count + block] ?? 0) - start
        if (length === 0) continue
        if (length > scratch.length) scratch = new Uint32Array(length * 2)
        const postings = scratch.subarray(0, length)
        spool.readInto(bytesOf(postings), postingsAt + start * wordBytes)
        yield { from, postings }
      }
    },
  }
}

const bytesOf = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
