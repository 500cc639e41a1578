import { type BigramIndex, bucketsOf, postingsOf } from './bigrams.ts'

/** The customary constants of BM25. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75

/** How much `occurrences` of a term in a text count: 0 for none, below 1 + SATURATION for any number. */
export const termWeight = (occurrences: number, length: number, averageLength: number): number =>
  (occurrences * (SATURATION + 1)) /
  (occurrences + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (length / Math.max(averageLength, 1))))

/**
 * Local lexical similarity of a query to every document: BM25 over character bigrams, as a share of the most
 * that the query can score. 0 means that no bigram is shared; the result is below 1.
 */
export function similarities(index: BigramIndex, query: string): Float64Array {
  const scores = new Float64Array(index.documents)
  let most = 0
  for (const bucket of bucketsOf(query)) {
    const postings = postingsOf(index, bucket)
    const rarity = Math.log(1 + (index.documents - postings.length + 0.5) / (postings.length + 0.5))
    most += rarity * (SATURATION + 1)
    for (const posting of postings) {
      const document = posting >>> 8
      const weight = termWeight(posting & 0xff, index.lengths[document] ?? 0, index.averageLength)
      scores[document] = (scores[document] ?? 0) + rarity * weight
    }
  }
  return most === 0 ? scores : scores.map((score) => score / most)
}
