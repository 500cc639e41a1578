import { createHash } from 'node:crypto'
import type { Database } from '../../src/warehouse/database.ts'
import { relationNames, relationOf } from '../../src/warehouse/schema.ts'

/** What differs between two runs that found the same: times, run ids, and where in the landing an answer stands. */
export const accidental = new Set([
  'run_id',
  'scan_run_id',
  'search_run_id',
  'seen_run_id',
  'based_on_run',
  'started_at',
  'finished_at',
  'fetched_at',
  'answered_at',
  'first_seen',
  'earlier_run_id',
  'data_as_of',
  'loaded_at',
  'latency_ms',
  'segment',
  'line',
  'attempts',
  'cost',
])
/** Tables about the process, not about what was found. */
const aboutTheProcess = new Set(['segments', 'runs'])

/** A digest of every table and view, independent of the order of rows. */
export async function digests(database: Database): Promise<Record<string, string>> {
  const names = relationNames().filter((name) => !aboutTheProcess.has(name))
  const entries = []
  for (const name of names) entries.push([name, await digestOf(database, name)] as const)
  return Object.fromEntries(entries)
}

async function digestOf(database: Database, name: string): Promise<string> {
  const columns = Object.keys(relationOf(name)?.columns ?? {}).filter((column) => !accidental.has(column))
  // A call that was under way at a crash is made again: what counts is which calls were answered, and how.
  const distinct = name === 'calls' ? 'DISTINCT' : ''
  const rows = await database.rows(
    `SELECT ${distinct} md5(to_json({${columns.map((column) => `"${column}": "${column}"`).join(', ')}})) AS row
     FROM ${name} ${name === 'calls' ? "WHERE failure IS DISTINCT FROM 'lost'" : ''} ORDER BY 1`,
  )
  const hash = createHash('sha256')
  for (const { row } of rows) hash.update(`${row}\n`)
  return `${rows.length} rows ${hash.digest('hex').slice(0, 16)}`
}
