import type { Dossier, Sum } from '../dossier.ts'
import { between, html, joined, type Part } from '../html.ts'
import { grouped, hundredths, totals } from '../money.ts'
import { each, itemLink } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { type Fact, referInSummary, sectionLink } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { amountText, type Basis, bases, isCounted, noneOf, restsOn, sumsOf } from './amounts.ts'
import { ownEnforcement } from './enforcement.ts'

/** What it was ordered to pay, what is claimed and what is owed to it, apart, and the largest sum ordered; what is enforced stands with its cases. */
export function amountFacts(dossier: Dossier): Fact[] {
  const { summary: say } = dossier.words
  const own = ownEnforcement(dossier, say.enforcing)
  const enforcing: Fact[] = own === undefined ? [] : [[say.enforcing, own]]
  if (dossier.payments.length === 0) return enforcing
  return [
    ...pageViews.flatMap((view) => sumFact(dossier, view)),
    ...enforcing,
    ...doubtfulFact(dossier),
    ...largestFact(dossier),
  ]
}

/** Figures of sums that stand on page one. */
const pageViews = ['ordered', 'claimed', 'awarded'] as const
type PageView = (typeof pageViews)[number]

const centsOf = ({ row }: Sum): bigint => hundredths(row.amount ?? '0')

function largestFact(dossier: Dossier): Fact[] {
  const inYuan = sumsOf(dossier, 'ordered').filter(
    (sum) => isCounted(sum) && sum.row.amount !== null && sum.row.currency === 'CNY',
  )
  return inYuan
    .sort((a, b) => (centsOf(a) < centsOf(b) ? 1 : -1))
    .slice(0, 1)
    .map(({ row, item }) => [
      dossier.words.summary.largest,
      html`${amountText(dossier, row)} ${itemLink(item)}`,
    ])
}

/** Why a sum does not count that the enterprise may have to pay all the same. */
const doubts: readonly (string | null)[] = [
  'a branch of it is ordered to pay',
  'the text does not say who pays',
  'partly reversed later: which sums stand is not known',
  'whether it took effect is not known',
]

/** Sums ordered that a reader should check: beside them, that no sum counts would mislead. */
function doubtfulFact(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const sums = sumsOf(dossier, 'ordered').filter(({ row }) => doubts.includes(row.not_counted_because))
  if (sums.length === 0) return []
  const groups = [...groupsBy(sums, ({ row }) => wordFor(words.uncounted, row.not_counted_because ?? ''))]
  const { figures, mark } = referInSummary(
    dossier,
    say.doubtful,
    ...groups.map(([reason, found]) => [`${columns.sums} ${reason}`, each(found)] as const),
  )
  const shown = groups.map(([reason], at) => html`${reason} ${figures[at]}`)
  return [[say.doubtful, html`${joined(shown, words.comma)} ${mark} ${sectionLink(words, 'amounts')}`]]
}

/** What the sums of one kind come to: those that rest on full texts, and those on the list alone. */
function sumFact(dossier: Dossier, view: PageView): Fact[] {
  const { words } = dossier
  const counted = sumsOf(dossier, view).filter(isCounted)
  if (counted.length > 0)
    return bases.flatMap((basis) => basisFact(dossier, view, basis, counted.filter(restsOn(basis))))
  return [[words.summary[view], html`${noneOf(dossier, view)} ${sectionLink(words, 'amounts')}`]]
}

/** What sums on one basis come to, by currency. */
function basisFact(dossier: Dossier, view: PageView, basis: Basis, counted: readonly Sum[]): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const byCurrency = totals(counted)
  if (byCurrency.length === 0) return []
  const label = basis === 'list' ? words.resultOf.by(say[view], words.sumBasis.list) : say[view]
  const { figures, linked, mark } = referInSummary(
    dossier,
    label,
    ...byCurrency.map(({ currency, sums }) => [`${columns.sums} ${currency}`.trim(), each(sums)] as const),
  )
  const cases = new Set(counted.map(({ row }) => row.document_id)).size
  const sums = byCurrency.map(
    ({ currency, total }, at) =>
      html`${linked(at, words.sum(currency, grouped(total)))}${between(say.sums, [figures[at]])}`,
  )
  const stated = view === 'claimed' && cases < counted.length && say.statedIn(cases)
  const orders = paymentOrders(dossier, label, counted)
  return [
    [label, html`${joined(sums, words.comma)}${stated}${orders} ${mark} ${sectionLink(words, 'amounts')}`],
  ]
}

/** How much of it rests on payment orders, which lapse on an objection that no source may know of. */
function paymentOrders(dossier: Dossier, label: string, counted: readonly Sum[]): Part {
  const { words } = dossier
  const { paymentOrders: name, sums: countedAs } = words.summary
  const orders = counted.filter(({ row }) => row.effectiveness === 'payment order, no objection held')
  const { figures } = referInSummary(dossier, label, [name, each(orders)])
  const sums = totals(orders).map(({ currency, total }) => words.sum(currency, grouped(total)))
  return (
    orders.length > 0 &&
    html`${words.semicolon}${name} ${sums.join(words.comma)}${between(countedAs, figures)}`
  )
}
