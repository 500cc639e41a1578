import { causeInEnglish } from './causes.ts'
import { courtInEnglish } from './courts.ts'
import { lawInEnglish } from './laws.ts'

/** Names of a kind that are remembered: few are met, and the same ones again and again. */
const mostRemembered = 10_000

function remembered(nameOf: (chinese: string) => string | null): (chinese: string) => string | null {
  const known = new Map<string, string | null>()
  return (chinese) => {
    const before = known.get(chinese)
    if (before !== undefined) return before
    const name = nameOf(chinese)
    if (known.size < mostRemembered) known.set(chinese, name)
    return name
  }
}

/** What causes of action, courts and laws are called in English; null where no usual name is known. */
export interface Names {
  readonly cause: (chinese: string) => string | null
  readonly court: (chinese: string) => string | null
  readonly law: (chinese: string) => string | null
}

export const englishNames: Names = {
  cause: causeInEnglish,
  court: remembered(courtInEnglish),
  law: remembered(lawInEnglish),
}
