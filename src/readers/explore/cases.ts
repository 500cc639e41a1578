import { literals } from '../../contract/sql.ts'
import type { SqlRow, SqlValue } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { resultFor, wordFor } from '../dossiers/words/words.ts'
import { collectBox, collecting } from './basket.ts'
import {
  changed,
  documentAt,
  enterpriseAt,
  type FacetValue,
  facet,
  link,
  money,
  numberOf,
  pageOf,
  pager,
  plain,
  rowsOf,
  type Scene,
  type Subject,
  show,
  showIf,
  showName,
  textOf,
  textsOf,
} from './scene.ts'

/** What a document can be narrowed by: SQL over its row; `unknown` stands for none. */
const facets = {
  side: "coalesce(role, 'unknown')",
  stage: 'stage',
  result: "coalesce(subject_outcome, 'unknown')",
  year: "coalesce(year::VARCHAR, 'unknown')",
  court: "coalesce(court, 'unknown')",
  cause: "coalesce(cause, 'unknown')",
  text: 'text_state',
} as const

type FacetName = keyof typeof facets
const facetNames = Object.keys(facets) as FacetName[]

/** Narrowed by a link from elsewhere: there is no list of all values. */
const others = {
  family: 'family_key = $family',
  counterparty: `document_id IN (SELECT document_id FROM document_parties WHERE name_key =
    (SELECT any_value(name_key) FROM document_parties WHERE document_id || '.' || side || '.' || ordinal = $counterparty))`,
  minimum: 'largest >= TRY_CAST($minimum AS DECIMAL(20,2))',
} as const

/** The documents of an enterprise with the largest sum in yuan that each orders, claims or enforces. */
const documents = `subject_documents
  LEFT JOIN (SELECT document_id, largest FROM explored.largest WHERE enterprise_id = $id) AS a USING (document_id)
  WHERE enterprise_id = $id`

interface Asked {
  /** The documents that a link from elsewhere narrows the list to. */
  readonly from: string
  /** The facets' conditions, but that of one. */
  readonly where: (but?: FacetName) => string
  readonly values: Readonly<Record<string, SqlValue>>
}

function asked(params: URLSearchParams, id: string): Asked {
  const given = (name: string): string => (params.get(name) ?? '').trim()
  const chosen = facetNames.filter((name) => given(name) !== '')
  const more = Object.keys(others).filter((name) => given(name) !== '') as (keyof typeof others)[]
  return {
    from: [documents, ...more.map((name) => others[name])].join(' AND '),
    where: (but) =>
      ['true', ...chosen.filter((name) => name !== but).map((name) => `${facets[name]} = $${name}`)].join(
        ' AND ',
      ),
    values: Object.fromEntries([['id', id], ...[...chosen, ...more].map((name) => [name, given(name)])]),
  }
}

/** The documents of an enterprise, by facets; every number narrows. */
export async function cases(scene: Scene, subject: Subject): Promise<Html> {
  const { params } = scene
  const path = enterpriseAt(subject.id, 'cases')
  const { from, where, values } = asked(params, subject.id)
  const [all = {}] = await rowsOf(
    scene,
    `SELECT count(*) AS documents, count(DISTINCT case_key) AS cases FROM ${from} AND ${where()}`,
    values,
  )
  const rows = await rowsOf(
    scene,
    `SELECT document_id, decided_on, title, case_number, text_state, role, stage, cause, court, outcome, subject_outcome, largest
     FROM ${from} AND ${where()} ORDER BY decided_on DESC NULLS LAST, document_id
     LIMIT ${scene.pageSize} OFFSET ${(pageOf(params) - 1) * scene.pageSize}`,
    values,
  )
  const named = await namedIn(scene, rows)
  return html`<div class="columns"><aside aria-label="${scene.words.filters}">${minimumForm(scene, path)}<div class="facets">${await facetList(scene, path, { from, where, values })}</div></aside>
<div class="main"><p class="note">${scene.report.columns.documents} ${numberOf(all.documents)} · ${scene.report.columns.cases} ${numberOf(all.cases)} ${[...params].length > 0 && link(scene, path, scene.words.clear, 'button')}</p>
${rows.length === 0 ? html`<div class="empty"><h2>${scene.words.none}</h2>${link(scene, path, scene.words.clear, 'button')}</div>` : list(scene, subject, rows, named)}
${pager(scene, path, rows.length, numberOf(all.documents))}</div></div>`
}

/** Who is named in each document. */
async function namedIn(
  scene: Scene,
  rows: readonly SqlRow[],
): Promise<ReadonlyMap<unknown, readonly string[]>> {
  if (rows.length === 0) return new Map()
  const ids = literals(rows.map(({ document_id }) => String(document_id)))
  const named = await rowsOf(
    scene,
    `SELECT document_id, list(DISTINCT name) AS names FROM document_parties WHERE document_id IN (${ids}) GROUP BY document_id`,
  )
  return new Map(named.map(({ document_id, names }) => [document_id, textsOf(names)]))
}

function minimumForm({ words, params, href }: Scene, path: string): Html {
  const action = href(`${path}?minimum=`) === undefined ? undefined : href(path)
  if (action === undefined) return html``
  const kept = [...params].filter(([name]) => !['minimum', 'page'].includes(name))
  return html`<form action="${action}" method="get">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>${words.enterprise.minimum}<input name="minimum" inputmode="decimal" value="${params.get('minimum') ?? ''}"></label><button>${words.apply}</button></form>`
}

/** Each document gives its value of every facet whose other conditions it meets: all facets in one pass. */
async function facetList(scene: Scene, path: string, { from, where, values }: Asked): Promise<Html> {
  const counts = await rowsOf(
    scene,
    `SELECT facet, value, count(*) AS count FROM (
       SELECT unnest([${facetNames.map((name) => `CASE WHEN ${where(name)} THEN '${name}' END`).join(', ')}]) AS facet,
         unnest([${facetNames.map((name) => facets[name]).join(', ')}]) AS value FROM ${from})
     WHERE facet IS NOT NULL GROUP BY facet, value
     QUALIFY row_number() OVER (PARTITION BY facet ORDER BY count DESC, value) <= 60
     ORDER BY facet, CASE WHEN facet = 'year' THEN value END DESC, count DESC, value`,
    values,
  )
  const { words } = scene
  return html`${facetNames.map((name) =>
    facet(
      scene,
      path,
      name,
      words.enterprise.facets[name],
      counts
        .filter((row) => row.facet === name)
        .map(
          (row): FacetValue => ({
            value: String(row.value),
            label: labelOf(scene, name, String(row.value)),
            count: numberOf(row.count),
          }),
        ),
    ),
  )}`
}

function labelOf(scene: Scene, name: FacetName, value: string): Part {
  const { report, words, present } = scene
  if (value === 'unknown' && name !== 'side' && name !== 'result') return words.enterprise.unknown
  if (name === 'side') return wordFor(report.role, value)
  if (name === 'stage') return wordFor(report.stage, value)
  if (name === 'result') return wordFor(report.result, value)
  if (name === 'court' || name === 'cause') return showName(scene, name, value)
  return name === 'text' ? wordFor(words.textState, value) : present(value, 'label')
}

function list(
  scene: Scene,
  { id, persons: own }: Subject,
  rows: readonly SqlRow[],
  named: ReadonlyMap<unknown, readonly string[]>,
): Html {
  const { report, words, params } = scene
  const { columns } = report
  const path = enterpriseAt(id, 'cases')
  const isChosen = scene.href('/basket') !== undefined
  // A court in two languages is too wide for a column among nine.
  const isBelowNumber = report.code === 'en'
  const shown = table(
    [
      ...(isChosen ? [{ label: '', shape: 'short' as const }] : []),
      { label: columns.date, shape: 'short' },
      { label: columns.document, shape: 'sentence' },
      { label: columns.role, shape: 'short' },
      { label: columns.stage, shape: 'short' },
      { label: columns.cause },
      ...(isBelowNumber ? [] : [{ label: columns.court }]),
      { label: columns.outcome },
      { label: columns.result, shape: 'short' },
      { label: words.enterprise.largest, shape: 'number' },
    ],
    rows.map((row) => {
      const persons = [...own, ...(named.get(row.document_id) ?? [])]
      const narrow = (name: FacetName | 'family', value: unknown, shown: string | Html) =>
        textOf(value) === null ? '' : link(scene, changed(path, params, { [name]: String(value) }), shown)
      const documentId = String(row.document_id)
      const title = row.title ?? row.case_number
      const court = narrow('court', row.court, showName(scene, 'court', row.court))
      return {
        cells: [
          ...(isChosen
            ? [collectBox(scene, 'documents', documentId, plain(scene, title, 'prose', persons))]
            : []),
          showIf(scene, row.decided_on, 'label'),
          html`${link(scene, documentAt(documentId), show(scene, title, 'prose', persons), 'name')}<br><span class="minor">${showIf(scene, row.case_number, 'label')}${row.text_state !== 'held' && html` · ${wordFor(words.textState, String(row.text_state))}`}${isBelowNumber && html`<br>${court}`}</span>`,
          narrow('side', row.role, wordFor(report.role, String(row.role))),
          narrow('stage', row.stage, wordFor(report.stage, String(row.stage))),
          narrow('cause', row.cause, showName(scene, 'cause', row.cause)),
          ...(isBelowNumber ? [] : [court]),
          row.outcome === null ? '' : wordFor(report.outcome, String(row.outcome)),
          narrow(
            'result',
            row.subject_outcome,
            resultFor(report, roleOf(row.role), resultOf(row.subject_outcome)),
          ),
          money(row.largest),
        ],
      }
    }),
    { isStacked: true },
  )
  return collecting(scene, shown)
}

const roleOf = (value: unknown) =>
  value === 'plaintiff' || value === 'defendant' || value === 'third_party' ? value : null

const resultOf = (value: unknown) =>
  value === 'won' || value === 'lost' || value === 'partly' || value === 'neutral' ? value : null
