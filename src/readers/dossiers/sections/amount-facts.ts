import type { Dossier, Sum } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { between, type Html, html } from '../html.ts'
import { grouped, hundredths, totals } from '../money.ts'
import { each, itemLink, refer } from '../references.ts'
import type { Fact } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { amountText, type Basis, bases, noneOf, type PaymentView, sumsOf } from './amounts.ts'
import { ownEnforcement } from './enforcement.ts'
import { sectionLink } from './facts.ts'

/** What it was ordered to pay, what is claimed and what is owed to it, apart, and the largest sum ordered; what is enforced stands with its cases. */
export function amountFacts(dossier: Dossier): Fact[] {
  const { words, payments } = dossier
  const own = ownEnforcement(dossier, words.summary.enforcing)
  const enforcing: Fact[] = own === undefined ? [] : [[words.summary.enforcing, own]]
  if (payments.length === 0) return enforcing
  const figures = [
    ...(['ordered', 'claimed', 'awarded'] as const).flatMap((view) => sumFact(dossier, view)),
    ...enforcing,
    ...doubtfulFact(dossier),
  ]
  const [largest] = sumsOf(dossier, 'ordered')
    .filter(({ row }) => row.is_counted && row.amount !== null && row.currency === 'CNY')
    .sort((a, b) => (centsOf(a) < centsOf(b) ? 1 : -1))
  if (largest === undefined) return figures
  return [
    ...figures,
    [words.summary.largest, html`${amountText(dossier, largest.row)} ${itemLink(largest.item)}`],
  ]
}

/** Figures of sums that stand on page one. */
type PageView = Exclude<PaymentView, 'enforced'>

const centsOf = ({ row }: Sum): bigint => hundredths(row.amount ?? '0')

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
  const { figures, mark } = refer(
    `${words.sections.summary}${words.colon}${say.doubtful}`,
    groups.map(([reason, found]) => [`${columns.sums} ${reason}`, each(found)]),
  )
  const shown = groups.map(([reason], at) => html`${at > 0 && words.comma}${reason} ${figures[at]}`)
  return [[say.doubtful, html`${shown} ${mark} ${sectionLink(words, 'amounts')}`]]
}

/** What the sums of one kind come to, by currency. */
function sumFact(dossier: Dossier, view: PageView): Fact[] {
  const { words } = dossier
  const { summary: say } = words
  const counted = sumsOf(dossier, view).filter(({ row }) => row.is_counted)
  if (counted.length === 0)
    return [[say[view], html`${noneOf(dossier, view)} ${sectionLink(words, 'amounts')}`]]
  return bases.flatMap((basis) =>
    basisFact(
      dossier,
      view,
      basis,
      counted.filter(({ row }) => row.basis === basis),
    ),
  )
}

/** What the sums of one kind come to that rest on full texts, or on the list alone. */
function basisFact(dossier: Dossier, view: PageView, basis: Basis, counted: readonly Sum[]): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const byCurrency = totals(counted)
  if (byCurrency.length === 0) return []
  const label = basis === 'list' ? words.resultOf.by(say[view], words.sumBasis.list) : say[view]
  const { figures, linked, mark } = refer(
    `${words.sections.summary}${words.colon}${label}`,
    byCurrency.map(({ currency, sums }) => [`${columns.sums} ${currency}`.trim(), each(sums)]),
  )
  const cases = new Set(counted.map(({ row }) => row.document_id)).size
  const sums = byCurrency.map(
    ({ currency, total }, at) =>
      html`${at > 0 && words.comma}${linked(at, words.sum(currency, grouped(total)))}${between(say.sums, [figures[at]])}`,
  )
  const stated = view === 'claimed' && cases < counted.length && say.statedIn(cases)
  return [
    [
      label,
      html`${sums}${stated}${paymentOrders(dossier, label, counted)} ${mark} ${sectionLink(words, 'amounts')}`,
    ],
  ]
}

/** How much of it rests on payment orders, which lapse on an objection that no source may know of. */
function paymentOrders({ words }: Dossier, label: string, counted: readonly Sum[]): Html | false {
  const orders = counted.filter(({ row }) => row.effectiveness === 'payment order, no objection held')
  const { figures } = refer(`${words.sections.summary}${words.colon}${label}`, [
    [words.summary.paymentOrders, each(orders)],
  ])
  const sums = totals(orders).map(({ currency, total }) => words.sum(currency, grouped(total)))
  return (
    orders.length > 0 &&
    html`${words.semicolon}${words.summary.paymentOrders} ${sums.join(words.comma)}${between(words.summary.sums, figures)}`
  )
}
