import { bucketsOf } from './bigrams.ts'
import type { Postings } from './postings.ts'

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
