import type { SqlRow } from '../../../warehouse/database.ts'
import { type Html, html, type Part } from '../html.ts'
import {
  moneyIn,
  nameBefore,
  numberOf,
  plain,
  type Shower,
  show,
  showIf,
  showNameIf,
  termIf,
  textOf,
  textsOf,
} from '../shown.ts'
import { type Words, wordFor } from '../words/words.ts'

/** A case as its row has it, and who is named in it. */
export interface Case {
  readonly row: SqlRow
  readonly persons: readonly string[]
  /** The full text; its parts where the record has no whole one. */
  readonly text: string
}

export type Kind = keyof Words['judgment']['kinds']

/** Something that was read from a text: what it is, and the words it was read from, where their place is known. */
export interface Reading {
  readonly id: string
  readonly kind: Kind
  readonly place: { readonly start: number; readonly end: number } | null
  /** In a few words. */
  readonly label: Html
  readonly card: Html
  /** Whether it rests on a sentence rather than on words. */
  readonly isSentence?: boolean
}

/** A case of a row of `cases`; its text is whole, or its parts where the record has no whole one. */
export const caseOf = (row: SqlRow, persons: readonly string[]): Case => ({
  row,
  persons,
  text:
    textOf(row.content) ??
    [row.basic_facts, row.analysis, row.judgment].flatMap((part) => textOf(part) ?? []).join('\n'),
})

/**
 * Names that belong to cases, with their library and case_id: who the text names, and the parties of list entries, because those of the
 * text may not have been read. Privacy looks for them in all that is shown of a case.
 */
export const namesOfCases = (among = 'true'): string => `
  SELECT library, case_id, name FROM case_parties WHERE ${among} AND name IS NOT NULL
  UNION ALL SELECT library, case_id, name FROM case_people WHERE ${among} AND name IS NOT NULL
  UNION ALL SELECT d.library, d.case_id, p.name FROM (SELECT DISTINCT library, case_id, document_id FROM subject_documents WHERE ${among}) AS d
    JOIN document_parties AS p USING (document_id) WHERE p.name IS NOT NULL`

/** SELECTs of what was read from cases, in the order of its ordinals; `among` is a condition on library and case_id. */
const questions = {
  amounts: (among: string) => `SELECT * FROM case_amounts WHERE ${among}`,
  citations: (among: string) => `
    SELECT c.*, r.content AS article_text, r.regulation_name, x.regulation_id, x.in_force_at_judgment AS is_then
    FROM (SELECT * FROM case_citations WHERE ${among}) AS c
    LEFT JOIN (SELECT * FROM citation_articles WHERE ${among}
      QUALIFY row_number() OVER (PARTITION BY library, case_id, ordinal ORDER BY in_force_at_judgment DESC NULLS LAST, article_id) = 1) AS x
      ON x.library = c.library AND x.case_id = c.case_id AND x.ordinal = c.ordinal
    LEFT JOIN (SELECT article_id, any_value(content) AS content, any_value(regulation_name) AS regulation_name FROM articles GROUP BY article_id) AS r
      ON r.article_id = x.article_id`,
  parties: (among: string) => `SELECT * FROM case_parties WHERE ${among}`,
  people: (among: string) => `SELECT * FROM case_people WHERE ${among}`,
  references: (among: string) => `SELECT * FROM case_references WHERE ${among}`,
  liabilities: (among: string) => `SELECT * FROM case_liabilities WHERE ${among}`,
} as const

type Question = keyof typeof questions

/** What the tables hold of what was read from one case. */
export type CaseRows = Readonly<Record<Question, readonly SqlRow[]>>

/** Rows of the cases that `among` is true of, by question; asked one after the other. */
export async function readCaseRows(
  ask: (sql: string) => Promise<readonly SqlRow[]>,
  among: string,
): Promise<CaseRows> {
  const rows: Partial<Record<Question, readonly SqlRow[]>> = {}
  for (const name of Object.keys(questions) as Question[])
    rows[name] = await ask(`SELECT * FROM (${questions[name](among)}) ORDER BY library, case_id, ordinal`)
  return rows as CaseRows
}

/** Everything that was read from a case, in the order of the kinds; each with the rule or the sentence that it rests on. */
export const readings = (shower: Shower, one: Case, rows: CaseRows): Reading[] => [
  ...outcome(shower, one),
  ...rows.parties.flatMap((row) => result(shower, one, row)),
  ...rows.amounts.map((row) => amount(shower, one, row)),
  ...rows.citations.filter((row) => row.text_offset !== null).map((row) => citation(shower, one, row)),
  ...rows.liabilities.map((row) => liability(shower, one, row)),
  ...rows.parties.map((row) => party(shower, one, row)),
  ...rows.people.map((row) => person(shower, one, row)),
  ...rows.references.map((row) => reference(shower, one, row)),
  ...signed(shower, one),
]

const cardOf = (title: string, facts: readonly (readonly [string, Part])[]): Html =>
  html`<strong>${title}</strong><dl>${facts.filter(([, value]) => value !== '' && value !== null).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`

/** A place that a column gives, where those words do stand there. */
function placeAt({ row, text }: Case, source: string, offset: unknown, words: string) {
  if (offset === null || offset === undefined || words === '') return null
  const base = source === 'content' ? 0 : text.indexOf(textOf(row[source]) ?? '\u0000')
  const start = base + numberOf(offset)
  return base >= 0 && text.startsWith(words, start) ? { start, end: start + words.length } : null
}

/** The only place of words within a part of the text, or anywhere. */
function placeOf({ row, text }: Case, part: string, words: string | null) {
  if (words === null) return null
  const from = Math.max(0, text.indexOf(textOf(row[part]) ?? '\u0000'))
  const start = text.indexOf(words, from)
  const found = start < 0 ? text.indexOf(words) : start
  return found < 0 ? null : { start: found, end: found + words.length }
}

function outcome(shower: Shower, one: Case): Reading[] {
  const { report } = shower
  const { row, persons } = one
  if (textOf(row.outcome) === null) return []
  const label = html`${wordFor(report.outcome, String(row.outcome))}`
  const sentence = textOf(row.outcome_evidence)
  return [
    {
      id: 'outcome',
      kind: 'outcome',
      place: placeOf(one, 'judgment', sentence),
      label,
      isSentence: true,
      card: cardOf(report.judgment.kinds.outcome, [
        [report.columns.outcome, label],
        [report.judgment.rule, showIf(shower, row.outcome_rule, 'label')],
        [report.columns.evidence, showIf(shower, sentence, 'prose', persons)],
      ]),
    },
  ]
}

/** What is decided for a party by a sentence of its own; what follows from outcome and side has none. */
function result(shower: Shower, one: Case, row: SqlRow): Reading[] {
  const { report } = shower
  if (row.result === null || row.result_rule === 'side' || row.result_rule === null) return []
  const sentence = textOf(row.result_evidence) ?? ''
  const label = html`${show(shower, row.name, 'party', one.persons)} ${wordFor(report.result, String(row.result))}`
  return [
    {
      id: `result-${numberOf(row.ordinal)}`,
      kind: 'result',
      place:
        placeAt(one, 'judgment', row.result_offset, sentence) ??
        placeAt(one, 'content', row.result_offset, sentence),
      label,
      isSentence: true,
      card: cardOf(report.judgment.kinds.result, [
        [report.columns.result, label],
        [report.judgment.rule, showIf(shower, row.result_rule, 'label')],
        [report.columns.evidence, showIf(shower, sentence, 'prose', one.persons)],
      ]),
    },
  ]
}

function amount(shower: Shower, one: Case, row: SqlRow): Reading {
  const { report } = shower
  const kind = row.part === 'claim' ? 'claim' : 'amount'
  const named = (list: unknown) =>
    textsOf(list)
      .map((name) => plain(shower, name, 'party', one.persons))
      .join(report.comma)
  const sum =
    row.amount === null ? show(shower, row.amount_text, 'label') : html`${moneyIn(row.amount, row.currency)}`
  return {
    id: `amount-${numberOf(row.ordinal)}`,
    kind,
    place: placeAt(one, String(row.source), row.text_offset, String(row.amount_text)),
    label: html`${termIf(shower, row.role)} ${sum}`,
    card: cardOf(report.judgment.kinds[kind], [
      [report.columns.amount, html`${sum} ${row.currency === null ? '' : String(row.currency)}`],
      [report.columns.amountRole, termIf(shower, row.role)],
      [report.judgment.ordered, row.is_ordered === true ? report.yes : report.no],
      [report.judgment.payers, named(row.payers)],
      [report.judgment.payees, named(row.payees)],
      [report.judgment.item, showIf(shower, row.item, 'label')],
    ]),
  }
}

function citation(shower: Shower, one: Case, row: SqlRow): Reading {
  const { report } = shower
  const name = [textOf(row.law) === null ? null : `《${row.law}》`, textOf(row.article_label)]
    .filter(Boolean)
    .join('')
  const label =
    name === '' ? show(shower, row.citation, 'label') : html`${nameBefore(shower, 'law', row.law)}${name}`
  const isKnown = textOf(row.article_text) !== null
  const now = textOf(row.now)
  return {
    id: `citation-${numberOf(row.ordinal)}`,
    kind: 'citation',
    place: placeAt(one, 'content', row.text_offset, String(row.citation)),
    label,
    card: cardOf(report.judgment.kinds.citation, [
      [report.columns.law, label],
      [report.judgment.unresolved, row.citation_key === null ? showIf(shower, row.reason, 'label') : ''],
      [
        report.judgment.article,
        isKnown
          ? html`${showNameIf(shower, 'law', row.regulation_name)}（${row.is_then === true ? report.judgment.articleHeld : report.judgment.articleOther}）<br>${show(shower, row.article_text, 'label')}`
          : row.citation_key === null
            ? ''
            : report.judgment.articleNone,
      ],
      [report.judgment.now, now === null || now === 'same' ? '' : wordFor(report.articleNow, now)],
    ]),
  }
}

function party(shower: Shower, one: Case, row: SqlRow): Reading {
  const { report } = shower
  const label = html`${show(shower, row.name, 'party', one.persons)} <span class="minor">${termIf(shower, row.position)}</span>`
  return {
    id: `party-${numberOf(row.ordinal)}`,
    kind: 'party',
    place: placeOf(one, 'parties_text', textOf(row.name)),
    label,
    card: cardOf(report.judgment.kinds.party, [
      [report.columns.item, show(shower, row.name, 'party', one.persons)],
      [
        report.judgment.position,
        html`${termIf(shower, row.position)} ${termIf(shower, row.original_position)}`,
      ],
      [report.columns.role, row.side === null ? '' : wordFor(report.role, String(row.side))],
      [
        report.judgment.kinds.result,
        row.result === null
          ? ''
          : `${wordFor(report.result, String(row.result))}${row.result_rule === 'side' ? ` · ${report.judgment.side}` : ''}`,
      ],
    ]),
  }
}

function person(shower: Shower, one: Case, row: SqlRow): Reading {
  const { report } = shower
  const label = html`${show(shower, row.name, 'person', one.persons)} <span class="minor">${termIf(shower, row.role)}</span>`
  return {
    id: `person-${numberOf(row.ordinal)}`,
    kind: 'person',
    place: placeAt(one, 'content', row.text_offset, String(row.name)),
    label,
    card: cardOf(report.judgment.kinds.person, [
      [report.judgment.position, label],
      [report.judgment.kinds.party, showIf(shower, row.party_key, 'party', one.persons)],
      [shower.report.columns.item, showIf(shower, row.firm, 'party', one.persons)],
    ]),
  }
}

function reference(shower: Shower, one: Case, row: SqlRow): Reading {
  return {
    id: `reference-${numberOf(row.ordinal)}`,
    kind: 'reference',
    place: placeAt(one, String(row.source), row.text_offset, String(row.number)),
    label: show(shower, row.number, 'label'),
    card: cardOf(shower.report.judgment.kinds.reference, [
      [shower.report.columns.caseNumber, show(shower, row.number, 'label')],
      [shower.report.columns.procedure, termIf(shower, row.number_procedure)],
    ]),
  }
}

function liability(shower: Shower, one: Case, row: SqlRow): Reading {
  const { report } = shower
  const label = html`${show(shower, row.kind, 'label')} ${show(shower, row.name, 'party', one.persons)}`
  return {
    id: `liability-${numberOf(row.ordinal)}`,
    kind: 'liability',
    place: placeAt(one, String(row.source), row.text_offset, String(row.name)),
    label,
    card: cardOf(report.judgment.kinds.liability, [
      [report.columns.item, label],
      [report.judgment.item, showIf(shower, row.item, 'label')],
      [report.columns.evidence, showIf(shower, row.evidence, 'prose', one.persons)],
    ]),
  }
}

function signed({ report }: Shower, { row, text }: Case): Reading[] {
  if (row.signed_offset === null || row.signed_offset === undefined) return []
  const start = numberOf(row.signed_offset)
  const [found] = /^[^\n]{1,20}日/.exec(text.slice(start, start + 22)) ?? []
  const label = html`${String(row.decided_on)}`
  return [
    {
      id: 'date',
      kind: 'date',
      place: found === undefined ? null : { start, end: start + found.length },
      label,
      card: cardOf(report.judgment.kinds.date, [[report.judgment.kinds.date, label]]),
    },
  ]
}
