/**
 * The known word that is nearest to the one given, when it is near enough to be a slip of the pen: one that holds it or is
 * held by it (广东省, 民事), else the one that the fewest changes lead to.
 */
export function suggest(given: string, known: readonly string[]): string | undefined {
  const inner = known.find((word) => isWithin(word, given) || isWithin(given, word))
  const [best] = known
    .map((word) => ({ word, distance: editDistance(given.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  if (best === undefined || best.distance === 0) return best?.word
  return inner ?? (best.distance <= tolerance(given) ? best.word : undefined)
}

/** The nearest of the known words, or all of them when none is near. */
export function meant(given: string, known: readonly string[]): string {
  const near = suggest(given, known)
  return near === undefined ? `expected one of ${known.join(', ')}` : `did you mean "${near}"?`
}

/** What follows a complaint about a word: the nearest of the known ones, else `otherwise`. */
export function hint(given: string, known: readonly string[], otherwise = '', prefix = ''): string {
  const near = suggest(given, known)
  return near === undefined || near === given ? otherwise : `; did you mean "${prefix}${near}"?`
}

const chinese = /\p{Script=Han}/u

/** Every Chinese character is a word of its own: one of two may be wrong. Of Latin letters, two or a third. */
const tolerance = (given: string): number =>
  chinese.test(given) ? Math.floor(given.length / 2) : Math.max(2, given.length / 3)

/** Whether one Chinese word is a part of another; Latin words share letters by chance. */
const isWithin = (part: string, whole: string): boolean =>
  part.length >= 2 && part !== whole && chinese.test(part) && whole.includes(part)

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
