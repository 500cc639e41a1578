import { type Dossier, documentsById, type Listed, type Nothing, type Section, type Sum } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { type Html, html } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { each, itemLink, refer } from '../references.ts'
import type { PaymentRow } from '../rows.ts'
import { noDocuments, nothingInTexts, searchedIn } from '../searched.ts'
import { table } from '../tables.ts'
import { sectionId, sectionNumber, wordFor } from '../words/words.ts'

import { casesEnforced, isAgainst, ownEnforcement } from './enforcement.ts'
import { isSuedNow, litigationCases } from './suits.ts'

export type PaymentView = PaymentRow['view']

/** Figures that are never added up (docs/findings.md, Conclusions), and what is owed to it. */
export const paymentViews: readonly PaymentView[] = ['ordered', 'enforced', 'claimed', 'awarded']

/** What the enterprise claims itself is none of what is claimed from it. */
export const ownClaim = { view: 'claimed', role: 'plaintiff' } as const

export const isOwn = ({ view, role }: PaymentRow): boolean => view === ownClaim.view && role === ownClaim.role

/** Sums of one kind, those that count first, the largest first. */
export const sumsOf = ({ payments }: Dossier, view: PaymentView): Sum[] =>
  payments.filter(({ row }) => row.view === view && !isOwn(row))

/** 金额口径. */
export const amounts: Section = { queries: [litigationCases], write: writeAmounts }

function writeAmounts(dossier: Dossier): Html | Nothing {
  const { documents, words } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  const listed = new Set(
    dossier.payments.flatMap(({ row }) => (row.basis === 'list' ? [row.document_id] : [])),
  )
  const held = documents.filter(({ row }) => row.text_call !== null && !listed.has(row.document_id)).length
  if (dossier.payments.length === 0) return nothingInTexts(dossier)
  return html`<p class="note">${words.amounts.separate}${words.amounts.restsOn(held, documents.length)}</p>
${paymentViews.map((view) => figureOf(dossier, view))}
${ownClaims(dossier)}`
}

/** What the enterprise itself claims in open cases. */
function ownClaims(dossier: Dossier): Html {
  const { words, payments } = dossier
  const counted = payments.filter(({ row }) => isOwn(row) && row.is_counted)
  if (counted.length === 0) return html``
  return html`<h3>${words.amounts.claimedByIt}</h3>${totals(counted).map(({ currency, total: sum, sums }) => {
    const { linked, mark } = refer(`${words.amounts.claimedByIt} ${currency}`, [
      [words.columns.sums, each(sums)],
    ])
    return html`<p class="total">${linked(0, words.sum(currency, grouped(sum)))} ${mark}</p>`
  })}`
}

/** One figure with its rule, the sums that count with the sentences they stand in, and why the others do not. */
function figureOf(dossier: Dossier, view: PaymentView): Html {
  const { words } = dossier
  const sums = sumsOf(dossier, view)
  const counted = sums.filter(({ row }) => row.is_counted)
  const enforced = view === 'awarded' && ownEnforcement(dossier, words.amounts.enforcedFor)
  return html`<div class="figure" id="${sectionId(words, 'amounts')}-${view}"><h3>${words.amounts[view].title}</h3>
<p class="note">${words.amounts[view].rule}</p>
${counted.length === 0 ? html`<p><strong>${noneOf(dossier, view)}</strong></p>` : html`${total(dossier, view, counted)}${countedTable(dossier, counted)}`}
${enforced && html`<p>${words.amounts.enforcedFor}${words.colon}${enforced}</p>`}
${uncountedTable(
  dossier,
  view,
  sums.filter(({ row }) => !row.is_counted),
)}</div>`
}

/** That no sum counts, and what was searched; where enforcement cases say what is enforced, where they stand; of claims, whether a case waits. */
export function noneOf(dossier: Dossier, view: PaymentView): string {
  const { words } = dossier
  if (view === 'enforced' && casesEnforced(dossier).some(isAgainst))
    return words.enforcement.see(sectionNumber(words, 'enforcement'))
  if (view !== 'claimed') return words.amounts.none(searchedIn(dossier))
  return isSuedNow(dossier) ? words.amounts.noClaimStated : words.amounts.noneClaimed(searchedIn(dossier))
}

/** What figures rest on: their sums are never added up. */
export const bases = ['full text', 'list'] as const
export type Basis = (typeof bases)[number]

/** Where the index of a batch leads to. */
const anchorOf = (view: PaymentView, basis: Basis, currency: string): string | undefined =>
  currency === '' ? undefined : basis === 'list' ? `${view}-${currency}-list` : `${view}-${currency}`

/** A line a basis and currency. */
const total = (dossier: Dossier, view: PaymentView, counted: readonly Sum[]): Html =>
  html`${bases.map((basis) =>
    totalOf(
      dossier,
      view,
      basis,
      counted.filter(({ row }) => row.basis === basis),
    ),
  )}`

function totalOf({ words }: Dossier, view: PaymentView, basis: Basis, counted: readonly Sum[]): Html {
  const { title } = words.amounts[view]
  const label = words.amounts.total[basis]
  const byCurrency = totals(counted)
  const { figures, linked, mark } = refer(
    `${title}${words.colon}${words.sumBasis[basis]}`,
    byCurrency.map(({ currency, sums }) => [
      `${words.columns.sums} ${currency}`.trim(),
      each(sums),
      anchorOf(view, basis, currency),
    ]),
  )
  return html`${byCurrency.map(
    ({ currency, total: sum }, at) =>
      html`<p class="total" data-figure="${view}${basis === 'list' && '-list'}">${label} ${linked(at, words.sum(currency, grouped(sum)))} · ${words.columns.sums} ${figures[at]} ${mark}</p>`,
  )}`
}

function countedTable(dossier: Dossier, counted: readonly Sum[]): Html {
  const { words, show } = dossier
  const { columns } = words
  const documents = documentsById(dossier)
  return table(
    [
      { label: columns.number, shape: 'short' },
      { label: columns.amount, shape: 'number' },
      { label: columns.amountRole, shape: 'short' },
      { label: columns.effectiveness },
      { label: columns.caseNumber },
      { label: columns.evidence, shape: 'sentence' },
    ],
    counted.map(({ row, item }) => {
      const document = documents.get(row.document_id)
      return {
        cells: [
          itemLink(item),
          amountText(dossier, row),
          html`${roleText(dossier, row)}${basisMark(dossier, row)}`,
          row.effectiveness === null ? '' : wordFor(words.effectiveness, row.effectiveness),
          html`${document && html`${caseNumber(dossier, document.row)} ${itemLink(document.item)}`}`,
          show(row.evidence, 'prose', personsOf(row, document)),
        ],
      }
    }),
    { caption: words.amounts.counted, isStacked: true },
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
  const { words } = dossier
  const groups = groupsBy(uncounted, ({ row }) => reasonOf(dossier, row))
  const rows = [...groups].map(([reason, sums]) => {
    const { figures, mark } = refer(`${words.amounts[view].title}${words.colon}${reason}`, [
      [words.columns.sums, each(sums)],
    ])
    return { cells: [reason, ...figures, mark] }
  })
  return table(
    [{ label: words.columns.reason }, { label: words.columns.sums, shape: 'number' }, { label: words.basis }],
    rows,
    { caption: words.amounts.uncounted },
  )
}

/** What a sum is. */
const roleText = ({ words, show }: Dossier, { amount_role: role }: PaymentRow): Html =>
  show(role === null ? null : wordFor(words.term, role), 'label')

/** That a sum stands in the list alone. */
const basisMark = ({ words }: Dossier, { basis }: PaymentRow): Html | false =>
  basis === 'list' && html`<br><strong>${words.sumBasis.list}</strong>`

/** Which figure a sum is of, what it is, and why it does not count. */
export const measureOf = (dossier: Dossier, row: PaymentRow): Html => {
  const { words } = dossier
  const reason = row.not_counted_because === null ? words.amounts.counts : reasonOf(dossier, row)
  const measure = isOwn(row) ? words.amounts.ownClaim : words.amounts.measure[row.view]
  return html`${measure} · ${roleText(dossier, row)}${basisMark(dossier, row)}<br><span class="minor">${reason}</span>`
}

/** Names that a sum's sentence may have: those of its document, and whom the sentence pays. */
export const personsOf = ({ payees }: PaymentRow, document: Listed | undefined): string[] => [
  ...(document?.row.persons ?? []),
  ...(payees ?? []),
]

/** A sum as its row has it. */
export const amountText = ({ words, show }: Dossier, { amount, currency }: PaymentRow): Html =>
  amount === null ? show(null, 'label') : html`${words.sum(currency ?? '', formatAmount(amount))}`
