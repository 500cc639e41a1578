/** Postings of the bigram index as a search reads them: from memory, or block by block from a file. */
export interface Postings {
  readonly documents: number
  /** Bigrams in each document. */
  readonly lengths: Uint32Array
  readonly averageLength: number
  /** Documents in which a bucket occurs. */
  readonly frequencyOf: (bucket: number) => number
  /** The bucket's postings: document number less `from` << 8 | occurrences (at most 255). */
  readonly blocksOf: (bucket: number) => Iterable<PostingBlock>
}

export interface PostingBlock {
  readonly from: number
  readonly postings: Uint32Array
}
