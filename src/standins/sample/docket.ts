import type { ListedDocument } from '../../contract/records.ts'
import { type Court, caseNumber, type Level, masked } from './courts.ts'
import { type Day, dayOf, drawAmount, today, yearOf } from './figures.ts'
import { type CountOptions, counterparty, type Subject, subjectAt } from './parties.ts'
import { chance, hexId, integer, pickWeighted, type Random, randomStream } from './random.ts'
import { listedDocument } from './records.ts'
import {
  type Decision,
  type Document,
  drawSuit,
  isEmployersSuit,
  type Jurisdiction,
  madeUpBelow,
  type Presence,
  proceduralCourt,
  type Side,
  type Suit,
} from './suits.ts'
import { type Cause, causes, type Outcome, procedures } from './words.ts'

const presences: readonly { readonly presence: Presence; readonly weight: number }[] = [
  { presence: 'id', weight: 98 },
  { presence: 'number', weight: 1 },
  { presence: 'authoritative', weight: 0.5 },
  { presence: 'nowhere', weight: 0.5 },
]

const firstModern = dayOf(2016, 1, 1)

/**
 * The documents of an enterprise, `shared` of which are disputes with its neighbour in the corpus: those are
 * the first ones, and are listed for both.
 */
export function drawDocket(
  seed: number,
  subject: Subject,
  neighbour: Subject | undefined,
  shared: number,
  count: number,
): readonly Document[] {
  const open: OpenCases = new Map()
  return Array.from({ length: count }, (_, i) => {
    const key = `${seed}/${subject.index}/${i}`
    const random = randomStream('document', key)
    const suedOver = subject.fixed?.suedOver?.[i - shared]
    const document =
      suedOver === undefined
        ? drawDocument(random, key, subject, open, i < shared ? neighbour : undefined)
        : documentOf(random, key, judgmentAgainst(random, subject, suedOver), grantedAtFirst())
    remember(open, document)
    return document
  })
}

function drawDocument(
  random: Random,
  key: string,
  subject: Subject,
  open: OpenCases,
  neighbour: Subject | undefined,
): Document {
  const { stage, kinds } = pickWeighted(random, procedures())
  const outcome = pickWeighted(random, pickWeighted(random, kinds).outcomes)
  const place = proceduralCourt(random, stage, subject.home)
  const base =
    neighbour === undefined && chance(random, 0.6)
      ? takeBase(random, open, outcome, place.baseLevel)
      : undefined
  const frame =
    base === undefined
      ? standalone(random, subject, outcome, place, neighbour)
      : following(random, base, outcome)
  return documentOf(random, key, frame, outcome)
}

function documentOf(random: Random, key: string, frame: Frame, outcome: Outcome): Document {
  const id = hexId(random)
  const { presence } = pickWeighted(random, presences)
  const number = presence !== 'number' && chance(random, 0.01) ? masked(frame.number) : frame.number
  const awarded = Math.round((frame.suit.amount * integer(random, 35, 100)) / 100)
  return { ...frame, id, key, outcome, kind: outcome.kind, number, awarded, presence }
}

type Frame = Pick<Document, 'suit' | 'court' | 'filed' | 'decided' | 'number' | 'claimant' | 'below'>

function standalone(
  random: Random,
  subject: Subject,
  outcome: Outcome,
  place: Jurisdiction,
  neighbour: Subject | undefined,
): Frame {
  const cause = pickWeighted(random, neighbour === undefined ? causesFor(outcome) : causesOf(commercial))
  const court = place.court(cause.family)
  const suit = drawSuit(random, subject, cause, court, neighbour)
  const filed = filingDay(random)
  const decided = Math.min(filed + integer(random, 15, 240), today)
  const below = place.hasBelow ? madeUpBelow(random, court, suit, outcome, filed) : undefined
  const number = caseNumber(random, court, codeOf(outcome, suit), filed)
  return { suit, court, filed, decided, number, below, claimant: claimantOf(random, outcome, suit) }
}

/** A first judgment against the enterprise, of the last whole year of the corpus: an enterprise that has several is sued often. */
function judgmentAgainst(random: Random, subject: Subject, suedOver: string): Frame {
  const [cause] = causesOf(({ name }) => name === suedOver)
  if (cause === undefined) throw new Error(`sample: unknown cause ${suedOver} of ${subject.party.name}`)
  const court = proceduralCourt(random, 'first', subject.home).court(cause.family)
  const plaintiffs = [counterparty(random, cause, court, false)]
  const amount = drawAmount(random, cause.claim)
  const suit: Suit = { cause, amount, plaintiffs, defendants: [subject.party], thirds: [] }
  const decided = integer(random, dayOf(lastWholeYear, 3, 1), dayOf(lastWholeYear, 12, 31))
  const filed = decided - integer(random, 15, 55)
  const number = caseNumber(random, court, grantedAtFirst().code, filed)
  return { suit, court, filed, decided, number, below: undefined, claimant: 'plaintiffs' }
}

const lastWholeYear = yearOf(today) - 1

function grantedAtFirst(): Outcome {
  const outcomes = procedures().flatMap(({ kinds }) => kinds.flatMap(({ outcomes }) => outcomes))
  const granted = outcomes.find(({ key, stage }) => key === 'granted' && stage === 'first')
  if (granted === undefined) throw new Error('sample: no outcome "granted" of first instance')
  return granted
}

/** A later document of a dispute that the enterprise already has a document of. */
function following(random: Random, base: Document, outcome: Outcome): Frame {
  const { suit } = base
  if (sameNumber(outcome)) {
    const { court, filed, number, claimant, below } = base
    const decided = Math.min(base.decided + integer(random, 3, 40), today)
    const further = chance(random, 0.4) ? `${number}之一` : number
    return { suit, court, filed, decided, below, claimant, number: further }
  }
  const filed = base.decided + integer(random, 10, 60)
  const decided = Math.min(filed + integer(random, 15, 150), today)
  const court = outcome.stage === 'enforcement' ? firstCourt(base) : (base.court.above ?? base.court)
  const number = caseNumber(random, court, codeOf(outcome, suit), filed)
  return { suit, court, filed, decided, number, below: base, claimant: claimantOf(random, outcome, suit) }
}

const causesFor = ({ stage }: Outcome): readonly Cause[] =>
  stage === 'first' || stage === 'second' ? causes() : causesOf(civil)

const causesOf = (isMeant: (cause: Cause) => boolean): readonly Cause[] => causes().filter(isMeant)
const civil = ({ family }: Cause): boolean => family !== 'administrative'
const commercial = ({ family }: Cause): boolean =>
  ['sale', 'construction', 'lease', 'service'].includes(family)

const firstCourt = ({ court, below }: Decision): Court => below?.court ?? court

const codeOf = (outcome: Outcome, suit: Suit): string =>
  suit.cause.family === 'administrative' ? outcome.code.replace('民', '行') : outcome.code

/** Workers enforce what employers owe. On appeal and in retrial the losing side comes forward: defendants somewhat more often. */
function claimantOf(random: Random, { stage, key }: Outcome, suit: Suit): Side {
  if (stage === 'enforcement' && isEmployersSuit(suit)) return 'defendants'
  if (key === 'jurisdictionUpheld') return 'defendants'
  return (stage === 'second' || stage === 'retrial') && chance(random, 0.55) ? 'defendants' : 'plaintiffs'
}

/** Two in a hundred cases are older than the case numbers of 2016. */
const filingDay = (random: Random): Day =>
  chance(random, 0.02)
    ? integer(random, dayOf(2010, 3, 1), firstModern - 200)
    : integer(random, firstModern, today - 45 - Math.floor(random() ** 3 * 600))

/** Decisions that may still be appealed, reviewed, enforced or corrected, by purpose and court level. */
type OpenCases = Map<string, Document[]>

/** Takes an earlier decision that this outcome can follow, out of those still open. */
function takeBase(random: Random, open: OpenCases, outcome: Outcome, level: Level): Document | undefined {
  const bases = open.get(`${purposeOf(outcome)}:${level}`)
  if (bases === undefined || bases.length === 0) return undefined
  const index = integer(random, 0, bases.length - 1)
  const base = bases[index]
  if (base === undefined || base.decided > today - 120) return undefined
  bases.splice(index, 1)
  return base
}

/** Opens a decision to what may follow it. A masked number joins nothing. */
function remember(open: OpenCases, document: Document): void {
  if (document.number.includes('×')) return
  for (const purpose of purposesAfter(document)) {
    const key = `${purpose}:${document.court.level}`
    const list = open.get(key) ?? []
    open.set(key, list)
    list.push(document)
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
const sameNumber = (outcome: Outcome): boolean => outcome.key === 'correction'

/** Share of list items that come a second time, as when a list shifts between two pages. */
const repeated = 0.02

/** An enterprise's own documents; the first `next` of them are disputes with the enterprise after it. */
export function docketAt(options: CountOptions & { readonly seed: number }, index: number) {
  const { seed } = options
  const subject = subjectAt(seed, index, options)
  const neighbour = subjectAt(seed, index + 1, options)
  const before = index === 0 ? 0 : sharedBetween(subjectAt(seed, index - 1, options), subject)
  const next = sharedBetween(subject, neighbour)
  const own = drawDocket(seed, subject, neighbour, next, subject.documents - before)
  return { subject, own, next: Math.min(next, own.length) }
}

/** How many disputes two neighbours have with each other: few, and none where one has no documents. */
const sharedBetween = (one: Subject, other: Subject): number =>
  Math.min(Math.ceil(one.documents * 0.02), Math.floor(one.documents / 3), Math.floor(other.documents / 3))

/** The list of an enterprise, newest first, with a few entries that come again further down. */
export function listOf(
  seed: number,
  subject: Subject,
  documents: readonly Document[],
): readonly ListedDocument[] {
  const random = randomStream('list', seed, subject.index)
  const newest = documents.toSorted((a, b) => b.decided - a.decided || (a.id < b.id ? -1 : 1))
  const list = [...newest]
  newest.forEach((document, place) => {
    if (chance(random, repeated)) list.splice(integer(random, place + 1, list.length), 0, document)
  })
  return list.map(listedDocument)
}
