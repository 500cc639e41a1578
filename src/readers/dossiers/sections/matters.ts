import { z } from 'zod'
import { inForceEffects } from '../../../rows/words/code-words.ts'
import type { Dossier, Listed, Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, grouped, hundredths, totals } from '../money.ts'
import { each, itemLink, rowLinks } from '../references.ts'
import { type AnyQuery, groupsBy, largestFirst, list, query, type Role } from '../rows.ts'
import { caseOf } from '../standing.ts'
import { resultFor, wordFor } from '../words/words.ts'
import { isOwnClaim } from './amounts.ts'
import { casesEnforced, type EnforcementCase, fatesOf, isEnforcement, reasonText } from './enforcement.ts'
import {
  calledBy,
  caseFamilies,
  type FamilyRow,
  likelyDisputes,
  livesOf,
  reviewOf,
  stateText,
} from './families.ts'
import { auctions, bankruptcySteps, decidedText, lifeLine, marksDecided } from './life.ts'
import { isCase, type Matter, measured } from './major.ts'
import { besideSums, guarantees, isStanding, orderQueries } from './orders.ts'

/* 主要案件与其他争议: disputes on page one, each with its parties, how it stands, and its life as a line of dates. */

/** Who stands on which side of a document. */
export const sidesOf = query(
  { document_id: z.string(), plaintiffs: list, defendants: list },
  (among) => `
    SELECT enterprise_id, document_id, list(name ORDER BY ordinal) FILTER (side = 'plaintiff') AS plaintiffs,
      list(name ORDER BY ordinal) FILTER (side = 'defendant') AS defendants
    FROM (SELECT enterprise_id, document_id FROM subject_documents WHERE ${among}) JOIN document_parties USING (document_id)
    WHERE name IS NOT NULL GROUP BY ALL HAVING len(plaintiffs) > 0 AND len(defendants) > 0`,
)

export const matterQueries: readonly AnyQuery[] = [
  sidesOf,
  auctions,
  bankruptcySteps,
  marksDecided,
  ...orderQueries,
]

const mostMatters = 5
const mostOthers = 4
const mostNames = 3

/** What is at stake in a dispute: what is enforced, else its sums of one kind; and what is left of it. */
interface Stake {
  readonly dispute: string
  readonly of: readonly Matter[]
  readonly total: bigint
  /** Of one in which it only answers for a debt of another. */
  readonly family?: FamilyRow
}

/** Disputes by what is at stake in them, each once: what it owes before what is owed to it, what is due before what is not. */
function stakesOf(dossier: Dossier): Stake[] {
  const disputeOf = likelyDisputes(dossier)
  const [fateOf, fateOfOwn] = [fatesOf(dossier, 'defendant'), fatesOf(dossier, 'plaintiff')]
  const isAtStake = ({ of, family }: Matter): boolean =>
    of.row.is_counted &&
    (isCase(of)
      ? ['ended_unpaid', 'open', 'unknown', 'ended'].includes(of.row.state)
      : (isOwedToIt(of) ? fateOfOwn : fateOf)(family) !== 'paid')
  const kindOf = ({ of }: Matter) => (isCase(of) ? 'case' : isOwnClaim(of.row) ? 'own claim' : of.row.view)
  const own = [...groupsBy(measured(dossier).filter(isAtStake), ({ family }) => disputeOf(family))].flatMap(
    ([dispute, all]) => {
      const kinds = groupsBy(all, kindOf)
      const stakes = [...kinds.values()].map((of) => ({ dispute, of, total: of.map(left).reduce(plus) }))
      return stakes.find(({ of }) => of === kinds.get('case')) ?? stakes.sort(dearest).slice(0, 1)
    },
  )
  const staked = new Set(own.map(({ dispute }) => dispute))
  const answering = liabilitiesOf(dossier).filter(
    ({ dispute }) => !staked.has(dispute) && fateOf(dispute) !== 'paid',
  )
  return [...own, ...answering].sort(
    (a, b) => Number(isOwed(a)) - Number(isOwed(b)) || certainty(a) - certainty(b) || dearest(a, b),
  )
}

/** What is enforced or in force comes before what is only decided, and that before what is only claimed. */
function certainty({ of, family }: Stake): number {
  if (family !== undefined) return 1
  const isDue = ({ of }: Matter): boolean =>
    isCase(of) || inForceEffects.some((one) => one === of.row.effectiveness)
  if (of.some(isDue)) return 0
  return of.some(({ of }) => !isCase(of) && of.row.view === 'claimed') ? 2 : 1
}

/** Disputes in which it answers for a debt of another, by what that comes to at most. */
function liabilitiesOf(dossier: Dossier): Stake[] {
  const disputeOf = likelyDisputes(dossier)
  const families = dossier.held.rows(caseFamilies)
  const found = dossier.held.rows(guarantees).flatMap((row): Stake[] => {
    const dispute = disputeOf(row.family_key)
    const family = families.find(({ family_key }) => family_key === dispute)
    const amount = row.most ?? row.debt
    if (!isStanding(row.effectiveness) || amount === null || row.currency !== 'CNY' || family === undefined)
      return []
    return [{ dispute, of: [], total: hundredths(amount), family }]
  })
  return [...groupsBy(found, ({ dispute }) => dispute).values()].flatMap((of) => of.sort(dearest).slice(0, 1))
}

const isOwedToIt = (of: Matter['of']): boolean =>
  isCase(of) ? of.row.role === 'plaintiff' : of.row.view === 'awarded' || isOwnClaim(of.row)
const isOwed = ({ of }: Stake): boolean => of.length > 0 && of.every(({ of }) => isOwedToIt(of))
const plus = (a: bigint, b: bigint): bigint => a + b
const left = ({ of, amount }: Matter): bigint => hundredths((isCase(of) && of.row.unpaid) || amount)
const dearest = largestFirst(({ total }: Stake) => total)

/**
 * The matters that count, each with who stands against whom, where it stands, and its life as a line of dates; behind
 * them disputes in which no sum is known to be at stake: those that run first, and those against it, then by the last document.
 */
export function matters(dossier: Dossier): Html {
  const { brief: say, sections } = dossier.words
  const disputeOf = likelyDisputes(dossier)
  const stakes = stakesOf(dossier)
  const staked = new Set(stakes.map(({ dispute }) => dispute))
  const others = dossier.held
    .rows(caseFamilies)
    .filter(
      ({ family_key, state, stages, original_role: role }) =>
        disputeOf(family_key) === family_key &&
        !staked.has(family_key) &&
        (state !== 'unknown' ||
          stages.some((stage) => stage !== 'other' && stage !== 'enforcement') ||
          (role === 'plaintiff' && isInsolvency(family_key))),
    )
    .sort((a, b) => urgency(b) - urgency(a))
  const rest = others.length - mostOthers
  const more = rest > 0 && html`<li>${between(say.moreDisputes, [rest, sections.families])}</li>`
  return html`${listOf(
    say.matters,
    stakes.slice(0, mostMatters).map((stake) => matterText(dossier, stake, stake.family)),
  )}${listOf(
    say.others,
    others
      .slice(0, mostOthers)
      .map((family) => matterText(dossier, { dispute: family.family_key, of: [] }, family)),
    more,
  )}`
}

const isInsolvency = (number: string): boolean => /破|清申|强清/.test(number)

const urgency = ({ state, original_role: role }: FamilyRow): number =>
  2 * Number(state === 'open' || state === 'in enforcement') + Number(role !== 'plaintiff')

const listOf = (title: string, items: readonly Html[], more: Part = false): Html =>
  html`${items.length > 0 && html`<h3>${title}</h3><ol class="brief">${items.map((item) => html`<li>${item}</li>`)}${more}</ol>`}`

function matterText(
  dossier: Dossier,
  { dispute, of }: Pick<Stake, 'dispute' | 'of'>,
  family?: FamilyRow,
): Html {
  const { words, show, showName } = dossier
  const life = livesOf(dossier).get(dispute) ?? []
  const [one] = of
  const document = (family === undefined ? one?.document : calledBy(life))?.row
  const entry = one !== undefined && isCase(one.of) ? one.of.row : undefined
  const number =
    document === undefined ? show(entry?.case_number ?? null, 'label') : caseNumber(dossier, document)
  const court = showName('court', document?.court ?? entry?.court ?? null)
  const cause =
    document !== undefined && document.cause !== null && html`${showName('cause', document.cause)} · `
  const { isFreed, text } = besideSums(dossier, dispute, family === undefined)
  const stands = family === undefined ? stakeText(dossier, of) : endText(dossier, family, isFreed)
  return html`${opponents(dossier, life, one?.of.row.role ?? family?.original_role)}${between(words.inBrackets, [html`${cause}${number} · ${court}`])}${words.colon}${stands}${text}${lifeLine(dossier, life)}`
}

/** Where a dispute stands in which nothing is at stake, and who won it. */
function endText(dossier: Dossier, family: FamilyRow, isFreed: boolean): Html {
  const { words } = dossier
  const { family_key, state, original_role: role } = family
  const result = reviewOf(dossier, family)?.dispute_outcome ?? family.dispute_outcome
  const { brief: say } = words
  if (family_key.includes('民督') && state === 'closed') return html`${say.orderLapsed}`
  const where = stateText(dossier, family)
  const last = livesOf(dossier).get(family_key)?.at(-1)
  const unknown =
    isInsolvency(family_key) && last !== undefined ? decidedText(dossier, last.row) : say.followedBy
  const isCleared = role === 'defendant' && result === 'won'
  const won = isCleared
    ? say.nothingToPay
    : isFreed
      ? say.othersPay
      : between(say.forIt, [resultFor(words, role, result)])
  const third = role === 'third_party' && say.thirdParty
  return html`${where === words.disputeState.unknown ? unknown : where}${third}${result !== null && result !== 'neutral' && won}`
}

/** Who sued or enforces against whom, by the first document that has both sides; by an appeal only as they stood below. */
function opponents(dossier: Dossier, life: readonly Listed[], role: Role | undefined): Html {
  const { words, held, show, subject } = dossier
  const { brief: say, enforcement } = words
  const byId = new Map(held.rows(sidesOf).map((sides) => [sides.document_id, sides]))
  const isReview = ({ row: { stage } }: Listed) => stage === 'appeal' || stage === 'retrial'
  const [found] = [...life]
    .sort((a, b) => Number(isReview(a)) - Number(isReview(b)))
    .flatMap((listed) => {
      const { document_id, role, original_role: original } = listed.row
      const sides = byId.get(document_id)
      if (sides === undefined) return []
      const both = [sides.plaintiffs, sides.defendants]
      const isSwapped = original !== null && original !== role
      return [{ sides: isSwapped ? both.reverse() : both, isKnown: original !== null || !isReview(listed) }]
    })
  if (found === undefined) return html`${role === 'plaintiff' ? enforcement.byIt : enforcement.against}`
  const sides = found.sides.map((all) => {
    const ownFirst = [...all].sort((a, b) => Number(b === subject.name) - Number(a === subject.name))
    const names = ownFirst.slice(0, mostNames).map((name) => show(name, 'party'))
    return html`${joined(names, words.standing.list)}${all.length > mostNames && between(say.more, [all.length])}`
  })
  return between(found.isKnown ? say.against : say.with, sides)
}

function stakeText(dossier: Dossier, of: readonly Matter[]): Html {
  const cases = of.flatMap(({ of }) => (isCase(of) ? [caseText(dossier, of)] : []))
  return cases.length > 0
    ? joined(cases, dossier.words.semicolon)
    : sumsText(
        dossier,
        of.flatMap(({ of }) => (isCase(of) ? [] : [of])),
      )
}

/** What is enforced, what is unpaid of it, and how it stands. */
function caseText(dossier: Dossier, { row, item }: EnforcementCase): Html {
  const { words } = dossier
  const { columns } = words
  const why = row.end_reasons.length > 0 && html`${words.colon}${reasonText(dossier, row)}`
  const sum = (name: string, value: string | null): Part =>
    value !== null && html`${name} ${words.sum('CNY', formatAmount(value))}${words.comma}`
  const side = row.role === 'plaintiff' ? words.enforcement.byIt : words.enforcement.against
  const isAtMost = row.state === 'open' && row.unpaid === null && row.collected === null
  return html`${side}${words.standing.comma}${sum(columns.atStake, row.amount)}${row.unpaid === null && sum(columns.collected, row.collected)}${sum(columns.unpaid, row.unpaid)}${wordFor(words.enforcementState, row.state)}${why}${isAtMost && words.brief.atMost} ${itemLink(item)}`
}

/** What sums of one kind come to, whether they are in force, and what became of them, unless that says nothing more. */
function sumsText(dossier: Dossier, sums: readonly Sum[]): Html {
  const { words, held } = dossier
  const disputeOf = likelyDisputes(dossier)
  const disputes = new Set(sums.map(({ row }) => disputeOf(row.family_key)))
  const states = held
    .rows(caseFamilies)
    .filter(
      ({ family_key, state }) =>
        disputes.has(disputeOf(family_key)) && !['decided', 'in force', 'unknown', 'closed'].includes(state),
    )
  const distinct = (all: readonly string[]): string => [...new Set(all)].join(words.semicolon)
  const effects = sums.flatMap(({ row: { effectiveness: effect } }) =>
    effect === null ? [] : [wordFor(words.effectiveness, effect)],
  )
  const shown = totals(sums).map(({ currency, total }) => words.sum(currency, grouped(total)))
  const state = html`${words.semicolon}${distinct(states.map((family) => stateText(dossier, family)))}`
  /** The enforcement of a debt, where that states no sum: else the debt stands with it. */
  const enforcements = casesEnforced(dossier).filter(
    (one) => isEnforcement(one) && one.row.amount === null && disputes.has(disputeOf(one.row.family_key)),
  )
  const [whole] = totals(sums)
  const received = ({ row: { collected, currency } }: EnforcementCase): Part => {
    if (collected === null) return false
    const rest = (whole?.total ?? 0n) - hundredths(collected)
    const isOne = enforcements.length === 1 && whole?.currency === (currency ?? 'CNY') && rest > 0n
    const left = isOne && between(words.brief.left, [words.sum(whole.currency, grouped(rest))])
    return between(words.brief.cameIn, [words.sum(currency ?? 'CNY', formatAmount(collected)), left])
  }
  const enforced = enforcements.map(
    (one) =>
      html`${words.semicolon}${caseOf(dossier, one.row.case_key)} ${itemLink(one.item)}${received(one)}`,
  )
  return html`${distinct(sums.map(({ row }) => orderWords(words, row)))} ${shown}${effects.length > 0 && between(words.inBrackets, [distinct(effects)])} ${rowLinks(each(sums))}${states.length > 0 && state}${enforced}`
}

/** A settlement and a payment order are no judgment. */
function orderWords({ brief, amounts }: Dossier['words'], row: Sum['row']): string {
  const { view, outcome } = row
  if (isOwnClaim(row)) return amounts.ownClaim
  const say = brief.stake[view]
  if (typeof say === 'string') return say
  return outcome === 'mediated' || outcome === 'payment_order' ? say[outcome] : say.judged
}
