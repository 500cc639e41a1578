import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLiteral } from '../contract/sql.ts'
import { columnsOf } from './schema.ts'
import type { Rows, TableName } from './tables/index.ts'
import { dataTables } from './tables/index.ts'

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

/** Rows gather as text until there is this much of it, and then as bytes, which cost the heap nothing. */
const chunkCharacters = 64 << 10

/** The NDJSON of one table. */
class TableLines {
  readonly #chunks: Buffer[] = []
  #text = ''
  rows = 0
  longestRow = 0

  add(line: string): void {
    this.#text += line
    this.rows += 1
    // An upper bound: a UTF-16 unit takes at most three bytes of UTF-8.
    this.longestRow = Math.max(this.longestRow, line.length * 3)
    if (this.#text.length >= chunkCharacters) this.#flush()
  }

  #flush(): void {
    this.#chunks.push(Buffer.from(this.#text))
    this.#text = ''
  }

  write(file: string): Promise<void> {
    this.#flush()
    return writeFile(file, this.#chunks, { mode: 0o600 })
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
        lines.add(stagedLine(row, origin, this.#place + origin.line, this.#place + this.#sequence))
      }
    }
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
const withoutHalves = (json: string): string =>
  json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escaped) => (escaped.length > 2 ? '\ufffd' : escaped))

function stagedLine(row: object, { callKey, runId }: RowOrigin, line: number, sequence: number): string {
  const json = JSON.stringify(row)
  const own = json.includes('\\ud') ? withoutHalves(json) : json
  const from = `"call_key":"${callKey}","run_id":"${runId}","line_":${line},"seq_":${sequence}`
  return `${own.slice(0, -1)},${from}}\n`
}

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
