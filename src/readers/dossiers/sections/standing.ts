import { type Dossier, itemised, type Numbered } from '../dossier.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import { itemLink } from '../references.ts'
import {
  type BankruptcyRow,
  bankruptcySentence,
  caseText,
  type HoldingRow,
  isMarkEntry,
  type MarkRow,
  markSentence,
  marksOn,
  measureName,
  proceedings,
  propertyHeld,
} from '../standing.ts'
import { type Column, itemTable } from '../tables.ts'

export type Mark = Numbered<MarkRow, 'S'>
export type Holding = Numbered<HoldingRow, 'S'>
export type Proceeding = Numbered<BankruptcyRow, 'S'>

export function standingOf({ held }: Dossier) {
  const marks: readonly Mark[] = itemised(held.rows(marksOn), 'S')
  const property: readonly Holding[] = itemised(held.rows(propertyHeld), 'S', marks.length)
  const before = marks.length + property.length
  const bankruptcies: readonly Proceeding[] = itemised(held.rows(proceedings), 'S', before)
  return { marks, property, bankruptcies }
}

export const caseOf = ({ words, show }: Dossier, key: string): Html =>
  caseText(words, key, (shown) => show(shown, 'label'))

export function standingTables(dossier: Dossier): Html {
  const { marks, property, bankruptcies } = standingOf(dossier)
  const { standing: say } = dossier.words
  return html`${marks.length > 0 && itemTable(dossier, markColumns(dossier), marks, say.marks)}${property.length > 0 && itemTable(dossier, propertyColumns(dossier), property, say.property)}${bankruptcies.length > 0 && itemTable(dossier, bankruptcyColumns(dossier), bankruptcies, say.bankruptcies)}`
}

const links = ({ listed }: Dossier, ids: readonly (string | null)[]): Part =>
  listed(ids).map(({ item }) => itemLink(item))

const entryLink = (text: Part): Html => html`<a href="#register-risks">${text}</a>`

/** The sentence of a state, in which the names of its documents are looked for. */
const evidenceOf = (
  { show, listed }: Dossier,
  evidence: string | null,
  ids: readonly (string | null)[],
): Html =>
  show(
    evidence,
    'prose',
    listed(ids).flatMap(({ row }) => row.persons ?? []),
  )

function markColumns(dossier: Dossier): readonly Column<Mark>[] {
  const { words } = dossier
  const { columns, registers } = words
  const source = ({ row }: Mark): Part =>
    isMarkEntry(row) ? entryLink(registers.risks.title) : links(dossier, [row.document_id])
  return [
    [columns.marks, ({ row }) => words.flag[row.mark], 'short'],
    [columns.state, ({ row }) => markSentence(words, row, caseOf(dossier, row.case_key))],
    [
      columns.evidence,
      (one) => html`${evidenceOf(dossier, one.row.evidence, [one.row.document_id])} ${source(one)}`,
      'sentence',
    ],
  ]
}

function propertyColumns(dossier: Dossier): readonly Column<Holding>[] {
  const { words } = dossier
  const { columns, standing: say, flag } = words
  const equity = ({ is_own_equity: isOwn }: Holding['row']): Part =>
    isOwn !== null && html`<br><strong>${isOwn ? flag.frozen_shares : flag.frozen_holdings}</strong>`
  const byLaw = ({ until_on, is_term_stated }: Holding['row']): Part =>
    until_on !== null && !is_term_stated && html`<br><span class="minor">${say.byLaw}</span>`
  const since = ({ since, is_since_known }: Holding['row']): Part =>
    since !== null && is_since_known === false ? between(say.sinceAtLatest, [since]) : since
  const limit = ({ amount, currency }: Holding['row']): Part =>
    amount !== null && words.sum(currency ?? 'CNY', formatAmount(amount))
  return [
    [say.measure, ({ row }) => html`${measureName(words, row)}${equity(row)}`],
    [say.limit, ({ row }) => limit(row), 'number'],
    [
      columns.caseNumber,
      ({ row }) => html`${caseOf(dossier, row.case_key)} ${links(dossier, [row.row_key])}`,
    ],
    [say.from, ({ row }) => since(row)],
    [say.to, ({ row }) => html`${row.until_on}${byLaw(row)}`, 'short'],
    [columns.state, ({ row }) => words.measureState[row.state], 'short'],
    [columns.evidence, ({ row }) => evidenceOf(dossier, row.evidence, [row.row_key]), 'sentence'],
  ]
}

function bankruptcyColumns(dossier: Dossier): readonly Column<Proceeding>[] {
  const { words } = dossier
  const { columns, standing: say, enforcement, comma } = words
  const entriesOf = ({ entries }: Proceeding['row']): Part =>
    entries.length > 0 && entryLink(between(enforcement.entries, [entries.join(comma)]))
  const evidence = ({ row }: Proceeding): Html =>
    html`${evidenceOf(dossier, row.evidence, row.document_ids)} ${links(dossier, row.document_ids)}${entriesOf(row)}`
  return [
    [say.stage, ({ row }) => words.bankruptcyStage[row.stage], 'short'],
    [columns.state, ({ row }) => bankruptcySentence(words, row, caseOf(dossier, row.case_key))],
    [columns.evidence, evidence, 'sentence'],
  ]
}
