import { type Html, html } from '../report/html.ts'
import { factList } from '../report/tables.ts'
import { resultFor, wordFor } from '../report/words/words.ts'
import type { SqlRow } from '../warehouse/database.ts'
import { type Heading, type Move, markedText, movedInto } from './marked-text.ts'
import { type Case, type Kind, type Reading, readings } from './readings.ts'
import {
  caseAt,
  documentAt,
  enterpriseAt,
  evidenceAt,
  link,
  plain,
  rowsOf,
  type Scene,
  show,
  showIf,
  textOf,
  type View,
} from './scene.ts'

/** A listed document: its full text where one is held, else what the list says. */
export async function document(
  scene: Scene,
  [id = '', ...rest]: readonly string[],
): Promise<View | undefined> {
  if (rest.length > 0) return undefined
  const listed = await rowsOf(
    scene,
    `SELECT s.*, e.name AS enterprise_name, d.outcome_evidence AS list_evidence,
       (SELECT list(DISTINCT name) FROM document_parties WHERE document_id = $id) AS persons
     FROM subject_documents AS s LEFT JOIN enterprises AS e USING (enterprise_id)
     LEFT JOIN enterprise_documents AS d ON d.enterprise_id = s.enterprise_id AND d.document_id = s.document_id
     WHERE s.document_id = $id ORDER BY s.enterprise_id`,
    { id },
  )
  const [first] = listed
  if (first === undefined) return undefined
  const held =
    textOf(first.case_id) === null
      ? undefined
      : await caseOf(scene, String(first.library), String(first.case_id))
  return held === undefined ? await listOnly(scene, listed, first) : await judged(scene, held, listed)
}

/** A case by its library and id, whether or not it is listed for an enterprise. */
export async function caseView(
  scene: Scene,
  [library = '', id = '', ...rest]: readonly string[],
): Promise<View | undefined> {
  const held = rest.length > 0 ? undefined : await caseOf(scene, library, id)
  if (held === undefined) return undefined
  const listed = await rowsOf(
    scene,
    `SELECT s.*, e.name AS enterprise_name FROM subject_documents AS s LEFT JOIN enterprises AS e USING (enterprise_id)
     WHERE s.library = $library AND s.case_id = $id ORDER BY s.enterprise_id`,
    { library, id },
  )
  return await judged(scene, held, listed)
}

async function caseOf(scene: Scene, library: string, id: string): Promise<Case | undefined> {
  const [row] = await rowsOf(
    scene,
    'SELECT * FROM cases WHERE library = $library AND case_id = $id LIMIT 1',
    { library, id },
  )
  if (row === undefined) return undefined
  const named = await rowsOf(
    scene,
    `SELECT DISTINCT name FROM (SELECT name FROM case_parties WHERE library = $library AND case_id = $id
       UNION ALL SELECT name FROM case_people WHERE library = $library AND case_id = $id) WHERE name IS NOT NULL`,
    { library, id },
  )
  const parts = [row.basic_facts, row.analysis, row.judgment].map(textOf).filter((part) => part !== null)
  return {
    row,
    persons: named.map(({ name }) => String(name)),
    text: textOf(row.content) ?? parts.join('\n'),
  }
}

const kinds: readonly Kind[] = [
  'outcome',
  'result',
  'amount',
  'claim',
  'citation',
  'liability',
  'party',
  'person',
  'reference',
  'date',
]

async function judged(scene: Scene, one: Case, listed: readonly SqlRow[]): Promise<View> {
  const { words, report } = scene
  const { row, persons } = one
  const title = plain(scene, row.title ?? row.case_number, 'prose', persons)
  const facts = [
    [report.columns.caseNumber, showIf(scene, row.case_number, 'label')],
    [report.columns.court, showIf(scene, row.court, 'label')],
    [report.columns.date, showIf(scene, row.decided_on, 'label')],
    [report.columns.procedure, showIf(scene, row.procedure, 'label')],
    [report.columns.kind, showIf(scene, row.document_kind, 'label')],
    [
      report.columns.outcome,
      row.outcome === null
        ? ''
        : html`<a href="#outcome">${wordFor(report.outcome, String(row.outcome))}</a>`,
    ],
  ] as const
  const text = scene.present(one.text, 'prose', persons)
  const shown = { text, move: movedInto(one.text, text) }
  const found = row.is_withheld === true ? [] : placedIn(await readings(scene, one), one.text, shown)
  const body = html`<h1>${show(scene, row.title ?? row.case_number, 'prose', persons)}</h1>
<div class="reading"><div>${row.is_withheld === true && html`<p class="warning">${words.judgment.withheld}</p>`}${textPart(scene, one, shown, found)}</div>
<div class="read" tabindex="0" aria-label="${words.judgment.read}">${factList(facts.filter(([, value]) => value !== ''))}
${subjects(scene, listed)}${readList(scene, found)}${await family(scene, listed, String(row.case_id))}${evidence(scene, listed, row)}</div></div>`
  return { title, body }
}

/** What a reader sees of a text, and where places of it stand there. */
interface Shown {
  readonly text: string
  readonly move: Move | undefined
}

/** Names and sentences may be altered where they stand; any other words are marked only where they are shown as they are. */
const mayBeAltered: readonly Kind[] = ['outcome', 'result', 'party', 'person', 'liability']

/** Readings with their places in the text as it is shown; without one where that is not certain. */
const placedIn = (found: readonly Reading[], text: string, shown: Shown): Reading[] =>
  found.map((reading) => {
    const { place, kind } = reading
    const moved = place === null ? undefined : shown.move?.(place.start, place.end)
    if (place === null || moved === undefined) return { ...reading, place: null }
    const isAsItIs = text.slice(place.start, place.end) === shown.text.slice(moved.start, moved.end)
    return { ...reading, place: isAsItIs || mayBeAltered.includes(kind) ? moved : null }
  })

/** The text as it is shown, with what was read at its place there. */
function textPart(scene: Scene, { row, text }: Case, shown: Shown, found: readonly Reading[]): Html {
  const { words } = scene
  if (text === '') return html`<div class="empty"><h2>${words.enterprise.noText}</h2></div>`
  const placed = found.flatMap(({ place, ...reading }) => (place === null ? [] : [{ ...reading, ...place }]))
  const headings = sectionsOf(scene, row, text).flatMap((heading) =>
    shown.move === undefined ? [] : [{ ...heading, start: shown.move(heading.start, heading.start).start }],
  )
  const sentences = placed.filter(({ isSentence }) => isSentence === true)
  const marks = placed.filter(({ isSentence }) => isSentence !== true)
  return html`<p class="note">${words.judgment.readHint}${shown.text !== text && html` ${words.judgment.masked}`}</p>
<nav class="actions minor" aria-label="${words.judgment.sections}">${headings.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}</nav>
${markedText(shown.text, { marks, sentences, headings })}`
}

/** Where the sections of the record begin in the text. */
function sectionsOf({ words }: Scene, row: SqlRow, text: string): Heading[] {
  const starts = Object.entries(words.judgment.sectionOf).flatMap(([name, title]) => {
    const start = text.indexOf(textOf(row[name]) ?? '\u0000')
    return start < 0 ? [] : [{ id: `section-${name}`, start, title }]
  })
  return starts.filter(({ start }, at) => starts.findIndex((other) => other.start === start) === at)
}

/** What was read, by kind: each leads to its place in the text, or is said to have none. */
function readList({ words }: Scene, found: readonly Reading[]): Html {
  const say = words.judgment
  const entry = ({ id, place, label }: Reading): Html =>
    html`<li id="read-${id}">${place === null ? html`${label} <span class="minor">${say.unplaced}</span>` : html`<a href="#${id}">${label}</a>`}</li>`
  const parts = kinds.flatMap((kind) => {
    const own = found.filter((reading) => reading.kind === kind)
    return own.length === 0
      ? []
      : [
          html`<h3><span class="swatch ${kind}"></span>${say.kinds[kind]} <span class="count">${own.length}</span></h3><ul>${own.map(entry)}</ul>`,
        ]
  })
  return html`<h2>${say.read}</h2>${parts}`
}

function subjects(scene: Scene, listed: readonly SqlRow[]): Html {
  if (listed.length === 0) return html``
  const { words, report } = scene
  return html`<h2>${words.judgment.subjects}</h2><ul>${listed.map(
    (row) =>
      html`<li>${link(scene, enterpriseAt(String(row.enterprise_id)), show(scene, row.enterprise_name ?? row.enterprise_id, 'party'))} <span class="minor">${wordFor(report.role, String(row.role ?? 'unknown'))} · ${resultFor(report, roleOf(row.role), resultOf(row.subject_outcome))}</span></li>`,
  )}</ul>`
}

const roleOf = (value: unknown) =>
  value === 'plaintiff' || value === 'defendant' || value === 'third_party' ? value : null

const resultOf = (value: unknown) =>
  value === 'won' || value === 'lost' || value === 'partly' || value === 'neutral' ? value : null

/** The other documents of the dispute, the first first. */
async function family(scene: Scene, listed: readonly SqlRow[], caseId: string): Promise<Html> {
  const { words, report } = scene
  const key = textOf(listed[0]?.family_key)
  const rows =
    key === null
      ? []
      : await rowsOf(
          scene,
          `SELECT any_value(document_id) AS document_id, library, case_id, any_value(case_number) AS case_number, any_value(stage) AS stage,
             any_value(outcome) AS outcome, any_value(decided_on) AS decided_on
           FROM subject_documents WHERE family_key = $key AND case_id IS DISTINCT FROM $case
           GROUP BY library, case_id, CASE WHEN case_id IS NULL THEN document_id END ORDER BY decided_on LIMIT 100`,
          { key, case: caseId },
        )
  return html`<h2>${words.judgment.family}</h2>${
    rows.length === 0
      ? html`<p class="note">${words.judgment.familyNone}</p>`
      : html`<ul>${rows.map(
          (row) =>
            html`<li>${showIf(scene, row.decided_on, 'label')} ${link(scene, row.case_id === null ? documentAt(String(row.document_id)) : caseAt(String(row.library), String(row.case_id)), show(scene, row.case_number, 'label'))} <span class="minor">${wordFor(report.stage, String(row.stage))}${row.outcome !== null && html` · ${wordFor(report.outcome, String(row.outcome))}`}</span></li>`,
        )}</ul>`
  }`
}

/** The answers that the list entry and the text were read from. */
function evidence(scene: Scene, listed: readonly SqlRow[], row?: SqlRow): Html {
  const { words } = scene
  const say = words.judgment
  const calls = [
    ...(row === undefined ? [] : [[say.evidenceText, row] as const]),
    ...listed.slice(0, 5).map((one) => [say.evidenceList, one] as const),
  ].filter(([, { call_key }]) => textOf(call_key) !== null)
  return html`<h2 id="evidence">${say.evidence}</h2><ul>${calls.map(
    ([name, { call_key, run_id }]) =>
      html`<li>${name}${scene.report.colon}${link(scene, evidenceAt(String(call_key), String(run_id)), say.openEvidence)} <span class="code">${String(call_key).slice(0, 12)}</span></li>`,
  )}</ul>`
}

async function listOnly(scene: Scene, listed: readonly SqlRow[], row: SqlRow): Promise<View> {
  const { words, report } = scene
  const persons = Array.isArray(row.persons) ? row.persons.map(String) : []
  const facts = [
    [report.columns.caseNumber, showIf(scene, row.case_number, 'label')],
    [report.columns.date, showIf(scene, row.decided_on, 'label')],
    [report.columns.kind, showIf(scene, row.document_kind, 'label')],
    [report.columns.cause, showIf(scene, row.cause, 'label')],
    [report.columns.stage, wordFor(report.stage, String(row.stage))],
    [report.columns.outcome, row.outcome === null ? '' : wordFor(report.outcome, String(row.outcome))],
    [report.columns.evidence, showIf(scene, row.list_evidence, 'prose', persons)],
  ] as const
  const body = html`<h1>${show(scene, row.title ?? row.case_number, 'prose', persons)}</h1>
<p class="warning">${words.judgment.listed}${report.colon}${wordFor(words.textState, String(row.text_state))}</p>
${factList(facts.filter(([, value]) => value !== ''))}<div class="read">${subjects(scene, listed)}${await family(scene, listed, '')}${evidence(scene, listed)}</div>`
  return { title: plain(scene, row.title ?? row.case_number, 'prose', persons), body }
}
