import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataTables, type Rows, type TableName } from '../rows/tables/index.ts'
import { ScopeNotes, type StatedScopes } from './scopes.ts'

/** Which answer a row comes from. */
export interface RowOrigin {
  readonly callKey: string
  /** Line of the answer in its segment, from 1. */
  readonly line: number
}

/** One table's rows in a file that DuckDB reads by itself, which is many times faster than row by row. */
export interface StagedTable {
  readonly table: TableName
  readonly file: string
  readonly rows: number
  readonly bytes: number
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
  bytes = 0
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
    this.bytes += this.#end - start
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

/** More than the lines of any segment. */
const linesOfSegment = 2 ** 32

/** Gathers the rows of one segment by table, in their order, and writes them as NDJSON. */
export class Staging {
  readonly #tables = new Map<TableName, TableLines>()
  readonly #scopes = new ScopeNotes()
  readonly #place: number

  /** Lines of a later `ordinal` come after all of an earlier one. */
  constructor(ordinal: number) {
    this.#place = ordinal * linesOfSegment
  }

  /** The scopes that the rows state. */
  get stated(): readonly StatedScopes[] {
    return this.#scopes.stated
  }

  add(rows: Rows, origin: RowOrigin): void {
    for (const table of Object.keys(rows) as TableName[]) {
      const lines = this.#linesOf(table)
      const of = rows[table] ?? []
      this.#scopes.add(table, of, origin.line)
      const members = this.#members(origin)
      for (const row of of) lines.add(wellFormed(JSON.stringify(row)), members)
    }
  }

  /** What every row has besides its own: the answer it comes from. The run is the same for all rows of a segment. */
  #members({ callKey, line }: RowOrigin): string {
    return `,"call_key":"${callKey}","line_":${this.#place + line}}\n`
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
      const { rows, bytes, longestRow } = lines
      staged.push({ table, file, rows, bytes, longestRow })
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
