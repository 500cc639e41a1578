import type { Postings } from './postings.ts'

/**
 * An inverted index over character bigrams, the usual unit of Chinese text, which has no spaces. Bigrams are
 * hashed into a fixed number of buckets; a collision may add a candidate, it never loses one.
 */
export interface BigramIndex {
  readonly documents: number
  /** Bigrams in each document. */
  readonly lengths: Uint32Array
  readonly averageLength: number
  /** Document number << 8 | occurrences (at most 255), in the order of buckets, then of documents. */
  readonly postings: Uint32Array
  /** Where a bucket's postings start; those of bucket b end where b + 1 starts. */
  readonly starts: Uint32Array
}

const BUCKET_BITS = 20
export const BUCKETS = 1 << BUCKET_BITS
const MOST_OCCURRENCES = 255

/** One spelling for what is searched and what is searched for: width and letter case folded. */
export const searchText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Indexes `documents` texts; `textOf` is asked for each once, in order. */
export function indexBigrams(documents: number, textOf: (document: number) => string): BigramIndex {
  const tally = tallier()
  const kept = ({ length, entries }: Tally): Tally => ({ length, entries: entries.slice() })
  return indexTallies(Array.from({ length: documents }, (_, document) => kept(tally(textOf(document)))))
}

/** Indexes texts that were tallied one by one. Where there is `room` for all postings, they are written there. */
export function indexTallies(tallies: readonly Tally[], room?: Uint32Array): BigramIndex {
  const starts = startsOf(tallies)
  const postings = room?.subarray(0, starts[BUCKETS]) ?? new Uint32Array(starts[BUCKETS] ?? 0)
  const next = starts.slice()
  tallies.forEach(({ entries }, document) => {
    for (const entry of entries) {
      const bucket = entry >>> 8
      const place = next[bucket] ?? 0
      postings[place] = (document << 8) | (entry & 0xff)
      next[bucket] = place + 1
    }
  })
  const lengths = Uint32Array.from(tallies, ({ length }) => length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const documents = tallies.length
  return { documents, lengths, averageLength: total / Math.max(documents, 1), postings, starts }
}

/** The postings of one bucket. */
export const postingsOf = (index: BigramIndex, bucket: number): Uint32Array =>
  index.postings.subarray(index.starts[bucket], index.starts[bucket + 1])

/** An index in memory as the similarity reads it. */
export const postingsIn = (index: BigramIndex): Postings => ({
  documents: index.documents,
  lengths: index.lengths,
  averageLength: index.averageLength,
  frequencyOf: (bucket) => (index.starts[bucket + 1] ?? 0) - (index.starts[bucket] ?? 0),
  postingsOf: (bucket) => postingsOf(index, bucket),
})

/** Distinct buckets of a text's bigrams, in the order of the text. */
export function bucketsOf(text: string): number[] {
  const buckets = new Set<number>()
  for (let at = 1; at < text.length; at++) buckets.add(bucketOf(text.charCodeAt(at - 1), text.charCodeAt(at)))
  return [...buckets]
}

/** A mask over the documents: 1 where the text may occur. A text shorter than a bigram may occur in any. */
export function documentsWith(index: BigramIndex, text: string): Uint8Array {
  const mask = new Uint8Array(index.documents)
  const [first, ...rest] = bucketsOf(text).map((bucket) => postingsOf(index, bucket))
  if (first === undefined) return mask.fill(1)
  const fewest = rest.reduce((least, next) => (next.length < least.length ? next : least), first)
  for (const posting of fewest) mask[posting >>> 8] = 1
  return mask
}

/** Multiplicative hashing; the upper bits are the mixed ones. */
const bucketOf = (first: number, second: number): number =>
  Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> (32 - BUCKET_BITS)

export interface Tally {
  readonly length: number
  /** Bucket << 8 | occurrences (at most 255). */
  readonly entries: Uint32Array
}

/**
 * Counts a text's bigrams by bucket; one table of counts serves every text and is left clean. What it returns is valid until the
 * next text.
 */
export function tallier(): (text: string) => Tally {
  const counts = new Uint8Array(BUCKETS)
  let scratch = new Uint32Array(4096)
  return (text) => {
    const length = Math.max(text.length - 1, 0)
    const most = Math.min(length, BUCKETS)
    if (scratch.length < most) scratch = new Uint32Array(most * 2)
    let distinct = 0
    for (let at = 1; at < text.length; at++) {
      const bucket = bucketOf(text.charCodeAt(at - 1), text.charCodeAt(at))
      const count = counts[bucket] ?? 0
      if (count === 0) scratch[distinct++] = bucket
      if (count < MOST_OCCURRENCES) counts[bucket] = count + 1
    }
    for (let at = 0; at < distinct; at += 1) {
      const bucket = scratch[at] ?? 0
      scratch[at] = (bucket << 8) | (counts[bucket] ?? 0)
      counts[bucket] = 0
    }
    return { length, entries: scratch.subarray(0, distinct) }
  }
}

function startsOf(tallies: readonly Tally[]): Uint32Array {
  const starts = new Uint32Array(BUCKETS + 1)
  for (const { entries } of tallies) {
    for (const entry of entries) starts[(entry >>> 8) + 1] = (starts[(entry >>> 8) + 1] ?? 0) + 1
  }
  for (let bucket = 1; bucket <= BUCKETS; bucket++) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0)
  }
  return starts
}
