import type { Level } from './courts.ts'
import { today } from './days.ts'
import type { Document } from './document.ts'
import { integer, type Random } from './random.ts'
import type { Outcome } from './words/outcomes.ts'

/** Decisions that may still be appealed, reviewed, enforced or corrected, by purpose and court level. */
export type OpenCases = Map<string, Document[]>

/** Takes an earlier decision that this outcome can follow, out of those still open. */
export function takeBase(
  random: Random,
  open: OpenCases,
  outcome: Outcome,
  level: Level,
): Document | undefined {
  const bases = open.get(`${purposeOf(outcome)}:${level}`)
  if (bases === undefined || bases.length === 0) return undefined
  const index = integer(random, 0, bases.length - 1)
  const base = bases[index]
  if (base === undefined || base.decided > today - 120) return undefined
  bases.splice(index, 1)
  return base
}

/** Opens a decision to what may follow it. A masked number joins nothing. */
export function remember(open: OpenCases, document: Document): void {
  if (document.number.includes('×')) return
  for (const purpose of purposesAfter(document)) {
    const key = `${purpose}:${document.court.level}`
    const list = open.get(key)
    if (list === undefined) open.set(key, [document])
    else list.push(document)
  }
}

const orderingPayment = new Set(['granted', 'partlyGranted', 'mediated'])

function purposesAfter({ outcome, suit, presence }: Document): readonly string[] {
  const administrative = suit.cause.family === 'administrative'
  if (outcome.stage === 'second' && outcome.kind === '判决书')
    return administrative ? ['retrial'] : ['retrial', 'enforcement']
  if (outcome.stage !== 'first' || outcome.kind === '决定书') return []
  if (outcome.key === 'jurisdictionRefused') return ['jurisdiction']
  if (outcome.kind === '裁定书') return []
  const enforceable = orderingPayment.has(outcome.key) && !administrative ? ['enforcement'] : []
  const numbered = presence === 'id' ? ['correction'] : []
  return outcome.kind === '调解书' ? enforceable : ['second', 'retrial', ...numbered, ...enforceable]
}

function purposeOf(outcome: Outcome): string {
  if (sameNumber(outcome)) return 'correction'
  return outcome.key === 'jurisdictionUpheld' ? 'jurisdiction' : outcome.stage
}

/** A correction is made under the number of what it corrects. */
export const sameNumber = (outcome: Outcome): boolean => outcome.key === 'correction'
