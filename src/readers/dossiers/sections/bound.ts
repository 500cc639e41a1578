import { inForceEffects } from '../../../rows/words/code-words.ts'
import { type Dossier, itemsOf, once, type Sum } from '../dossier.ts'
import { between, type Html, html, joined } from '../html.ts'
import { grouped, hundredths } from '../money.ts'
import type { Behind } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { referInBrief } from '../tables.ts'
import { isOwnClaim } from './amounts.ts'
import { otherDebtors } from './decided.ts'
import { casesEnforced, type EnforcementCase, isAgainst, isEnforcement, owedOf } from './enforcement.ts'
import { calledBy, caseFamilies, decidedAgain, type FamilyRow, likelyDisputes, livesOf } from './families.ts'
import { mortgageesText } from './held.ts'
import { sidesOf } from './life.ts'
import { type GuaranteeRow, guarantees, isStanding } from './orders.ts'
import { claimsOfOthers, mostNamed } from './standing.ts'

/* What the enterprise may owe in all: each dispute once, by the largest sum that sources support, and the disputes that state none. */

/** All that sources say of one dispute in which the enterprise may owe. */
interface Dispute {
  readonly key: string
  readonly cases: readonly EnforcementCase[]
  readonly sums: readonly Sum[]
  readonly families: readonly FamilyRow[]
  readonly guarantees: readonly GuaranteeRow[]
  /** Whether its decisions order others to pay, and not the enterprise. */
  readonly isOthers: boolean
}

type Part = keyof Dossier['words']['brief']['bound']['parts']

/** Why a sum does not count that the enterprise may owe all the same; sums of a decision that was changed stand beside the new ones. */
const changed = 'partly reversed later: which sums stand is not known'
const doubts: readonly (string | null)[] = [
  'the text does not say who pays',
  'a branch of it is ordered to pay',
  'outcome not recognised',
  'whether it took effect is not known',
]
const lapsed = 'the payment order lapsed'
const due: readonly Part[] = ['enforced', 'running', 'inForce']

/** Disputes in which the enterprise is asked to pay, or may be. */
const disputesOf = once((dossier): Dispute[] => {
  const { held, payments } = dossier
  const disputeOf = likelyDisputes(dossier)
  const by = <Row extends { readonly family_key: string }>(rows: readonly Row[]) =>
    groupsBy(rows, ({ family_key }) => disputeOf(family_key))
  const sums = groupsBy(
    payments.filter(({ row }) => row.view === 'ordered' || (row.view === 'claimed' && !isOwnClaim(row))),
    ({ row }) => disputeOf(row.family_key),
  )
  const cases = groupsBy(
    casesEnforced(dossier).filter((one) => isAgainst(one) && isEnforcement(one)),
    ({ row }) => disputeOf(row.family_key),
  )
  const families = by(held.rows(caseFamilies).filter((one) => decidedAgain(dossier, one) === undefined))
  const liable = by(held.rows(guarantees).filter(({ effectiveness }) => isStanding(effectiveness)))
  const others = by(held.rows(otherDebtors).filter(({ kind }) => kind === null))
  return [...new Set([...cases.keys(), ...families.keys(), ...sums.keys()])].map((key) => ({
    key,
    cases: cases.get(key) ?? [],
    sums: sums.get(key) ?? [],
    families: families.get(key) ?? [],
    guarantees: liable.get(key) ?? [],
    isOthers: others.has(key) && !liable.has(key),
  }))
})

const most = (...of: readonly bigint[]): bigint => of.reduce((a, b) => (a > b ? a : b), 0n)
const isSettled = ({ row: { state } }: EnforcementCase): boolean => state === 'paid' || state === 'refused'
const isRunning = (one: EnforcementCase): boolean => one.row.is_counted && !isSettled(one)
const isPaid = ({ cases, families }: Dispute): boolean =>
  !cases.some(isRunning) &&
  (cases.some(({ row }) => row.state === 'paid') || families.some(({ state }) => state === 'paid'))

/** What a dispute comes to in a currency, by where it stands: what is enforced, and of the rest what goes beyond it. */
function partsOf(dispute: Dispute, currency: string): [Part, bigint][] {
  if (isPaid(dispute)) return []
  const { cases, sums } = dispute
  const total = <Row extends { readonly currency: string | null }>(
    rows: readonly { readonly row: Row }[],
    amountOf: (row: Row) => string | null,
  ): bigint =>
    rows.reduce(
      (all, { row }) => ((row.currency ?? 'CNY') === currency ? all + hundredths(amountOf(row) ?? '0') : all),
      0n,
    )
  const amounts = (of: readonly Sum[]): bigint => total(of, ({ amount }) => amount)
  const running = cases.filter(isRunning)
  const enforced = total(running, owedOf)
  const ordered = sums.filter(({ row }) => row.view === 'ordered')
  const counted = ordered.filter(({ row }) => row.is_counted)
  const isWhole = running.length > 0 && running.every(({ row }) => owedOf(row) !== null)
  const resumed = total(
    cases.filter(({ row }) => row.resumed_by !== null),
    owedOf,
  )
  const isMeasured = running.every(({ row }) => row.amount !== null)
  const taken = isWhole ? total(cases, ({ amount }) => amount) : enforced
  const beyond = (all: bigint): bigint => (isWhole && !isMeasured ? 0n : most(all - taken))
  const inForce = beyond(
    amounts(
      counted.filter(
        ({ row }) => running.length > 0 || inForceEffects.some((one) => one === row.effectiveness),
      ),
    ),
  )
  const judged = beyond(most(amounts(counted), resumed))
  const inForcePart: Part = running.length > 0 && !isWhole ? 'running' : 'inForce'
  const ofDecisions: [Part, bigint][] = [
    ['enforced', enforced],
    [inForcePart, inForce],
    ['judged', judged - inForce],
  ]
  if (isWhole) return ofDecisions
  const said = enforced + judged
  const doubtful = ordered.filter(({ row }) => row.is_counted || doubts.includes(row.not_counted_because))
  const ofDocuments = [...groupsBy(doubtful, ({ row }) => row.document_id).values()].map(amounts)
  const unclear =
    most(most(...ofDocuments) - said) +
    amounts(ordered.filter(({ row }) => row.not_counted_because === changed))
  const isSued = dispute.families.some(({ stages }) => stages.includes('first instance'))
  const order = isSued ? 0n : amounts(ordered.filter(({ row }) => row.not_counted_because === lapsed))
  const claims = amounts(sums.filter(({ row }) => row.view === 'claimed' && row.is_counted))
  const answers = most(
    ...dispute.guarantees.map((row) =>
      (row.currency ?? 'CNY') === currency ? hundredths(row.most ?? row.debt ?? '0') : 0n,
    ),
  )
  return [
    ...ofDecisions,
    [inForce > 0n ? inForcePart : judged > 0n ? 'judged' : 'answers', most(answers - said)],
    ['unclear', unclear],
    ['lapsed', most(order - unclear)],
    ['claimed', most(claims - said - unclear)],
  ]
}

/** Whether the enterprise may owe in a dispute of which no source states a sum. */
function isUnstated(dispute: Dispute): boolean {
  if (isPaid(dispute)) return false
  if (dispute.cases.some(isRunning)) return true
  if (dispute.families.some(({ original_role: role }) => role === 'plaintiff')) return false
  return dispute.families.some(
    ({ stages, state, original_role: role, dispute_outcome: result, family_key }) =>
      role !== 'third_party' &&
      (family_key.includes('民督') || stages.some((stage) => stage !== 'other')) &&
      (state === 'open' ||
        (state === 'unknown' && result === 'neutral') ||
        (state !== 'closed' && result !== 'won' && result !== 'neutral' && !dispute.isOthers)),
  )
}

const currenciesOf = (disputes: readonly Dispute[]): string[] => [
  ...new Set(
    disputes.flatMap(({ cases, sums }) => [...cases, ...sums].map(({ row }) => row.currency ?? 'CNY')),
  ),
]

/** What decisions order in disputes that are enforced for a sum that no source states. */
export const runningOrders = (dossier: Dossier): string[] =>
  currenciesOf(disputesOf(dossier)).flatMap((currency) => {
    const parts = disputesOf(dossier).flatMap((dispute) => partsOf(dispute, currency))
    const total = parts.reduce((sum, [part, of]) => (part === 'running' ? sum + of : sum), 0n)
    return total > 0n ? dossier.words.sum(currency, grouped(total)) : []
  })

/** Enforcement of a judgment that is not among the documents, and a suit of the same creditor that may be about that debt. */
function maybeOneDebt(dossier: Dossier, disputes: readonly Dispute[]): Html | false {
  const { words, held, show, subject } = dossier
  const lives = livesOf(dossier)
  const creditorsOf = ({ key }: Dispute): string[] => {
    const ids = new Set((lives.get(key) ?? []).map(({ row }) => row.document_id))
    const sides = held.rows(sidesOf).filter((one) => ids.has(one.document_id))
    return sides.flatMap(({ plaintiffs }) => plaintiffs).filter((name) => name !== subject.name)
  }
  const isSuit = ({ key }: Dispute): boolean =>
    lives.get(key)?.some(({ row }) => row.stage === 'first instance') === true
  const nameOf = ({ key }: Dispute): Html =>
    show(calledBy(lives.get(key) ?? [])?.row.case_key ?? key, 'label')
  const suits = disputes.filter((one) => one.cases.length === 0 && isSuit(one))
  const pairs = disputes
    .filter((one) => one.cases.some(isRunning) && !isSuit(one))
    .flatMap((enforced) => {
      const creditors = creditorsOf(enforced)
      const same = suits.filter((suit) => creditorsOf(suit).some((name) => creditors.includes(name)))
      return same.map((suit) => between(words.brief.bound.pair, [nameOf(enforced), nameOf(suit)]))
    })
  return (
    pairs.length > 0 && between(words.brief.bound.maybeOne, [joined(pairs.slice(0, mostNamed), words.comma)])
  )
}

/** What decisions order beyond what is enforced of them, by dispute. */
export const beyondEnforced = once((dossier) => {
  const running = disputesOf(dossier).filter(({ cases }) => cases.some(isRunning))
  return new Map(
    running.map((dispute) => {
      const stated = dispute.cases.filter((one) => isRunning(one) && one.row.amount !== null)
      const beyond = [...new Set(stated.map(({ row }) => row.currency ?? 'CNY'))].flatMap((currency) =>
        partsOf(dispute, currency)
          .filter(([part, sum]) => sum > 0n && part === 'inForce')
          .map(([, sum]) => dossier.words.sum(currency, grouped(sum))),
      )
      return [dispute.key, beyond]
    }),
  )
})

/** At most how much it may owe in all, what it is made of, what of it a source states as unpaid, and how many disputes state no sum. */
export function boundText(dossier: Dossier): Html[] {
  const { words } = dossier
  const { bound: say } = words.brief
  const disputes = disputesOf(dossier)
  const currencies = currenciesOf(disputes)
  const found = disputes.map((dispute) => ({
    dispute,
    parts: currencies.flatMap((currency) =>
      partsOf(dispute, currency)
        .filter(([, sum]) => sum > 0n)
        .map(([part, sum]) => ({ currency, part, sum })),
    ),
  }))
  const stated = found.filter(({ parts }) => parts.length > 0)
  const unstated = found.filter(({ dispute, parts }) => parts.length === 0 && isUnstated(dispute))
  const behind = ({ dispute }: (typeof found)[number]): Behind => ({
    items: itemsOf([...(livesOf(dossier).get(dispute.key) ?? []), ...dispute.cases, ...dispute.sums]),
  })
  const { figures, mark } = referInBrief(
    dossier,
    say.label,
    [say.disputes, stated.map(behind)],
    [say.unstated, unstated.map(behind)],
  )
  const all = stated.flatMap(({ parts }) => parts)
  const sumsBy = (of: typeof all): Html =>
    joined(
      [...groupsBy(of, ({ currency }) => currency)].map(
        ([currency, sums]) =>
          html`${words.sum(currency, grouped(sums.reduce((total, { sum }) => total + sum, 0n)))}`,
      ),
      words.comma,
    )
  const kinds = [...groupsBy(all, ({ part }) => part)]
  const isOne = kinds.length === 1
  /** Of one kind its name says what the sum is, unless that is simply enforced or in force. */
  const isPlain = isOne && kinds.every(([part]) => due.includes(part))
  const made =
    !isPlain &&
    between(words.inBrackets, [
      joined(
        kinds.map(([part, of]) => html`${say.parts[part]}${!isOne && html` ${sumsBy(of)}`}`),
        words.comma,
      ),
    ])
  const known = disputes.flatMap(({ cases }) =>
    cases.flatMap(({ row }) =>
      row.is_counted && row.state === 'ended_unpaid' && row.unpaid !== null
        ? [{ part: 'enforced' as const, currency: row.currency ?? 'CNY', sum: hundredths(row.unpaid) }]
        : [],
    ),
  )
  const received = disputes.flatMap((dispute) =>
    isPaid(dispute)
      ? []
      : dispute.cases.flatMap(({ row }) =>
          row.is_counted && row.amount === null && row.unpaid === null && row.collected !== null
            ? [{ part: 'enforced' as const, currency: row.currency ?? 'CNY', sum: hundredths(row.collected) }]
            : [],
        ),
  )
  const numbers = unstated.flatMap(({ dispute: { key, cases } }) => {
    const first = calledBy(livesOf(dossier).get(key) ?? [])
    return first?.row.case_number ?? cases[0]?.row.case_number ?? []
  })
  const isShort = numbers.length > 0 && numbers.length <= mostNamed
  const shown = joined(
    numbers.map((number) => dossier.show(number, 'label')),
    words.standing.list,
  )
  const named = isShort && between(words.inBrackets, [shown])
  const least = [
    known.length > 0 && between(say.least, [sumsBy(known)]),
    received.length > 0 && between(say.received, [sumsBy(received)]),
  ]
  const others = unstated.length > 0 && between(say.more, [figures[1], named])
  const counted = stated.map(({ dispute }) => dispute)
  const more = html`${others}${maybeOneDebt(dossier, counted)}${mortgageesText(dossier)}${claimsOfOthers(dossier)}`
  if (all.length === 0) return unstated.length === 0 ? [] : [between(say.noSum, [figures[1], mark, named])]
  return [between(say.most, [figures[0], mark, sumsBy(all), made, least, more])]
}
