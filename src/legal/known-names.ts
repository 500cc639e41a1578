import { knownLawNames } from './laws.ts'

const STATE = '中华人民共和国'

/** Known names by their last two characters, longest first: a look-up reads a handful of candidates. */
const NAMES_BY_ENDING: ReadonlyMap<string, readonly string[]> = namesByEnding()

function namesByEnding(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const name of new Set(knownLawNames())) {
    const ending = name.slice(-2)
    names.set(ending, [...(names.get(ending) ?? []), name])
  }
  for (const candidates of names.values()) candidates.sort((a, b) => b.length - a.length)
  return names
}

/** Where the longest known name that ends at `end` begins, 中华人民共和国 before it included; -1 when none does. */
export function startOfKnownName(text: string, end: number): number {
  const candidates = NAMES_BY_ENDING.get(text.slice(end - 2, end)) ?? []
  const name = candidates.find((candidate) => text.endsWith(candidate, end))
  if (name === undefined) return -1
  const start = end - name.length
  return text.endsWith(STATE, start) ? start - STATE.length : start
}
