import { families } from './families.ts'
import {
  disputeOf,
  type Enforced,
  type Expected,
  enforcements,
  expecting,
  facts,
  frozen,
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
  return expecting(names('must'), names('may'))
}

function weigh(known: Known): Record<string, Weighed> {
  const against = againstIt(known)
  const marks = marksStanding(known)
  const held = frozen(known)
  const ended = endedUnpaidCounts(known)
  const has = (mark: string) => marks.some((one) => one.mark === mark)
  return {
    dishonest: when(has('dishonest')),
    restricted: when(has('restricted')),
    enforced: enforced(known, against),
    ended_unpaid: when((ended[0] ?? 0) > 0, (ended.at(-1) ?? 0) > 0),
    unpaid_against_capital: capital(known),
    wages: labour(known, against),
    guarantees: guarantee(known),
    seized: when(held.must.size > 0, held.may.size > 0),
    judged: judged(known),
    sued_often: sued(known),
    bankruptcy: bankrupt(known),
    // Shares without a worth may be said to be frozen.
    frozen_holdings: when(
      false,
      known.told.some(({ fact }) => fact.is === 'property' && fact.condition === 'worthless'),
    ),
    ...Object.fromEntries(stated(known).map((flag) => [flag, when(true)])),
  }
}

const stated = ({ told }: Known): string[] =>
  [
    ...new Map(
      told.flatMap(({ fact }) => (fact.is === 'flag' ? [[`${fact.flag} ${fact.key}`, fact]] : [])),
    ).values(),
  ].flatMap(({ flag, isLifted }) => (isLifted ? [] : [flag]))

const againstIt = (known: Known) => enforcements(known).filter(({ role }) => role === 'defendant')

const stateOf = (all: readonly Enforced[], key: string) => all.find((one) => one.key === key)?.state

/** How many cases ended unpaid: one that was resumed counts until it is paid, or not. */
export function endedUnpaidCounts(known: Known): number[] {
  const all = againstIt(known)
  const ended = all.filter(({ state }) => state === 'ended_unpaid')
  const standing = ended.filter(({ resumedBy, mayBeResumed }) => !resumedBy && !mayBeResumed).length
  const running = ended.filter(
    ({ resumedBy, mayBeResumed }) => mayBeResumed || (resumedBy && stateOf(all, resumedBy) !== 'paid'),
  ).length
  return Array.from({ length: running + 1 }, (_, more) => standing + more)
}

const isLabour = (cause: string): boolean => /劳动/.test(cause)

function labour(known: Known, against: readonly Enforced[]): Weighed {
  const sums = sumsOwed(known).filter(({ as, payers }) => as === 'labour' && payers.includes(known.life.name))
  const owed = sums.some(({ isCertain }) => isCertain)
  const ended = against.filter(({ cause }) => isLabour(cause))
  const isPaid = ended.some(({ state }) => state === 'paid')
  const isUnpaid = ended.some(
    ({ state, resumedBy, mayBeResumed }) =>
      state === 'ended_unpaid' && !mayBeResumed && !(resumedBy && stateOf(against, resumedBy) === 'paid'),
  )
  const isLeft = sums.some(({ key }) => !paidFor(known, key).surely)
  return when((owed && !isPaid) || isUnpaid, isLeft || ended.some(({ state }) => state !== 'paid'))
}

/** An open case that was not resumed, unless it is silent. */
function enforced(known: Known, against: readonly Enforced[]): Weighed {
  const open = against.filter(({ state, resumedBy }) => state === 'open' && resumedBy === undefined)
  return when(
    open.some((one) => !one.mayBeResumed && !isSilent(known, one)),
    open.length > 0,
  )
}

/** What was decided in the end in a dispute of which no enforcement is left; where one is that nothing joins to it, either way is right. */
function judged(known: Known): Weighed {
  const against = againstIt(known)
  const own = sumsOwed(known).filter(({ payers }) => payers.includes(known.life.name))
  const isReviewed = (key: string) =>
    facts(known, 'reviewed').some((review) => review.key === key || review.of === key)
  const groups = families(known)
  const isJoined = (key: string) =>
    groups.some((group) => group.includes(key) && against.some((one) => group.includes(one.key)))
  const isEnforced = (key: string) => against.some(({ dispute }) => dispute === disputeOf(known, key))
  return when(
    own.some(
      ({ key, as, isCertain }) => as !== 'guarantee' && isCertain && isReviewed(key) && !isEnforced(key),
    ),
    own.some(({ key }) => !isJoined(key)),
  )
}

/** A liability is over once it was paid. */
function guarantee(known: Known): Weighed {
  const sums = sumsOwed(known).filter(({ as }) => as === 'guarantee')
  return when(
    sums.some(({ isCertain, key }) => isCertain && !paidFor(known, key).perhaps),
    sums.some(({ key }) => !paidFor(known, key).surely),
  )
}

/** Whether what a decision orders was paid in enforcement: for sure where what is left joins the two and all of it was. */
function paidFor(known: Known, key: string): { readonly perhaps: boolean; readonly surely: boolean } {
  const against = againstIt(known)
  const cases = against.filter(({ dispute }) => dispute === disputeOf(known, key))
  const isOver = ({ state, resumedBy, orEnded }: Enforced): boolean =>
    state === 'review' ||
    (state === 'paid' && !orEnded) ||
    (resumedBy !== undefined && stateOf(against, resumedBy) === 'paid')
  const perhaps = cases.some(({ state }) => state === 'paid')
  const isJoined = families(known).some((group) =>
    [key, ...cases.map((one) => one.key)].every((one) => group.includes(one)),
  )
  return { perhaps, surely: perhaps && isJoined && cases.every(isOver) }
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

/** An open enforcement of which no document or entry is of the last three years may have ended unseen. */
function isSilent({ docs, told }: Known, { key, state }: Enforced): boolean {
  const now = new Date()
  const bound = new Date(now.setUTCFullYear(now.getUTCFullYear() - 3)).toISOString().slice(0, 10)
  const said = told.flatMap(({ fact, on }) => ('key' in fact && fact.key === key ? [on] : []))
  const days = [...said, ...docs.flatMap(({ of, on }) => (of.key === key ? [on] : []))]
  return state === 'open' && days.every((on) => on < bound)
}

/** What is unpaid in open cases and those ended unpaid: for certain, and at most. */
export function unsettledSums(known: Known): { certain: number; most: number } {
  const unsettled = againstIt(known).filter(
    ({ state, resumedBy }) => (state === 'open' || state === 'ended_unpaid') && resumedBy === undefined,
  )
  const total = (of: (one: Enforced) => number) => unsettled.reduce((sum, one) => sum + of(one), 0)
  return {
    certain: total((one) => {
      const { unpaid, target, collected, mayBeResumed } = one
      return mayBeResumed || isSilent(known, one)
        ? 0
        : (unpaid ?? (target === undefined ? 0 : target - (collected ?? 0)))
    }),
    most: total(
      ({ unpaid, target, mayTarget, collected }) =>
        unpaid ?? (target === undefined ? (mayTarget ?? 0) : target - (collected ?? 0)),
    ),
  }
}

function capital(known: Known): Weighed {
  const { certain, most } = unsettledSums(known)
  const half = known.life.capital / 2
  return when(certain >= half, most >= half)
}

function bankrupt({ told }: Known): Weighed {
  const steps = told.flatMap(({ fact }) => (fact.is === 'bankruptcy' ? [fact] : []))
  const stages = [...new Map(steps.map(({ key, stage }) => [key, stage])).values()]
  return when(
    stages.some((stage) => ['accepted', 'declared', 'ended'].includes(stage)),
    stages.some((stage) => stage === 'applied' || stage === 'reorganised'),
  )
}
