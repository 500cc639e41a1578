import { fileLiteral, literal } from '../contract/sql.ts'
import { dataTables, type TableName } from '../rows/tables/index.ts'
import type { Table } from '../rows/tables/table.ts'
import type { Reader } from './database.ts'
import { columnsOf } from './schema.ts'
import { type StatedScopes, statedColumns } from './scopes.ts'
import type { StagedTable } from './staging.ts'

/** Staged files of one run by table, and the tables that hold no scope of theirs yet. */
export interface Lot {
  readonly runId: string
  readonly tables: ReadonlyMap<TableName, readonly StagedTable[]>
  /** Stating tables: see `unheldTables`. */
  readonly unheld: ReadonlySet<TableName>
}

/**
 * The statements that take a lot into the tables. Rows of tables that hold nothing of the lot go straight from file to table, and so
 * do those of tables that only grow; the others are merged.
 */
export function loadStatements({ runId, tables, unheld }: Lot): string[] {
  const isStraight = (name: TableName): boolean =>
    tableOf(name).isAppendOnly === true || unheld.has(statingOf(name))
  const merged = [...tables].filter(([name]) => !isStraight(name))
  return [
    ...[...tables]
      .filter(([name]) => isStraight(name))
      .map(([name, files]) => insertStraight(name, files, runId)),
    ...merged.map(([name, files]) => readStaged(name, files, runId)),
    ...mergeStatements(new Set(merged.map(([name]) => name)), runId),
  ]
}

const tableOf = (name: TableName): Table => dataTables[name]
const statingOf = (name: TableName): TableName => (tableOf(name).parent ?? name) as TableName

function insertStraight(name: TableName, files: readonly StagedTable[], runId: string): string {
  const columns = Object.keys(columnsOf(name)).join(', ')
  return `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${stagedRows(name, files, runId)}`
}

/** The rows of staged files of one table in their order, with the declared types. */
function stagedRows(name: TableName, files: readonly StagedTable[], runId: string): string {
  const types = Object.entries(columnsOf(name))
    .filter(([column]) => column !== 'run_id')
    .map(([column, { type }]) => `${column}: '${type}'`)
  const columns = [...types, "line_: 'BIGINT'"].join(', ')
  const objectSize = Math.max(1 << 20, ...files.map(({ longestRow }) => longestRow + 1024))
  return (
    `(SELECT *, ${literal(runId)} AS run_id FROM read_ndjson([${files.map(({ file }) => fileLiteral(file)).join(', ')}], ` +
    `columns = {${columns}}, maximum_object_size = ${objectSize}))`
  )
}

/**
 * Tables of which a lot states each scope once and which hold none of them, nor do their children. Most answers are new, and then
 * nothing is replaced.
 */
export async function unheldTables(
  reader: Reader,
  stated: readonly StatedScopes[],
): Promise<ReadonlySet<TableName>> {
  const once = statedOnce(stated)
  if (once.size === 0) return new Set()
  const held = await reader.rows(
    [...once].map(([table, scopes]) => heldOf(table, scopes)).join(' UNION ALL '),
  )
  const names = new Set(held.map(({ name }) => name))
  return new Set([...once.keys()].filter((table) => !names.has(table)))
}

function statedOnce(stated: readonly StatedScopes[]): ReadonlyMap<TableName, ReadonlySet<string>> {
  const all = new Map<TableName, Set<string>>()
  const repeated = new Set<TableName>()
  for (const { table, scopes } of stated) {
    const known = all.get(table) ?? new Set()
    all.set(table, known)
    const expected = known.size + (scopes?.length ?? 0)
    for (const scope of scopes ?? []) known.add(scope)
    if (scopes === null || known.size < expected) repeated.add(table)
  }
  return new Map([...all].filter(([table, scopes]) => scopes.size > 0 && !repeated.has(table)))
}

/** One row with the table's name when it holds one of these scopes. */
function heldOf(table: TableName, scopes: ReadonlySet<string>): string {
  const types = columnsOf(table)
  const same = (statedColumns.get(table) ?? []).map(
    (column, index) => `t.${column} = s.scope[${index + 1}]::${types[column]?.type}`,
  )
  return `SELECT '${table}' AS name WHERE EXISTS (
    SELECT 1 FROM ${table} AS t
    JOIN (SELECT unnest(from_json(${literal(`[${[...scopes].join()}]`)}, '[["VARCHAR"]]')) AS scope) AS s ON ${same.join(' AND ')})`
}

/** Name of the temporary table that a staged file is read into. */
const stagingName = (table: TableName): string => `staged_${table}`

/** Reads staged files of one table into its temporary table. */
const readStaged = (name: TableName, files: readonly StagedTable[], runId: string): string =>
  `CREATE TEMP TABLE ${stagingName(name)} AS ` +
  `SELECT *, row_number() OVER () AS seq_ FROM ${stagedRows(name, files, runId)}`

/**
 * Merging staged rows into their tables, as SQL statements, which drop the temporary tables in the end. No key or index is needed: rows of a scope that an answer
 * restates are deleted, then the new ones inserted.
 *
 * Which of two answers about one scope wins does not depend on the order in which they arrived, nor in which they are
 * loaded (an older run may be resumed after a newer one): a later run wins, and run ids sort by their start; within a
 * run the smaller call key wins; the same call made again wins over itself.
 */
function mergeStatements(tables: ReadonlySet<TableName>, runId: string): string[] {
  const used = new Set([...tables].map(stagingName))
  const merging = orderedNames.flatMap((name) => {
    const stating = statingOf(name)
    // A child is merged whenever its parent is stated, because the answer may have no rows for it any more.
    if (!tables.has(stating)) return []
    const winners = winnersName(name, stating)
    const decide =
      winners === winnersName(stating, stating) && name !== stating
        ? []
        : [winnersOf(name, stating, runId), restatedOf(name, winners)]
    const insert = tables.has(name) ? [insertWinners(name, winners)] : []
    for (const temporary of [winners, restatedName(winners)]) used.add(temporary)
    return [...decide, deleteRestated(name, winners), ...insert]
  })
  // Each column of a temporary table holds a block of 256 KB or more until the table is dropped.
  return [...merging, ...[...used].map((temporary) => `DROP TABLE ${temporary}`)]
}

/** A child that is replaced by its parent's very scope shares its parent's decision. */
const winnersName = (name: TableName, stating: TableName): string =>
  `winners_${scopeOf(name).join() === scopeOf(stating).join() ? stating : name}`

const winnersOf = (name: TableName, stating: TableName, runId: string): string =>
  `CREATE TEMP TABLE ${winnersName(name, stating)} AS ` +
  (name === stating ? ownWinners(name, runId) : parentWinners(name, stating, runId))

const orderedNames = Object.keys(dataTables) as TableName[]

const scopeOf = (name: TableName): readonly string[] => tableOf(name).scope

const sameScope = (name: TableName, left: string, right: string): string =>
  scopeOf(name)
    .map((column) => `${left}.${column} = ${right}.${column}`)
    .join(' AND ')

/** Staged scopes of a table that win over what it holds. */
function ownWinners(name: TableName, runId: string): string {
  const scope = scopeOf(name).join(', ')
  return `
    SELECT ${scope}, call_key, line_ FROM ${stagingName(name)} AS s
    WHERE NOT EXISTS (
      SELECT 1 FROM ${name} AS t
      WHERE ${sameScope(name, 't', 's')}
        AND (t.run_id > '${runId}' OR (t.run_id = '${runId}' AND t.call_key < s.call_key)))
    QUALIFY row_number() OVER (PARTITION BY ${scope} ORDER BY call_key, line_ DESC) = 1`
}

/** Scopes of a child whose parent row, now merged, came from this segment. */
function parentWinners(name: TableName, parent: TableName, runId: string): string {
  const scope = scopeOf(name)
  const columns = scope.map((column) => `s.${column}`).join(', ')
  const holding = scope.map((column) => `t.${column}`).join(', ')
  return `
    WITH held AS (
      SELECT ${holding}, t.run_id, t.call_key FROM ${parent} AS t
      WHERE EXISTS (SELECT 1 FROM ${stagingName(parent)} AS s WHERE ${sameScope(name, 's', 't')})
      QUALIFY row_number() OVER (PARTITION BY ${holding} ORDER BY t.run_id DESC, t.call_key) = 1)
    SELECT ${columns}, s.call_key, max(s.line_) AS line_ FROM ${stagingName(parent)} AS s
    JOIN held ON ${sameScope(name, 'held', 's')} AND held.run_id = '${runId}' AND held.call_key = s.call_key
    GROUP BY ALL`
}

/**
 * The winning scopes that the table holds already. Most answers are new, and then no child is searched for rows to
 * replace: what a parent does not hold, its children do not either.
 */
const restatedOf = (name: TableName, winners: string): string => `
  CREATE TEMP TABLE ${restatedName(winners)} AS
  SELECT ${scopeOf(name).join(', ')} FROM ${winners} AS w
  WHERE EXISTS (SELECT 1 FROM ${name} AS t WHERE ${sameScope(name, 't', 'w')})`

const restatedName = (winners: string): string => winners.replace('winners_', 'restated_')

const deleteRestated = (name: TableName, winners: string): string =>
  `DELETE FROM ${name} USING ${restatedName(winners)} AS w WHERE ${sameScope(name, name, 'w')}`

/** Inserts the winning answer's rows, once each: a page may list an id twice. */
function insertWinners(name: TableName, winners: string): string {
  const columns = Object.keys(columnsOf(name))
  const key = tableOf(name)
    .key.map((column) => `s.${column}`)
    .join(', ')
  return `INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.map((column) => `s.${column}`).join(', ')} FROM ${stagingName(name)} AS s
    JOIN ${winners} AS w ON ${sameScope(name, 'w', 's')} AND w.line_ = s.line_
    QUALIFY row_number() OVER (PARTITION BY ${key} ORDER BY s.seq_) = 1
    ORDER BY s.seq_`
}
