import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { drawn } from '../support/forms.ts'
import { judgment } from '../support/records.ts'
import { digests } from '../support/tables.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

const keptByRun = new Set([
  ...['job_inputs', 'flag_history', 'job_enterprises', 'job_enterprises_history', 'job_documents'],
  ...['job_documents_history', 'list_pages', 'list_sweeps', 'list_sweeps_history', 'list_scans'],
  ...['list_scans_history', 'coverage', 'coverage_history', 'calls'],
])

const spoiled = [
  ['of another version', change],
  ['that is lost', lose],
] as const

test.each(drawn(spoiled, 1))(
  'a warehouse %s is rebuilt from raw, and nothing of it is called again',
  async (_, spoil) => {
    const content = '换行\n和"引号"、\\反斜杠与\u3000全角空格'
    const cases = [judgment('d0001'), judgment('d0002', { content })]
    const { folder, service, run } = await worldOf({ ...litigationOf(numbered(2)), cases })
    // DuckDB reads the names of files as patterns.
    const home = join(folder, "甲's [1]*{a,b}")
    await mkdir(join(folder, "甲's 1a"))
    await run(jobOn(), { home })
    const { state } = homeAt(home)
    // A run that was killed before it began leaves a folder without its record.
    await mkdir(join(home, 'runs', '20200101T000000Z-dead'))
    const before = await spoil(state.warehouse)
    const requests = service.counts.requests
    const again = await run(jobOn(), { home })
    expect(again.calls.made).toBe(1)
    expect(service.counts.requests).toBe(requests + 1)
    await using database = await Database.open(state.warehouse, { readOnly: true })
    const after = await digests(database)
    // The second run adds itself to what is kept by run.
    const tables = Object.entries(after).filter(([name]) => !keptByRun.has(name))
    expect(before).toMatchObject(Object.fromEntries(tables))
    expect(await database.rows('SELECT count(DISTINCT run_id)::INTEGER AS n FROM job_inputs')).toEqual([
      { n: 2 },
    ])
    const undocumented = await database.rows(
      "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL AND table_name <> 'warehouse_schema'",
    )
    expect(undocumented).toEqual([])
  },
)

/** Makes the file look like another version's; returns what it holds. */
async function change(path: string): Promise<Record<string, string>> {
  await using database = await Database.open(path)
  await database.run("UPDATE warehouse_schema SET fingerprint = 'another'")
  return await digests(database)
}

/** Removes the file; returns what it held. */
async function lose(path: string): Promise<Record<string, string>> {
  const held = await (async () => {
    await using database = await Database.open(path, { readOnly: true })
    return await digests(database)
  })()
  await rm(path)
  return held
}
