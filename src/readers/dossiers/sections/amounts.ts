import type { Dossier, Listed, Nothing, Sum } from '../dossier.ts'
import type { PaymentRow } from '../holdings.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { each, type Figure, itemLink, refer } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { noDocuments, nothingInTexts, searchedIn } from '../searched.ts'
import { figureTable, firstRows, referInBrief } from '../tables.ts'
import { filled, sectionId, sectionNumber, wordFor } from '../words/words.ts'
import { casesEnforced, isAgainst, ownEnforcement } from './enforcement.ts'
import { isSuedNow } from './families.ts'

export type PaymentView = PaymentRow['view']

/** Figures that are never added up (docs/findings.md, Conclusions), and what is owed to it. */
export const paymentViews: readonly PaymentView[] = ['ordered', 'enforced', 'claimed', 'awarded']

/** What the enterprise claims itself is none of what is claimed from it. */
export const ownClaim = { view: 'claimed', role: 'plaintiff' } as const

export const isOwnClaim = ({ view, role }: PaymentRow): boolean =>
  view === ownClaim.view && role === ownClaim.role

/** Sums of one kind, those that count first, the largest first. */
export const sumsOf = ({ payments }: Dossier, view: PaymentView): Sum[] =>
  payments.filter(({ row }) => row.view === view && !isOwnClaim(row))

export const isCounted = ({ row }: Sum): boolean => row.is_counted

export function amounts(dossier: Dossier): Html | Nothing {
  const { documents, payments, words } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  if (payments.length === 0) return nothingInTexts(dossier)
  const listed = new Set(payments.flatMap(({ row }) => (row.basis === 'list' ? [row.document_id] : [])))
  const held = documents.filter(({ row }) => row.text_call !== null && !listed.has(row.document_id)).length
  return html`<p class="note">${words.amounts.separate}${filled(words.amounts.restsOn, held, documents.length)}</p>
${paymentViews.map((view) => figureOf(dossier, view))}
${ownClaims(dossier)}`
}

function ownClaims({ words, payments }: Dossier): Html {
  const counted = payments.filter((sum) => isOwnClaim(sum.row) && isCounted(sum))
  if (counted.length === 0) return html``
  const { claimedByIt } = words.amounts
  const lines = totals(counted).map(({ currency, total, sums }) => {
    const { linked, mark } = refer(`${claimedByIt} ${currency}`, [[words.columns.sums, each(sums)]])
    return html`<p class="total">${linked(0, words.sum(currency, grouped(total)))} ${mark}</p>`
  })
  return html`<h3>${claimedByIt}</h3>${lines}`
}

/** One figure with its rule, the sums that count with the sentences they stand in, and why the others do not. */
function figureOf(dossier: Dossier, view: PaymentView): Html {
  const { words } = dossier
  const { amounts: say } = words
  const sums = sumsOf(dossier, view)
  const counted = sums.filter(isCounted)
  const enforced = view === 'awarded' && ownEnforcement(dossier, say.enforcedFor)
  const shown =
    counted.length === 0
      ? html`<p><strong>${noneOf(dossier, view)}</strong></p>`
      : html`${bases.map((basis) => totalOf(dossier, view, basis, counted))}${countedTable(dossier, view, counted)}`
  return html`<div class="figure" id="${sectionId(words, 'amounts')}-${view}"><h3>${say[view].title}</h3>
<p class="note">${say[view].rule}</p>
${shown}
${enforced && html`<p>${say.enforcedFor}${words.colon}${enforced}</p>`}
<div class="in-all">${uncountedTable(
    dossier,
    view,
    sums.filter((sum) => !isCounted(sum)),
  )}</div></div>`
}

/** That no sum counts, and what was searched; where enforcement cases say what is enforced, where they stand; of claims, whether a case waits. */
export function noneOf(dossier: Dossier, view: PaymentView): Part {
  const { words } = dossier
  if (view === 'enforced' && casesEnforced(dossier).some(isAgainst))
    return between(words.enforcement.see, [sectionNumber(words, 'enforcement')])
  if (view !== 'claimed') return between(words.amounts.none, [searchedIn(dossier)])
  return isSuedNow(dossier)
    ? words.amounts.noClaimStated
    : between(words.amounts.noneClaimed, [searchedIn(dossier)])
}

/** What figures rest on: their sums are never added up. */
export const bases = ['full text', 'list'] as const
export type Basis = (typeof bases)[number]

export const restsOn =
  (basis: Basis) =>
  ({ row }: Sum): boolean =>
    row.basis === basis

export const anchorOf = (view: PaymentView, basis: Basis, currency: string): string =>
  `${view}-${currency}${basis === 'list' ? '-list' : ''}`

function totalOf({ words }: Dossier, view: PaymentView, basis: Basis, sums: readonly Sum[]): Part {
  const { columns, amounts: say } = words
  const byCurrency = totals(sums.filter(restsOn(basis)))
  const { figures, linked, mark } = refer(
    `${say[view].title}${words.colon}${words.sumBasis[basis]}`,
    byCurrency.map(({ currency, sums }) => [
      `${columns.sums} ${currency}`.trim(),
      each(sums),
      currency === '' ? undefined : anchorOf(view, basis, currency),
    ]),
  )
  return byCurrency.map(
    ({ currency, total }, at) =>
      html`<p class="total" data-figure="${view}${basis === 'list' && '-list'}">${say.total[basis]} ${linked(at, words.sum(currency, grouped(total)))} · ${columns.sums} ${figures[at]} ${mark}</p>`,
  )
}

function countedTable(dossier: Dossier, view: PaymentView, counted: readonly Sum[]): Html {
  const { words, show, listed, columns } = dossier
  const documentOf = ({ row }: Sum): Listed | undefined => listed([row.document_id])[0]
  const caseOf = (document: Listed | undefined): Part =>
    document && html`${caseNumber(dossier, document.row)} ${itemLink(document.item)}`
  return firstRows(
    dossier,
    [
      [columns.number, ({ item }) => itemLink(item), 'short'],
      [columns.amount, ({ row }) => amountText(dossier, row), 'number'],
      [columns.amountRole, ({ row }) => html`${roleText(dossier, row)}${basisMark(dossier, row)}`, 'short'],
      [
        columns.effectiveness,
        ({ row }) => row.effectiveness && wordFor(words.effectiveness, row.effectiveness),
      ],
      [columns.caseNumber, (sum) => caseOf(documentOf(sum))],
      [
        columns.evidence,
        (sum) => show(sum.row.evidence, 'prose', personsOf(sum.row, documentOf(sum))),
        'sentence',
      ],
    ],
    counted,
    { source: `${view}_payments`, caption: words.amounts.counted, isStacked: true },
  )
}

/** Why a sum does not count; where its document orders no payment, with what it decides instead. */
function reasonOf({ words }: Dossier, { not_counted_because: reason, outcome }: PaymentRow): string {
  const why = wordFor(words.uncounted, reason ?? '')
  return reason === 'the document orders no payment'
    ? `${why}${words.colon}${wordFor(words.outcome, outcome ?? 'unknown')}`
    : why
}

function uncountedTable(dossier: Dossier, view: PaymentView, uncounted: readonly Sum[]): Html {
  if (uncounted.length === 0) return html``
  const { columns, amounts: say } = dossier.words
  return figureTable(
    dossier,
    {
      title: say[view].title,
      caption: say.uncounted,
      labelOf: ([reason]) => reason,
      columns: [
        [columns.reason, ([reason]) => reason],
        [columns.sums, ([, sums]) => each(sums), 'counted'],
      ],
    },
    [...groupsBy(uncounted, ({ row }) => reasonOf(dossier, row))],
  )
}

const roleText = ({ words, show }: Dossier, { amount_role: role }: PaymentRow): Html =>
  show(role === null ? null : wordFor(words.term, role), 'label')

const basisMark = ({ words }: Dossier, { basis }: PaymentRow): Part =>
  basis === 'list' && html`<br><strong>${words.sumBasis.list}</strong>`

export const measureOf = (dossier: Dossier, row: PaymentRow): Html => {
  const { amounts: say } = dossier.words
  const reason = row.not_counted_because === null ? say.counts : reasonOf(dossier, row)
  const measure = isOwnClaim(row) ? say.ownClaim : say.measure[row.view]
  return html`${measure} · ${roleText(dossier, row)}${basisMark(dossier, row)}<br><span class="minor">${reason}</span>`
}

/** Names that a sum's sentence may have: those of its document, and whom the sentence pays. */
export const personsOf = ({ payees }: PaymentRow, document: Listed | undefined): string[] => [
  ...(document?.row.persons ?? []),
  ...(payees ?? []),
]

export const amountText = ({ words, show }: Dossier, { amount, currency }: PaymentRow): Html =>
  amount === null ? show(null, 'label') : html`${words.sum(currency ?? '', formatAmount(amount))}`

/** What sums come to by currency; those of lists apart from those of full texts. */
export function sumsText(dossier: Dossier, label: string, sums: readonly Sum[]): Html {
  const { words } = dossier
  const byBasis = bases.flatMap((basis) => {
    const byCurrency = totals(sums.filter(restsOn(basis)))
    const { figures, linked, mark } = referInBrief(
      dossier,
      label,
      ...byCurrency.map(
        ({ currency, sums }): Figure => [`${words.columns.sums} ${currency}`.trim(), each(sums)],
      ),
    )
    const name = basis === 'list' && `${words.sumBasis.list} `
    return byCurrency.map(
      ({ currency, total }, at) =>
        html`${name}${linked(at, words.sum(currency, grouped(total)))}${between(words.summary.sums, [figures[at]])} ${at === 0 && mark}`,
    )
  })
  return joined(byBasis, words.comma)
}
