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

/** Pairs of neighbouring characters, each as a number: the usual unit of Chinese text, which has no spaces. */
function* pairsIn(text: string): Generator<number> {
  for (let at = 1; at < text.length; at += 1) yield (text.charCodeAt(at - 1) << 16) | text.charCodeAt(at)
}

const lengthOf = (text: string): number => Math.max(text.length - 1, 0)

export const averageLength = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + lengthOf(text), 0) / Math.max(texts.length, 1)

/**
 * Local lexical similarity of a query to each text: BM25 over pairs of characters, as a share of the most that the query can score. 0 means
 * that no pair is shared; the result is below 1. Every text is read for it, once.
 */
export function similarities(query: string, texts: readonly string[]): number[] {
  const places = new Map([...new Set(pairsIn(query))].map((pair, place) => [pair, place]))
  const counted = texts.map((text) => countsIn(text, places))
  const rarities = [...places.values()].map((place) =>
    rarityOf(counted.filter((counts) => (counts[place] ?? 0) > 0).length, texts.length),
  )
  const most = rarities.reduce((sum, rarity) => sum + rarity * (SATURATION + 1), 0)
  const average = averageLength(texts)
  return texts.map((text, at) =>
    rarities.reduce(
      (score, rarity, place) =>
        score + (rarity / most) * termWeight(counted[at]?.[place] ?? 0, lengthOf(text), average),
      0,
    ),
  )
}

/** How often each pair stands in a text, by its place. */
function countsIn(text: string, places: ReadonlyMap<number, number>): Uint32Array {
  const counts = new Uint32Array(places.size)
  for (const pair of pairsIn(text)) {
    const place = places.get(pair)
    if (place !== undefined) counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
