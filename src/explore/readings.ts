import { type Html, html, type Part } from '../report/html.ts'
import { wordFor } from '../report/words/words.ts'
import type { SqlRow } from '../warehouse/database.ts'
import { moneyIn, numberOf, plain, rowsOf, type Scene, show, showIf, textOf, textsOf } from './scene.ts'

/** A case as its row has it, and who is named in it. */
export interface Case {
  readonly row: SqlRow
  readonly persons: readonly string[]
  /** The full text; its parts where the record has no whole one. */
  readonly text: string
}

export type Kind = keyof Scene['words']['judgment']['kinds']

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

const of = { library: '$library', case: '$case' }
const among = `library = ${of.library} AND case_id = ${of.case}`

const questions = {
  amounts: `SELECT * FROM case_amounts WHERE ${among} ORDER BY ordinal`,
  citations: `
    SELECT c.*, a.text AS article_text, a.regulation_name, a.is_then FROM case_citations AS c LEFT JOIN (
      SELECT x.ordinal, any_value(r.regulation_name) AS regulation_name, any_value(r.content) AS text, any_value(x.in_force_at_judgment) AS is_then
      FROM (SELECT * FROM citation_articles WHERE ${among}
        QUALIFY row_number() OVER (PARTITION BY ordinal ORDER BY in_force_at_judgment DESC NULLS LAST, article_id) = 1) AS x
      JOIN articles AS r USING (article_id) GROUP BY x.ordinal) AS a USING (ordinal)
    WHERE c.library = ${of.library} AND c.case_id = ${of.case} ORDER BY c.ordinal`,
  parties: `SELECT * FROM case_parties WHERE ${among} ORDER BY ordinal`,
  people: `SELECT * FROM case_people WHERE ${among} ORDER BY ordinal`,
  references: `SELECT * FROM case_references WHERE ${among} ORDER BY ordinal`,
  liabilities: `SELECT * FROM case_liabilities WHERE ${among} ORDER BY ordinal`,
} as const

/** Everything that was read from a case, in the order of the kinds; each with the rule or the sentence that it rests on. */
export async function readings(scene: Scene, one: Case): Promise<Reading[]> {
  const values = { library: String(one.row.library), case: String(one.row.case_id) }
  const ask = (name: keyof typeof questions) => rowsOf(scene, questions[name], values)
  const inText = (await ask('citations')).filter(({ text_offset }) => text_offset !== null)
  return [
    ...outcome(scene, one),
    ...(await ask('parties')).flatMap((row) => result(scene, one, row)),
    ...(await ask('amounts')).map((row) => amount(scene, one, row)),
    ...inText.map((row) => citation(scene, one, row)),
    ...(await ask('liabilities')).map((row) => liability(scene, one, row)),
    ...(await ask('parties')).map((row) => party(scene, one, row)),
    ...(await ask('people')).map((row) => person(scene, one, row)),
    ...(await ask('references')).map((row) => reference(scene, one, row)),
    ...signed(scene, one),
  ]
}

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

function outcome(scene: Scene, one: Case): Reading[] {
  const { words, report } = scene
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
      card: cardOf(words.judgment.kinds.outcome, [
        [report.columns.outcome, label],
        [words.judgment.rule, showIf(scene, row.outcome_rule, 'label')],
        [report.columns.evidence, showIf(scene, sentence, 'prose', persons)],
      ]),
    },
  ]
}

/** What is decided for a party by a sentence of its own; what follows from outcome and side has none. */
function result(scene: Scene, one: Case, row: SqlRow): Reading[] {
  const { words, report } = scene
  if (row.result === null || row.result_rule === 'side' || row.result_rule === null) return []
  const sentence = textOf(row.result_evidence) ?? ''
  const label = html`${show(scene, row.name, 'party', one.persons)} ${wordFor(report.result, String(row.result))}`
  return [
    {
      id: `result-${numberOf(row.ordinal)}`,
      kind: 'result',
      place:
        placeAt(one, 'judgment', row.result_offset, sentence) ??
        placeAt(one, 'content', row.result_offset, sentence),
      label,
      isSentence: true,
      card: cardOf(words.judgment.kinds.result, [
        [report.columns.result, label],
        [words.judgment.rule, showIf(scene, row.result_rule, 'label')],
        [report.columns.evidence, showIf(scene, sentence, 'prose', one.persons)],
      ]),
    },
  ]
}

function amount(scene: Scene, one: Case, row: SqlRow): Reading {
  const { words, report } = scene
  const kind = row.part === 'claim' ? 'claim' : 'amount'
  const named = (list: unknown) =>
    textsOf(list)
      .map((name) => plain(scene, name, 'party', one.persons))
      .join(report.comma)
  const sum =
    row.amount === null ? show(scene, row.amount_text, 'label') : html`${moneyIn(row.amount, row.currency)}`
  return {
    id: `amount-${numberOf(row.ordinal)}`,
    kind,
    place: placeAt(one, String(row.source), row.text_offset, String(row.amount_text)),
    label: html`${showIf(scene, row.role, 'label')} ${sum}`,
    card: cardOf(words.judgment.kinds[kind], [
      [report.columns.amount, html`${sum} ${row.currency === null ? '' : String(row.currency)}`],
      [report.columns.amountRole, showIf(scene, row.role, 'label')],
      [words.judgment.ordered, row.is_ordered === true ? report.yes : report.no],
      [words.judgment.payers, named(row.payers)],
      [words.judgment.payees, named(row.payees)],
      [words.judgment.item, showIf(scene, row.item, 'label')],
    ]),
  }
}

function citation(scene: Scene, one: Case, row: SqlRow): Reading {
  const { words, report } = scene
  const name = [textOf(row.law) === null ? null : `《${row.law}》`, textOf(row.article_label)]
    .filter(Boolean)
    .join('')
  const label = name === '' ? show(scene, row.citation, 'label') : html`${name}`
  const isKnown = textOf(row.article_text) !== null
  return {
    id: `citation-${numberOf(row.ordinal)}`,
    kind: 'citation',
    place: placeAt(one, 'content', row.text_offset, String(row.citation)),
    label,
    card: cardOf(words.judgment.kinds.citation, [
      [report.columns.law, label],
      [words.judgment.unresolved, row.citation_key === null ? showIf(scene, row.reason, 'label') : ''],
      [
        words.judgment.article,
        isKnown
          ? html`${showIf(scene, row.regulation_name, 'label')}（${row.is_then === true ? words.judgment.articleHeld : words.judgment.articleOther}）<br>${show(scene, row.article_text, 'label')}`
          : row.citation_key === null
            ? ''
            : words.judgment.articleNone,
      ],
    ]),
  }
}

function party(scene: Scene, one: Case, row: SqlRow): Reading {
  const { words, report } = scene
  const label = html`${show(scene, row.name, 'party', one.persons)} <span class="minor">${showIf(scene, row.position, 'label')}</span>`
  return {
    id: `party-${numberOf(row.ordinal)}`,
    kind: 'party',
    place: placeOf(one, 'parties_text', textOf(row.name)),
    label,
    card: cardOf(words.judgment.kinds.party, [
      [report.columns.item, show(scene, row.name, 'party', one.persons)],
      [
        words.judgment.position,
        html`${showIf(scene, row.position, 'label')} ${showIf(scene, row.original_position, 'label')}`,
      ],
      [report.columns.role, row.side === null ? '' : wordFor(report.role, String(row.side))],
      [
        words.judgment.kinds.result,
        row.result === null
          ? ''
          : `${wordFor(report.result, String(row.result))}${row.result_rule === 'side' ? ` · ${words.judgment.side}` : ''}`,
      ],
    ]),
  }
}

function person(scene: Scene, one: Case, row: SqlRow): Reading {
  const { words } = scene
  const label = html`${show(scene, row.name, 'person', one.persons)} <span class="minor">${showIf(scene, row.role, 'label')}</span>`
  return {
    id: `person-${numberOf(row.ordinal)}`,
    kind: 'person',
    place: placeAt(one, 'content', row.text_offset, String(row.name)),
    label,
    card: cardOf(words.judgment.kinds.person, [
      [words.judgment.position, label],
      [words.judgment.kinds.party, showIf(scene, row.party_key, 'party', one.persons)],
      [scene.report.columns.item, showIf(scene, row.firm, 'party', one.persons)],
    ]),
  }
}

function reference(scene: Scene, one: Case, row: SqlRow): Reading {
  return {
    id: `reference-${numberOf(row.ordinal)}`,
    kind: 'reference',
    place: placeAt(one, String(row.source), row.text_offset, String(row.number)),
    label: show(scene, row.number, 'label'),
    card: cardOf(scene.words.judgment.kinds.reference, [
      [scene.report.columns.caseNumber, show(scene, row.number, 'label')],
      [scene.report.columns.procedure, showIf(scene, row.number_procedure, 'label')],
    ]),
  }
}

function liability(scene: Scene, one: Case, row: SqlRow): Reading {
  const { words, report } = scene
  const label = html`${show(scene, row.kind, 'label')} ${show(scene, row.name, 'party', one.persons)}`
  return {
    id: `liability-${numberOf(row.ordinal)}`,
    kind: 'liability',
    place: placeAt(one, String(row.source), row.text_offset, String(row.name)),
    label,
    card: cardOf(words.judgment.kinds.liability, [
      [report.columns.item, label],
      [words.judgment.item, showIf(scene, row.item, 'label')],
      [report.columns.evidence, showIf(scene, row.evidence, 'prose', one.persons)],
    ]),
  }
}

function signed({ words }: Scene, { row, text }: Case): Reading[] {
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
      card: cardOf(words.judgment.kinds.date, [[words.judgment.kinds.date, label]]),
    },
  ]
}
