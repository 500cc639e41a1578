import type { SqlRow } from '../../../warehouse/database.ts'
import { type Html, html, type Part } from '../html.ts'
import { moneyIn, numberOf, type Showing, textOf } from '../shown.ts'
import { type Words, wordFor } from '../words/words.ts'

export interface Case {
  readonly row: SqlRow
  readonly persons: readonly string[]
  readonly text: string
}

export type Kind = keyof Words['judgment']['kinds']

/** Something that was read from a text: what it is, and the words it was read from, where their place is known. */
export interface Reading {
  readonly id: string
  readonly kind: Kind
  readonly place: { readonly start: number; readonly end: number } | null
  readonly label: Html
  readonly card: Html
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

/** What is said of something that was read: the words it was read from, its label, and what its card says. */
interface Said extends Pick<Reading, 'place' | 'label' | 'isSentence'> {
  readonly facts: readonly (readonly [name: string, value: Part])[]
  readonly kind?: Kind
}

const readingOf = ({ report }: Showing, id: string, usual: Kind, { facts, kind = usual, ...said }: Said) => {
  const shown = facts.filter(([, value]) => value !== '' && value !== null)
  const card = html`<strong>${report.judgment.kinds[kind]}</strong><dl>${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
  return { ...said, id, kind, card }
}

/** Kinds of readings in their order, the table that each is of, and how a row of it is read; one that says nothing is left out. */
const tables: readonly (readonly [Kind, Question, (how: Showing, one: Case, row: SqlRow) => Said | null])[] =
  [
    ['result', 'parties', result],
    ['amount', 'amounts', amount],
    ['citation', 'citations', citation],
    ['liability', 'liabilities', liability],
    ['party', 'parties', party],
    ['person', 'people', person],
    ['reference', 'references', reference],
  ]

/** Everything that was read from a case, in the order of the kinds; each with the rule or the sentence that it rests on. */
export function readings(how: Showing, one: Case, rows: CaseRows): Reading[] {
  const single = (kind: Kind, said: Said | null) => (said === null ? [] : [readingOf(how, kind, kind, said)])
  const ofRows = tables.flatMap(([kind, table, read]) =>
    rows[table].flatMap((row) => {
      const said = read(how, one, row)
      return said === null ? [] : [readingOf(how, `${kind}-${numberOf(row.ordinal)}`, kind, said)]
    }),
  )
  return [...single('outcome', outcome(how, one)), ...ofRows, ...single('date', signed(how, one))]
}

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

function outcome({ showIf, report }: Showing, one: Case): Said | null {
  const { columns, judgment, outcome: called } = report
  const { row } = one
  if (textOf(row.outcome) === null) return null
  const label = html`${wordFor(called, String(row.outcome))}`
  const sentence = textOf(row.outcome_evidence)
  const facts = [
    [columns.outcome, label],
    [judgment.rule, showIf(row.outcome_rule, 'label')],
    [columns.evidence, showIf(sentence, 'prose')],
  ] as const
  return { place: placeOf(one, 'judgment', sentence), label, isSentence: true, facts }
}

/** What is decided for a party by a sentence of its own; what follows from outcome and side has none. */
function result({ show, showIf, report }: Showing, one: Case, row: SqlRow): Said | null {
  const { columns, judgment, result: called } = report
  if (row.result === null || row.result_rule === 'side' || row.result_rule === null) return null
  const sentence = textOf(row.result_evidence) ?? ''
  const placeIn = (source: string) => placeAt(one, source, row.result_offset, sentence)
  const label = html`${show(row.name, 'party')} ${wordFor(called, String(row.result))}`
  const facts = [
    [columns.result, label],
    [judgment.rule, showIf(row.result_rule, 'label')],
    [columns.evidence, showIf(sentence, 'prose')],
  ] as const
  return { place: placeIn('judgment') ?? placeIn('content'), label, isSentence: true, facts }
}

function amount({ show, showIf, plainNames, termIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns, judgment, yes, no } = report
  const sum =
    row.amount === null ? show(row.amount_text, 'label') : html`${moneyIn(row.amount, row.currency)}`
  return {
    kind: row.part === 'order' || row.part === 'upheld' ? 'amount' : 'claim',
    place: placeAt(one, String(row.source), row.text_offset, String(row.amount_text)),
    label: html`${termIf(row.role)} ${sum}`,
    facts: [
      [columns.amount, html`${sum} ${row.currency === null ? '' : String(row.currency)}`],
      [columns.amountRole, termIf(row.role)],
      [judgment.ordered, row.is_ordered === true ? yes : no],
      [judgment.payers, plainNames(row.payers)],
      [judgment.payees, plainNames(row.payees)],
      [judgment.item, showIf(row.item, 'label')],
    ],
  }
}

function citation({ show, showNameIf, nameBefore, report }: Showing, one: Case, row: SqlRow): Said | null {
  // A clause of a contract is no law.
  if (row.text_offset === null || row.reason === 'not a law') return null
  const { columns, judgment, articleNow } = report
  const law = textOf(row.law)
  const name = `${law === null ? '' : `《${law}》`}${textOf(row.article_label) ?? ''}`
  const label = name === '' ? show(row.citation, 'label') : html`${nameBefore('law', law)}${name}`
  const version = row.is_then === true ? judgment.articleHeld : judgment.articleOther
  const isResolved = row.citation_key !== null
  const article =
    textOf(row.article_text) === null
      ? isResolved && judgment.articleNone
      : html`${showNameIf('law', row.regulation_name)}（${version}）<br>${show(row.article_text, 'label')}`
  const now = textOf(row.now)
  return {
    place: placeAt(one, 'content', row.text_offset, String(row.citation)),
    label,
    facts: [
      [columns.law, label],
      [judgment.unresolved, isResolved ? '' : wordFor(judgment.reasons, String(row.reason))],
      [judgment.article, article || ''],
      [judgment.now, now === null || now === 'same' ? '' : wordFor(articleNow, now)],
    ],
  }
}

function party({ show, termIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns, judgment, role, result } = report
  const name = show(row.name, 'party')
  const position = termIf(row.position)
  const bySide = row.result_rule === 'side' && ` · ${judgment.side}`
  return {
    place: placeOf(one, 'parties_text', textOf(row.name)),
    label: html`${name} <span class="minor">${position}</span>`,
    facts: [
      [columns.item, name],
      [judgment.position, html`${position} ${termIf(row.original_position)}`],
      [columns.role, row.side === null ? '' : wordFor(role, String(row.side))],
      [
        judgment.kinds.result,
        row.result === null ? '' : html`${wordFor(result, String(row.result))}${bySide}`,
      ],
    ],
  }
}

function person({ show, showIf, termIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns, judgment } = report
  const label = html`${show(row.name, 'person')} <span class="minor">${termIf(row.role)}</span>`
  return {
    place: placeAt(one, 'content', row.text_offset, String(row.name)),
    label,
    facts: [
      [judgment.position, label],
      [judgment.kinds.party, showIf(row.party_key, 'party')],
      [columns.item, showIf(row.firm, 'party')],
    ],
  }
}

function reference({ show, termIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns } = report
  const label = show(row.number, 'label')
  return {
    place: placeAt(one, String(row.source), row.text_offset, String(row.number)),
    label,
    facts: [
      [columns.caseNumber, label],
      [columns.procedure, termIf(row.number_procedure)],
    ],
  }
}

function liability({ show, showIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns, judgment } = report
  const label = html`${showIf(row.kind, 'label')} ${show(row.name, 'party')}`
  return {
    place: placeAt(one, String(row.source), row.text_offset, String(row.name)),
    label,
    facts: [
      [columns.item, label],
      [judgment.item, showIf(row.item, 'label')],
      [columns.evidence, showIf(row.evidence, 'prose')],
    ],
  }
}

function signed({ report }: Showing, { row, text }: Case): Said | null {
  if (row.signed_offset === null || row.signed_offset === undefined) return null
  const start = numberOf(row.signed_offset)
  const [found] = /^[^\n]{1,20}日/.exec(text.slice(start, start + 22)) ?? []
  const label = html`${String(row.decided_on)}`
  const place = found === undefined ? null : { start, end: start + found.length }
  return { place, label, facts: [[report.judgment.kinds.date, label]] }
}
