import { z } from 'zod'
import { type Dossier, documentsById, type Numbered } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import { itemLink } from '../references.ts'
import { count, flag, text } from '../rows.ts'
import { bankruptcySentence, caseText, isMarkEntry, markSentence, measureName } from '../standing.ts'
import { table } from '../tables.ts'
import { wordFor } from '../words/words.ts'

const marking = z.object({
  enterprise_id: z.string(),
  mark: z.enum(['dishonest', 'restricted']),
  case_key: z.string(),
  is_in_force: z.boolean(),
  since: text,
  is_since_stated: flag,
  usual_end: text,
  is_past: flag,
  is_case_ended: z.boolean(),
  lifted_on: text,
  sources: z.array(z.string()),
  document_id: text,
  evidence: text,
})
const measure = z.enum(['frozen', 'seized', 'detained', 'waiting', 'shares_frozen'])
const holding = z.object({
  enterprise_id: z.string(),
  kind: measure,
  or_kinds: z.array(measure),
  case_key: z.string(),
  is_own_equity: flag,
  property: text,
  amount: text,
  currency: text,
  since: text,
  is_since_known: flag,
  until_on: text,
  is_term_stated: z.boolean(),
  state: z.enum(['in force', 'waiting', 'expired', 'lifted']),
  source: z.string(),
  row_key: text,
  evidence: text,
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
  stage_on: text,
  is_current: z.boolean(),
  declared_on: text,
  documents_since: count,
  document_ids: z.array(z.string()),
  entries: z.array(z.string()),
  evidence: text,
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
export interface Standing {
  readonly marks: readonly Mark[]
  readonly property: readonly Holding[]
  readonly bankruptcies: readonly Proceeding[]
}

export function standingOf({ held }: Dossier): Standing {
  const numbered = <Row>(rows: readonly Row[], before: number): Numbered<Row, 'S'>[] =>
    rows.map((row, index) => ({ row, item: { kind: 'S', number: before + index + 1 } }))
  const [marks, property, bankruptcies] = [
    held.rows(marksOn),
    held.rows(propertyHeld),
    held.rows(proceedings),
  ]
  return {
    marks: numbered(marks, 0),
    property: numbered(property, marks.length),
    bankruptcies: numbered(bankruptcies, marks.length + property.length),
  }
}

/** A case as its number. */
export const caseOf = ({ words, show }: Dossier, key: string): Html =>
  caseText(words, key, (shown) => show(shown, 'label'))

/** The rows of all of it, for the section of enforcement. */
export function standingTables(dossier: Dossier): Html {
  const { marks, property, bankruptcies } = standingOf(dossier)
  return html`${markTable(dossier, marks)}${propertyTable(dossier, property)}${bankruptcyTable(dossier, bankruptcies)}`
}

const rowOf = (number: number, cells: readonly Part[]) => ({
  id: `S${number}`,
  cells: [`S${number}`, ...cells],
})
const dayOf = (day: string | null): string => day ?? ''

function markTable(dossier: Dossier, marks: readonly Mark[]): Html {
  if (marks.length === 0) return html``
  const { words } = dossier
  const { columns, standing: say } = words
  return table(
    [
      { label: columns.number, shape: 'short' },
      { label: columns.marks, shape: 'short' },
      { label: columns.state },
      { label: columns.evidence, shape: 'sentence' },
    ],
    marks.map(({ row, item }) =>
      rowOf(item.number, [
        words.flag[row.mark],
        markSentence(words, row, caseOf(dossier, row.case_key)),
        html`${evidenceOf(dossier, row.evidence, [row.document_id])} ${isMarkEntry(row) ? html`<a href="#register-risks">${words.registers.risks.title}</a>` : documentLink(dossier, row.document_id)}`,
      ]),
    ),
    { caption: say.marks, isStacked: true },
  )
}

function propertyTable(dossier: Dossier, property: readonly Holding[]): Html {
  if (property.length === 0) return html``
  const { words } = dossier
  const { columns, standing: say } = words
  const equity = ({ is_own_equity }: Holding['row']): string =>
    is_own_equity === null ? '' : is_own_equity ? words.flag.frozen_shares : words.flag.frozen_holdings
  return table(
    [
      { label: columns.number, shape: 'short' },
      { label: say.measure },
      { label: say.limit, shape: 'number' },
      { label: columns.caseNumber },
      { label: say.from },
      { label: say.to, shape: 'short' },
      { label: columns.state, shape: 'short' },
      { label: columns.evidence, shape: 'sentence' },
    ],
    property.map(({ row, item }) =>
      rowOf(item.number, [
        html`${measureName(words, row)}${row.is_own_equity !== null && html`<br><strong>${equity(row)}</strong>`}`,
        row.amount === null ? '' : words.sum(row.currency ?? 'CNY', formatAmount(row.amount)),
        html`${caseOf(dossier, row.case_key)} ${documentLink(dossier, row.row_key)}`,
        row.since === null ? '' : row.is_since_known === false ? say.sinceAtLatest(row.since) : row.since,
        html`${dayOf(row.until_on)}${row.until_on !== null && !row.is_term_stated && html`<br><span class="minor">${say.byLaw}</span>`}`,
        wordFor(words.measureState, row.state),
        evidenceOf(dossier, row.evidence, [row.row_key]),
      ]),
    ),
    { caption: say.property, isStacked: true },
  )
}

function bankruptcyTable(dossier: Dossier, bankruptcies: readonly Proceeding[]): Html {
  if (bankruptcies.length === 0) return html``
  const { words } = dossier
  const { columns, standing: say } = words
  return table(
    [
      { label: columns.number, shape: 'short' },
      { label: say.stage, shape: 'short' },
      { label: columns.state },
      { label: columns.evidence, shape: 'sentence' },
    ],
    bankruptcies.map(({ row, item }) =>
      rowOf(item.number, [
        words.bankruptcyStage[row.stage],
        bankruptcySentence(words, row, caseOf(dossier, row.case_key)),
        html`${evidenceOf(dossier, row.evidence, row.document_ids)} ${row.document_ids.map((id) => documentLink(dossier, id))}${row.entries.length > 0 && html`<a href="#register-risks">${words.enforcement.entries(row.entries.join(words.comma))}</a>`}`,
      ]),
    ),
    { caption: say.bankruptcies, isStacked: true },
  )
}

const documentLink = (dossier: Dossier, id: string | null): Html | undefined => {
  const found = documentsById(dossier).get(id ?? '')
  return found && itemLink(found.item)
}

/** The sentence of a state, in which the names of its documents are looked for. */
const evidenceOf = (dossier: Dossier, evidence: string | null, ids: readonly (string | null)[]): Html => {
  const byId = documentsById(dossier)
  return dossier.show(
    evidence,
    'prose',
    ids.flatMap((id) => byId.get(id ?? '')?.row.persons ?? []),
  )
}
