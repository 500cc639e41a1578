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
