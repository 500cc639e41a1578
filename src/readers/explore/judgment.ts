import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html } from '../dossiers/html.ts'
import { type Case, readCases } from '../dossiers/judgment/case-rows.ts'
import { caseFacts, caseText, knownFacts } from '../dossiers/judgment/judgment-page.ts'
import { showing, textOf, textsOf } from '../dossiers/shown.ts'
import { factList } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import {
  caseAt,
  documentAt,
  enterpriseAt,
  evidenceAt,
  link,
  type Page,
  resultText,
  type Scene,
} from './scene.ts'

/** SELECT of the documents that `condition` is true of, each with the enterprise that it is listed for. */
const listedWhere = (condition: string): string => `
  SELECT s.*, e.name AS enterprise_name, d.outcome_evidence AS list_evidence,
    (SELECT list(DISTINCT name) FROM document_parties AS p WHERE p.document_id = s.document_id) AS persons
  FROM subject_documents AS s LEFT JOIN enterprises AS e USING (enterprise_id)
  LEFT JOIN enterprise_documents AS d ON d.enterprise_id = s.enterprise_id AND d.document_id = s.document_id
  WHERE ${condition} ORDER BY s.enterprise_id`

/** A listed document: its full text where one is held, else what the list says. */
export async function document(scene: Scene, id = ''): Promise<Page | undefined> {
  const listed = await scene.rows(listedWhere('s.document_id = $id'), { id })
  const [first] = listed
  if (first === undefined) return undefined
  const held = textOf(first.case_id) === null ? undefined : await readCase(scene, first)
  return held === undefined ? await listOnly(scene, listed, first) : await judged(scene, held, listed)
}

/** A case by its library and id, whether or not it is listed for an enterprise. */
export async function caseView(scene: Scene, library = '', id = ''): Promise<Page | undefined> {
  const held = await readCase(scene, { library, case_id: id })
  if (held === undefined) return undefined
  const listed = await scene.rows(listedWhere('s.library = $library AND s.case_id = $id'), { library, id })
  return await judged(scene, held, listed)
}

async function readCase({ rows }: Scene, { library, case_id }: SqlRow) {
  const key = { library: String(library), id: String(case_id) }
  const [held] = await readCases((sql) => rows(sql, key), 'library = $library AND case_id = $id')
  return held
}

async function judged(scene: Scene, one: Case, listed: readonly SqlRow[]): Promise<Page> {
  const { words, report } = scene
  const { row, persons } = one
  const how = showing(scene, persons)
  const title = row.title ?? row.case_number
  const { text, list } = caseText(how, one)
  const outcome = outcomeText(scene, row)
  const facts = factList(caseFacts(how, row, outcome && html`<a href="#outcome">${outcome}</a>`))
  const withheld = row.is_withheld === true && html`<p class="warning">${words.judgment.withheld}</p>`
  const body = html`<h1>${how.show(title, 'prose')}</h1>
<div class="reading"><div>${withheld}${text}</div>
<div class="read" tabindex="0" aria-label="${report.judgment.read}">${facts}
${subjects(scene, listed)}${list}${await family(scene, listed, String(row.case_id))}${evidence(scene, listed, row)}</div></div>`
  return { title: how.plain(title, 'prose'), body }
}

const outcomeText = ({ report }: Scene, { outcome }: SqlRow): string =>
  outcome === null ? '' : wordFor(report.outcome, String(outcome))

function subjects(scene: Scene, listed: readonly SqlRow[]): Html {
  if (listed.length === 0) return html``
  const { words, report, show } = scene
  const entry = (row: SqlRow): Html => {
    const name = show(row.enterprise_name ?? row.enterprise_id, 'party')
    const side = wordFor(report.role, String(row.role ?? 'unknown'))
    return html`<li>${link(enterpriseAt(row.enterprise_id), name)} <span class="minor">${side} · ${resultText(scene, row)}</span></li>`
  }
  return html`<h2>${words.judgment.subjects}</h2><ul>${listed.map(entry)}</ul>`
}

/** The other documents of the dispute, the first first. */
async function family(scene: Scene, [first]: readonly SqlRow[], caseId: string): Promise<Html> {
  const { words, report, show, showIf } = scene
  const key = textOf(first?.family_key)
  const rows =
    key === null
      ? []
      : await scene.rows(
          `SELECT any_value(document_id) AS document_id, library, case_id, any_value(case_number) AS case_number, any_value(stage) AS stage,
             any_value(outcome) AS outcome, any_value(decided_on) AS decided_on
           FROM subject_documents WHERE family_key = $key AND case_id IS DISTINCT FROM $case
           GROUP BY library, case_id, CASE WHEN case_id IS NULL THEN document_id END ORDER BY decided_on LIMIT 100`,
          { key, case: caseId },
        )
  const entry = (row: SqlRow): Html => {
    const to = row.case_id === null ? documentAt(row.document_id) : caseAt(row)
    const outcome = outcomeText(scene, row)
    return html`<li>${showIf(row.decided_on, 'label')} ${link(to, show(row.case_number, 'label'))} <span class="minor">${wordFor(report.stage, String(row.stage))}${outcome && ` · ${outcome}`}</span></li>`
  }
  const none = html`<p class="note">${words.judgment.familyNone}</p>`
  return html`<h2>${words.judgment.family}</h2>${rows.length === 0 ? none : html`<ul>${rows.map(entry)}</ul>`}`
}

/** The answers that the list entry and the text were read from. */
function evidence({ words, report }: Scene, listed: readonly SqlRow[], row?: SqlRow): Html {
  const say = words.judgment
  const entry = (name: string, from: SqlRow): Html =>
    html`<li>${name}${report.colon}${link(evidenceAt(from), say.openEvidence)} <span class="code">${String(from.call_key).slice(0, 12)}</span></li>`
  const lists = listed.slice(0, 5).filter(({ call_key }) => textOf(call_key) !== null)
  return html`<h2 id="evidence">${say.evidence}</h2><ul>${row !== undefined && textOf(row.call_key) !== null && entry(say.evidenceText, row)}${lists.map((one) => entry(say.evidenceList, one))}</ul>`
}

async function listOnly(scene: Scene, listed: readonly SqlRow[], row: SqlRow): Promise<Page> {
  const { words, report, showNameIf, termIf } = scene
  const { columns } = report
  const { show, showIf, plain } = showing(scene, textsOf(row.persons))
  const title = row.title ?? row.case_number
  const facts = knownFacts([
    [columns.caseNumber, showIf(row.case_number, 'label')],
    [columns.date, showIf(row.decided_on, 'label')],
    [columns.kind, termIf(row.document_kind)],
    [columns.cause, showNameIf('cause', row.cause)],
    [columns.stage, wordFor(report.stage, String(row.stage))],
    [columns.outcome, outcomeText(scene, row)],
    [columns.evidence, showIf(row.list_evidence, 'prose')],
  ])
  const body = html`<h1>${show(title, 'prose')}</h1>
<p class="warning">${words.judgment.listed}${report.colon}${wordFor(report.textState, String(row.text_state))}</p>
${factList(facts)}<div class="read">${subjects(scene, listed)}${await family(scene, listed, '')}${evidence(scene, listed)}</div>`
  return { title: plain(title, 'prose'), body }
}
