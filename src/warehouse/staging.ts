import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLiteral } from '../contract/sql.ts'
import { dataTables, type Rows, type TableName } from '../tables/index.ts'
import type { Table } from '../tables/table.ts'
import { columnsOf } from './schema.ts'

/** Which answer a row comes from. */
export interface RowOrigin {
  readonly callKey: string
  readonly runId: string
  /** Line of the answer in its segment, from 1. */
  readonly line: number
}

/** One table's rows in a file that DuckDB reads by itself, which is many times faster than row by row. */
export interface StagedTable {
  readonly table: TableName
  readonly file: string
  readonly rows: number
  /** Bytes of the longest row; DuckDB sizes its read buffers by it. */
  readonly longestRow: number
}

/** Rows are written as bytes at once, into chunks of this size or of the largest row: they cost the heap nothing. */
const chunkBytes = 256 << 10
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const mostBytesAUnit = 3

/** The NDJSON of one table. */
class TableLines {
  readonly #full: Buffer[] = []
  #chunk = Buffer.alloc(0)
  #end = 0
  rows = 0
  longestRow = 0

  /** Adds an object as JSON, with members more, which are written behind its own. */
  add(json: string, members: string): void {
    const most = (json.length + members.length) * mostBytesAUnit
    this.rows += 1
    if (this.#end + most > this.#chunk.length) this.#begin(Math.max(chunkBytes, most))
    const start = this.#end
    // Without the brace that ends it.
    const own = start + this.#chunk.write(json, start) - 1
    this.#end = own + this.#chunk.write(members, own)
    this.longestRow = Math.max(this.longestRow, this.#end - start)
  }

  #begin(bytes: number): void {
    this.#full.push(this.#chunk.subarray(0, this.#end))
    this.#chunk = Buffer.allocUnsafe(bytes)
    this.#end = 0
  }

  write(file: string): Promise<void> {
    return writeFile(file, [...this.#full, this.#chunk.subarray(0, this.#end)], { mode: 0o600 })
  }
}

/** More than the lines of any segment, and than its rows. */
const placesOfSegment = 2 ** 32

/** Gathers the rows of one segment by table and writes them as NDJSON. */
export class Staging {
  readonly #tables = new Map<TableName, TableLines>()
  readonly #place: number
  #sequence = 0

  /** Rows of a later `ordinal` come after all of an earlier one. */
  constructor(ordinal: number) {
    this.#place = ordinal * placesOfSegment
  }

  add(rows: Rows, origin: RowOrigin): void {
    for (const table of Object.keys(rows) as TableName[]) {
      const lines = this.#linesOf(table)
      for (const row of rows[table] ?? []) {
        this.#sequence += 1
        lines.add(wellFormed(JSON.stringify(row)), this.#members(origin))
      }
    }
  }

  /** What every row has besides its own: the answer it comes from, and its place. */
  #members({ callKey, runId, line }: RowOrigin): string {
    const [line_, seq_] = [this.#place + line, this.#place + this.#sequence]
    return `,"call_key":"${callKey}","run_id":"${runId}","line_":${line_},"seq_":${seq_}}\n`
  }

  #linesOf(table: TableName): TableLines {
    const known = this.#tables.get(table)
    if (known !== undefined) return known
    const lines = new TableLines()
    this.#tables.set(table, lines)
    return lines
  }

  /** Writes what was gathered; tables come in the order of their definitions, parents first. */
  async write(folder: string): Promise<StagedTable[]> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const staged: StagedTable[] = []
    for (const table of Object.keys(dataTables) as TableName[]) {
      const lines = this.#tables.get(table)
      if (lines === undefined || lines.rows === 0) continue
      const file = join(folder, `${table}.ndjson`)
      await lines.write(file)
      staged.push({ table, file, rows: lines.rows, longestRow: lines.longestRow })
      this.#tables.delete(table)
    }
    return staged
  }
}

/**
 * Half a surrogate pair is no text, and DuckDB refuses a file that holds one; JSON.stringify leaves it as an escape.
 * It becomes U+FFFD; the raw answer keeps it. Escapes are taken one after another, for a backslash may be escaped itself.
 */
const wellFormed = (json: string): string =>
  json.includes('\\ud')
    ? json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escaped) => (escaped.length > 2 ? '\ufffd' : escaped))
    : json

/** Name of the temporary table that a staged file is read into. */
export const stagingName = (table: TableName): string => `staged_${table}`

/** Reads staged files of one table into its temporary table, with the declared types. */
export function readStaged(table: TableName, staged: readonly StagedTable[]): string {
  const types = Object.entries(columnsOf(table)).map(([name, { type }]) => `${name}: '${type}'`)
  const columns = [...types, "line_: 'BIGINT'", "seq_: 'BIGINT'"].join(', ')
  const files = staged.map(({ file }) => fileLiteral(file)).join(', ')
  const objectSize = Math.max(1 << 20, ...staged.map(({ longestRow }) => longestRow + 1024))
  return (
    `CREATE TEMP TABLE ${stagingName(table)} AS ` +
    `SELECT * FROM read_ndjson([${files}], columns = {${columns}}, maximum_object_size = ${objectSize})`
  )
}

/**
 * Merging staged rows into their tables, as SQL statements, which drop the temporary tables in the end. No key or index is needed: rows of a scope that an answer
 * restates are deleted, then the new ones inserted.
 *
 * Which of two answers about one scope wins does not depend on the order in which they arrived, nor in which they are
 * loaded (an older run may be resumed after a newer one): a later run wins, and run ids sort by their start; within a
 * run the smaller call key wins; the same call made again wins over itself.
 */
export function mergeStatements(tables: ReadonlySet<TableName>, runId: string): string[] {
  const used = new Set([...tables].map(stagingName))
  const merging = orderedNames.flatMap((name) => {
    const table: Table = dataTables[name]
    if (table.isAppendOnly) return tables.has(name) ? [insertAll(name)] : []
    const stating = (table.parent ?? name) as TableName
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

const scopeOf = (name: TableName): readonly string[] => (dataTables[name] as Table).scope

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
  const key = (dataTables[name] as Table).key.map((column) => `s.${column}`).join(', ')
  return `INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${columns.map((column) => `s.${column}`).join(', ')} FROM ${stagingName(name)} AS s
    JOIN ${winners} AS w ON ${sameScope(name, 'w', 's')} AND w.line_ = s.line_
    QUALIFY row_number() OVER (PARTITION BY ${key} ORDER BY s.seq_) = 1
    ORDER BY s.seq_`
}

function insertAll(name: TableName): string {
  const columns = Object.keys(columnsOf(name)).join(', ')
  return `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${stagingName(name)} ORDER BY seq_`
}
