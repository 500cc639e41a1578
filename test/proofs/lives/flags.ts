import type { Fact } from './facts.ts'
import {
  type Enforced,
  type Expected,
  enforcements,
  type Known,
  marksStanding,
  sumsOwed,
} from './knowable.ts'

/** Red flags that must be raised, and those that nothing left settles. */

interface Weighed {
  readonly must: boolean
  readonly may: boolean
}

const when = (must: boolean, may = false): Weighed => ({ must, may })

export function flags(known: Known): Expected {
  const weighed = Object.entries(weigh(known))
  const names = (as: keyof Weighed) => weighed.flatMap(([name, one]) => (one[as] ? [name] : []))
  return { must: new Map(names('must').map((name) => [name, {}])), may: new Set(names('may')) }
}

function weigh(known: Known): Record<string, Weighed> {
  const against = enforcements(known).filter(({ role }) => role === 'defendant')
  const marks = marksStanding(known)
  const has = (mark: string) => marks.some((one) => one.mark === mark)
  return {
    dishonest: when(has('dishonest')),
    restricted: when(has('restricted')),
    ...endedUnpaid(against),
    unpaid_against_capital: capital(known, against),
    wages: labour(known, against),
    guarantees: guarantee(known),
    sued_often: sued(known),
    bankruptcy: bankrupt(known),
    ...Object.fromEntries(stated(known).map((flag) => [flag, when(true)])),
  }
}

const stated = ({ told }: Known): string[] =>
  told.flatMap(({ fact }) => (fact.is === 'flag' ? [fact.flag] : []))

/** A case ended unpaid counts until a resumed one took its place; one that is resumed and runs is either. */
function endedUnpaid(against: readonly Enforced[]): Record<string, Weighed> {
  const ended = against.filter(({ state }) => state === 'ended_unpaid')
  const standing = ended.filter(({ resumedBy }) => resumedBy === undefined)
  const stateOf = new Map(against.map(({ key, state }) => [key, state]))
  const isRunning = ended.some(({ resumedBy }) => resumedBy && stateOf.get(resumedBy) !== 'paid')
  return { ended_unpaid: when(standing.length > 0, isRunning) }
}

const isLabour = (cause: string): boolean => /劳动/.test(cause)

function labour(known: Known, against: readonly Enforced[]): Weighed {
  const sums = sumsOwed(known).filter(({ as, payers }) => as === 'labour' && payers.includes(known.life.name))
  const owed = sums.some(({ isCertain }) => isCertain)
  const ended = against.filter(({ cause }) => isLabour(cause))
  const isPaid = ended.some(({ state }) => state === 'paid')
  const isUnpaid = ended.some(({ state }) => state === 'ended_unpaid')
  return when((owed && !isPaid) || isUnpaid, sums.length > 0 || ended.length > 0)
}

function guarantee(known: Known): Weighed {
  const sums = sumsOwed(known).filter(({ as }) => as === 'guarantee')
  return when(
    sums.some(({ isCertain }) => isCertain),
    sums.length > 0,
  )
}

/** Five cases of first instance in a year, of the last three years that have one. */
function sued({ docs }: Known): Weighed {
  const first = docs.filter(({ of, side }) => of.code === '民初' && side === 'defendant')
  const years = first.map(({ on }) => on.slice(0, 4))
  const last = Number(years.sort().at(-1) ?? 0)
  const counts = [0, 1, 2].map(
    (back) =>
      new Set(first.filter(({ on }) => Number(on.slice(0, 4)) === last - back).map(({ of }) => of.key)).size,
  )
  return when(counts.some((count) => count >= 5))
}

/** What is unpaid for certain, and what may be, against half the capital. */
function capital({ life }: Known, against: readonly Enforced[]): Weighed {
  const unsettled = against.filter(
    ({ state, resumedBy }) => (state === 'open' || state === 'ended_unpaid') && resumedBy === undefined,
  )
  const total = (of: (one: Enforced) => number) => unsettled.reduce((sum, one) => sum + of(one), 0)
  const certain = total(
    ({ unpaid, target, collected }) => unpaid ?? (target === undefined ? 0 : target - (collected ?? target)),
  )
  const most = total(({ unpaid, target, mayTarget }) => unpaid ?? target ?? mayTarget ?? Number.MAX_VALUE)
  const half = life.capital / 2
  return when(certain >= half, most >= half)
}

function bankrupt({ told }: Known): Weighed {
  const steps = told.flatMap(({ fact }) =>
    fact.is === 'bankruptcy' ? [fact as Extract<Fact, { is: 'bankruptcy' }>] : [],
  )
  const stages = [...new Map(steps.map(({ key, stage }) => [key, stage])).values()]
  return when(
    stages.some((stage) => ['accepted', 'declared', 'ended'].includes(stage)),
    stages.some((stage) => stage === 'applied' || stage === 'reorganised'),
  )
}
