import type { Holds } from '../../rows/tables/table.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { factList, table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { evidenceLink, rowsOf, type Scene, type Subject, showIf, showNameIf, textOf } from './scene.ts'

/** A list of the registration: its columns with what they hold, the first that names a row by its ordinal. */
interface List {
  readonly title: keyof Scene['words']['enterprise']
  readonly relation: string
  /** What links to a row lead to, before its ordinal. */
  readonly row?: string
  readonly columns: Readonly<Record<string, Holds>>
}

const lists: readonly List[] = [
  {
    title: 'shareholders',
    relation: 'enterprise_shareholders',
    columns: {
      name: 'party',
      kind: 'label',
      subscribed_text: 'label',
      paid_in_text: 'label',
      share_percent: 'label',
      joined_on: 'label',
    },
  },
  { title: 'members', relation: 'enterprise_members', columns: { position: 'label', name: 'person' } },
  {
    title: 'investments',
    relation: 'enterprise_investments',
    columns: {
      name: 'party',
      legal_representative: 'person',
      registered_capital: 'label',
      share_percent: 'label',
      status: 'label',
      invested_on: 'label',
    },
  },
  {
    title: 'branches',
    relation: 'enterprise_branches',
    columns: { name: 'party', head: 'person', status: 'label', address: 'prose' },
  },
  {
    title: 'names',
    relation: 'enterprise_names',
    columns: { name: 'party', kind: 'label', origin: 'label' },
  },
  {
    title: 'registrationChanges',
    relation: 'enterprise_changes',
    row: 'change',
    columns: { changed_on: 'label', item: 'label', before: 'mixed', after: 'mixed' },
  },
  {
    title: 'risks',
    relation: 'enterprise_risks',
    row: 'risk',
    columns: {
      kind: 'label',
      case_number: 'label',
      court: 'label',
      filed_on: 'label',
      amount_text: 'label',
      collected_text: 'label',
      status: 'label',
      description: 'mixed',
    },
  },
]

const facts: Readonly<Record<string, Holds>> = {
  name: 'party',
  uscc: 'label',
  legal_representative: 'person',
  registered_capital: 'label',
  enterprise_type: 'label',
  industry: 'label',
  established_on: 'label',
  operating_term: 'label',
  registration_authority: 'label',
  address: 'prose',
  status: 'label',
  business_scope: 'prose',
}

const mostRows = 500

/** 登记: the record as given, its lists, and what changed since the last run. */
export async function registration(scene: Scene, subject: Subject): Promise<Html> {
  const { words } = scene
  const parts: Html[] = []
  for (const list of lists) parts.push(await listOf(scene, list, subject))
  const terms = termsOf(scene, 'enterprises')
  const [held] = await rowsOf(
    scene,
    `SELECT ${Object.keys(facts).join(', ')}, call_key, run_id FROM enterprises WHERE enterprise_id = $id LIMIT 1`,
    { id: subject.id },
  )
  const row = held ?? subject.row
  return html`${
    textOf(row.name) === null
      ? html`<p>${words.enterprise.noRegistration}</p>`
      : html`${factList(Object.entries(facts).map(([column, holds]) => [terms(column), showIf(scene, row[column], holds, subject.persons)]))}<p>${evidenceLink(scene, row)}</p>`
  }${await changesOf(scene, subject)}${parts}`
}

/** What columns are called: their terms in Chinese, else their names. */
const termsOf =
  ({ words, relations }: Scene, relation: string) =>
  (column: string): string =>
    words.code === 'en'
      ? column.replaceAll('_', ' ')
      : (relations.find(({ name }) => name === relation)?.columns.find((one) => one.column === column)
          ?.term ?? column)

async function listOf(
  scene: Scene,
  { title, relation, row: anchor, columns }: List,
  { id, persons }: Subject,
): Promise<Html> {
  const { words } = scene
  const names = Object.keys(columns)
  const rows = await rowsOf(
    scene,
    `SELECT ordinal, ${names.map((name) => `"${name}"::VARCHAR AS "${name}"`).join(', ')}, call_key, run_id FROM ${relation} WHERE enterprise_id = $id ORDER BY ${relation === 'enterprise_members' ? 'position, ' : ''}${relation}.ordinal LIMIT ${mostRows + 1}`,
    { id },
  )
  if (rows.length === 0) return html``
  const terms = termsOf(scene, relation)
  const shown = rows.slice(0, mostRows).map((row) => ({
    ...(anchor === undefined ? {} : { id: `${anchor}-${String(row.ordinal)}` }),
    cells: [
      ...names.map(
        (name): Part =>
          name === 'court'
            ? showNameIf(scene, 'court', row[name])
            : showIf(
                scene,
                name === 'kind' && relation === 'enterprise_names'
                  ? wordFor(scene.report.nameKind, String(row[name]))
                  : row[name],
                columns[name] ?? 'mixed',
                persons,
              ),
      ),
      evidenceLink(scene, row),
    ],
  }))
  return html`<h2 id="${title}">${String(words.enterprise[title])}</h2>${table(
    [...names.map((name) => ({ label: terms(name) })), { label: '' }],
    shown,
    { isStacked: true },
  )}${rows.length > mostRows && html`<p class="note">${words.enterprise.repeated}</p>`}`
}

async function changesOf(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const rows = await rowsOf(
    scene,
    'SELECT run_id, kind, field, before, after FROM explored.changes WHERE subject_id = $id ORDER BY run_id DESC, kind, field, after LIMIT 200',
    { id },
  )
  if (rows.length === 0) return html``
  const { report, words } = scene
  const { columns } = report
  return html`<h2 id="changes">${report.sections.changes}</h2>${table(
    [
      { label: words.portfolio.run, shape: 'short' },
      { label: columns.change },
      { label: columns.item },
      { label: columns.before },
      { label: columns.after },
    ],
    rows.map((row) => ({
      cells: [
        String(row.run_id),
        wordFor(words.change, String(row.kind)),
        showIf(scene, row.field, 'mixed', persons),
        showIf(scene, row.before, 'mixed', persons),
        showIf(scene, row.after, 'mixed', persons),
      ],
    })),
    { isStacked: true },
  )}`
}
