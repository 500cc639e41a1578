import { dataTables } from '../../rows/tables/index.ts'
import type { Column, Holds } from '../../rows/tables/table.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { hasWords, heldIn, type RegisterName, registers } from '../dossiers/registers.ts'
import { showing, textOf } from '../dossiers/shown.ts'
import { factList } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { listOf } from './listing.ts'
import { evidenceLink, mostRows, type Scene, type Subject } from './scene.ts'

/** Lists in their order, with their columns where these are not those of dossiers. */
const lists: readonly (readonly [name: RegisterName, columns?: readonly string[]])[] = [
  ['shareholders'],
  ['members', ['position', 'name']],
  [
    'investments',
    ['name', 'legal_representative', 'registered_capital', 'share_percent', 'status', 'invested_on'],
  ],
  ['branches', ['name', 'head', 'status', 'address']],
  ['names'],
  ['changes'],
  [
    'risks',
    ['kind', 'case_number', 'court', 'filed_on', 'amount_text', 'collected_text', 'status', 'description'],
  ],
]

/** Before its ordinal, what leads to a row. */
const anchors: Partial<Record<RegisterName, string>> = { changes: 'change', risks: 'risk' }

const columnsIn = (list: RegisterName): string[] => heldIn(list).map(([name]) => name)

type Table = keyof typeof dataTables

const columnOf = (table: Table, name: string): Column | undefined =>
  (dataTables[table].columns as Readonly<Record<string, Column>>)[name]

/** An organisation may be called as a person is. */
const holdsOf = (table: Table, name: string): Holds => {
  const holds = columnOf(table, name)?.holds ?? 'label'
  return name === 'name' && holds === 'label' ? 'party' : holds
}

/** What a column is called: its term in Chinese; in English as in a dossier, which has some of them elsewhere. */
function termOf({ report, words }: Scene, register: RegisterName, name: string): string {
  const term = columnOf(registers[register].table, name)?.term ?? name
  if (report.code !== 'en') return term
  const head = report.registers[register].head
  const called: Readonly<Record<string, string | undefined>> = {
    ...report.registration,
    status: words.portfolio.status,
    collected_text: report.columns.collected,
    invested_on: report.registers.shareholders.head.at(-1),
    ...Object.fromEntries(columnsIn(register).map((column, at) => [column, head[at]])),
  }
  return called[name] ?? term
}

/** 登记: the record as given, its lists, and what changed since the last run. */
export async function registration(scene: Scene, subject: Subject): Promise<Html> {
  const { showIf } = showing(scene, subject.persons)
  const parts: Html[] = []
  for (const [name, columns = columnsIn(name)] of lists)
    parts.push(await listed(scene, name, columns, subject))
  const [held] = await scene.rows(
    'SELECT *, coalesce(established_on::VARCHAR, established_text) AS established FROM enterprises WHERE enterprise_id = $id LIMIT 1',
    { id: subject.id },
  )
  const row = held ?? subject.row
  const record = Object.entries(scene.report.registration).map(
    ([name, label]) => [label, showIf(row[name], holdsOf('enterprises', name))] as const,
  )
  return html`${
    textOf(row.name) === null
      ? html`<p>${scene.words.enterprise.noRegistration}</p>`
      : html`${factList(record)}<p>${evidenceLink(scene, row)}</p>`
  }${await changesOf(scene, subject)}${parts}`
}

async function listed(
  scene: Scene,
  register: RegisterName,
  columns: readonly string[],
  { id, persons }: Subject,
): Promise<Html> {
  const { words, report, showNameIf } = scene
  const { showIf, showWords } = showing(scene, persons)
  const { table } = registers[register]
  const anchor = anchors[register]
  const order = table === 'enterprise_members' ? 'position, ' : ''
  const texts = columns.map((name) => `"${name}"::VARCHAR AS "${name}"`).join(', ')
  const rows = await scene.rows(
    `SELECT ordinal, ${texts}, call_key, run_id FROM ${table} WHERE enterprise_id = $id ORDER BY ${order}${table}.ordinal LIMIT ${mostRows + 1}`,
    { id },
  )
  if (rows.length === 0) return html``
  const cellOf =
    (name: string) =>
    (row: SqlRow): Part => {
      if (name === 'court') return showNameIf('court', row.court)
      const isCode = register === 'names' && name === 'kind'
      if (!isCode && hasWords.test(name) && textOf(row[name]) !== null) return showWords('entry', row[name])
      return showIf(isCode ? wordFor(report.nameKind, String(row[name])) : row[name], holdsOf(table, name))
    }
  return html`<h2 id="register-${register}">${report.registers[register].title}</h2>${listOf<SqlRow>(
    [
      ...columns.map((name) => [termOf(scene, register, name), cellOf(name)] as const),
      ['', (row) => evidenceLink(scene, row)],
    ],
    rows.slice(0, mostRows),
    ({ ordinal }) => (anchor === undefined ? undefined : `${anchor}-${ordinal}`),
  )}${rows.length > mostRows && html`<p class="note">${words.enterprise.repeated}</p>`}`
}

async function changesOf(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, words } = scene
  const { showIf } = showing(scene, persons)
  const rows = await scene.rows(
    'SELECT run_id, kind, field, before, after FROM explored.changes WHERE subject_id = $id ORDER BY run_id DESC, kind, field, after LIMIT 200',
    { id },
  )
  if (rows.length === 0) return html``
  const { columns } = report
  return html`<h2 id="changes">${report.sections.changes}</h2>${listOf<SqlRow>(
    [
      [words.portfolio.run, (row) => String(row.run_id), 'short'],
      [columns.change, (row) => wordFor(report.changeKind, String(row.kind))],
      [columns.item, (row) => showIf(row.field, 'mixed')],
      [columns.before, (row) => showIf(row.before, 'mixed')],
      [columns.after, (row) => showIf(row.after, 'mixed')],
    ],
    rows,
  )}`
}
