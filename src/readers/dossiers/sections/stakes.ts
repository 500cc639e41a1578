import { inForceEffects } from '../../../rows/words/code-words.ts'
import { type Dossier, rowsIn, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { grouped, hundredths, totals } from '../money.ts'
import { each, itemLink, rowLinks } from '../references.ts'
import { groupsBy, largestFirst, type Role } from '../rows.ts'
import { caseOf } from '../standing.ts'
import { wordFor } from '../words/words.ts'
import { isOwnClaim } from './amounts.ts'
import { guarantees, isStanding, opponents } from './decided.ts'
import { casesEnforced, type EnforcementCase, fatesOf, isEnforcement, reasonText } from './enforcement.ts'
import { stateText } from './families.ts'
import { fewSums, isOrder } from './life.ts'
import { calledBy, caseFamilies, type FamilyRow, isBasisVoid, isReopened, livesOf } from './lives.ts'
import { isCase, isInYuan, type Matter, measured } from './major.ts'
import { naturesText } from './natures.ts'
import { inSentence, mostNamed } from './phrases.ts'
import { basesOf } from './questions.ts'

/* What is at stake in each dispute, in which order page one has them, and in words. */

/** What is at stake in a dispute: what is enforced, else its sums of one kind; and what is left of it. */
export interface Stake {
  readonly dispute: string
  readonly of: readonly Matter[]
  /** In yuan. */
  readonly total: bigint
  /** Of one in which it only answers for a debt of another. */
  readonly family?: FamilyRow
}

/** Disputes by what is at stake in them, each once: what it owes before what is owed to it, what is due before what is not. */
export function stakesOf(dossier: Dossier): Stake[] {
  const { disputeOf } = dossier
  const [fateOf, fateOfOwn] = [fatesOf(dossier, 'defendant'), fatesOf(dossier, 'plaintiff')]
  const isAtStake = ({ of, family }: Matter): boolean =>
    of.row.is_counted &&
    (isCase(of)
      ? ['ended_unpaid', 'open', 'unknown', 'ended', 'refused'].includes(of.row.state)
      : (isOwedToIt(of) ? fateOfOwn : fateOf)(family) !== 'paid')
  const kindOf = ({ of }: Matter) => (isCase(of) ? 'case' : isOwnClaim(of.row) ? 'own claim' : of.row.view)
  const own = [...groupsBy(measured(dossier).filter(isAtStake), ({ family }) => disputeOf(family))].flatMap(
    ([dispute, all]) => {
      const kinds = groupsBy(all, kindOf)
      const stakes = [...kinds.values()].map((of) => ({
        dispute,
        of,
        total: of.filter(isInYuan).map(left).reduce(plus, 0n),
      }))
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
  const { disputeOf, rowsOf } = dossier
  const families = rowsOf(caseFamilies)
  const found = rowsOf(guarantees).flatMap((row): Stake[] => {
    const dispute = disputeOf(row.family_key)
    const family = families.find(({ family_key }) => family_key === dispute)
    const amount = row.most ?? row.debt
    if (!isStanding(row.effectiveness) || amount === null || family === undefined) return []
    return [{ dispute, of: [], total: row.currency === 'CNY' ? hundredths(amount) : 0n, family }]
  })
  return [...groupsBy(found, ({ dispute }) => dispute).values()].flatMap((of) => of.sort(dearest).slice(0, 1))
}

const isOwedToIt = (of: Matter['of']): boolean =>
  isCase(of) ? of.row.role === 'plaintiff' : of.row.view === 'awarded' || isOwnClaim(of.row)
const isOwed = ({ of }: Stake): boolean => of.length > 0 && of.every(({ of }) => isOwedToIt(of))
const plus = (a: bigint, b: bigint): bigint => a + b
const leftOf = ({ of, amount }: Matter): string => (isCase(of) && of.row.unpaid) || amount
const left = (one: Matter): bigint => hundredths(leftOf(one))
const dearest = largestFirst(({ total }: Stake) => total)

/** Matters that page one has no room for: a few as `shown`, more by how many they are. */
export function moreText<One>(
  { words, say }: Dossier,
  rest: readonly One[],
  shown: (one: One) => Part,
): Part {
  if (rest.length === 0) return false
  const more =
    rest.length > mostNamed
      ? between(say.moreDisputes, [rest.length, words.sections.families])
      : between(say.moreMatters, [rest.length, joined(rest.map(shown), words.semicolon)])
  return html`<li>${more}</li>`
}

/** A dispute that page one has no room for, with what is at stake by currency. */
export function stakeInShort(dossier: Dossier, { dispute, of, family, total }: Stake): Html {
  const { words, totalsText } = dossier
  const role = of[0]?.of.row.role ?? family?.original_role
  const own = of.map((one) => ({ row: { amount: leftOf(one), currency: one.of.row.currency } }))
  const sums = total > 0n && of.length === 0 ? [words.sum('CNY', grouped(total))] : totalsText(own)
  return html`${disputeInShort(dossier, dispute, role)} ${joined(sums, words.comma)}`
}

/** Who stands against whom in a dispute that page one has no room for, and its number. */
export function disputeInShort(dossier: Dossier, dispute: string, role: Role | undefined): Html {
  const { show, inBrackets } = dossier
  const life = livesOf(dossier).get(dispute) ?? []
  const number = show(calledBy(life)?.row.case_number ?? dispute, 'label')
  return html`${opponents(dossier, life, role)}${inBrackets([number])}`
}

/** What is at stake: what is enforced, and its sums of one kind without that. */
export function stakeText(dossier: Dossier, of: readonly Matter[]): Html {
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
  const { words, columns, say, disputeOf, payments, sumText } = dossier
  const why = row.end_reasons.length > 0 && html`${words.colon}${reasonText(dossier, row)}`
  const sum = (name: string, value: string | null): Part =>
    value !== null &&
    html`${inSentence(name)} ${sumText({ amount: value, currency: row.currency })}${words.comma}`
  const { byIt, against } = words.enforcement
  const side = row.role === 'plaintiff' ? byIt : row.role === null ? words.role.unknown : against
  const given = givenText(dossier, row)
  const dispute = disputeOf(row.family_key)
  /** What the decision behind it ordered, by what that is for. */
  const behind = payments.filter(
    (one) => isOrder(one) && one.row.is_counted && disputeOf(one.row.family_key) === dispute,
  )
  const isUnstated = row.amount === null && row.unpaid === null && row.collected === null
  const [basis] = basesOf(dossier, dispute)
  const changed = isBasisVoid(dossier, dispute)
    ? row.state === 'open' || row.state === 'ended_unpaid'
      ? say.basisVoid
      : say.basisSetAside
    : row.state === 'open' && isReopened(dossier, dispute) && say.basisReopened
  const inForce =
    changed || (basis?.since == null ? basis && say.basisInForce : between(say.basisSince, [basis.since]))
  /** All that came in was given in payment. */
  const isAllGiven = row.given_amount !== null && row.given_amount === row.collected
  const isAtMost = row.state === 'open' && !isUnstated && row.unpaid === null && row.collected === null
  return html`${inSentence(side)}${naturesText(dossier, rowsIn(behind))}${inForce}${words.standing.comma}${sum(row.is_as_ordered ? say.asOrdered : columns.atStake, row.amount)}${sum(columns.collected, row.collected)}${sum(columns.unpaid, row.unpaid)}${wordFor(words.enforcementState, row.state)}${why}${given !== false && between(isAllGiven ? say.givenAll : say.givenToo, [given])}${isAtMost && say.atMost}${isUnstated && say.noAmount} ${itemLink(item)}`
}

/** How a case ended, and why, as far as it is stated. */
const endedText = (dossier: Dossier, row: EnforcementCase['row']): Part =>
  row.end_reasons.length > 0 &&
  between(dossier.words.inBrackets, [
    html`${wordFor(dossier.words.enforcementState, row.state)}${dossier.words.colon}${reasonText(dossier, row)}`,
  ])

/** What the case that it resumes was to bring in, where it states no sum itself. */
function resumedText(dossier: Dossier, { case_key: key }: EnforcementCase['row']): Part {
  const { words, say, sumText } = dossier
  const before = casesEnforced(dossier).find(({ row }) => row.resumed_by === key && row.amount !== null)?.row
  if (before === undefined) return false
  const target = html`${inSentence(words.columns.atStake)} ${sumText(before)}`
  return between(say.resumedFrom, [caseOf(dossier, before.case_key), target])
}

/** What the creditor took in payment: of the enterprise by the thing alone, of others with whose it was. */
function givenText(
  { words, subject, showWords }: Dossier,
  { given_property: given }: EnforcementCase['row'],
): Part {
  const own = `${subject.name}的`
  const things = given.map((one) => {
    const thing = one.startsWith(own) ? one.slice(own.length) : one
    return showWords('property', thing)
  })
  return things.length > 0 && joined(things, words.standing.list)
}

/** What sums of one kind come to, whether they are in force, and what became of them, unless that says nothing more. */
function sumsText(dossier: Dossier, sums: readonly Sum[]): Html {
  const { words, say, rowsOf, disputeOf, totalsText, sumText } = dossier
  const disputes = new Set(sums.map(({ row }) => disputeOf(row.family_key)))
  const states = rowsOf(caseFamilies).filter(
    ({ family_key, state }) =>
      disputes.has(disputeOf(family_key)) && !['decided', 'in force', 'unknown', 'closed'].includes(state),
  )
  const distinct = (all: readonly string[]): string => [...new Set(all)].join(words.semicolon)
  const shown = joined(totalsText(sums), words.comma)
  const state = html`${words.semicolon}${distinct(states.map((family) => stateText(dossier, family)))}`
  /** The enforcement of a debt, where that states no sum: else the debt stands with it. */
  const enforcements = casesEnforced(dossier).filter(
    (one) => isEnforcement(one) && one.row.amount === null && disputes.has(disputeOf(one.row.family_key)),
  )
  const [whole] = totals(sums)
  const [since] = [...disputes].flatMap((one) => basesOf(dossier, one)).flatMap((one) => one.since ?? [])
  const received = ({ row }: EnforcementCase): Part => {
    const { collected, currency } = row
    if (collected === null) return false
    const rest = (whole?.total ?? 0n) - hundredths(collected)
    const isOne = enforcements.length === 1 && whole?.currency === (currency ?? 'CNY') && rest > 0n
    const left = isOne && between(say.left, [words.sum(whole.currency, grouped(rest))])
    const given = givenText(dossier, row)
    return between(say.cameIn, [
      html`${sumText({ amount: collected, currency })}${given !== false && between(say.inKind, [given])}`,
      left,
    ])
  }
  const enforced = enforcements.map(
    (one) =>
      html`${words.semicolon}${caseOf(dossier, one.row.case_key)} ${itemLink(one.item)}${endedText(dossier, one.row)}${resumedText(dossier, one.row)}${received(one)}`,
  )
  return html`${distinct(sums.map(({ row }) => orderWords(words, row)))} ${shown}${naturesText(dossier, rowsIn(sums))}${likelyText(dossier, sums) || effectText(dossier, sums)}${since !== undefined && between(say.basisSince, [since])} ${rowLinks(each(sums))}${states.length > 0 && state}${enforced}`
}

/** What is known of the effect of sums, of each where that differs. */
function effectText({ words, inBrackets }: Dossier, sums: readonly Sum[]): Part {
  const known = sums.filter(({ row }) => row.effectiveness !== null)
  const effects = [...groupsBy(known, ({ row }) => row.effectiveness ?? '')].map(([effect, of]) => {
    const sum = of.length < sums.length && `${fewSums(words, of).join(words.comma)} `
    return `${sum || ''}${wordFor(words.effectiveness, effect)}`
  })
  return inBrackets(effects, words.semicolon)
}

/** How the appeal ended that is likely of the dispute, where that is why the sums are likely in force. */
function likelyText(dossier: Dossier, sums: readonly Sum[]): Part {
  const { words, say, rowsOf, disputeOf } = dossier
  if (!sums.every(({ row }) => row.effectiveness === 'upheld, as is likely')) return false
  const of = new Set(sums.map(({ row }) => disputeOf(row.family_key)))
  const [review, ...more] = rowsOf(caseFamilies).filter(
    (one) => of.has(disputeOf(one.family_key)) && one.stages.every((stage) => stage === 'appeal'),
  )
  const outcome = review?.latest_outcome ?? null
  return more.length === 0 && outcome !== null && between(say.likelyBy, [wordFor(words.outcome, outcome)])
}

/** A settlement and a payment order are no judgment. */
function orderWords({ brief, amounts }: Dossier['words'], row: Sum['row']): string {
  const { view, outcome } = row
  if (isOwnClaim(row)) return amounts.ownClaim
  const say = brief.stake[view]
  if (typeof say === 'string') return say
  return outcome === 'mediated' || outcome === 'payment_order' ? say[outcome] : say.judged
}
