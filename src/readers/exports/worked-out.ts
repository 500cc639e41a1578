import { identifier } from '../../contract/sql.ts'
import type { Reader } from '../../warehouse/database.ts'
import { columnOf, fromOf, type RelationInfo } from './relation.ts'

/** Beside the warehouse, which is read-only. Not temporary tables: rows are streamed over other connections too. */
const database = 'export_views'

/** Bytes of a warehouse whose views may all be held at once. Those of a larger one are worked out for each file. */
const mostBytes = 128 * 2 ** 20

/**
 * Views as tables, each worked out once for all files that are made of it: of a small warehouse, to bind a view and to work it
 * out takes longer than to write its rows. What it is given back reads the same rows under the same names.
 */
export async function workedOutViews(reader: Reader): Promise<(view: RelationInfo) => Promise<RelationInfo>> {
  const [size] = await reader.rows(
    'SELECT used_blocks * block_size AS bytes FROM pragma_database_size() WHERE database_name = current_database()',
  )
  if (Number(size?.bytes) > mostBytes) return async (view) => view
  const tables = await reader.rows('SELECT table_name FROM duckdb_tables()')
  const stored = new Set(tables.map(({ table_name }) => table_name))
  await reader.run(`ATTACH IF NOT EXISTS ':memory:' AS ${database} (READ_WRITE)`)
  const workedOut = new Map<string, string>()
  return async (view) => {
    if (view.select !== undefined || stored.has(view.name)) return view
    const columns = new Set([...view.columns.map(({ name }) => name), ...view.key])
    const asked = `SELECT ${[...columns].map(columnOf).join(', ')} FROM ${fromOf(view)}`
    const known = workedOut.get(asked)
    const table = known ?? `${database}.${identifier(`view_${workedOut.size}`)}`
    if (known === undefined) await reader.run(`CREATE TABLE ${table} AS ${asked}`)
    workedOut.set(asked, table)
    return { ...view, select: `SELECT * FROM ${table}` }
  }
}
