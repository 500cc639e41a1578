import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { literal, literals, type SqlScalar } from '../../src/contract/sql.ts'
import { Database } from '../../src/warehouse/database.ts'
import { columnsOf } from '../../src/warehouse/schema.ts'
import { type SharedViews, shareViews } from '../../src/warehouse/shared-views.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { shared } from '../support/shared.ts'
import { emptyWarehouse } from '../support/tables.ts'

/**
 * The litigation of 甲建设有限公司, written by hand: it owes 乙 and loses on appeal, owes 丙 less on appeal, wins against
 * 乙, is left alone by 丁, is sued by 戊 and has its account frozen, settles with 己, and stands in a masked document.
 */
export type Row = Readonly<Record<string, unknown>>
export type Fact = readonly [table: string, row: Row]

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

const procedures = {
  民初: '一审',
  民终: '二审',
  民再: '再审',
  民督: '督促程序',
  民撤: '第三人撤销之诉',
  执: '执行',
} as const
const levels = { 民初: '基层', 民终: '中级', 民再: '高级', 民督: '基层', 民撤: '中级', 执: '基层' } as const

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
  type: (/民终|民再|民督|民撤|执/.exec(number)?.[0] ?? '民初') as Told['type'],
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
  const { listed, library = 'ptal', type, plaintiff, defendant } = document
  /** What the list and the text say alike. */
  const said = {
    case_number: document.number,
    case_number_key: document.number,
    case_number_status: 'parsed',
    number_category: type === '执' ? '执行案件' : '民事案件',
    number_procedure: procedures[type],
    number_court_level: levels[type],
    number_province: '北京',
    decided_on: document.on,
    procedure: procedures[type],
    document_kind: document.outcome === 'mediated' ? '调解书' : '判决书',
    outcome: document.outcome,
  }
  const summary: Row = {
    ...said,
    enterprise_id: id,
    document_id: document.id,
    title: `${document.id}号文书`,
    cause: '买卖合同纠纷',
    plaintiffs: [plaintiff],
    defendants: [defendant],
    third_parties: [],
    role: plaintiff === subject ? 'plaintiff' : defendant === subject ? 'defendant' : null,
    ...listed,
  }
  const parties = (['plaintiff', 'defendant'] as const).flatMap((side) =>
    (summary[`${side}s`] as string[]).map((name, at): [string, Row] => [
      'document_parties',
      { document_id: document.id, side, ordinal: at + 1, name, name_key: name },
    ]),
  )
  const rows: [string, Row][] = [['enterprise_documents', summary], ...parties]
  return library === null ? rows : [...rows, ...textRows(document, said, library)]
}

function textRows(
  { id, type, origin, number, held, ...of }: Told,
  said: Row,
  library: string,
): [string, Row][] {
  const key = { case_id: id, library, ...held }
  const isAppeal = type === '民终'
  const text: Row = {
    ...said,
    ...key,
    court: isAppeal ? '北京市第三中级人民法院' : '北京市朝阳区人民法院',
    category: said.number_category,
    city: '北京市',
    court_level: levels[type],
    court_province: '北京',
    origin_number_key: origin ?? number,
  }
  const exchanged = { plaintiff: 'defendant', defendant: 'plaintiff' } as const
  const parties = (['plaintiff', 'defendant'] as const).map((side, index): [string, Row] => [
    'case_parties',
    {
      ...{ case_id: key.case_id, library, ordinal: index + 1, name: of[side], name_key: of[side] },
      ...{ aliases: [], side, original_side: isAppeal ? exchanged[side] : null },
    },
  ])
  return [['cases', text], ...parties]
}

const sum = (case_id: string, ordinal: number, part: 'order' | 'claim', role: string, more: Row): Row => ({
  ...{ case_id, library: case_id === 'q10' ? 'qwal' : 'ptal', ordinal, part, item: 1, role, currency: 'CNY' },
  ...{ is_ordered: part === 'order', payers: ['甲公司'], payer_keys: [subject], payees: [], payee_keys: [] },
  ...{ evidence: `第${ordinal}项`, ...more },
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

const citation = (caseId: string, ordinal: number, law: string, article: number, is_first = true): Fact => [
  'case_citations',
  {
    ...{ case_id: caseId, library: 'ptal', ordinal, law, article, is_first },
    ...{ article_label: `第${article}条`, citation_key: `${law}#${article}` },
  },
]

const law = (regulation: string, name: string, validity: string, effective: string): Row => ({
  ...{ regulation_id: regulation, name, law: name, validity, effective_on: effective },
})

const laws: readonly Row[] = [
  law('g1', '公司法', '失效', '2014-03-01'),
  law('g2', '公司法', '现行有效', '2021-06-01'),
  law('g3', '合同法', '失效', '1999-10-01'),
]

const article = (regulation_id: string, article: number, citation_key: string, content: string): Fact => [
  'articles',
  { article_id: `${regulation_id}_${article}`, regulation_id, citation_key, content },
]

const statutes: readonly Fact[] = [
  citation('d1', 1, '公司法', 20),
  citation('d1', 2, '公司法', 20, false),
  citation('d6', 1, '公司法', 20),
  citation('d4', 1, '合同法', 107),
  citation('d4', 2, '民法典', 577),
  ['case_citations', { case_id: 'd4', library: 'ptal', ordinal: 3, reason: 'no law' }],
  ...laws.map((row): Fact => ['regulations', row]),
  article('g1', 20, '公司法#20', 'g1的第20条'),
  article('g2', 20, '公司法#20', 'g2的第20条'),
  article('g3', 107, '合同法#107', '违约责任'),
]

const page = (run: string, documents: readonly string[], more: Row = {}): Fact => [
  'list_pages',
  {
    ...{
      scan_run_id: run,
      run_id: run,
      call_key: `page of ${run}`,
      subject: `id:${id}`,
      sweep: 1,
      page_no: 1,
    },
    ...{ is_found: true, enterprise_id: id, enterprise_name: subject, declared_total: documents.length },
    ...{ page_size: 30, has_more: false, document_ids: documents, ids_digest: documents.join(), ...more },
  },
]

const ids = told.map((document) => document.id)
const share = (name: string, percent: number) => ({ name, kind: '自然人股东', share: percent })
const seen = (run: string, status: string, ...shareholders: readonly Row[]): Fact => [
  'enterprise_history',
  {
    ...{ enterprise_id: id, seen_run_id: run, shareholders },
    registration: { name: subject, status, address: null },
  },
]
const searched = (run: string, ...case_ids: readonly string[]): Fact => [
  'case_searches',
  { search_run_id: run, search_key: 's1', query: '拖欠货款', case_ids },
]

const runs: readonly Fact[] = [
  page('r1', ids.slice(0, 8)),
  page('r2', ids, { declared_total: 11 }),
  ['calls', { call_key: 'page of r1', run_id: 'r1', fetched_at: '2026-01-01 08:00:00' }],
  ['calls', { call_key: 'page of r2', run_id: 'r2', fetched_at: '2026-04-01 08:00:00' }],
  seen('r1', '存续', share('张三', 60), share('李四', 40)),
  seen('r2', '注销', share('张三', 70), share('王五', 30)),
  ['regulation_history', { ...laws[0], seen_run_id: 'r1', validity: '现行有效' }],
  ...laws.map((row): Fact => ['regulation_history', { ...row, seen_run_id: 'r2' }]),
  searched('r1', 'h1', 'h2'),
  searched('r2', 'h2', 'h3'),
]

const lookups: readonly Fact[] = [
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
  const values = Object.entries(row).map(([name, value]) => `${sqlOf(value)}::${columns[name]?.type}`)
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`
}

function sqlOf(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return `[${literals(value)}]`
  const isNested = typeof value === 'object' && value !== null
  return literal(isNested ? JSON.stringify(value) : ((value ?? null) as SqlScalar))
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

/** The path of a warehouse with the story and its derived tables. */
const derivedPath = (): Promise<string> =>
  shared('derived story', async (folder) => {
    await using database = await emptyWarehouse(folder)
    await tellTheStory(database)
    await refreshDerived(database)
    await database.run('CHECKPOINT')
    return join(folder, 'w.duckdb')
  })

/** The same, open as long as its process is there: tests that read it need not each learn its views anew. */
const openStory = (): Promise<SharedViews> =>
  shared('open story', async () => shareViews(await Database.open(await derivedPath(), { readOnly: true })))

/** The story with its derived tables, for a test that writes into it. */
export async function derivedStory(): Promise<Database> {
  const path = join(await temporaryFolder(), 'w.duckdb')
  await copyFile(await derivedPath(), path)
  return await Database.open(path)
}

/** Rows of a SELECT over the story as lines. */
export const linesOf = async (sql: string): Promise<string[]> =>
  await linesIn((await openStory()).reader, sql)

/** Rows of a SELECT as lines. */
export const linesIn = async (database: Pick<Database, 'rows'>, sql: string): Promise<string[]> =>
  (await database.rows(sql)).map((row) => lineOf(Object.values(row)))

/** A row as text: bars between the values, - for NULL, commas within a list. */
export const lineOf = (row: readonly unknown[]): string => row.map(cell).join(' | ')

const cell = (value: unknown): string =>
  value === null ? '-' : Array.isArray(value) ? value.join(', ') : String(value)
