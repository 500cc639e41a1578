import type { Dossier, Sum } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { between, html } from '../html.ts'
import { grouped, hundredths, totals } from '../money.ts'
import { each, itemLink, refer } from '../references.ts'
import type { Fact } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { amountText, type Basis, bases, noneOf, type PaymentView, paymentViews, sumsOf } from './amounts.ts'
import { casesEnforced, isAgainst, ownEnforcement } from './enforcement.ts'
import { sectionLink } from './facts.ts'

/** The three figures of sums, apart, and the largest sum ordered. */
export function amountFacts(dossier: Dossier): Fact[] {
  const { words, payments } = dossier
  const own = ownEnforcement(dossier, words.summary.enforcing)
  const enforcing: Fact[] = own === undefined ? [] : [[words.summary.enforcing, own]]
  if (payments.length === 0) return enforcing
  const figures = [
    ...paymentViews.flatMap((view) => sumFact(dossier, view)),
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

/** Whether enforcement cases tell what is enforced where no document states a sum: beside them, "no sum" would mislead. */
const isToldElsewhere = (dossier: Dossier, view: PaymentView): boolean =>
  view === 'enforced' && casesEnforced(dossier).some(isAgainst)

/** What the sums of one kind come to, by currency. */
function sumFact(dossier: Dossier, view: PaymentView): Fact[] {
  const { words } = dossier
  const { summary: say } = words
  const counted = sumsOf(dossier, view).filter(({ row }) => row.is_counted)
  if (counted.length === 0)
    return isToldElsewhere(dossier, view)
      ? []
      : [[say[view], html`${noneOf(dossier, view)} ${sectionLink(words, 'amounts')}`]]
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
function basisFact({ words }: Dossier, view: PaymentView, basis: Basis, counted: readonly Sum[]): Fact[] {
  const { summary: say, columns } = words
  const byCurrency = totals(counted)
  if (byCurrency.length === 0) return []
  const label = basis === 'list' ? words.resultOf.by(say[view], words.sumBasis.list) : say[view]
  const { figures, linked, mark } = refer(
    `${words.sections.summary}${words.colon}${label}`,
    byCurrency.map(({ currency, sums }) => [`${columns.sums} ${currency}`.trim(), each(sums)]),
  )
  const sums = byCurrency.map(
    ({ currency, total }, at) =>
      html`${at > 0 && words.comma}${linked(at, words.sum(currency, grouped(total)))}${between(say.sums, [figures[at]])}`,
  )
  return [[label, html`${sums} ${mark} ${sectionLink(words, 'amounts')}`]]
}
