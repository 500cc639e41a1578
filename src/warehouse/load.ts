import { rm } from 'node:fs/promises'
import { fileLiteral, literal, timestampOf } from '../contract/sql.ts'
import { failPoint } from '../disk/fail-points.ts'
import { dataTables, type TableName } from '../rows/tables/index.ts'
import type { Table } from '../rows/tables/table.ts'
import type { Database } from './database.ts'
import { changedByRepeats, repeatStatements } from './repeats.ts'
import { columnsOf } from './schema.ts'
import { type SegmentSource, type StagedSegment, type StagedTable, stageSegment } from './stage.ts'
import { longText, makeRoomForTexts } from './warehouse.ts'

/** The derived tables lack something from now on. */
const outdated = 'UPDATE warehouse_schema SET derived_on = NULL WHERE derived_on IS NOT NULL'

/** What a load changed: tables, or that column of rows that only come from another run now. */
export type LoadedTables = readonly (TableName | `${TableName}.run_id`)[]

/** Removes the files of staged segments when their merge is done. */
export const removedAtEnd = (staged: readonly StagedSegment[]): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    for (const { folder } of staged) await rm(folder, { recursive: true, force: true })
  },
})

/** Stages and merges a segment, unless it is in the tables: fetching at least once becomes loading exactly once. */
export async function loadSegment(
  database: Database,
  source: SegmentSource,
  loadedAt: Date,
): Promise<LoadedTables> {
  const { segment } = source
  const known = await database.rows('SELECT 1 FROM segments WHERE segment = $segment', { segment })
  if (known.length > 0) return []
  const staged = await stageSegment(source)
  await using _files = removedAtEnd([staged])
  // All of it was set aside.
  if (staged.callKeys.length === 0) return []
  return await mergeSegments(database, [staged], loadedAt)
}

/**
 * Takes staged segments of one run into the tables in one transaction: rows, ledger entries and marks. Several cost
 * about as much as one.
 */
export async function mergeSegments(
  database: Database,
  staged: readonly StagedSegment[],
  loadedAt: Date,
): Promise<LoadedTables> {
  const files = staged.flatMap(({ tables }) => tables)
  if (files.some(({ longestRow }) => longestRow > longText))
    await makeRoomForTexts(
      database,
      staged.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const runId = staged[0]?.runId ?? ''
  const repeats = staged.flatMap((one) => one.repeats)
  const lot = lotOf(files, runId)
  const marks = staged.map(
    ({ segment, callKeys, bytes }) =>
      `('${segment}', ${callKeys.length}, ${bytes}, '${timestampOf(loadedAt)}')`,
  )
  const isNew = staged.some(({ callKeys, repeats: known }) => callKeys.length > known.length)
  await database.transaction(async (tx) => {
    // Few statements at once would ask the event loop between them, which is busy with other segments.
    const reading = [...lot.stating].map(
      (name) => `CREATE TEMP TABLE ${stagedName(name)} AS ${stagedRows(name, lot, scopeColumns(name))}`,
    )
    await tx.run([...repeatStatements(repeats, runId), ...reading].join(';\n'))
    const fresh =
      lot.stating.size === 0 ? [] : await tx.rows([...lot.stating].map(freshOf).join(' UNION ALL '))
    const writing = writingStatements(lot, new Set(fresh.map(({ name }) => name)))
    const marked = `INSERT INTO segments VALUES ${marks.join(', ')}`
    await tx.run([...writing, marked, ...(isNew ? [outdated] : [])].join(';\n'))
    failPoint('load.merged')
  })
  failPoint('load.committed')
  return [...lot.files.keys(), ...(repeats.length > 0 ? changedByRepeats : [])]
}

/** Staged files of one run by table; `stating` are the tables among them whose rows state scopes. */
type Lot = Readonly<ReturnType<typeof lotOf>>

function lotOf(staged: readonly StagedTable[], runId: string) {
  const files = new Map<TableName, StagedTable[]>()
  for (const file of staged) files.set(file.table, [...(files.get(file.table) ?? []), file])
  const stating = [...files.keys()].filter((name) => statingOf(name) === name && !isAppended(name))
  return { files, runId, stating: new Set(stating) }
}

const tableNames = Object.keys(dataTables) as TableName[]
const tableOf = (name: TableName): Table => dataTables[name]
const statingOf = (name: TableName): TableName => (tableOf(name).parent ?? name) as TableName
const isAppended = (name: TableName): boolean => tableOf(name).isAppendOnly === true

/** The temporary table of the scopes that a lot states in a table. */
const stagedName = (stating: TableName): string => `staged_${stating}`
const scopeColumns = (name: TableName): string[] => [
  ...new Set([...tableOf(name).scope, ...tableOf(name).key, 'call_key']),
]

/**
 * A row with the name of a stating table when the lot states each scope once and the table holds none of them; then
 * no child holds one either. Most answers are new.
 */
function freshOf(name: TableName): string {
  const { key, scope } = tableOf(name)
  const children = tableNames.filter((child) => statingOf(child) === name)
  const shared = scope.filter((column) => children.every((child) => tableOf(child).scope.includes(column)))
  const staged = stagedName(name)
  const isOfOneAnswer = `count(DISTINCT (${shared.join(', ')})) = count(DISTINCT (${shared.join(', ')}, line_))`
  const conditions = [
    `count(*) = count(DISTINCT (${key.join(', ')}))`,
    ...(key.every((column) => shared.includes(column)) ? [] : [isOfOneAnswer]),
    `count(*) = count(${scope.join(' || ')})`,
    `NOT EXISTS (SELECT 1 FROM ${name} AS t JOIN ${staged} AS s ON ${same(shared, 't', 's')})`,
  ]
  return `SELECT '${name}' AS name FROM ${staged} HAVING ${conditions.join(' AND ')}`
}

const same = (columns: readonly string[], left: string, right: string): string =>
  columns.map((column) => `${left}.${column} = ${right}.${column}`).join(' AND ')

/** Takes a lot into the tables: what is fresh, or only added, as it is; the rest by a merge. */
function writingStatements(lot: Lot, fresh: ReadonlySet<unknown>): string[] {
  const merged = tableNames.filter((name) => lot.stating.has(statingOf(name)) && !fresh.has(statingOf(name)))
  const decisions = new Map(merged.map((name) => [winnersName(name), winnersOf(name, lot)]))
  const straight = [...lot.files.keys()].filter((name) => isAppended(name) || fresh.has(statingOf(name)))
  return [
    ...straight.map((name) => insertStraight(name, lot)),
    ...[...decisions].map(([name, winners]) => `CREATE TEMP TABLE ${name} AS ${winners}`),
    ...merged.flatMap((name) => mergeStatements(name, lot)),
    // Each column of a temporary table holds a block of 256 KB or more until the table is dropped.
    ...[...[...lot.stating].map(stagedName), ...decisions.keys()].map((name) => `DROP TABLE ${name}`),
  ]
}

function insertStraight(name: TableName, lot: Lot): string {
  const columns = Object.keys(columnsOf(name)).join(', ')
  return `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM (${stagedRows(name, lot)})`
}

/** The temporary table of the answers that win the scopes of a table. */
const winnersName = (name: TableName): string => `winners_${statingOf(name)}_${tableOf(name).scope.join('_')}`

/**
 * Of two answers about one scope the later run wins (run ids sort by start), within a run the smaller call key, and of
 * one call the later answer. So the order of arrival and of loading does not matter: an older run may be resumed.
 */
function winnersOf(name: TableName, { runId }: Lot): string {
  const { scope } = tableOf(name)
  const stating = statingOf(name)
  return `
    SELECT ${scope.join(', ')}, call_key, line_ FROM ${stagedName(stating)} AS s
    WHERE NOT EXISTS (
      SELECT 1 FROM ${stating} AS t
      WHERE ${same(scope, 't', 's')}
        AND (t.run_id > '${runId}' OR (t.run_id = '${runId}' AND t.call_key < s.call_key)))
    QUALIFY row_number() OVER (PARTITION BY ${scope.join(', ')} ORDER BY call_key, line_ DESC) = 1`
}

/**
 * Deletes the rows of restated scopes and inserts the new ones, once each: a page may list an id twice. Children are
 * replaced with their parent, because the answer may have no rows for them.
 */
function mergeStatements(name: TableName, lot: Lot): string[] {
  const { scope, key } = tableOf(name)
  const winners = winnersName(name)
  const deleted = `DELETE FROM ${name} USING ${winners} AS w WHERE ${same(scope, name, 'w')}`
  if (!lot.files.has(name)) return [deleted]
  const columns = Object.keys(columnsOf(name))
  const numbered = `SELECT *, row_number() OVER () AS seq_ FROM (${stagedRows(name, lot)})`
  const of = (names: readonly string[]) => names.map((column) => `s.${column}`).join(', ')
  return [
    deleted,
    `INSERT INTO ${name} (${columns.join(', ')})
     SELECT ${of(columns)} FROM (${numbered}) AS s JOIN ${winners} AS w ON ${same(scope, 'w', 's')} AND w.line_ = s.line_
     QUALIFY row_number() OVER (PARTITION BY ${of(key)} ORDER BY s.seq_) = 1
     ORDER BY s.seq_`,
  ]
}

/** The rows of staged files of one table in their order, with the declared types; only these columns, if they are given. */
function stagedRows(name: TableName, { files, runId }: Lot, only?: readonly string[]): string {
  const of = files.get(name) ?? []
  const types = Object.entries(columnsOf(name)).flatMap(([column, { type }]) =>
    column === 'run_id' || only?.includes(column) === false ? [] : [`${column}: '${type}'`],
  )
  const objectSize = Math.max(1 << 20, ...of.map(({ longestRow }) => longestRow + 1024))
  return (
    `SELECT *, ${literal(runId)} AS run_id FROM read_ndjson([${of.map(({ file }) => fileLiteral(file)).join(', ')}], ` +
    `columns = {${types.join(', ')}, line_: 'BIGINT'}, maximum_object_size = ${objectSize})`
  )
}
