import { createHash } from 'node:crypto'
import { rulesVersion } from '../contract/classify.ts'
import { literal } from '../contract/sql.ts'
import type { RelationInfo } from '../readers/exports/relation.ts'
import { dataTables, ownTables } from '../rows/tables/index.ts'
import { type Column, provenance, type Table } from '../rows/tables/table.ts'
import type { Database, Reader } from './database.ts'
import { allTables, derivedTables } from './derived.ts'
import { views } from './views/index.ts'
import { lacksName, tableWithName, withNameColumn } from './views/subject-columns.ts'

/** Columns of a table as they stand in the database, provenance included. */
export function columnsOf(name: string): Readonly<Record<string, Column>> {
  const { columns } = allTables[name] as Table
  return name in dataTables ? { ...columns, ...provenance } : columns
}

/** Names of all tables and views, in the order in which a reader meets them. */
export const relationNames = (): string[] => [
  ...Object.keys(views).filter((name) => !isHistory(name)),
  ...Object.keys(derivedTables),
  ...Object.keys(dataTables),
  ...Object.keys(ownTables),
  ...Object.keys(views).filter(isHistory),
]

const isHistory = (name: string): boolean => name.endsWith('_history')

/** The documentation of a table or view, or undefined when there is none of that name. */
export function relationOf(
  name: string,
):
  | { kind: 'table' | 'view'; term: string; meaning: string; columns: Readonly<Record<string, Column>> }
  | undefined {
  const view = views[name]
  if (view !== undefined) return { kind: 'view', ...view }
  const table = allTables[name]
  if (table === undefined) return undefined
  return { kind: 'table', term: table.term, meaning: table.meaning, columns: columnsOf(name) }
}

/** Comment of a column: Chinese term · contract member · meaning with unit. */
const commentOf = (column: Column): string => `${column.term} · ${column.source} · ${column.meaning}`

const commentStatements = (kind: 'TABLE' | 'VIEW', name: string): string[] => {
  const relation = relationOf(name)
  if (relation === undefined) return []
  return [
    `COMMENT ON ${kind} ${name} IS ${literal(`${relation.term} · ${relation.meaning}`)}`,
    ...Object.entries(relation.columns).map(
      ([column, definition]) => `COMMENT ON COLUMN ${name}.${column} IS ${literal(commentOf(definition))}`,
    ),
  ]
}

/**
 * Every statement that makes an empty warehouse. Texts take a third of the room that DuckDB's own choice gives them. DuckDB plans a view
 * through all that it reads when it is made, so views come twice: without rows, and then the last first, over others without rows.
 */
function schemaStatements(): string[] {
  const tables = Object.keys(allTables).flatMap((name) => {
    const columns = Object.entries(columnsOf(name)).map(
      ([column, { type, holds }]) => `${column} ${type}${holds === 'prose' ? ' USING COMPRESSION zstd' : ''}`,
    )
    return [`CREATE TABLE ${name} (${columns.join(', ')})`, ...commentStatements('TABLE', name)]
  })
  const all = Object.entries(views)
  const empty = all.map(([name, { columns }]) => {
    const typed = Object.entries(columns).map(([column, { type }]) => `NULL::${type} AS ${column}`)
    return `CREATE VIEW ${name} AS SELECT ${typed.join(', ')}`
  })
  const derived = all
    .reverse()
    .flatMap(([name, { sql }]) => [
      `CREATE OR REPLACE VIEW ${name} AS ${sql}`,
      ...commentStatements('VIEW', name),
    ])
  return [...tables, ...empty, ...derived]
}

/** What a database says of itself; `derived_on`: the day of the data that the derived tables stand for, NULL once an answer came that may change them. */
const schemaTable = 'CREATE TABLE warehouse_schema (fingerprint VARCHAR, derived_on DATE)'

let fingerprint: string | undefined

/** Changes whenever a table, a column, a comment or a view changes, or the rules by which an answer counts. */
export function schemaFingerprint(): string {
  fingerprint ??= createHash('sha256')
    .update([`rules ${rulesVersion}`, schemaTable, ...schemaStatements()].join('\n'))
    .digest('hex')
    .slice(0, 16)
  return fingerprint
}

/** Makes the tables of an empty database, in one transaction. Comments take half of the time; a plan or a comparison needs none. */
export async function createSchema(database: Database, hasComments = true): Promise<void> {
  const statements = schemaStatements().filter((sql) => hasComments || !sql.startsWith('COMMENT ON '))
  const version = `INSERT INTO warehouse_schema VALUES ('${schemaFingerprint()}', NULL)`
  await database.transaction((tx) => tx.run([...statements, schemaTable, version].join(';\n')))
}

/** Fingerprint of the schema that a database was made with; undefined for an empty database. */
export async function storedFingerprint(database: Database): Promise<string | undefined> {
  const [exists] = await database.rows(
    "SELECT 1 FROM duckdb_tables() WHERE table_name = 'warehouse_schema' AND NOT internal",
  )
  if (exists === undefined) return undefined
  const [row] = await database.rows('SELECT fingerprint FROM warehouse_schema')
  return row?.fingerprint as string | undefined
}

/** Everything that can be exported: views first, then tables. */
export function relationsToExport(): RelationInfo[] {
  return relationNames().flatMap((name) => {
    const relation = relationOf(name)
    if (relation === undefined) return []
    const isToBeNamed = relation.kind === 'table' && lacksName(name, relation.columns)
    const all = isToBeNamed ? withNameColumn(relation.columns) : relation.columns
    const columns = Object.entries(all).map(([column, { type, term, source, meaning, holds, words }]) => ({
      name: column,
      type,
      term,
      source,
      meaning,
      ...(holds === undefined ? {} : { holds }),
      ...(words === undefined ? {} : { words }),
      ...(column in relation.columns ? {} : { isBeside: true }),
    }))
    const key = keyOf(name) ?? columns.map((column) => column.name)
    const { term, meaning } = relation
    const from = isToBeNamed ? { from: tableWithName(name) } : {}
    return [{ name, term, meaning, key, isKeyUnique: name in dataTables, columns, ...from }]
  })
}

/** What is exported by default: what people open and ask about; not the ledger, the full texts and the scans. */
export const usualExports: readonly string[] = [
  ...['job_enterprises', 'job_searches', 'coverage', 'unlisted_cases'],
  ...[
    'litigation_overview',
    'litigation_by_year',
    'litigation_by_cause',
    'litigation_by_court',
    'counterparties',
  ],
  ...['case_families', 'ordered_payments', 'awarded_payments', 'enforced_payments', 'claimed_payments'],
  ...['enforcement_cases', 'red_flags', 'contradictions', 'open_questions'],
  ...['portfolio_links', 'portfolio_suits', 'portfolio_concentrations'],
  ...['cited_articles', 'applied_articles', 'changes', 'dead_letters', 'subject_documents'],
  ...[
    'enterprises',
    'enterprise_members',
    'enterprise_shareholders',
    'enterprise_changes',
    'enterprise_risks',
  ],
  ...['enterprise_documents', 'document_parties', 'case_hits', 'regulations', 'articles', 'article_hits'],
]

/** Columns that tell the rows of a table apart; undefined for a view. */
export const keyOf = (name: string): readonly string[] | undefined => allTables[name]?.key

/** A node of the tree that DuckDB parses a statement into, as JSON. */
type Node = Readonly<Record<string, unknown>>

/** What views read, by name: their SELECTs are parsed once a process. */
const sourcesOfViews = new Map<string, Promise<ReadonlySet<string>>>()

/** Relations that functions make of values. Others read files, settings or SQL in a text. */
const tableFunctions: ReadonlySet<unknown> = new Set([
  'unnest',
  'range',
  'generate_series',
  'json_each',
  'json_tree',
])

/**
 * Functions that give something else each time, or do something: with `random()` a step would never be at its end. Those that DuckDB
 * calls volatile; to ask it takes 15 ms of each run.
 */
export const volatileFunctions: ReadonlySet<unknown> = new Set([
  ...['current_connection_id', 'current_query', 'current_query_id', 'current_transaction_id', 'currval'],
  ...['error', 'gen_random_uuid', 'nextval', 'random', 'setseed', 'sleep_ms', 'stats', 'uuid', 'uuidv4'],
  ...['uuidv7', 'write_log'],
])

/** @throws Error where a statement reads more than the warehouse, or does more than read */
function requireReading(nodes: readonly Node[]): void {
  for (const { class: kind, type, function_name: name, function: called, ...of } of nodes) {
    const table = [of.catalog_name, of.schema_name, of.table_name].filter((part) => part !== '').join('.')
    if (type === 'BASE_TABLE' && !/^\w+$/u.test(table))
      throw new Error(`it reads ${table}; expected tables and views of the warehouse`)
    const maker = isNode(called) ? called.function_name : undefined
    if (type === 'TABLE_FUNCTION' && !tableFunctions.has(maker))
      throw new Error(`it reads ${String(maker)}(); expected one of ${[...tableFunctions].join(', ')}`)
    if (kind === 'FUNCTION' && volatileFunctions.has(name))
      throw new Error(
        `it calls ${String(name)}(), which is not the same each time; expected what the tables decide`,
      )
  }
}

/**
 * The tables that a SELECT reads, directly or through views; and `table.run_id` where it uses `run_id` or `*`. A load says which of them
 * it changed (load.ts). DuckDB does the parsing, so an alias or a text is never taken for a table. @throws Error for SQL that does not parse,
 * is not one SELECT, or reads more than tables and views
 */
export async function sourcesOf(database: Reader, sql: string): Promise<ReadonlySet<string>> {
  const [row] = await database.rows(`SELECT json_serialize_sql(${literal(sql)}) AS tree`)
  const tree = JSON.parse(String(row?.tree)) as Node
  if (tree.error === true) throw new Error(String(tree.error_message))
  const count = (tree.statements as unknown[]).length
  if (count !== 1) throw new Error(`expected exactly one SELECT; found ${count} statements`)
  const nodes = [...nodesIn(tree)]
  requireReading(nodes)
  const own = new Set(nodes.flatMap(({ key, value }) => (isNode(value) && 'query' in value ? [key] : [])))
  const names = nodes.flatMap(({ type, table_name: name }) =>
    type === 'BASE_TABLE' && !own.has(name) ? [String(name)] : [],
  )
  const saysRun = nodes.some(
    ({ class: kind, column_names: column, using_columns: using }) =>
      kind === 'STAR' ||
      (kind === 'COLUMN_REF' && (column as string[]).at(-1) === 'run_id') ||
      (Array.isArray(using) && using.includes('run_id')),
  )
  const found = await Promise.all([...new Set(names)].map((name) => sourcesOfName(database, name)))
  const sources = found.flatMap((of) => [...of])
  const runs = saysRun ? sources.filter((name) => !name.includes('.')).map((name) => `${name}.run_id`) : []
  return new Set([...sources, ...runs])
}

async function sourcesOfName(database: Reader, name: string): Promise<ReadonlySet<string>> {
  const view = views[name]
  if (view === undefined) return new Set([name])
  const known = sourcesOfViews.get(name) ?? sourcesOf(database, view.sql)
  sourcesOfViews.set(name, known)
  return await known
}

function* nodesIn(value: unknown): Generator<Node> {
  if (!isNode(value)) return
  if (!Array.isArray(value)) yield value
  for (const one of Object.values(value)) yield* nodesIn(one)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The same by the names that stand in it, where no database is open. `outer`: views that are being looked into; a code may be called like one. */
function tablesIn(sql: string, outer: readonly string[] = []): string[] {
  const words = new Set(sql.match(/\w+/g))
  const behind = relationNames().flatMap((name) => {
    if (!words.has(name) || outer.includes(name)) return []
    const view = views[name]
    return view === undefined ? [name] : tablesIn(view.sql, [...outer, name])
  })
  return [...new Set(behind)]
}

/** Tables whose rows are each of one answer, of which a view or a derived table is made, through others too; none for other tables. */
export function answersBehind(name: string): string[] {
  const sql = (views[name] ?? derivedTables[name])?.sql
  const tables = sql === undefined ? [] : tablesIn(sql).filter((table) => table !== name)
  const behind = tables.flatMap((table) => (table in derivedTables ? answersBehind(table) : [table]))
  return [...new Set(behind)].filter(isOfOneAnswer).sort()
}

/** Whether each row of it says from which answer it was read. */
export function isOfOneAnswer(name: string): boolean {
  const columns = relationOf(name)?.columns ?? {}
  return 'call_key' in columns && 'run_id' in columns
}
