import type { SqlRow } from '../../../warehouse/database.ts'
import { type Html, html, joined, type Part } from '../html.ts'
import { moneyIn, numberOf, type Showing, textOf } from '../shown.ts'
import { type Words, wordFor } from '../words/words.ts'
import type { Case, Question } from './case-rows.ts'

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
    ['interest', 'interest', interest],
    ['fee', 'fees', fee],
    ['liability', 'liabilities', liability],
    ['party', 'parties', party],
    ['person', 'people', person],
    ['reference', 'references', reference],
  ]

/** Everything that was read from a case, in the order of the kinds; each with the rule or the sentence that it rests on. */
export function readings(how: Showing, one: Case): Reading[] {
  const single = (kind: Kind, said: Said | null) => (said === null ? [] : [readingOf(how, kind, kind, said)])
  const ofRows = tables.flatMap(([kind, table, read]) =>
    one.rows[table].flatMap((row) => {
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
      [columns.payees, plainNames(row.payees)],
      [judgment.item, showIf(row.item, 'label')],
    ],
  }
}

/** A sentence where its offset says that it begins, or else its only place. */
const placeOfEvidence = (one: Case, row: SqlRow) => {
  const sentence = textOf(row.evidence)
  return (
    placeAt(one, String(row.source), row.text_offset, sentence ?? '') ??
    placeOf(one, String(row.source), sentence)
  )
}

/** Interest that runs is in no sum: what it is worked out from stands in its place. */
function interest({ showIf, plainNames, termIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns, judgment } = report
  const sum = row.amount === null ? judgment.running : moneyIn(row.amount, row.currency)
  return {
    place: placeOfEvidence(one, row),
    label: html`${termIf(row.kind)} ${sum}`,
    isSentence: true,
    facts: [
      [columns.amountRole, termIf(row.kind)],
      [columns.amount, sum],
      [judgment.base, row.base_amount === null ? '' : moneyIn(row.base_amount, row.currency)],
      [judgment.rate, showIf(row.rate_text, 'label')],
      [judgment.from, showIf(row.from_text, 'label')],
      [judgment.until, showIf(row.until_text, 'label')],
      [judgment.payers, plainNames(row.payers)],
      [columns.evidence, showIf(row.evidence, 'prose')],
    ],
  }
}

function fee({ showIf, plainNames, termIf, report }: Showing, one: Case, row: SqlRow): Said {
  const { columns, judgment, comma } = report
  const names = joined(String(row.fee).split('、').map(termIf), comma)
  const label = html`${names} ${moneyIn(row.amount, row.currency)}`
  return {
    place: placeOfEvidence(one, row),
    label: html`${label} ${plainNames(row.bearers)}`,
    isSentence: true,
    facts: [
      [columns.amount, label],
      [judgment.bearers, plainNames(row.bearers)],
      [columns.evidence, showIf(row.evidence, 'prose')],
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
