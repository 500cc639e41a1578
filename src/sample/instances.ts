import { caseNumber } from './case-numbers.ts'
import { type Court, competent, courtsOf, type Level, supremeCourt } from './courts.ts'
import type { Day } from './days.ts'
import { chance, integer, pick, pickWeighted, type Random } from './random.ts'
import type { Suit } from './suits.ts'
import type { Family } from './words/causes.ts'
import type { Kind, Outcome, Stage } from './words/outcomes.ts'

/** What a later document says of an earlier one. */
export interface Decision {
  readonly court: Court
  readonly number: string
  readonly kind: Kind
  readonly decided: Day
  readonly below?: Decision | undefined
}

/** Where a document is made: its court, once the kind of dispute is known, and what it may follow. */
export interface Jurisdiction {
  readonly court: (family: Family) => Court
  readonly hasBelow: boolean
  /** Level of the court whose decision such a document follows. */
  readonly baseLevel: Level
}

type Weights = readonly { readonly level: Level; readonly weight: number }[]

const levels: Readonly<Record<Stage, Weights>> = {
  first: [
    { level: '基层', weight: 93.5 },
    { level: '中级', weight: 6.2 },
    { level: '高级', weight: 0.3 },
  ],
  second: [
    { level: '中级', weight: 80 },
    { level: '高级', weight: 18 },
    { level: '最高', weight: 2 },
  ],
  retrial: [
    { level: '中级', weight: 50 },
    { level: '高级', weight: 45 },
    { level: '最高', weight: 5 },
  ],
  enforcement: [
    { level: '基层', weight: 93 },
    { level: '中级', weight: 6 },
    { level: '高级', weight: 1 },
  ],
  other: [
    { level: '基层', weight: 95 },
    { level: '中级', weight: 5 },
  ],
}

const levelBelow: Readonly<Record<Level, Level>> = { 最高: '高级', 高级: '中级', 中级: '基层', 基层: '基层' }

/** Draws the court of a document: two thirds are at the enterprise's own place. */
export function proceduralCourt(random: Random, stage: Stage, home: Court): Jurisdiction {
  const { level } = pickWeighted(random, levels[stage])
  const near = chance(random, 0.66) ? home : pick(random, courtsOf('基层'))
  const court = climb(near, level)
  const goesUp = stage === 'second' || stage === 'retrial'
  return {
    court: (family) => (goesUp ? court : competent(court, family)),
    hasBelow: goesUp || stage === 'enforcement',
    baseLevel: goesUp ? levelBelow[level] : level,
  }
}

/** The decision that an appeal, a retrial or an enforcement rests on, where the corpus has no such document. */
export function madeUpBelow(
  random: Random,
  court: Court,
  suit: Suit,
  outcome: Outcome,
  filed: Day,
): Decision {
  const lower =
    outcome.stage === 'enforcement' ? court : competent(pick(random, inferior(court)), suit.cause.family)
  const code = suit.cause.family === 'administrative' ? '行初' : '民初'
  const decided = filed - integer(random, 15, 90)
  const kind: Kind = outcome.code === '民辖终' || outcome.code === '执保' ? '裁定书' : '判决书'
  return {
    court: lower,
    kind,
    decided,
    number: caseNumber(random, lower, code, decided - integer(random, 30, 200)),
  }
}

const inferior = (court: Court): readonly Court[] => {
  const courts = court.below.filter((below) => below.family === undefined)
  return courts.length > 0 ? courts : [court]
}

function climb(from: Court, level: Level): Court {
  let court: Court = from
  while (court.level !== level) court = court.above ?? supremeCourt()
  return court
}
