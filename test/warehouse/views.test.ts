import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { allDigests } from '../../src/warehouse/compare.ts'
import { Database, type Reader } from '../../src/warehouse/database.ts'
import { derivedTables } from '../../src/warehouse/derived.ts'
import { shareViews } from '../../src/warehouse/shared-views.ts'
import { views } from '../../src/warehouse/views/index.ts'
import { flagsOfStates, ordersOfStates } from '../../src/warehouse/views/red-flags.ts'
import { refreshDerived, updateDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { drawn } from '../support/forms.ts'
import { sampleHome } from '../support/sample-home.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { derivedStory, insert, linesIn, tellTheStory } from './litigation-world.ts'

test('every view has the columns that it documents, in their order and of their types, and no row in an empty warehouse', async () => {
  await using database = await emptyWarehouse()
  const { tableOf } = await shareViews(database)
  for (const [name, view] of Object.entries(views)) {
    const table = await tableOf(name)
    const [read] = await database.rows(`SELECT count(*) AS rows FROM ${table}`)
    const columns = (await database.rows(`DESCRIBE ${table}`)).map((row) => [
      row.column_name,
      row.column_type,
    ])
    const documented = Object.entries(view.columns).map(([column, { type }]) => [column, type])
    expect({ name, ...read, columns }).toEqual({ name, rows: '0', columns: documented })
  }
})

test('every column of the file has a comment', async () => {
  await using database = await emptyWarehouse()
  const columns = 'FROM duckdb_columns() WHERE NOT internal AND comment IS NULL'
  const silent = await database.rows(`SELECT DISTINCT table_name AS name ${columns}`)
  expect(silent).toEqual([{ name: 'warehouse_schema' }])
})

test('a view adds months as INTEGER: DuckDB 1.2, which README names, has no to_months of a BIGINT', async () => {
  await using database = await emptyWarehouse()
  const found = await database.rows("SELECT sql FROM duckdb_views() WHERE sql LIKE '%to_months(%'")
  expect(found.length).toBeGreaterThan(0)
  const spans = found.flatMap(({ sql }) => String(sql).match(/to_months\(.{5}/g) ?? [])
  expect(new Set(spans)).toEqual(new Set(['to_months(CAST(']))
})

test('of a view with rows of each run, the plain name has the last run of each job, and its history every run, each with its job', async () => {
  await using database = await emptyWarehouse()
  for (const [run_id, job] of Object.entries({ r1: 'weekly', r2: 'weekly', r3: 'daily' })) {
    await insert(database, 'runs', { run_id, job })
    await insert(database, 'job_inputs', { run_id, ordinal: 1, kind: 'enterprise', given_id: 'e1' })
    const page = { scan_run_id: run_id, enterprise_id: 'e1', sweep: 1, page_no: 1, is_found: true }
    await insert(database, 'list_pages', page)
  }
  const runsOf = async (name: string) =>
    (await database.rows(`SELECT run_id, job FROM ${name} ORDER BY run_id`)).map(
      ({ run_id, job }) => `${run_id} ${job}`,
    )
  const histories = Object.keys(views).filter((name) => name.endsWith('_history'))
  const found = histories.map(async (name) => [name, await runsOf(name), await runsOf(name.slice(0, -8))])
  const lists = [
    ['r1 weekly', 'r2 weekly', 'r3 daily'],
    ['r2 weekly', 'r3 daily'],
  ]
  expect(await Promise.all(found)).toEqual([
    ['job_enterprises_history', ...lists],
    ['job_searches_history', [], []],
    ['job_documents_history', [], []],
    ['list_sweeps_history', ...lists],
    ['list_scans_history', ...lists],
    ['coverage_history', ...lists],
    ['portfolio_links_history', [], []],
    ['portfolio_suits_history', [], []],
    ['portfolio_concentrations_history', [], []],
    ['changes_history', [], []],
  ])
})

test('no view tells a document twice that two libraries or two runs hold', async () => {
  await using database = await emptyWarehouse()
  await tellTheStory(database)
  await insert(database, 'cases', { case_id: 'd1', library: 'qwal', outcome: 'dismissed' })
  const candidate = { query: '甲', ordinal: 1, enterprise_id: 'e1', name_key: '甲建设有限公司' }
  await insert(database, 'enterprise_candidates', candidate)
  await refreshDerived(database)
  const told = "SELECT library, outcome, subject_outcome FROM subject_documents WHERE document_id = 'd1'"
  expect(await linesIn(database, told)).toEqual(['ptal | granted | lost'])
  const sums = 'SELECT count(*), count(DISTINCT (document_id, ordinal)) FROM ordered_payments'
  expect(await linesIn(database, sums)).toEqual(['7 | 7'])
})

test('a derived table, and flags of a state, have no row while no relation has one that they come from', async () => {
  const { home } = await sampleHome()
  const copy = join(await temporaryFolder(), 'copy.duckdb')
  await copyFile(homeAt(home).published, copy)
  await using database = await Database.open(copy)
  // Of these the sample has no row.
  for (const kind of ['shares_frozen', 'pledged'])
    await insert(database, 'stated_events', {
      ...{ enterprise_id: 'e1', case_key: kind, family_key: kind, kind, role: 'defendant' },
      ...{ source: 'registration', property: '持有的股权', is_lifted: false, said_on: '2026-01-01' },
    })
  await database.run(
    `UPDATE subject_documents SET outcome = 'convicted', subject_outcome = 'lost' WHERE document_id = (SELECT max(document_id) FROM subject_documents)`,
  )
  await database.run(`UPDATE runs SET red_flags = '{"cases_as_defendant": 1, "registration_changes": 1}'`)
  await database.run(`CREATE TEMP VIEW orders AS ${ordersOfStates}`)
  for (const [name, { sql, from }] of drawn(Object.entries({ ...derivedTables, ...flagsOfStates }), 5)) {
    const left = await database.preview(async (tx) => {
      expect([name, await tx.rows(`SELECT 1 FROM (${sql}) LIMIT 1`)]).not.toEqual([name, []])
      for (const relation of from) await tx.run(`DELETE FROM ${relation}`)
      return await tx.rows(sql)
    })
    expect([name, left]).toEqual([name, []])
  }
})

interface Operator {
  readonly name: string
  readonly children: readonly Operator[]
  readonly extra_info: Readonly<Record<string, unknown>>
}

const conditionsOf = (kind: string, plan: readonly Operator[]): string[] =>
  plan.flatMap(({ name, children, extra_info }) => [
    ...(name === kind ? [String(extra_info.Condition)] : []),
    ...conditionsOf(kind, children),
  ])

test('no statement joins by comparing each row with each while an equation of both sides is among its conditions', async () => {
  const folder = await temporaryFolder()
  const copy = join(folder, 'warehouse.duckdb')
  await copyFile(homeAt((await sampleHome()).home).published, copy)
  await using database = await Database.open(copy)
  await database.run(`CREATE TEMP VIEW orders AS ${ordersOfStates}`)
  const read = Object.fromEntries(Object.keys(views).map((name) => [name, { sql: `FROM ${name}` }]))
  for (const [name, { sql }] of Object.entries({ ...read, ...derivedTables, ...flagsOfStates })) {
    const [plan] = await database.rows(`EXPLAIN (FORMAT json) ${sql}`)
    const joins = conditionsOf('BLOCKWISE_NL_JOIN', JSON.parse(String(plan?.explain_value)))
    expect([name, joins.filter((condition) => /\b(\w+) = \1\b/.test(condition))]).toEqual([name, []])
  }
})

test('no view makes an expression of a column, which DuckDB would compile for each row', async () => {
  await using database = await emptyWarehouse()
  const found = await database.rows("SELECT view_name FROM duckdb_views() WHERE sql LIKE '%regexp_escape%'")
  const derived = Object.entries(derivedTables).filter(([, { sql }]) => sql.includes('regexp_escape'))
  expect([found, derived]).toEqual([[], []])
})

test('after years in which nothing new came, derived tables that only aged are as those that are worked out anew', async () => {
  await using database = await emptyWarehouse()
  await tellTheStory(database)
  await database.run('DELETE FROM calls')
  await insert(database, 'calls', { call_key: 'then', run_id: 'r1', fetched_at: '2022-01-01 08:00:00' })
  const [ordinal, key] = [1, '(2021)京0105执9号']
  await insert(database, 'enterprise_risks', {
    ...{ enterprise_id: 'e1', ordinal, kind: '股权冻结', case_number: key, case_number_key: key },
    ...{ number_category: '执行案件', filed_on: '2021-06-01' },
  })
  await refreshDerived(database)
  const aged = ['closes_case FROM subject_documents', 'is_recent, is_share_frozen FROM enforcement_cases']
  const saidOf = async () => [
    await allDigests(database),
    ...(await Promise.all(aged.map((columns) => database.rows(`SELECT ${columns} ORDER BY ALL`)))),
  ]
  const before = await saidOf()
  await insert(database, 'calls', { call_key: 'now', run_id: 'r2', fetched_at: '2029-01-01 08:00:00' })
  await database.run("UPDATE enterprise_documents SET run_id = 'r2'")
  await updateDerived(database)
  const updated = await saidOf()
  await refreshDerived(database)
  expect(updated).toEqual(await saidOf())
  for (const [index, said] of before.entries()) expect(updated[index]).not.toEqual(said)
})

const rowsOf = async (reader: Reader, name: string): Promise<string[]> =>
  (await reader.rows(`FROM ${name}`)).map((row) => JSON.stringify(row)).sort()

test('views that are worked out once have the rows of those of the file, and of the file as it is now', async () => {
  await using database = await derivedStory()
  const ofFile = new Map<string, string[]>()
  const chosen = [...drawn(Object.keys(views), 12), 'red_flags']
  for (const name of Object.keys(views).filter((one) => chosen.includes(one)))
    ofFile.set(name, await rowsOf(database, name))
  const first = await shareViews(database)
  // Those that build on others come last there, and first here.
  for (const [name, rows] of [...ofFile].toReversed())
    expect(await rowsOf(first.reader, name), name).toEqual(rows)
  expect(await rowsOf(database, String(await first.tableOf('red_flags')))).toEqual(ofFile.get('red_flags'))
  expect(ofFile.get('red_flags')).not.toEqual([])

  // After a change the file is opened again, or its views are shared again.
  for (const name of ['enforcement_cases', 'stated_events', 'subject_documents'])
    await database.run(`DELETE FROM w.${name}`)
  const second = await shareViews(database)
  expect(await rowsOf(second.reader, 'red_flags')).toEqual([])
})
