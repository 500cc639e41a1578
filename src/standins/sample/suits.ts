import { type Court, caseNumber, competent, courtsOf, type Level, supremeCourt } from './courts.ts'
import { type Cents, type Day, drawAmount } from './figures.ts'
import { anonymous, company, counterparty, insurer, type Party, person, type Subject } from './parties.ts'
import { chance, integer, pick, pickWeighted, type Random, randomStream } from './random.ts'
import type { Cause, Family, Kind, Outcome, Stage } from './words.ts'

export type Side = 'plaintiffs' | 'defendants'

/** A dispute: what all documents of one family of cases share. */
export type Suit = Readonly<ReturnType<typeof drawSuit>>

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
) {
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

/** What a later document says of an earlier one. */
export interface Decision {
  readonly court: Court
  readonly number: string
  readonly kind: Kind
  readonly decided: Day
  readonly below?: Decision | undefined
}

/** How often each level has documents of a stage. */
const levels: Readonly<Record<Stage, Readonly<Partial<Record<Level, number>>>>> = {
  first: { 基层: 93.5, 中级: 6.2, 高级: 0.3 },
  second: { 中级: 80, 高级: 18, 最高: 2 },
  retrial: { 中级: 50, 高级: 45, 最高: 5 },
  enforcement: { 基层: 93, 中级: 6, 高级: 1 },
  other: { 基层: 95, 中级: 5 },
}

const levelBelow: Readonly<Record<Level, Level>> = { 最高: '高级', 高级: '中级', 中级: '基层', 基层: '基层' }

/** Where a document is made, and what it may follow: two thirds are at the enterprise's own place. */
export type Jurisdiction = ReturnType<typeof proceduralCourt>
export function proceduralCourt(random: Random, stage: Stage, home: Court) {
  const weights = Object.entries(levels[stage]) as [Level, number][]
  const { level } = pickWeighted(
    random,
    weights.map(([level, weight]) => ({ level, weight })),
  )
  const near = chance(random, 0.66) ? home : pick(random, courtsOf('基层'))
  const court = climb(near, level)
  const goesUp = stage === 'second' || stage === 'retrial'
  return {
    /** Its court, once the kind of dispute is known. */
    court: (family: Family): Court => (goesUp ? court : competent(court, family)),
    hasBelow: goesUp || stage === 'enforcement',
    /** Level of the court whose decision such a document follows. */
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

/** Where the text of a listed document can be found. */
export type Presence = 'id' | 'number' | 'authoritative' | 'nowhere'

/** A document of an enterprise, before it has a text. */
export interface Document extends Decision {
  readonly id: string
  /** Key of the stream that its text is drawn from. */
  readonly key: string
  readonly suit: Suit
  readonly outcome: Outcome
  readonly filed: Day
  /** Sum that an order to pay names. */
  readonly awarded: Cents
  /** Who brings this instance: the original side, or the other one on appeal. */
  readonly claimant: Side
  readonly below: Decision | undefined
  readonly presence: Presence
}
