import { literals } from '../../contract/sql.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { money, numberOf, showing, textOf, textsOf } from '../dossiers/shown.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { changed, coded, type Facet, listOf, narrowed, narrowingForm, pager, wordIn } from './listing.ts'
import {
  documentAt,
  emptyBox,
  enterpriseAt,
  link,
  resultText,
  type Scene,
  type Subject,
  UnknownValueError,
} from './scene.ts'

const orUnknown = (sql: string): string => `coalesce(${sql}, 'unknown')`

const facetsOf = ({ report, words, showName }: Scene): Readonly<Record<string, Facet>> => {
  const { columns, unknown } = report
  const nameOf = (kind: 'court' | 'cause') => (value: string) =>
    value === 'unknown' ? unknown : showName(kind, value)
  return {
    side: { title: columns.role, of: orUnknown('role'), ...coded(report.role) },
    stage: { title: columns.stage, of: 'stage', ...coded(report.stage) },
    result: { title: columns.result, of: orUnknown('subject_outcome'), ...coded(report.result) },
    year: { title: columns.year, of: orUnknown('year::VARCHAR'), label: wordIn({ unknown }) },
    court: { title: columns.court, of: orUnknown('court'), label: nameOf('court') },
    cause: { title: columns.cause, of: orUnknown('cause'), label: nameOf('cause') },
    text: { title: words.enterprise.fullText, of: 'text_state', label: wordIn(report.textState) },
  }
}

/** Narrowed by a link from elsewhere, or a field. */
const conditions = {
  family: 'family_key = $family',
  counterparty: `document_id IN (SELECT document_id FROM document_parties WHERE name_key =
    (SELECT any_value(name_key) FROM document_parties WHERE document_id || '.' || side || '.' || ordinal = $counterparty))`,
  minimum: 'largest >= TRY_CAST($minimum AS DECIMAL(20,2))',
}

/** The documents of an enterprise with the largest sum in yuan that each orders, claims or enforces. */
const documents = `(SELECT * FROM subject_documents
  LEFT JOIN (SELECT document_id, largest FROM explored.largest WHERE enterprise_id = $id) USING (document_id)
  WHERE enterprise_id = $id)`

/** The documents of an enterprise, by facets; every number narrows. */
export async function cases(scene: Scene, subject: Subject): Promise<Html> {
  const { words, report, params } = scene
  const path = enterpriseAt(subject.id, 'cases')
  const given = params.get('minimum')?.trim() || '0'
  if (!/^\d+(?:\.\d+)?$/.test(given)) throw new UnknownValueError('minimum', given, ['0', '1000.50', '…'])
  const list = narrowed(scene, {
    path,
    from: documents,
    values: { id: subject.id },
    facets: facetsOf(scene),
    conditions,
  })
  const [all = {}] = await scene.rows(
    `SELECT count(*) AS documents, count(DISTINCT case_key) AS cases ${list.matching}`,
    list.values,
  )
  const rows = await list.page('decided_on DESC NULLS LAST, document_id')
  const clear = link(path, words.clear, 'button')
  const minimum = html`<label>${words.enterprise.minimum}<input name="minimum" inputmode="decimal" value="${params.get('minimum') ?? ''}"></label>`
  return html`<div class="columns"><aside aria-label="${words.filters}">${narrowingForm(scene, path, ['minimum'], minimum)}${await list.facets()}</aside>
<div class="main"><p class="note">${report.columns.documents} ${numberOf(all.documents)} · ${report.columns.cases} ${numberOf(all.cases)} ${params.size > 0 && clear}</p>
${rows.length === 0 ? emptyBox(html`<h2>${words.none}</h2>${clear}`) : await listed(scene, subject, path, rows)}
${pager(scene, path, rows.length, numberOf(all.documents))}</div></div>`
}

async function namedIn({ rows }: Scene, documents: readonly SqlRow[]) {
  const ids = literals(documents.map(({ document_id }) => String(document_id)))
  const named = await rows(
    `SELECT document_id, list(DISTINCT name) AS names FROM document_parties WHERE document_id IN (${ids}) GROUP BY document_id`,
  )
  return new Map(named.map(({ document_id, names }) => [document_id, textsOf(names)]))
}

async function listed(
  scene: Scene,
  { persons }: Subject,
  path: string,
  rows: readonly SqlRow[],
): Promise<Html> {
  const { report, words, params, showIf, showName } = scene
  const { columns } = report
  const named = await namedIn(scene, rows)
  const titled = ({ document_id, title, case_number }: SqlRow): Html => {
    const { show } = showing(scene, [...persons, ...(named.get(document_id) ?? [])])
    return show(title ?? case_number, 'prose')
  }
  const narrow = (name: string, value: unknown, shown: Part): Part =>
    textOf(value) !== null && link(changed(path, params, { [name]: String(value) }), shown)
  const court = (row: SqlRow): Part => narrow('court', row.court, showName('court', row.court))
  // A court in two languages is too wide for a column among nine.
  const isBelowNumber = report.code === 'en'
  return listOf<SqlRow>(
    [
      [columns.date, (row) => showIf(row.decided_on, 'label'), 'short'],
      [
        columns.document,
        (row) =>
          html`${link(documentAt(row.document_id), titled(row), 'name')}<br><span class="minor">${showIf(row.case_number, 'label')}${row.text_state !== 'held' && html` · ${wordFor(report.textState, String(row.text_state))}`}${isBelowNumber && html`<br>${court(row)}`}</span>`,
        'sentence',
      ],
      [columns.role, ({ role }) => narrow('side', role, wordFor(report.role, String(role))), 'short'],
      [columns.stage, ({ stage }) => narrow('stage', stage, wordFor(report.stage, String(stage))), 'short'],
      [columns.cause, ({ cause }) => narrow('cause', cause, showName('cause', cause))],
      !isBelowNumber && [columns.court, court],
      [columns.outcome, ({ outcome }) => outcome !== null && wordFor(report.outcome, String(outcome))],
      [columns.result, (row) => narrow('result', row.subject_outcome, resultText(scene, row)), 'short'],
      [words.enterprise.largest, (row) => money(row.largest), 'number'],
    ],
    rows,
  )
}
