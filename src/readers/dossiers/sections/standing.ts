import { z } from 'zod'
import { type Dossier, itemised, type Numbered } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import { itemLink } from '../references.ts'
import { count, flag, texts } from '../rows.ts'
import { bankruptcySentence, caseText, isMarkEntry, markSentence, measureName } from '../standing.ts'
import { type Column, itemTable } from '../tables.ts'

const marking = z.object({
  enterprise_id: z.string(),
  mark: z.enum(['dishonest', 'restricted']),
  case_key: z.string(),
  is_in_force: z.boolean(),
  ...texts('since', 'usual_end', 'lifted_on', 'document_id', 'evidence'),
  is_since_stated: flag,
  is_past: flag,
  is_case_ended: z.boolean(),
  sources: z.array(z.string()),
})
const measure = z.enum(['frozen', 'seized', 'detained', 'waiting', 'shares_frozen'])
const holding = z.object({
  enterprise_id: z.string(),
  kind: measure,
  or_kinds: z.array(measure),
  case_key: z.string(),
  is_own_equity: flag,
  ...texts('property', 'amount', 'currency', 'since', 'until_on', 'row_key', 'evidence'),
  is_since_known: flag,
  is_term_stated: z.boolean(),
  state: z.enum(['in force', 'waiting', 'expired', 'lifted']),
  source: z.string(),
})
const proceeding = z.object({
  enterprise_id: z.string(),
  case_key: z.string(),
  stage: z.enum([
    'applied',
    'accepted',
    'reorganised',
    'declared',
    'ended',
    'dismissed',
    'refused',
    'withdrawn',
  ]),
  ...texts('stage_on', 'declared_on', 'evidence'),
  is_current: z.boolean(),
  documents_since: count,
  document_ids: z.array(z.string()),
  entries: z.array(z.string()),
})

/** The day of the data: terms have ended before it. */
const today = '(SELECT max(fetched_at)::DATE FROM calls)'

export const marksOn: Query<z.infer<typeof marking>> = {
  row: marking,
  sql: (among) => `
    SELECT * EXCLUDE (family_key, row_key), usual_end < ${today} AS is_past,
      case_key IN (SELECT case_key FROM enforcement_cases WHERE ${among} AND state = 'ended') AS is_case_ended FROM enterprise_marks
    WHERE mark IN ('dishonest', 'restricted') AND ${among} ORDER BY enterprise_id, NOT is_in_force, mark, since DESC NULLS LAST, case_key`,
}
export const propertyHeld: Query<z.infer<typeof holding>> = {
  row: holding,
  sql: (among) => `
    SELECT * EXCLUDE (family_key) FROM frozen_property WHERE ${among}
    ORDER BY enterprise_id, list_position(['in force', 'waiting', 'expired', 'lifted'], state), CASE WHEN state IN ('in force', 'waiting') THEN amount END DESC NULLS LAST, since DESC NULLS LAST, case_key, kind, property`,
}
export const proceedings: Query<z.infer<typeof proceeding>> = {
  row: proceeding,
  sql: (among) => `
    SELECT * EXCLUDE (family_key) FROM bankruptcies WHERE ${among} ORDER BY enterprise_id, NOT is_current, stage_on DESC NULLS LAST, case_key`,
}

export const standingQueries = [marksOn, propertyHeld, proceedings]

export type Mark = Numbered<z.infer<typeof marking>, 'S'>
export type Holding = Numbered<z.infer<typeof holding>, 'S'>
export type Proceeding = Numbered<z.infer<typeof proceeding>, 'S'>

/** What stands against an enterprise beside its cases, numbered through. */
export function standingOf({ held }: Dossier) {
  const marks: readonly Mark[] = itemised(held.rows(marksOn), 'S')
  const property: readonly Holding[] = itemised(held.rows(propertyHeld), 'S', marks.length)
  const before = marks.length + property.length
  const bankruptcies: readonly Proceeding[] = itemised(held.rows(proceedings), 'S', before)
  return { marks, property, bankruptcies }
}

/** A case as its number. */
export const caseOf = ({ words, show }: Dossier, key: string): Html =>
  caseText(words, key, (shown) => show(shown, 'label'))

/** The rows of all of it, for the section of enforcement. */
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
