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

/** Postings of the bigram index as a search reads them: from memory, or from a file. */
export interface Postings {
  readonly documents: number
  /** Bigrams in each document. */
  readonly lengths: Uint32Array
  readonly averageLength: number
  /** Documents in which a bucket occurs. */
  readonly frequencyOf: (bucket: number) => number
  /** The bucket's postings: document number << 8 | occurrences (at most 255). They may change when the next are asked for. */
  readonly postingsOf: (bucket: number) => Uint32Array
}

/** The customary constants of BM25. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75

/** How much `occurrences` of a term in a text count: 0 for none, below 1 + SATURATION for any number. */
export const termWeight = (occurrences: number, length: number, averageLength: number): number =>
  (occurrences * (SATURATION + 1)) /
  (occurrences + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (length / Math.max(averageLength, 1))))

/**
 * Local lexical similarity of a query to every document: BM25 over character bigrams, as a share of the most
 * that the query can score. 0 means that no bigram is shared; the result is below 1. At most `mostPostings` are read,
 * those of the rarest bigrams, which count most: the work is bounded, whatever is asked of however many documents.
 */
export function similarities(
  index: Postings,
  query: string,
  mostPostings = Number.POSITIVE_INFINITY,
): Float64Array {
  const scores = new Float64Array(index.documents)
  const buckets = bucketsOf(query).map((bucket) => ({ bucket, frequency: index.frequencyOf(bucket) }))
  const rarities = buckets.map(({ frequency }) => rarityOf(frequency, index.documents))
  const most = rarities.reduce((sum, rarity) => sum + rarity * (SATURATION + 1), 0)
  const read = rarestOf(buckets, mostPostings)
  buckets.forEach((found, at) => {
    if (read.has(found)) addScores(scores, index, found.bucket, (rarities[at] ?? 0) / most)
  })
  return scores
}

const rarityOf = (frequency: number, documents: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))

interface Bucket {
  readonly bucket: number
  readonly frequency: number
}

/** The rarest, as many as may be read. */
function rarestOf(buckets: readonly Bucket[], mostPostings: number): ReadonlySet<Bucket> {
  let postings = 0
  const rarest = [...buckets].sort((a, b) => a.frequency - b.frequency)
  return new Set(
    rarest.filter(({ frequency }) => {
      postings += frequency
      return postings <= mostPostings
    }),
  )
}

function addScores(scores: Float64Array, index: Postings, bucket: number, worth: number): void {
  const { lengths, averageLength } = index
  const postings = index.postingsOf(bucket)
  for (let at = 0; at < postings.length; at += 1) {
    const posting = postings[at] ?? 0
    const document = posting >>> 8
    const weight = termWeight(posting & 0xff, lengths[document] ?? 0, averageLength)
    scores[document] = (scores[document] ?? 0) + worth * weight
  }
}
