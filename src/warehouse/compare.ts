import { literal } from '../contract/sql.ts'
import { requireFile } from '../disk/own-file.ts'
import { dataTables } from '../rows/tables/index.ts'
import type { Table } from '../rows/tables/table.ts'
import type { Reader, SqlRow } from './database.ts'
import { allTables, derivedTables } from './derived.ts'
import { columnsOf } from './schema.ts'

/*
 * Compares two warehouses by a digest of each table, and a table that differs by its rows. Memory stays flat:
 * each row is hashed on its own.
 */

/** Names of all tables, derived ones first. */
export const tableNames = (): string[] => Object.keys(allTables)
export const isDerivedTable = (name: string): boolean => name in derivedTables
/** Tables whose rows say which call and run they come from. */
const tablesWithOrigin = (): string[] =>
  [...Object.keys(derivedTables), ...Object.keys(dataTables)].filter((name) => 'call_key' in columnsOf(name))

/** When a segment was loaded is an accident of the process, and says nothing of what is in it. */
const accidental: Readonly<Record<string, string>> = { segments: 'EXCLUDE (loaded_at)' }

const rowsOf = (name: string, schema: string): string =>
  `(SELECT * ${accidental[name] ?? ''} FROM ${schema}.${name})`

/**
 * Digests of all rows of each table and their number, by name: `1204 rows 8f3a…`. Every block is read, and its checksum with it. One
 * statement takes a third of the time of one for each table. @throws Error of DuckDB that names the damage
 */
export async function allDigests(reader: Reader, schema = 'main'): Promise<ReadonlyMap<string, string>> {
  const digests = tableNames().map(
    (name) =>
      `SELECT '${name}' AS name, concat(count(*), ' rows ', coalesce(bit_xor(hash(t)), 0), '/', coalesce(sum(hash(t)::HUGEINT), 0)) AS digest
       FROM ${rowsOf(name, schema)} AS t`,
  )
  const rows = await reader.rows(digests.join(' UNION ALL '))
  return new Map(rows.map(({ name, digest }) => [String(name), String(digest)]))
}

/** Makes another warehouse readable beside this one, as a schema of this name. */
export async function attach(reader: Reader, path: string, schema: string): Promise<void> {
  await requireFile(path)
  await reader.run(`ATTACH ${literal(path)} AS ${schema} (READ_ONLY)`)
}

/** A row that two warehouses do not have alike. */
interface RowDifference {
  /** The key of the row, as SQL would ask for it. */
  readonly row: string
  /** Null: there should be no such row. */
  readonly expected: string | null
  /** Null: the row is missing. */
  readonly found: string | null
}

/** Rows of a table that differ, the first few: `found` as this database has them, `expected` as the other schema does. */
export async function differences(
  reader: Reader,
  name: string,
  { found, expected, most }: { readonly found: string; readonly expected: string; readonly most: number },
): Promise<RowDifference[]> {
  const here = await rowsOnlyIn(reader, name, found, expected, most)
  const there = await rowsOnlyIn(reader, name, expected, found, most)
  const keys = new Map<string, { here?: SqlRow; there?: SqlRow }>()
  for (const row of here) keys.set(keyText(name, row), { here: row })
  for (const row of there) {
    const key = keyText(name, row)
    keys.set(key, { ...keys.get(key), there: row })
  }
  return [...keys].slice(0, most).map(([row, both]) => ({ row, ...cells(both.here, both.there) }))
}

const rowsOnlyIn = (
  reader: Reader,
  name: string,
  schema: string,
  other: string,
  most: number,
): Promise<SqlRow[]> =>
  reader.rows(
    `SELECT t.* FROM ${rowsOf(name, schema)} AS t
     WHERE hash(t) NOT IN (SELECT hash(o) FROM ${rowsOf(name, other)} AS o)
     ORDER BY ${keyOf(name).join(', ')} LIMIT ${most}`,
  )

const keyOf = (name: string): readonly string[] => (allTables[name] as Table).key

const keyText = (name: string, row: SqlRow): string =>
  `${name} ${keyOf(name)
    .map((column) => `${column}=${cellText(row[column])}`)
    .join(' ')}`

const cellText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'NULL')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** The columns that differ, as each side has them. */
function cells(here: SqlRow | undefined, there: SqlRow | undefined): Omit<RowDifference, 'row'> {
  const known = here ?? there ?? {}
  if (here === undefined || there === undefined) {
    const origin = ['call_key', 'run_id'].filter((column) => column in known)
    const text = `a row${origin.map((column) => ` ${column}=${cellText(known[column])}`).join('')}`
    return { found: here === undefined ? null : text, expected: there === undefined ? null : text }
  }
  const columns = Object.keys(here).filter(
    (column) => JSON.stringify(here[column]) !== JSON.stringify(there[column]),
  )
  const cellsOf = (row: SqlRow) => columns.map((column) => `${column}=${cellText(row[column])}`).join(' ')
  return { found: cellsOf(here), expected: cellsOf(there) }
}

/** Rows by table, the tables that hold some. */
export async function rowCounts(reader: Reader): Promise<Record<string, number>> {
  const counts = tableNames().map((name) => `SELECT '${name}' AS name, count(*)::INTEGER AS n FROM ${name}`)
  const rows = await reader.rows(counts.join(' UNION ALL '))
  return Object.fromEntries(rows.filter(({ n }) => n !== 0).map(({ name, n }) => [String(name), Number(n)]))
}

/** Rows that name a call and run which the ledger does not have, by table, with one of them. */
export async function rowsWithoutCall(
  reader: Reader,
): Promise<{ table: string; rows: number; call_key: string; run_id: string }[]> {
  const origins = tablesWithOrigin().map(
    (table) => `SELECT '${table}' AS name, call_key, run_id FROM ${table} WHERE call_key IS NOT NULL`,
  )
  const found = await reader.rows(
    `SELECT name AS "table", count(*)::INTEGER AS rows, min(call_key) AS call_key, arg_min(run_id, call_key) AS run_id
     FROM (${origins.join(' UNION ALL ')}) ANTI JOIN calls USING (call_key, run_id)
     GROUP BY name ORDER BY ${tablesWithOrigin()
       .map((name) => `name = '${name}'`)
       .join(', ')}`,
  )
  return found as Awaited<ReturnType<typeof rowsWithoutCall>>
}
