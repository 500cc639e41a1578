import { BigramIndex } from '../../../disk/bigram-index.ts'

/** One spelling for what is searched and what is searched for: width and letter case folded. */
export const searchText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The customary constants of BM25. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75

/** How much `occurrences` of a term in a text count: 0 for none, below 1 + SATURATION for any number. */
export const termWeight = (occurrences: number, length: number, averageLength: number): number =>
  (occurrences * (SATURATION + 1)) /
  (occurrences + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (length / Math.max(averageLength, 1))))

const rarityOf = (frequency: number, documents: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))

/** Texts, numbered from 0 as they come, by their pairs of characters: the usual unit of Chinese text, which has no spaces. */
export class SimilarTexts {
  readonly #index: BigramIndex
  /** Pairs of each text, and of all. */
  readonly #lengths: number[] = []
  #total = 0

  constructor(index = new BigramIndex()) {
    this.#index = index
  }

  get averageLength(): number {
    return this.#total / Math.max(this.#lengths.length, 1)
  }

  async add(text: string): Promise<void> {
    const length = Math.max(text.length - 1, 0)
    await this.#index.add(this.#lengths.length, text)
    this.#lengths.push(length)
    this.#total += length
  }

  /** Ends the adding. */
  end(): Promise<void> {
    return this.#index.merge()
  }

  /** A mask over the texts: 1 where a text may hold this one. */
  thatMayHold(text: string): Uint8Array {
    const mask = new Uint8Array(this.#lengths.length)
    const candidates = this.#index.candidates([text])
    if (candidates === undefined) return mask.fill(1)
    for (const number of candidates) mask[number] = 1
    return mask
  }

  /**
   * Local lexical similarity of a query to every text: BM25 over pairs of characters, as a share of the most that the query can score.
   * 0 means that no pair is shared; the result is below 1. At most `mostPostings` are read, those of the rarest pairs, which count most:
   * the work is bounded, whatever is asked of however many texts.
   */
  similarities(query: string, mostPostings = Number.POSITIVE_INFINITY): Float64Array {
    const documents = this.#lengths.length
    const scores = new Float64Array(documents)
    const pairs = this.#index.find(query).sort((a, b) => a.frequency - b.frequency)
    const rarities = pairs.map(({ frequency }) => rarityOf(frequency, documents))
    const most = rarities.reduce((sum, rarity) => sum + rarity * (SATURATION + 1), 0)
    let read = 0
    for (const [at, { frequency, parts }] of pairs.entries()) {
      read += frequency
      if (read > mostPostings) break
      const worth = (rarities[at] ?? 0) / most
      for (const { first, postings } of parts) this.#add(worth, first, postings(), scores)
    }
    return scores
  }

  #add(worth: number, first: number, postings: Uint32Array, scores: Float64Array): void {
    const average = this.averageLength
    for (const posting of postings) {
      const number = first + (posting >>> 8)
      const weight = termWeight(posting & 0xff, this.#lengths[number] ?? 0, average)
      scores[number] = (scores[number] ?? 0) + worth * weight
    }
  }
}
