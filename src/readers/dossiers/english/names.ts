import type { AmountRole } from '../../../legal/amount-roles.ts'
import causes from './causes.json' with { type: 'json' }
import { courtInEnglish, provinces, provincesInFull } from './courts.ts'
import { lawInEnglish } from './laws.ts'
import terms from './terms.json' with { type: 'json' }

/** Causes of action as the Supreme People's Court names them, criminal charges among them. */
const namedCauses = new Map(Object.entries(causes))

/** Endings that records leave out: 买卖合同 for 买卖合同纠纷, 职务侵占 for 职务侵占罪. */
const leftOut = ['', '纠纷', '罪']

/** The usual English name of a cause of action; null where there is none, because a cause in pinyin says nothing. */
export const causeInEnglish = (cause: string): string | null =>
  leftOut.map((ending) => namedCauses.get(cause + ending)).find((name) => name !== undefined) ?? null

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

const kindsOfSums: Readonly<Record<AmountRole, string>> = terms

/** Values of closed lists that are Chinese words themselves; one that is none of these stays as the source writes it. */
export const englishTerms: Readonly<Record<string, string>> = {
  ...terms,
  ...kindsOfSums,
  ...Object.fromEntries([...provinces, ...provincesInFull]),
}
