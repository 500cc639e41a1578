import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html } from '../dossiers/html.ts'
import { caseText } from '../dossiers/judgment/case-text.ts'
import { type Case, caseOf, namesOfCases, readCaseRows } from '../dossiers/judgment/readings.ts'
import { factList } from '../dossiers/tables.ts'
import { resultFor, wordFor } from '../dossiers/words/words.ts'
import { collectButton } from './basket.ts'
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
  showNameIf,
  termIf,
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
      : await readCase(scene, String(first.library), String(first.case_id))
  return held === undefined ? await listOnly(scene, listed, first) : await judged(scene, held, listed)
}

/** A case by its library and id, whether or not it is listed for an enterprise. */
export async function caseView(
  scene: Scene,
  [library = '', id = '', ...rest]: readonly string[],
): Promise<View | undefined> {
  const held = rest.length > 0 ? undefined : await readCase(scene, library, id)
  if (held === undefined) return undefined
  const listed = await rowsOf(
    scene,
    `SELECT s.*, e.name AS enterprise_name FROM subject_documents AS s LEFT JOIN enterprises AS e USING (enterprise_id)
     WHERE s.library = $library AND s.case_id = $id ORDER BY s.enterprise_id`,
    { library, id },
  )
  return await judged(scene, held, listed)
}

async function readCase(scene: Scene, library: string, id: string): Promise<Case | undefined> {
  const [row] = await rowsOf(
    scene,
    'SELECT * FROM cases WHERE library = $library AND case_id = $id LIMIT 1',
    { library, id },
  )
  if (row === undefined) return undefined
  const named = await rowsOf(
    scene,
    `SELECT DISTINCT name FROM (${namesOfCases('library = $library AND case_id = $id')}) ORDER BY name`,
    { library, id },
  )
  return caseOf(
    row,
    named.map(({ name }) => String(name)),
  )
}

async function judged(scene: Scene, one: Case, listed: readonly SqlRow[]): Promise<View> {
  const { words, report } = scene
  const { row, persons } = one
  const title = plain(scene, row.title ?? row.case_number, 'prose', persons)
  const facts = [
    [report.columns.caseNumber, showIf(scene, row.case_number, 'label')],
    [report.columns.court, showNameIf(scene, 'court', row.court)],
    [report.columns.date, showIf(scene, row.decided_on, 'label')],
    [report.columns.procedure, termIf(scene, row.procedure)],
    [report.columns.kind, termIf(scene, row.document_kind)],
    [
      report.columns.outcome,
      row.outcome === null
        ? ''
        : html`<a href="#outcome">${wordFor(report.outcome, String(row.outcome))}</a>`,
    ],
  ] as const
  const rows = await readCaseRows(
    (sql) => rowsOf(scene, sql, { library: String(row.library), case: String(row.case_id) }),
    'library = $library AND case_id = $case',
  )
  const { text, list } = caseText(scene, one, rows)
  const body = html`<h1>${show(scene, row.title ?? row.case_number, 'prose', persons)}</h1>
${collected(scene, listed)}<div class="reading"><div>${row.is_withheld === true && html`<p class="warning">${words.judgment.withheld}</p>`}${text}</div>
<div class="read" tabindex="0" aria-label="${scene.report.judgment.read}">${factList(facts.filter(([, value]) => value !== ''))}
${subjects(scene, listed)}${list}${await family(scene, listed, String(row.case_id))}${evidence(scene, listed, row)}</div></div>`
  return { title, body }
}

/** The way into the basket, for what a dossier can be made of: a document that is listed for an enterprise. */
const collected = (scene: Scene, [first]: readonly SqlRow[]): Html =>
  first === undefined ? html`` : collectButton(scene, 'documents', String(first.document_id))

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
    [report.columns.kind, termIf(scene, row.document_kind)],
    [report.columns.cause, showNameIf(scene, 'cause', row.cause)],
    [report.columns.stage, wordFor(report.stage, String(row.stage))],
    [report.columns.outcome, row.outcome === null ? '' : wordFor(report.outcome, String(row.outcome))],
    [report.columns.evidence, showIf(scene, row.list_evidence, 'prose', persons)],
  ] as const
  const body = html`<h1>${show(scene, row.title ?? row.case_number, 'prose', persons)}</h1>
${collected(scene, listed)}<p class="warning">${words.judgment.listed}${report.colon}${wordFor(words.textState, String(row.text_state))}</p>
${factList(facts.filter(([, value]) => value !== ''))}<div class="read">${subjects(scene, listed)}${await family(scene, listed, '')}${evidence(scene, listed)}</div>`
  return { title: plain(scene, row.title ?? row.case_number, 'prose', persons), body }
}
