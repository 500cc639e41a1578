import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Database } from '../../src/warehouse/database.ts'
import { columnsOf } from '../../src/warehouse/schema.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder, type Whenever } from '../support/folder.ts'
import { shared } from '../support/shared.ts'
import { emptyWarehouse, forgetsAtClose } from '../support/tables.ts'

/**
 * The litigation of 甲建设有限公司, written by hand: it owes 乙 and loses on appeal, owes 丙 less on appeal, wins against
 * 乙, is left alone by 丁, is sued by 戊 and has its account frozen, settles with 己, and stands in a masked document.
 */
export type Row = Readonly<Record<string, unknown>>

const id = 'e1'
export const subject = '甲建设有限公司'

export interface Told {
  readonly id: string
  readonly number: string
  readonly type: keyof typeof procedures
  readonly on: string
  readonly plaintiff: string
  readonly defendant: string
  readonly outcome: string | null
  readonly origin?: string
  /** Library of the full text; none is held when null. */
  readonly library?: 'ptal' | 'qwal' | null
  readonly listed?: Row
  readonly held?: Row
  /** Sums that its full text orders. */
  readonly orders?: readonly Row[]
}

const procedures = { 民初: '一审', 民终: '二审', 民督: '督促程序', 执: '执行' } as const
const levels = { 民初: '基层', 民终: '中级', 民督: '基层', 执: '基层' } as const

type Line = readonly [
  id: string,
  number: string,
  on: string,
  ...sides: [string, string],
  outcome: string | null,
]

/** A document of the story in one line; its number says its type. */
export const toldOf = (
  [id, number, on, plaintiff, defendant, outcome]: Line,
  more: Partial<Told> = {},
): Told => ({
  ...{ id, number, on, plaintiff, defendant, outcome },
  type: (/民终|民督|执/.exec(number)?.[0] ?? '民初') as Told['type'],
  ...more,
})

const [creditor, supplier] = ['乙商贸有限公司', '丙科技有限公司']
const told: readonly Told[] = [
  toldOf(['d1', '(2020)京0105民初1号', '2020-05-10', creditor, subject, 'granted']),
  toldOf(['d2', '(2020)京03民终2号', '2020-09-01', subject, creditor, 'upheld'], {
    origin: '(2020)京0105民初1号',
  }),
  toldOf(['d3', '(2021)京0105执3号', '2021-02-01', creditor, subject, 'enforcement_suspended'], {
    origin: '(2020)京03民终2号',
  }),
  toldOf(['d4', '(2021)京0105民初4号', '2021-03-01', supplier, subject, 'granted']),
  toldOf(['d5', '(2021)京03民终5号', '2021-08-01', subject, supplier, 'reversed'], {
    origin: '(2021)京0105民初4号',
  }),
  toldOf(['d6', '(2021)京0105民初6号', '2021-10-01', subject, creditor, 'granted']),
  toldOf(['d7', '(2022)京0105民初7号', '2022-01-15', '丁物流有限公司', subject, 'withdrawn']),
  toldOf(['d8', '(2022)京0105民初8号', '2022-03-01', '戊租赁有限公司', subject, 'seized']),
  toldOf(['d9', '(2022)京0105民初×××号', '2022-04-01', '某公司', '某公司', null], {
    library: null,
    listed: { role: null, case_number_key: null, case_number_status: 'masked' },
  }),
  toldOf(['d10', '(2022)京0105民初10号', '2022-06-01', '己咨询有限公司', subject, 'mediated'], {
    library: 'qwal',
    listed: { role: null, plaintiffs: ['己公司'], defendants: ['甲公司'], outcome: null },
    held: { case_id: 'q10' },
  }),
]

function documentRows(document: Told): readonly [table: string, row: Row][] {
  const { listed, held, library = 'ptal' } = document
  const number = {
    case_number: document.number,
    case_number_key: document.number,
    case_number_status: 'parsed',
    number_category: document.type === '执' ? '执行案件' : '民事案件',
    number_procedure: procedures[document.type],
    number_court_level: levels[document.type],
    number_province: '北京',
  }
  const role =
    document.plaintiff === subject ? 'plaintiff' : document.defendant === subject ? 'defendant' : null
  const summary: Row = {
    enterprise_id: id,
    document_id: document.id,
    title: `${document.id}号文书`,
    ...number,
    decided_on: document.on,
    cause: '买卖合同纠纷',
    procedure: procedures[document.type],
    document_kind: document.outcome === 'mediated' ? '调解书' : '判决书',
    plaintiffs: [document.plaintiff],
    defendants: [document.defendant],
    third_parties: [],
    role,
    outcome: document.outcome,
    ...listed,
  }
  const parties = (['plaintiff', 'defendant'] as const).flatMap((side) =>
    (summary[`${side}s`] as string[]).map((name, at) => ({
      ...{ document_id: document.id, side, ordinal: at + 1 },
      ...{ name, name_key: name },
    })),
  )
  const rows: [string, Row][] = [
    ['enterprise_documents', summary],
    ...parties.map((row): [string, Row] => ['document_parties', row]),
  ]
  return library === null ? rows : [...rows, ...textRows(document, number, library, held)]
}

function textRows(document: Told, number: Row, library: string, held?: Row): [string, Row][] {
  const key = { case_id: document.id, library, ...held }
  const isAppeal = document.type === '民终'
  const text: Row = {
    ...number,
    ...key,
    court: isAppeal ? '北京市第三中级人民法院' : '北京市朝阳区人民法院',
    category: number.number_category,
    procedure: procedures[document.type],
    document_kind: document.outcome === 'mediated' ? '调解书' : '判决书',
    decided_on: document.on,
    city: '北京市',
    court_level: levels[document.type],
    court_province: '北京',
    outcome: document.outcome,
    origin_number_key: document.origin ?? document.number,
  }
  const exchanged = { plaintiff: 'defendant', defendant: 'plaintiff' } as const
  const parties = (['plaintiff', 'defendant'] as const).map((side, index): [string, Row] => [
    'case_parties',
    {
      ...{ case_id: key.case_id, library },
      ordinal: index + 1,
      name: document[side],
      name_key: document[side],
      aliases: [],
      side,
      original_side: isAppeal ? exchanged[side] : null,
    },
  ])
  return [['cases', text], ...parties]
}

const sum = (caseId: string, ordinal: number, part: 'order' | 'claim', role: string, more: Row): Row => ({
  case_id: caseId,
  library: caseId === 'q10' ? 'qwal' : 'ptal',
  ordinal,
  part,
  item: 1,
  role,
  currency: 'CNY',
  is_ordered: part === 'order',
  payers: ['甲公司'],
  payer_keys: [subject],
  payees: [],
  payee_keys: [],
  evidence: `第${ordinal}项`,
  ...more,
})

const amounts: readonly Row[] = [
  sum('d1', 1, 'order', '本金', { amount: '100000.00', evidence: '甲公司支付乙公司货款100000元。' }),
  sum('d1', 2, 'order', '案件受理费', { amount: '1150.00' }),
  sum('d1', 3, 'claim', '标的', { amount: '120000.00' }),
  sum('d3', 1, 'order', '标的', { amount: '101150.00', is_ordered: false }),
  sum('d4', 1, 'order', '本金', { amount: '50000.00' }),
  sum('d5', 1, 'order', '本金', { amount: '20000.00' }),
  sum('d6', 1, 'order', '本金', { amount: '30000.00', payer_keys: ['乙商贸有限公司'] }),
  sum('d6', 2, 'order', '款项', { amount: '3000.00' }),
  sum('d7', 1, 'claim', '标的', { amount: '80000.00' }),
  sum('d8', 1, 'order', '标的', { amount: '60000.00' }),
  sum('d8', 2, 'claim', '标的', { amount: '66000.00' }),
  sum('q10', 1, 'order', '款项', { amount: '5000.00' }),
]

const citation = (caseId: string, ordinal: number, law: string, article: number): Row => ({
  case_id: caseId,
  library: 'ptal',
  ordinal,
  law,
  article,
  article_label: `第${article}条`,
  citation_key: `${law}#${article}`,
  is_first: true,
})

const law = (regulation: string, name: string, validity: string, effective: string): Row => ({
  regulation_id: regulation,
  name,
  law: name,
  validity,
  effective_on: effective,
})

const laws: readonly Row[] = [
  law('g1', '公司法', '失效', '2014-03-01'),
  law('g2', '公司法', '现行有效', '2021-06-01'),
  law('g3', '合同法', '失效', '1999-10-01'),
]

const statutes: readonly (readonly [table: string, row: Row])[] = [
  ['case_citations', citation('d1', 1, '公司法', 20)],
  ['case_citations', { ...citation('d1', 2, '公司法', 20), is_first: false }],
  ['case_citations', citation('d6', 1, '公司法', 20)],
  ['case_citations', citation('d4', 1, '合同法', 107)],
  ['case_citations', citation('d4', 2, '民法典', 577)],
  ['case_citations', { case_id: 'd4', library: 'ptal', ordinal: 3, reason: 'no law' }],
  ...laws.map((row) => ['regulations', row] as const),
  ...laws
    .filter(({ law: name }) => name === '公司法')
    .map(
      (row) =>
        [
          'articles',
          {
            article_id: `${row.regulation_id}_20`,
            regulation_id: row.regulation_id,
            citation_key: '公司法#20',
            content: `${row.regulation_id}的第20条`,
          },
        ] as const,
    ),
  [
    'articles',
    { article_id: 'g3_107', regulation_id: 'g3', citation_key: '合同法#107', content: '违约责任' },
  ],
]

const page = (run: string, documents: readonly string[], more: Row = {}): Row => ({
  scan_run_id: run,
  run_id: run,
  call_key: `page of ${run}`,
  subject: `id:${id}`,
  sweep: 1,
  page_no: 1,
  is_found: true,
  enterprise_id: id,
  enterprise_name: subject,
  declared_total: documents.length,
  page_size: 30,
  has_more: false,
  document_ids: documents,
  ids_digest: documents.join(),
  ...more,
})

const ids = told.map((document) => document.id)
const share = (name: string, percent: number) => ({ name, kind: '自然人股东', share: percent })
const seen = (run: string, registration: Row, shareholders: readonly Row[]): Row => ({
  enterprise_id: id,
  seen_run_id: run,
  registration,
  shareholders,
})

const runs: readonly (readonly [table: string, row: Row])[] = [
  ['list_pages', page('r1', ids.slice(0, 8))],
  ['list_pages', page('r2', ids, { declared_total: 11 })],
  ['calls', { call_key: 'page of r1', run_id: 'r1', fetched_at: '2026-01-01 08:00:00' }],
  ['calls', { call_key: 'page of r2', run_id: 'r2', fetched_at: '2026-04-01 08:00:00' }],
  [
    'enterprise_history',
    seen('r1', { name: subject, status: '存续', address: null }, [share('张三', 60), share('李四', 40)]),
  ],
  [
    'enterprise_history',
    seen('r2', { name: subject, status: '注销', address: null }, [share('张三', 70), share('王五', 30)]),
  ],
  ['regulation_history', { ...laws[0], seen_run_id: 'r1', validity: '现行有效' }],
  ['regulation_history', { ...laws[0], seen_run_id: 'r2' }],
  ['regulation_history', { ...laws[1], seen_run_id: 'r2' }],
  ['regulation_history', { ...laws[2], seen_run_id: 'r2' }],
  ['case_searches', { search_run_id: 'r1', search_key: 's1', query: '拖欠货款', case_ids: ['h1', 'h2'] }],
  ['case_searches', { search_run_id: 'r2', search_key: 's1', query: '拖欠货款', case_ids: ['h2', 'h3'] }],
]

const lookups: readonly (readonly [table: string, row: Row])[] = [
  ['case_lookups', { library: 'qwal', asked_by: 'id', asked: 'd9', hits: 0 }],
  ['case_lookups', { library: 'qwal', asked_by: 'number', asked: '(2022)京0105民初10号', hits: 1 }],
]

/** Fills an empty warehouse with the story. */
export async function tellTheStory(database: Database): Promise<void> {
  const enterprise = ['enterprises', { enterprise_id: id, name: subject, name_key: subject }] as const
  const sums = amounts.map((row) => ['case_amounts', row] as const)
  const rows = [enterprise, ...told.flatMap(documentRows), ...sums, ...statutes, ...runs, ...lookups]
  await database.run(rows.map(([table, row]) => insertion(table, row)).join(';\n'))
}

/** Inserts one row; columns that it leaves out are NULL. */
export const insert = (database: Pick<Database, 'run'>, table: string, row: Row): Promise<void> =>
  database.run(insertion(table, row))

function insertion(table: string, row: Row): string {
  const columns = columnsOf(table)
  const values = Object.entries(row).map(([name, value]) => `${literal(value)}::${columns[name]?.type}`)
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return `[${value.map(literal).join(', ')}]`
  }
  if (typeof value === 'object') return literal(JSON.stringify(value))
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** A document of the story by another hand, with what its full text orders. */
export async function tellMore(
  database: Pick<Database, 'run'>,
  document: Told,
  orders: readonly Row[],
): Promise<void> {
  for (const [table, row] of documentRows(document)) await insert(database, table, row)
  const key = { case_id: document.id, library: 'ptal', part: 'order', item: 1, payees: [], payee_keys: [] }
  for (const [index, row] of orders.entries())
    await insert(database, 'case_amounts', { ...key, ordinal: index + 1, ...row })
}

/** The path of a warehouse with the story, which tests copy. */
const toldStory = (): Promise<string> =>
  shared('story', async (folder) => {
    await using database = await emptyWarehouse(folder)
    await tellTheStory(database)
    await database.run('CHECKPOINT')
    return join(folder, 'w.duckdb')
  })

/** The same with its derived tables, which tests read. */
const derivedPath = (): Promise<string> =>
  shared('derived story', async (folder) => {
    const path = join(folder, 'w.duckdb')
    await copyFile(await toldStory(), path)
    await using database = await Database.open(path)
    await refreshDerived(database)
    return path
  })

/** The same, open as long as its process is there: tests that read it need not each learn its views anew. */
const openStory = (): Promise<Database> =>
  shared('open story', async () => Database.open(await derivedPath(), { readOnly: true }))

/** The story with its derived tables, for a test that writes into it. */
export async function derivedStory(): Promise<Database> {
  const path = join(await temporaryFolder(), 'w.duckdb')
  await copyFile(await derivedPath(), path)
  return await Database.open(path)
}

/** Rows of a SELECT over the story, with what `more` adds to it, as arrays in the order of its columns. */
export async function rowsOf(
  sql: string,
  more?: (database: Database) => Promise<void>,
  whenOver?: Whenever,
): Promise<unknown[][]> {
  if (more === undefined) return (await (await openStory()).rows(sql)).map((row) => Object.values(row))
  await using database = await storyWith(more, whenOver)
  return (await database.rows(sql)).map((row) => Object.values(row))
}

/** The same as lines of text. */
export const linesOf = async (...asked: Parameters<typeof rowsOf>): Promise<string[]> =>
  (await rowsOf(...asked)).map(lineOf)

/** A row as text: bars between the values, - for NULL, commas within a list. */
export const lineOf = (row: readonly unknown[]): string => row.map(cell).join(' | ')

const cell = (value: unknown): string =>
  value === null ? '-' : Array.isArray(value) ? value.join(', ') : String(value)

async function storyWith(
  more: (database: Database) => Promise<void>,
  whenOver?: Whenever,
): Promise<Database> {
  const path = join(await temporaryFolder(whenOver), 'w.duckdb')
  await copyFile(await toldStory(), path)
  const database = await Database.open(path)
  await forgetsAtClose(database)
  await more(database)
  await refreshDerived(database)
  return database
}
