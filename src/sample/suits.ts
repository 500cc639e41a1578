import type { Court } from './courts.ts'
import { type Cents, drawAmount } from './money.ts'
import { anonymous, company, counterparty, insurer, type Party, person } from './parties.ts'
import { chance, integer, pick, type Random, randomStream } from './random.ts'
import type { Subject } from './subject.ts'
import type { Cause } from './words/causes.ts'

export type Side = 'plaintiffs' | 'defendants'

/** A dispute: what all documents of one family of cases share. */
export interface Suit {
  readonly cause: Cause
  readonly plaintiffs: readonly Party[]
  readonly defendants: readonly Party[]
  readonly thirds: readonly Party[]
  readonly amount: Cents
}

/** A labour dispute that the employer brought, in order not to pay. */
export const isEmployersSuit = ({ cause, plaintiffs }: Suit): boolean =>
  cause.family === 'labour' && plaintiffs[0]?.kind === 'company'

/** A dispute of the enterprise, with its neighbour in the corpus or with an invented opponent. */
export function drawSuit(
  random: Random,
  subject: Subject,
  cause: Cause,
  court: Court,
  neighbour: Subject | undefined,
): Suit {
  const isThird = neighbour === undefined && cause.family !== 'administrative' && chance(random, 0.05)
  const sues = chance(random, cause.sues)
  const opponent = hide(
    random,
    neighbour?.party ?? opponentOf(random, subject, cause, court, sues),
    neighbour,
  )
  const amount = drawAmount(random, cause.claim)
  if (isThird) {
    const other = counterparty(random, cause, court, false)
    return { cause, amount, plaintiffs: [opponent], defendants: [other], thirds: [subject.party] }
  }
  const beside = (): readonly Party[] => others(random, cause, court)
  const thirds = chance(random, 0.07) ? [company(random, court)] : []
  return sues
    ? { cause, amount, thirds, plaintiffs: [subject.party], defendants: [opponent, ...beside()] }
    : { cause, amount, thirds, plaintiffs: [opponent], defendants: [subject.party, ...beside()] }
}

/** Every enterprise has opponents that it meets again: they are drawn from streams of their own. */
function opponentOf(random: Random, subject: Subject, cause: Cause, court: Court, sues: boolean): Party {
  if (cause.family === 'labour' || chance(random, 0.6)) return counterparty(random, cause, court, sues)
  const usual = integer(random, 0, 2 + Math.floor(subject.documents / 20))
  const own = randomStream('opponent', subject.id, cause.family, Number(sues), usual)
  return counterparty(own, cause, subject.home, sues)
}

/** Five in a hundred opponents appear as 某公司. */
const hide = (random: Random, party: Party, neighbour: Subject | undefined): Party =>
  neighbour === undefined && party.kind !== 'authority' && chance(random, 0.05)
    ? anonymous(random, party)
    : party

/** Further defendants: guarantors of a loan, the insurer of a car, now and then a second company. */
function others(random: Random, { family }: Cause, court: Court): readonly Party[] {
  if (family === 'finance' || family === 'lending') {
    return Array.from({ length: integer(random, 0, 2) }, () => person(random, court))
  }
  if (family === 'traffic') return [insurer(random, court, court.city.replace(/市$/, ''))]
  if (family === 'administrative' || family === 'labour' || chance(random, 0.85)) return []
  return [pick(random, [company, person])(random, court)]
}
