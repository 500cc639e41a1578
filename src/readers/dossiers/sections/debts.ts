import { inForceEffects } from '../../../rows/words/code-words.ts'
import { type Dossier, type Listed, once, type Sum } from '../dossier.ts'
import { grouped, hundredths } from '../money.ts'
import { groupsBy } from '../rows.ts'
import { isOwnClaim } from './amounts.ts'
import { type GuaranteeRow, guarantees, isFine, isStanding, otherDebtors } from './decided.ts'
import {
  casesEnforced,
  type EnforcementCase,
  isAgainst,
  isEnforcement,
  isOfReleased,
  isOfVoidBasis,
  owedOf,
} from './enforcement.ts'
import { decidedAgain } from './families.ts'
import { caseFamilies, type FamilyRow, isBasisVoid, livesOf } from './lives.ts'
import { remarkOf } from './natures.ts'
import { isFreedFromAddition, isFreedLater, unseenIn } from './unseen.ts'

/* Disputes in which the enterprise may owe, each once, and the sums that sources support. */

/** All that sources say of one dispute in which the enterprise may owe. */
export interface Dispute {
  readonly key: string
  readonly cases: readonly EnforcementCase[]
  /** Enforcements of which a branch of it is the debtor. */
  readonly ofBranches: readonly EnforcementCase[]
  readonly sums: readonly Sum[]
  readonly families: readonly FamilyRow[]
  readonly guarantees: readonly GuaranteeRow[]
  /** Whether its decisions order others to pay, and not the enterprise. */
  readonly isOthers: boolean
  /** Whether its last document upholds that it is not heard. */
  readonly isUnheard: boolean
  /** Whether something against it may stand that no document is of, or whose sum no reader reads. */
  readonly isUnseen: boolean
  /** Whether a later decision set aside what is enforced, and orders it to pay nothing. */
  readonly isVoid: boolean
  /** Whether it is only that others failed to add it as a debtor, or a later instance frees it and nothing is open. */
  readonly isFreed: boolean
}

/** A ruling that is upheld on appeal dismissed the suit unheard, unless it was on jurisdiction. */
const upholdsRuling = ({ row: { stage, outcome, document_kind: kind, case_key: key } }: Listed): boolean =>
  stage === 'appeal' && outcome === 'upheld' && kind === '裁定书' && !key.includes('辖')

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
const replaced = 'a later document reversed or remanded it'
export const due: readonly Part[] = ['enforced', 'running', 'inForce']

/** Disputes in which the enterprise is asked to pay, or may be. */
export const disputesOf = once((dossier): Dispute[] => {
  const { payments, rowsOf, disputeOf } = dossier
  const by = <Row extends { readonly family_key: string }>(rows: readonly Row[]) =>
    groupsBy(rows, ({ family_key }) => disputeOf(family_key))
  const sums = groupsBy(
    payments.filter(({ row }) => row.view === 'ordered' || (row.view === 'claimed' && !isOwnClaim(row))),
    ({ row }) => disputeOf(row.family_key),
  )
  const enforced = (isMeant: (one: EnforcementCase) => boolean) =>
    groupsBy(
      casesEnforced(dossier).filter((one) => isMeant(one) && isEnforcement(one)),
      ({ row }) => disputeOf(row.family_key),
    )
  const cases = enforced(isAgainst)
  const ofBranches = enforced(({ row }) =>
    row.document_ids.some((id) => remarkOf(dossier, id, 'branch_enforced') !== undefined),
  )
  const families = by(rowsOf(caseFamilies).filter((one) => decidedAgain(dossier, one) === undefined))
  const liable = by(rowsOf(guarantees).filter(({ effectiveness }) => isStanding(effectiveness)))
  const others = by(rowsOf(otherDebtors).filter(({ kind }) => kind === null))
  return [...new Set([...cases.keys(), ...families.keys(), ...sums.keys()])].map((key) => ({
    key,
    cases: cases.get(key) ?? [],
    ofBranches: cases.has(key) ? [] : (ofBranches.get(key) ?? []),
    sums: sums.get(key) ?? [],
    families: families.get(key) ?? [],
    guarantees: liable.get(key) ?? [],
    isOthers: others.has(key) && !liable.has(key),
    isUnheard: livesOf(dossier).get(key)?.slice(-1).some(upholdsRuling) === true,
    isUnseen: families.get(key)?.some((one) => unseenIn(dossier, one) !== undefined) === true,
    isVoid: isBasisVoid(dossier, key),
    isFreed:
      isFreedFromAddition(dossier, key) ||
      (isFreedLater(dossier, key) &&
        !cases.get(key)?.some(isRunning) &&
        families.get(key)?.some(({ state }) => state === 'open') !== true),
  }))
})

const most = (...of: readonly bigint[]): bigint => of.reduce((a, b) => (a > b ? a : b), 0n)
/** What a court refuses to enforce may be sued for once more (Civil Procedure Law, article 248). */
const isSettled = ({ row }: EnforcementCase): boolean => row.state === 'paid' || isOfVoidBasis(row)
export const isRunning = (one: EnforcementCase): boolean => one.row.is_counted && !isSettled(one)
export const isPaid = ({ cases, families }: Dispute): boolean =>
  !cases.some(isRunning) &&
  (cases.some(({ row }) => row.state === 'paid') || families.some(({ state }) => state === 'paid'))

/** Whether another took its place as the debtor, and it was released, in all that is enforced of it. */
const isReleased = ({ cases }: Dispute): boolean =>
  cases.length > 0 && cases.every(({ row }) => isOfReleased(row))

/** Whether a case of another dispute has its sum: one document may take several together. */
const isRestatedElsewhere = ({ cases }: Dispute, { row: { resumed_by: by } }: EnforcementCase): boolean =>
  by !== null && !cases.some(({ row }) => row.case_key === by)

/** What a dispute comes to in a currency, by where it stands: what is enforced, and of the rest what goes beyond it. */
export function partsOf(dispute: Dispute, currency: string): [Part, bigint][] {
  if (isPaid(dispute) || dispute.isVoid || isReleased(dispute)) return []
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
    cases.filter((one) => one.row.resumed_by !== null && !isRestatedElsewhere(dispute, one)),
    owedOf,
  )
  const isMeasured = running.every(({ row }) => row.amount !== null)
  /** What a later case enforces again may be another part of the debt. */
  const isAgain = ({ row }: EnforcementCase): boolean => row.resumed_by?.includes('执恢') === false
  const taken = isWhole
    ? total(
        cases.filter((one) => !isAgain(one)),
        ({ amount }) => amount,
      )
    : enforced
  const beyond = (all: bigint): bigint => (isWhole && !isMeasured ? 0n : most(all - taken))
  const inForce = beyond(
    amounts(
      counted.filter(
        ({ row }) => running.length > 0 || inForceEffects.some((one) => one === row.effectiveness),
      ),
    ),
  )
  const judged = beyond(most(amounts(counted), resumed))
  const inForcePart: Part = running.length > 0 ? 'running' : 'inForce'
  // An appeal that is not held may have taken that away, or a part be paid.
  if (isWhole)
    return [
      ['enforced', enforced],
      ['beyond', judged],
    ]
  const ofDecisions: [Part, bigint][] = [
    ['enforced', enforced],
    [inForcePart, inForce],
    ['judged', judged - inForce],
  ]
  const said = enforced + judged
  const doubtful = ordered.filter(
    ({ row }) =>
      row.is_counted || (doubts.includes(row.not_counted_because) && isStanding(row.effectiveness)),
  )
  const ofDocuments = [...groupsBy(doubtful, ({ row }) => row.document_id).values()].map(amounts)
  const unclear =
    most(most(...ofDocuments, total(dispute.ofBranches.filter(isRunning), owedOf)) - said) +
    amounts(ordered.filter(({ row }) => row.not_counted_because === changed))
  const isSued = dispute.families.some(({ stages }) => stages.includes('first instance'))
  const claimed = sums.filter(({ row }) => row.view === 'claimed')
  const claims = amounts(claimed.filter(({ row }) => row.is_counted))
  // Sent back years ago, with no later decision: what was asked for may be still.
  const isSilent = dispute.families.some(
    ({ state, dispute_outcome: result }) => state === 'unknown' && result === 'neutral',
  )
  const silent = isSilent ? amounts(claimed.filter(({ row }) => !row.is_counted)) : 0n
  // Of an order that only the ruling on its end recites.
  const recited = dispute.key.includes('民督') ? amounts(claimed) : 0n
  const order = isSued
    ? 0n
    : most(amounts(ordered.filter(({ row }) => row.not_counted_because === lapsed)), recited)
  /** Sums beside these that are the debt of a guarantee: a branch is to pay, or joint debtors by a decision that may not stand. */
  const ofDebtors = ({ document_id: id, debtors, most: limit, debt }: GuaranteeRow): bigint => {
    const own = ordered.filter(
      ({ row: { document_id, not_counted_because: why } }) =>
        document_id === id && (why === changed || doubts.includes(why)),
    )
    const isNamed = (name: string): boolean => own.some(({ row }) => row.evidence?.includes(name) === true)
    if (limit !== debt && !debtors.every(isNamed)) return 0n
    return amounts(own.filter(({ row }) => debtors.some((name) => row.evidence?.includes(name) === true)))
  }
  const answers = most(
    ...dispute.guarantees.map((row) =>
      (row.currency ?? 'CNY') === currency ? hundredths(row.most ?? row.debt ?? '0') - ofDebtors(row) : 0n,
    ),
  )
  return [
    ...ofDecisions,
    [inForce > 0n ? inForcePart : judged > 0n ? 'judged' : 'answers', most(answers - said)],
    ['unclear', unclear],
    ['lapsed', most(order - unclear)],
    ['claimed', most(claims - said - unclear)],
    ['silent', most(silent - said - unclear - claims - order)],
  ]
}

/** Whether the enterprise may owe in a dispute of which no source states a sum. A fine is stated with its decision. */
export function isUnstated(dispute: Dispute): boolean {
  if (isPaid(dispute) || dispute.isFreed || dispute.isVoid || isReleased(dispute)) return false
  const isLeft = (one: EnforcementCase): boolean => isRunning(one) && hundredths(owedOf(one.row) ?? '1') > 0n
  if (dispute.cases.some(isLeft) || dispute.isUnseen) return true
  if (dispute.cases.some((one) => isRunning(one) || isRestatedElsewhere(dispute, one))) return false
  const isOpen = dispute.families.some(({ state }) => state === 'open')
  if (!isOpen && (dispute.isUnheard || dispute.sums.some(({ row }) => isFine(row)))) return false
  if (dispute.families.some(({ original_role: role }) => role === 'plaintiff')) return false
  const isReplaced = dispute.sums.some(({ row }) => row.not_counted_because === replaced)
  return dispute.families.some(
    ({ stages, state, original_role: role, dispute_outcome: result, latest_outcome: latest, family_key }) =>
      role !== 'third_party' &&
      (family_key.includes('民督') || stages.some((stage) => stage !== 'other')) &&
      (state === 'open' ||
        (isReplaced && latest === 'mediated') ||
        (state === 'unknown' && result === 'neutral') ||
        (state !== 'closed' && result !== 'won' && result !== 'neutral' && !dispute.isOthers)),
  )
}

/** Of a dispute only a later instance, an enforcement or a payment order is held, which does not say who won. */
export const isWithoutWinner = ({
  dispute_outcome,
  latest_subject_outcome: latest,
  stages,
  state,
}: FamilyRow): boolean =>
  dispute_outcome === null &&
  ((latest !== null && latest !== 'neutral') ||
    stages.includes('enforcement') ||
    (stages.some((stage) => stage === 'appeal' || stage === 'retrial') &&
      state !== 'open' &&
      state !== 'unknown'))

/** Whether the enterprise may owe what a decision orders that no text states: only an instance behind it, or its enforcement, is held. */
export const hasUnseenOrder = (dossier: Dossier): boolean =>
  disputesOf(dossier).some(
    (dispute) =>
      isUnstated(dispute) &&
      dispute.families.some(isWithoutWinner) &&
      !dispute.sums.some(({ row }) => row.view === 'ordered' && row.is_counted),
  )

export const currenciesOf = (disputes: readonly Dispute[]): string[] => [
  ...new Set(
    disputes.flatMap(({ cases, ofBranches, sums, guarantees: of }) =>
      [...[...cases, ...ofBranches, ...sums].map(({ row }) => row), ...of].map(
        ({ currency }) => currency ?? 'CNY',
      ),
    ),
  ),
]

const isUnpaid = ({ row: { state, is_counted } }: EnforcementCase): boolean =>
  is_counted && (state === 'open' || state === 'ended_unpaid')

/** What decisions order in disputes that are enforced for a sum that no source states; nothing where one of them has no decision. */
export function runningOrders(dossier: Dossier): string[] {
  const disputes = disputesOf(dossier).filter(({ cases }) => cases.some(isUnpaid))
  const ordered = currenciesOf(disputes).map((currency) => ({
    currency,
    sums: disputes.map((dispute) =>
      partsOf(dispute, currency).reduce((sum, [part, of]) => (part === 'running' ? sum + of : sum), 0n),
    ),
  }))
  if (disputes.some((_, at) => ordered.every(({ sums }) => sums[at] === 0n))) return []
  return ordered.flatMap(({ currency, sums }) => {
    const total = sums.reduce((all, of) => all + of, 0n)
    return total > 0n ? dossier.words.sum(currency, grouped(total)) : []
  })
}

/** What decisions order beyond what is enforced of them, by dispute. */
export const beyondEnforced = once((dossier) => {
  const running = disputesOf(dossier).filter(({ cases }) => cases.some(isRunning))
  return new Map(
    running.map((dispute) => {
      const stated = dispute.cases.filter((one) => isRunning(one) && one.row.amount !== null)
      const beyond = [...new Set(stated.map(({ row }) => row.currency ?? 'CNY'))].flatMap((currency) =>
        partsOf(dispute, currency)
          .filter(([part, sum]) => sum > 0n && part === 'beyond')
          .map(([, sum]) => dossier.words.sum(currency, grouped(sum))),
      )
      return [dispute.key, beyond]
    }),
  )
})
