import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { relationNames, relationOf } from '../../src/warehouse/schema.ts'
import { temporaryFolder } from './folder.ts'

/** A file with every table and view and no row in it, at this path. */
export const giveEmptyTables = (path: string): Promise<void> =>
  copyFile(inject('emptyWarehouse'), path, constants.COPYFILE_FICLONE)

/** A warehouse without a row, in a folder that is given or goes when the test is over; what its log holds is not in its file. */
export async function emptyWarehouse(folder?: string): Promise<Database> {
  const path = join(folder ?? (await temporaryFolder()), 'w.duckdb')
  await giveEmptyTables(path)
  const database = await Database.open(path)
  // It goes when it is closed: to write its log into the file would take a tenth of a second.
  await database.run('PRAGMA disable_checkpoint_on_shutdown')
  return database
}

/** What was found, whoever found it when. */
const facts = [
  ...['enterprise_candidates', 'enterprises', 'enterprise_names', 'enterprise_members'],
  ...['enterprise_shareholders', 'enterprise_changes', 'enterprise_litigation', 'enterprise_risks'],
  ...['enterprise_documents', 'document_parties', 'cases', 'case_parties', 'case_citations'],
  ...['case_amounts', 'regulations', 'articles'],
]

/** Rows of the facts, and which questions have which answer. */
export async function factsOf(home: string): Promise<Record<string, unknown>> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const entries: [string, unknown][] = []
  for (const name of facts) {
    const columns = Object.keys(relationOf(name)?.columns ?? {}).filter(
      (column) => !accidental.has(column) && column !== 'call_key',
    )
    const [row] = await database.rows(
      `SELECT count(*)::INTEGER AS rows, md5(coalesce(string_agg(t::VARCHAR, chr(10) ORDER BY t::VARCHAR), '')) AS digest
       FROM (SELECT DISTINCT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${name}) AS t`,
    )
    entries.push([name, [row?.rows, row?.digest]])
  }
  const absent = 'SELECT asked_by, asked, library FROM case_lookups WHERE hits = 0 ORDER BY ALL'
  const missing =
    'SELECT citation_key FROM article_lookups GROUP BY ALL HAVING NOT bool_or(is_found) ORDER BY ALL'
  const matched = `SELECT given_name, given_uscc, given_id, status, enterprise_id FROM job_enterprises ORDER BY ordinal`
  for (const [name, sql] of Object.entries({ absent, missing, matched }))
    entries.push([name, await database.rows(sql)])
  entries.push([
    'dead letters',
    await database.rows(
      'SELECT operation, params, failure, message FROM dead_letters WHERE run_id = (SELECT max(run_id) FROM runs)',
    ),
  ])
  return Object.fromEntries(entries)
}

/** What differs between two runs that found the same: times, run ids, and where in the landing an answer stands. */
export const accidental = new Set([
  ...['run_id', 'scan_run_id', 'search_run_id', 'seen_run_id', 'based_on_run', 'started_at', 'finished_at'],
  ...['fetched_at', 'answered_at', 'first_seen', 'earlier_run_id', 'data_as_of', 'loaded_at', 'latency_ms'],
  ...['segment', 'line', 'attempts', 'cost'],
])
/** Tables about the process, not about what was found. */
const aboutTheProcess = new Set(['segments', 'runs'])

/**
 * A digest of every table, independent of the order of rows, and of the columns of tables and views. Views are SQL over the tables, and their
 * rows take nine tenths of the time: `hasViews` is for where the order in which rows were loaded differs.
 */
export async function digests(database: Database, hasViews = false): Promise<Record<string, string>> {
  const names = relationNames().filter(
    (name) => !aboutTheProcess.has(name) && (hasViews || relationOf(name)?.kind === 'table'),
  )
  const entries = []
  for (const name of names) entries.push([name, await digestOf(database, name)] as const)
  const [columns] = await database.rows(
    `SELECT md5(string_agg(concat_ws(' ', table_name, column_name, data_type), chr(10) ORDER BY ALL)) AS digest
     FROM duckdb_columns() WHERE NOT internal`,
  )
  return Object.fromEntries([...entries, ['columns', String(columns?.digest)]])
}

/** Digests of all tables of a database file. */
export async function tablesIn(path: string): Promise<Record<string, string>> {
  await using database = await Database.open(path, { readOnly: true })
  return await digests(database)
}

/** Digests of all tables that a home has published. */
export const publishedTables = (home: string): Promise<Record<string, string>> =>
  tablesIn(homeAt(home).published)

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
