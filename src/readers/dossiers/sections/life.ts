import { z } from 'zod'
import { type Dossier, type Listed, rowsIn, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { itemLink } from '../references.ts'
import { groupsBy, query, text } from '../rows.ts'
import { isOwnClaim } from './amounts.ts'
import { enforcementsBegun, procedureOf, sentBackIn, sentBackText } from './course.ts'
import { decidedText, isReview, liableThen, otherDebtors, sidesById, stepsIn } from './decided.ts'
import { casesEnforced, isAgainst } from './enforcement.ts'
import { correctsSum } from './lives.ts'
import { isNoMeasure } from './major.ts'
import { mostSums, naturesInOrder, naturesText, remarkOf } from './natures.ts'
import { mostNamed, said } from './phrases.ts'
import { dueText } from './settlements.ts'

/* The life of a dispute on page one: its documents by date, each with what it decides and orders. */

/** Documents about shares in the enterprise that belong to others; of those that only lift, their sentence. */
const ownShares = query(
  { document_id: z.string(), lifting: text },
  (among) => `
    SELECT enterprise_id, document_id, any_value(evidence) FILTER (is_lifted) AS lifting FROM stated_events
    WHERE ${among} AND kind = 'shares_frozen' AND source <> 'registration' AND document_id IS NOT NULL GROUP BY ALL
    UNION SELECT l.enterprise_id, l.document_id, NULL FROM stated_events AS l SEMI JOIN (
      SELECT enterprise_id, case_key FROM stated_events WHERE kind = 'shares_frozen' AND source <> 'registration') USING (enterprise_id, case_key)
    WHERE ${among} AND l.kind = 'all_lifted' AND l.document_id IS NOT NULL ORDER BY ALL`,
)

export const isOrder = ({ row }: Sum): boolean => row.view === 'ordered' || row.view === 'awarded'

const mostSteps = 6
const mostDecisions = 4

/** Decisions of a dispute and the last of its other documents, those of the first days first, and its enforcements; suits and enforcements that its heading does not name by their number, once. */
export function lifeLine(
  dossier: Dossier,
  dispute: string,
  life: readonly Listed[],
  heading: string | undefined,
): Html {
  const decisions = life.filter(isDecision).slice(-mostDecisions)
  const others = life.filter((one) => !decisions.includes(one)).slice(decisions.length - mostSteps)
  const shown = life.filter((one) => decisions.includes(one) || others.includes(one))
  const begun = enforcementsBegun(dossier, dispute, life, shown, heading)
  const named = new Set([heading, ...begun.map(({ key }) => key)])
  const begunBefore = (index: number): Html[] =>
    begun.flatMap(({ before, said }) => (before === index ? [said] : []))
  const steps = shown.flatMap((one, index) => {
    const { case_key: key, stage } = one.row
    const isNew = !named.has(key) && !shown.slice(0, index).some(({ row }) => row.case_key === key)
    const isNamed = isNew && (stage !== null || isPaymentOrder(one))
    const at = life.indexOf(one)
    const before = shown[index - 1]
    const isCut = at > 0 && (before === undefined || life.indexOf(before) < at - 1)
    return [...begunBefore(index), html`${isCut && '… → '}${step(dossier, one, life, at, isNamed)}`]
  })
  const all = [...steps, ...begunBefore(shown.length)]
  const line = html`<br><span class="minor">${joined(all, ' → ')}</span>`
  return html`${all.length > 0 && line}`
}

const isPaymentOrder = ({ row: { case_key: key } }: Listed): boolean => key.includes('民督')

const hasOrder = ({ payments }: Dossier, id: string): boolean =>
  payments.some((one) => isOrder(one) && one.row.document_id === id)

/** Whether it ends an instance: page one shows the last four before any other document. */
const isDecision = ({ row: { stage, outcome } }: Listed): boolean =>
  (stage === 'first instance' || stage === 'appeal' || stage === 'retrial') &&
  outcome !== null &&
  !['seized', 'procedural', 'jurisdiction'].includes(outcome)

/**
 * A document in the life of a dispute, with the sums that it orders. That an appeal is decided after its enforcement began
 * cannot well be, and is said; so is that an end of enforcement is that of another debtor.
 */
function step(
  dossier: Dossier,
  { row, item }: Listed,
  life: readonly Listed[],
  at: number,
  isNamed: boolean,
): Html {
  const { words, say, rowsOf, showWords, show } = dossier
  const { stage, outcome, document_id: id } = row
  const isEnforcing = ({ row }: Listed): boolean =>
    row.stage === 'enforcement' && !row.case_key.includes('执保')
  const isEnforced = life.slice(0, at).some(isEnforcing)
  const later = life.slice(at + 1)
  /** What was sent back is enforced, and what decided it again is not among the documents. */
  const isLost =
    later.some(isEnforcing) && !later.some(({ row }) => row.stage !== 'enforcement' && row.outcome !== null)
  const isAnew = stage === 'first instance' && life.slice(0, at).some(({ row }) => row.outcome === 'remanded')
  const name = isAnew ? say.retried : procedureOf(dossier, row)
  const claimed = claimedText(dossier, row)
  // Less than was claimed, and whether the rest was refused the decision does not say.
  const decided = outcome === 'granted' && claimed !== false ? say.orderedOnly : decidedText(dossier, row)
  const ended = casesEnforced(dossier).filter(
    (one) => one.row.case_key === row.case_key && one.row.document_ids.includes(id),
  )
  const hasPaid =
    outcome === 'enforcement_suspended' &&
    ended.some((one) => isAgainst(one) && one.row.state === 'paid') &&
    rowsOf(stepsIn).some((one) => one.document_id === id && one.kind === 'paid')
  const isOfOther =
    hasPaid ||
    ((outcome === 'enforcement_suspended' || outcome === 'enforcement_ended') &&
      ended.some(({ row: { state } }) => state === 'open' || state === 'unknown'))
  const shares = rowsOf(ownShares).find(({ document_id }) => document_id === id)
  const lifted = shares?.lifting?.replace(/^.*?对/, '').replace(/的?(?:冻结|查封)[^股]*$/, '')
  const whose = lifted && html`${words.colon}${showWords('property', lifted, row.persons)}`
  const ofShares = shares !== undefined && between(words.inBrackets, [html`${say.ofOwnShares}${whose}`])
  const number = isNamed && html` ${show(row.case_key, 'label')}`
  const sums = said([orderedText(dossier, row), othersText(dossier, id, outcome === 'partly_reversed')])
  /** The debtor objected: an order that is enforced has no suit behind it. */
  const isPassed =
    outcome === 'payment_order' &&
    later.some(({ row }) => row.stage === 'first instance') &&
    !later.some(isEnforcing)
  const isVoid =
    stage === 'first instance' &&
    !later.some(({ row }) => row.outcome === 'remanded') &&
    rowsOf(sentBackIn).some(({ case_key: key }) => key === row.case_key)
  const isSeen = row.text_state === 'held' || remarkOf(dossier, id, 'suit_refused') !== undefined
  const isNothing = outcome === 'reversed' && isSeen && !hasOrder(dossier, id) && sums.length === 0
  const isRefused =
    (outcome === 'partly_granted' || outcome === 'granted') &&
    !hasOrder(dossier, id) &&
    remarkOf(dossier, id, 'refused_against_it') !== undefined &&
    say.refusedAgainstIt
  const byIt = isReview({ row }) && row.role === 'plaintiff' && say.broughtByIt
  return html`${row.decided_on ?? say.undated} ${name}${byIt} ${hasPaid && say.paidInstead}${decided}${correctsSum(row) && say.correctsSum}${isRefused}${claimed}${sums}${isPassed && say.passedOn}${isVoid && say.sentBackUnseen}${liableThen(dossier, id)}${isNothing && nothingOrdered(dossier, id)}${ofShares}${sentBackText(dossier, row, isLost)}${stage === 'appeal' && isEnforced && say.late}${isOfOther && ofOther(dossier, id)}${number} ${itemLink(item)}`
}

/** That a decision on appeal orders no sum, and whose suit it dismissed. */
function nothingOrdered(dossier: Dossier, document: string): Html | string {
  const { say, show } = dossier
  const [whose] = remarkOf(dossier, document, 'suit_refused')?.names ?? []
  return whose === undefined ? say.nothingOrdered : between(say.suitRefused, [show(whose, 'party')])
}

/** That an end of enforcement is another debtor's, by name where its text says whose. */
function ofOther(dossier: Dossier, document: string): Html | string {
  const { subject, say, partiesText } = dossier
  const names = remarkOf(dossier, document, 'ended_for')?.names ?? []
  return names.length === 0 || names.includes(subject.name)
    ? say.ofOther
    : between(say.ofNamed, [partiesText(names.slice(0, mostNamed))])
}

/** Whether who sued asks for it, where that is known: a judgment may also tell what the other side asked for. */
const isAskedBy = ({ payees }: Sum['row'], plaintiffs: readonly string[]): boolean =>
  payees === null ||
  payees.length === 0 ||
  plaintiffs.length === 0 ||
  payees.some((one) => one.endsWith('原告') || plaintiffs.includes(one))

/** What who sued claimed, where less was granted. */
function claimedText(
  dossier: Dossier,
  { document_id: document, case_key: key, outcome, role }: Listed['row'],
): Part {
  const { words, payments, say, rowsOf, show } = dossier
  const isOrderEnded = outcome === 'ended' && key.includes('民督')
  if (!isOrderEnded && outcome !== 'partly_granted' && outcome !== 'dismissed' && outcome !== 'granted')
    return false
  const sides = sidesById(dossier).get(document)
  const all = payments.filter(
    ({ row }) =>
      row.view === 'claimed' && row.document_id === document && row.not_counted_because !== isNoMeasure,
  )
  const own = all.filter(
    ({ row }) => isOwnClaim(row) === (role === 'plaintiff') && isAskedBy(row, sides?.plaintiffs ?? []),
  )
  /** An employer that sues against an award claims no sum: what the employee asked for stands in its place. */
  const isOfOther = own.length === 0 && role === 'plaintiff' && outcome === 'dismissed'
  const claims = isOfOther ? all.filter(({ row }) => !isOwnClaim(row)) : own
  const sumOf = (of: Parameters<typeof totals>[0]): bigint =>
    totals(of).reduce((sum, { total }) => sum + total, 0n)
  const granted = [
    ...payments.filter(
      (sum) =>
        isOrder(sum) && sum.row.document_id === document && sum.row.not_counted_because !== isNoMeasure,
    ),
    ...rowsOf(otherDebtors)
      .filter((one) => one.document_id === document && one.kind === null && one.amount !== null)
      .map((row) => ({ row })),
  ]
  if (outcome === 'granted' && (granted.length === 0 || sumOf(claims) <= sumOf(granted))) return false
  if (claims.length === 0) return false
  const rows = claims.map(({ row }) => row)
  const natures = rows.length > 1 ? naturesInOrder(dossier, rows) : naturesText(dossier, rows)
  const isMore = rows.some(({ evidence }) => /元及(?:其|相应|逾期)?利息/.test(evidence ?? ''))
  const sum = html`${fewSums(words, claims).join(words.comma)}${natures}${isMore && say.plusInterest}`
  if (isOfOther) return between(say.claimedByOther, [sum])
  const from = askedOf(rows, sides?.defendants ?? [])
  if (from.length !== 1) return between(say.claimedSum, [sum])
  if (from[0] === dossier.subject.name) return between(say.claimedOfIt, [sum])
  const beside = remarkOf(dossier, document, 'asked_to_answer')?.evidence
  const { asked, claimedToo, claimedOf } = say
  const how = Object.entries(asked).find(([name]) => beside?.includes(name))?.[1]
  return between(beside == null ? claimedOf : claimedToo, [
    sum,
    show(from[0] ?? null, 'party'),
    how && between(words.inBrackets, [how]),
  ])
}

/** Of several defendants those whom each of the claims names before its sum. */
const askedOf = (claims: readonly Sum['row'][], defendants: readonly string[]): readonly string[] =>
  defendants.length < 2
    ? []
    : defendants.filter((name) =>
        claims.every(({ evidence }) => /^(?:\d+[.、．])?([^\d]*)/.exec(evidence ?? '')?.[1]?.includes(name)),
      )

/** What a document orders, or a later one took away of it; of one that dismisses a suit, that it is no sum of that suit; of one that changes an item, what all that stand come to. */
function orderedText(
  dossier: Dossier,
  { document_id: document, outcome, family_key: family }: Listed['row'],
): Part {
  const { words, payments, say, disputeOf } = dossier
  const orders = payments.filter(isOrder)
  const sums = orders.filter(
    ({ row }) =>
      row.document_id === document && row.effectiveness !== null && row.not_counted_because !== isNoMeasure,
  )
  const shown = fewSums(words, sums).join(words.comma)
  if (shown === '') return false
  const natures = naturesInOrder(dossier, rowsIn(sums))
  if (outcome === 'partly_reversed') {
    const standing = orders.filter(
      ({ row }) => row.is_counted && row.amount !== null && disputeOf(row.family_key) === disputeOf(family),
    )
    const [all, ...more] = totals(standing)
    const own = totals(sums).reduce((sum, { total }) => sum + total, 0n)
    const isMore = all !== undefined && more.length === 0 && all.total > own
    const whole = isMore && words.sum(all.currency, grouped(all.total))
    return html` ${shown}${natures}${whole && between(say.withRest, [whole])}`
  }
  const due = outcome === 'mediated' && dueText(dossier, sums)
  if (outcome !== 'dismissed') return html` ${shown}${sums.length > 1 && natures}${due}`
  const isOwed = sums.every(({ row }) => row.view === 'ordered')
  return html`${between(isOwed ? say.allTheSame : say.allTheSameToIt, [shown])}${sums.length > 1 && natures}`
}

/** A few sums by themselves, more by what they come to. */
export const fewSums = <Row extends { readonly amount: string | null; readonly currency: string | null }>(
  words: Dossier['words'],
  sums: readonly { readonly row: Row }[],
): string[] =>
  totals(sums).map(({ currency, total, sums: of }) =>
    of.length > mostSums
      ? words.sum(currency, grouped(total))
      : words.sum(currency, of.map(({ row }) => formatAmount(row.amount ?? '0')).join(' + ')),
  )

/** What a document orders others to pay, or holds of theirs: its own sums do not say that. */
function othersText(dossier: Dossier, document: string, isChange: boolean): Part {
  const { words, say, rowsOf, partiesText, inBrackets } = dossier
  const rows = rowsOf(otherDebtors).filter(
    (one) => one.document_id === document && (one.kind === null || one.kind === '保全'),
  )
  const byWhom = [...groupsBy(rows, ({ names, kind }) => `${kind ?? ''} ${names.join('、')}`).values()]
  const shown = byWhom.map((of) => {
    const [first] = of
    const isHeld = first?.kind !== null
    const sums = fewSums(
      words,
      of.flatMap((row) => (row.amount === null ? [] : [{ row }])),
    )
    const ofHeld = sums.length > 0 ? say.otherHeld : say.otherHeldOnly
    const ofPaid = isChange ? say.otherPaysInstead : say.otherPays
    const natures = !isHeld && (isChange || of.length > 1) && naturesInOrder(dossier, of)
    return between(isHeld ? ofHeld : ofPaid, [
      partiesText((first?.names ?? []).slice(0, 2)),
      html`${sums.join(words.comma)}${natures}`,
    ])
  })
  return inBrackets(shown.slice(0, mostSums))
}
