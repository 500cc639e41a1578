import { type Dossier, itemsOf, type Listed } from '../dossier.ts'
import { between, type Html, html, joined } from '../html.ts'
import { grouped, hundredths } from '../money.ts'
import { type Behind, itemLink } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { standingOf } from '../standing.ts'
import { referInBrief } from '../tables.ts'
import {
  currenciesOf,
  type Dispute,
  disputesOf,
  due,
  isPaid,
  isRunning,
  isUnstated,
  partsOf,
} from './debts.ts'
import { sidesById } from './decided.ts'
import type { EnforcementCase } from './enforcement.ts'
import { calledBy, correctsSum, livesOf } from './lives.ts'
import { mentions, remarks } from './natures.ts'
import { around, firstOf, mostNamed, said } from './phrases.ts'
import { inDefault, saidPerformed } from './settlements.ts'

/* What the enterprise may owe in all: each dispute once, by the largest sum that sources support, and the disputes that state none. */

/** Whether who stands first in it claims or enforces: an appellant or who objects may be another debtor. */
const isOfCreditor = ({ stage, case_key: key }: Listed['row']): boolean =>
  stage === 'first instance' || key.includes('民督') || (stage === 'enforcement' && !/执[异复保]/.test(key))

/** Who claims or enforces in a dispute, but the enterprise. */
function creditorsOf(dossier: Dossier, { key }: Dispute): string[] {
  const names = (livesOf(dossier).get(key) ?? []).flatMap(({ row }) =>
    isOfCreditor(row) ? (sidesById(dossier).get(row.document_id)?.plaintiffs ?? []) : [],
  )
  return [...new Set(names)].filter((name) => name !== dossier.subject.name)
}

const nameOf = (dossier: Dossier, { key }: Dispute): Html =>
  dossier.show(calledBy(livesOf(dossier).get(key) ?? [])?.row.case_key ?? key, 'label')

/** Enforcement of a judgment that is not among the documents, or a payment order that is not known to have lapsed, and a suit of the same creditor that may be about that debt. */
function maybeOneDebt(dossier: Dossier, disputes: readonly Dispute[]): Html | false {
  const { words, say } = dossier
  const lives = livesOf(dossier)
  const isSuit = ({ key }: Dispute): boolean =>
    lives.get(key)?.some(({ row }) => row.stage === 'first instance') === true
  const beganOn = ({ key }: Dispute): string => lives.get(key)?.[0]?.row.decided_on ?? ''
  const suits = disputes
    .filter((one) => one.cases.length === 0 && isSuit(one))
    .flatMap((suit) => creditorsOf(dossier, suit).map((creditor) => ({ creditor, suit })))
  const suitsOf = groupsBy(suits, ({ creditor }) => creditor)
  const isOrder = (one: Dispute): boolean =>
    one.cases.length === 0 && lives.get(one.key)?.every(({ row }) => row.outcome === 'payment_order') === true
  const pairs = disputes
    .filter((one) => !isSuit(one) && (one.cases.some(isRunning) || isOrder(one)))
    .flatMap((claimed) => {
      const same = creditorsOf(dossier, claimed).flatMap((name) => suitsOf.get(name) ?? [])
      return [...new Set(same.map(({ suit }) => suit))]
        .filter((suit) => isOrder(claimed) === beganOn(claimed) < beganOn(suit))
        .map((suit) => between(say.bound.pair, [nameOf(dossier, claimed), nameOf(dossier, suit)]))
    })
  return pairs.length > 0 && between(say.bound.maybeOne, [firstOf(pairs, words.comma)])
}

/** Suits of the same creditor whose texts say that the parties made a new agreement on what another decision ordered. */
function agreedAnew(dossier: Dossier, disputes: readonly Dispute[]): Html | false {
  const { words, say, rowsOf, listed, disputeOf } = dossier
  const find = (family: string | null | undefined): Dispute | undefined =>
    disputes.find(({ key }) => family != null && key === disputeOf(family))
  const ofSuits = groupsBy(
    rowsOf(remarks).filter(({ kind }) => kind === 'agreed_anew'),
    ({ document_id: id, family_key: key }) => `${id} ${key}`,
  )
  const pairs = [...ofSuits.values()].flatMap(([remark]) => {
    const [suit, decided] = [
      find(listed([remark?.document_id ?? null])[0]?.row.family_key),
      find(remark?.family_key),
    ]
    if (suit === undefined || decided === undefined || suit === decided) return []
    const isSame = creditorsOf(dossier, suit).some((one) => creditorsOf(dossier, decided).includes(one))
    return isSame ? between(say.bound.pair, [nameOf(dossier, suit), nameOf(dossier, decided)]) : []
  })
  return pairs.length > 0 && between(say.bound.agreedAnew, [firstOf(pairs, words.comma)])
}

/** A debt that a document says was performed, with its sum. */
const performedText = (dossier: Dossier, dispute: Dispute, sum: Html): Html[] =>
  (saidPerformed(dossier).get(dispute.key) ?? [])
    .slice(0, 1)
    .map(
      ({ document: { row, item } }) =>
        html`${nameOf(dossier, dispute)} ${sum}${between(dossier.say.bound.performedBy, [dossier.show(row.case_key, 'label'), itemLink(item)])}`,
    )

/** At most how much it may owe in all, what it is made of, what of it a source states as unpaid, and how many disputes state no sum. */
export function boundText(dossier: Dossier): Html[] {
  const { words, show, inBrackets } = dossier
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
  const sumsBy = (of: readonly { readonly currency: string; readonly sum: bigint }[]): Html =>
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
  const named = kinds.map(([part, of]) => html`${say.parts[part]}${!isOne && html` ${sumsBy(of)}`}`)
  const made = !isPlain && between(words.inBrackets, [joined(named, words.comma)])
  /** A sum of each case that counts and states it. */
  const ofCases = (of: readonly Dispute[], amountOf: (row: EnforcementCase['row']) => string | null) =>
    of
      .flatMap(({ cases }) => cases)
      .flatMap(({ row }) => {
        const amount = row.is_counted ? amountOf(row) : null
        return amount === null ? [] : [{ currency: row.currency ?? 'CNY', sum: hundredths(amount) }]
      })
  const known = ofCases(disputes, ({ state, unpaid }) => (state === 'ended_unpaid' ? unpaid : null))
  const received = ofCases(
    disputes.filter((one) => !isPaid(one)),
    ({ amount, unpaid, collected }) => (amount === null && unpaid === null ? collected : null),
  )
  const numbers = unstated.flatMap(({ dispute: { key, cases } }) => {
    const first = calledBy(livesOf(dossier).get(key) ?? [])
    return first?.row.case_number ?? cases[0]?.row.case_number ?? []
  })
  const shown = numbers.map((number) => show(number, 'label'))
  const which = shown.length <= mostNamed && inBrackets(shown, words.standing.list)
  const least = [
    known.length > 0 && between(say.least, [sumsBy(known)]),
    received.length > 0 && between(say.received, [sumsBy(received)]),
  ]
  const others = unstated.length > 0 && between(say.more, [figures[1], which])
  const isBankrupt = standingOf(dossier).bankruptcies.some(
    ({ row }) => row.is_current && row.accepted_on !== null && row.procedure !== 'winding_up',
  )
  const counted = stated.map(({ dispute }) => dispute)
  const pursued = said([...mortgageesText(dossier), claimsOfOthers(dossier)])
  const performed = stated.flatMap(({ dispute, parts }) =>
    performedText(dossier, dispute, html`${sumsBy(parts)}`),
  )
  const ofDefault = stated
    .filter(({ dispute }) => !dispute.cases.some((one) => isRunning(one) && one.row.amount !== null))
    .flatMap(({ dispute }) => inDefault(dossier, dispute.key))
  const corrections = counted.flatMap(({ key }) =>
    (livesOf(dossier).get(key) ?? []).filter(({ row }) => correctsSum(row)),
  )
  const corrected = corrections.length > 0 && between(say.corrected, [corrections.length])
  const more = html`${others}${corrected}${around(say.inDefault, ofDefault, words.standing.list)}${around(say.performed, performed, words.standing.list)}${maybeOneDebt(dossier, counted)}${agreedAnew(dossier, counted)}${pursued}${isBankrupt && say.byClaims}`
  if (all.length === 0 && unstated.length === 0)
    return isBankrupt
      ? [html`${say.onlyByClaims}`]
      : pursued.length > 0
        ? [between(say.onlyPursued, [pursued])]
        : []
  if (all.length === 0) return [between(say.noSum, [figures[1], mark, html`${which}${pursued}`])]
  return [between(say.most, [figures[0], mark, sumsBy(all), made, least, more])]
}

/** Who pursues a claim with a mortgage of its property elsewhere: of one who sues in a document that is listed it may be that claim. */
function mortgageesText(dossier: Dossier): Html[] {
  const { words, partiesText } = dossier
  const named = standingOf(dossier).property.flatMap(({ row }) =>
    row.conditions.includes('claimed by mortgagee') && !['lifted', 'paid', 'given'].includes(row.state)
      ? row.mortgagees
      : [],
  )
  const suing = new Set([...sidesById(dossier).values()].flatMap(({ plaintiffs }) => plaintiffs))
  const { bound: say } = words.brief
  return [true, false].flatMap((isIn) => {
    const names = [...new Set(named)].filter((name) => suing.has(name) === isIn).slice(0, mostNamed)
    const text = isIn ? say.mortgageesIn : say.mortgagees
    return names.length === 0 ? [] : between(text, [partiesText(names)])
  })
}

/** Whose administrator pursues a claim against it, of which no sum is stated. */
function claimsOfOthers(dossier: Dossier): Html | false {
  const { words, show, say, rowsOf, linkTo } = dossier
  const found = rowsOf(mentions).filter(({ matter }) => matter === 'claim_of_other')
  const shown = found.slice(0, mostNamed).map(({ document_id, evidence }) => {
    const [, who] = claimant.exec(evidence) ?? []
    return html`${who !== undefined && show(who, 'party')} ${linkTo(document_id)}`
  })
  return around(say.bound.claimOfOther, shown, words.standing.list)
}

/** 案外人某公司已被法院裁定受理破产，其对…的债权由管理人主张. */
const claimant = /(?:案外人|利害关系人)([^，。；的对因]{2,36}?(?:公司|银行|合作社|中心|厂))已?被/
