import { dataTables } from '../../../src/rows/tables/index.ts'
import type { CachingReader, Database, Reader } from '../../../src/warehouse/database.ts'

/** Which tables of sources a statement reads, by DuckDB's own parser; calls are the ledger, and say when something was asked. */

const isSource = (name: string): boolean => name in dataTables && name !== 'calls'

/** SELECTs in statements: tables beside the warehouse are made of one. */
const selectsIn = (sql: string): string[] =>
  sql.split(/;\n/).flatMap((statement) => {
    const select = statement.trim().replace(/^CREATE TABLE explored\.(?:"[^"]*"|\w+) AS\s+/, '')
    return /^\(?(SELECT|WITH)\b/.test(select) ? [select] : []
  })

export async function sourcesOf(reader: Reader, sql: string): Promise<string[]> {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, table_name: name } = node as { readonly type?: unknown; readonly table_name?: unknown }
    if (type === 'BASE_TABLE' && typeof name === 'string' && isSource(name)) found.add(name)
    for (const part of Object.values(node)) walk(part)
  }
  for (const select of selectsIn(sql)) {
    const [row] = await reader.rows('SELECT json_serialize_sql($select::VARCHAR)::VARCHAR AS parsed', {
      select,
    })
    const parsed = JSON.parse(String(row?.parsed)) as {
      readonly error: boolean
      readonly error_message?: string
    }
    if (parsed.error) throw new Error(`${parsed.error_message}: ${select}`)
    walk(parsed)
  }
  return [...found].sort()
}

/** A statement, and the file of src that asks it. */
export interface AskedBy {
  readonly file: string
  readonly sql: string
}

/** Files that ask for others. */
const goBetween = /explore\/(scene|publication|listing)\.ts|dossiers\/(holdings|rows)\.ts/

function fileAsking(): string {
  const files = [
    ...(new Error().stack ?? '').matchAll(/src\/readers\/((?:dossiers|explore)\/[\w/-]+\.ts)/g),
  ].map(([, file = '']) => file)
  return files.find((file) => !goBetween.test(file)) ?? files.at(-1) ?? 'nobody'
}

/** The database, with a note of all that is asked of it. */
export function noting(database: Database, asked: AskedBy[]): CachingReader {
  const note = (sql: string): string => {
    asked.push({ file: fileAsking(), sql })
    return sql
  }
  return {
    rows: (sql, values) => database.rows(note(sql), values),
    stream: (sql) => database.stream(note(sql)),
    run: (sql) => database.run(note(sql)),
    release: () => database.release(),
  }
}
