import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sealedSegments } from '../../calls/landing/segment.ts'
import { buildTables } from '../../run/home/build-tables.ts'
import { exists, type Home, runFolder, runIds } from '../../run/home/home.ts'
import { readRunFile } from '../../run/home/runs.ts'
import {
  allDigests,
  attach,
  differences,
  isDerivedTable,
  rowsWithoutCall,
  tableNames,
} from '../../warehouse/compare.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { firstLine } from '../../warehouse/errors.ts'
import { recordedRuns } from '../../warehouse/runs.ts'
import { storedFingerprint } from '../../warehouse/schema.ts'
import { type Audited, type CheckNotes, mostFindings, type Notes, todos } from './record.ts'

/** Every row names its call and its run, and the ledger has that call. */
export async function verifyOrigins({ database }: Audited, on: Notes): Promise<undefined> {
  const notes = on('origins')
  notes.count = tableNames().length
  for (const { table, rows, call_key, run_id } of await rowsWithoutCall(database)) {
    notes.add({
      what: 'rows come from a call that the ledger does not have',
      where: `${table}, ${rows} rows`,
      expected: `calls.call_key=${call_key} run_id=${run_id}`,
      found: 'no row',
      todo: todos.tables,
    })
  }
}

/** Rebuilds all tables from raw in a scratch file, and compares them with the working ones, to the cell. */
export async function verifyRederived(audit: Audited, on: Notes): Promise<undefined> {
  const { home, effects, database } = audit
  const notes = on('tables')
  const isUnfinished = await isCutOff(audit)
  const scratch = `${home.state.warehouse}.scratch`
  const rows = await database.rows('SELECT segment FROM segments')
  const loaded = new Set(rows.map(({ segment }) => String(segment)))
  await rm(scratch, { force: true })
  try {
    const built = await buildTables({
      home,
      effects,
      raw: await audit.raw(),
      path: scratch,
      hasComments: false,
      isWanted: (segment) => loaded.has(segment),
      // Raw is verified by itself.
      onDamagedLine: () => undefined,
      onDamagedRun: () => undefined,
    })
    await built.close()
    await attach(database, scratch, 'rederived')
    await compareTables(audit, notes, {
      names: tableNames().filter((name) => name !== 'runs'),
      found: 'main',
      expected: 'rederived',
      todo: todos.tables,
      isDamage: (name) => !(isUnfinished && isDerivedTable(name)),
    })
    await database.run('DETACH rederived')
  } finally {
    await rm(scratch, { force: true })
    await rm(`${scratch}.wal`, { force: true })
  }
}

/** Whether a run was cut off: derived tables are not worked out before its end. */
async function isCutOff({ database, home }: Audited): Promise<boolean> {
  const running = await database.rows("SELECT 1 FROM runs WHERE status = 'running'")
  return running.length > 0 || (await sealedSegments(home.state.landing)).length > 0
}

/** The working tables, of which the schema is `main`. */
type Working = Pick<Audited, 'database' | 'digests'>

interface Comparison {
  readonly names: readonly string[]
  /** Schemas. */
  readonly found: string
  readonly expected: string
  readonly todo: string
  readonly isDamage: (name: string) => boolean
}

async function compareTables(
  { database, digests: working }: Working,
  notes: CheckNotes,
  { names, todo, isDamage, ...sides }: Comparison,
): Promise<void> {
  const digestsIn = async (schema: string) =>
    schema === 'main' && working.size > 0 ? working : await allDigests(database, schema)
  const [found, expected] = [await digestsIn(sides.found), await digestsIn(sides.expected)]
  notes.count += names.length
  for (const name of names) {
    if (found.get(name) === expected.get(name)) continue
    const rows = await differences(database, name, { ...sides, most: mostFindings })
    for (const row of rows) {
      notes.add({
        what:
          row.found === null
            ? 'a row is missing'
            : row.expected === null
              ? 'a row too many'
              : 'a row differs',
        where: row.row,
        expected: row.expected ?? 'no such row',
        found: row.found ?? 'no such row',
        todo,
        isDamage: isDamage(name),
      })
    }
    // Rows that are there several times differ in nothing but their number.
    if (rows.length === 0)
      notes.add({
        what: 'rows are there more or less often',
        where: name,
        expected: expected.get(name) ?? '',
        found: found.get(name) ?? '',
        todo,
        isDamage: isDamage(name),
      })
  }
}

/** The table `runs` against the run folders. A run that was cut off, or that another took the place of, may differ. */
export async function verifyRuns({ database, home }: Audited, on: Notes): Promise<undefined> {
  const notes = on('runs')
  const recorded = await database.rows(
    'SELECT run_id, job, pipeline, job_digest, status, reason, version FROM runs',
  )
  const rows = new Map(recorded.map((row) => [String(row.run_id), row]))
  for (const runId of await runIds(home)) {
    const row = rows.get(runId)
    rows.delete(runId)
    await verifyRun(home, runId, row, notes)
  }
  for (const runId of rows.keys())
    notes.add({
      what: 'the folder of a run is gone',
      where: runFolder(home, runId),
      expected: 'run.json and inputs.ndjson',
      found: 'nothing',
      todo: 'dossier doctor writes run.json again from the table runs; its inputs are lost once tables are rebuilt',
    })
}

async function verifyRun(
  home: Home,
  runId: string,
  row: SqlRow | undefined,
  notes: CheckNotes,
): Promise<void> {
  const where = join(runFolder(home, runId), 'run.json')
  const run = await readRunFile(home, runId).catch(() => 'damaged' as const)
  if (run === undefined && row === undefined) return
  notes.count += 1
  if (run === undefined || run === 'damaged') {
    notes.add({
      what: 'run.json cannot be read',
      where,
      expected: 'the record of the run',
      found: run === undefined ? 'no file' : 'bytes that are no JSON',
      todo: 'dossier doctor writes it again from the table runs',
    })
    return
  }
  if (run.status === 'running' || row?.status === 'abandoned') return
  const record: Readonly<Record<string, unknown>> = { ...run }
  const differing = Object.keys(row ?? { run_id: '' }).filter((name) => row?.[name] !== record[name])
  if (differing.length > 0)
    notes.add({
      what: 'a run differs from its run.json',
      where: `runs run_id=${runId}`,
      expected: differing.map((name) => `${name}=${record[name]}`).join(' '),
      found: row === undefined ? 'no row' : differing.map((name) => `${name}=${row[name]}`).join(' '),
      todo: todos.tables,
    })
}

/** A plan makes a home too: where no run was, there is nothing to publish and nothing is broken. */
export const isBare = async ({ database, home }: Audited): Promise<boolean> =>
  !(await exists(home.published)) && (await recordedRuns(database)).length === 0

const nothingYet = {
  what: 'no run has begun yet',
  expected: 'a warehouse',
  found: 'no file',
  todo: 'run a job first: dossier run JOB',
  isDamage: false,
}

/** What analysts open against the working database. */
export async function verifyPublished(audit: Audited, notes: CheckNotes): Promise<void> {
  const { database, home } = audit
  const where = home.published
  const unusable = (what: string, error: unknown) =>
    notes.add({ what, where, expected: 'a warehouse', found: firstLine(error), todo: todos.published })
  try {
    await attach(database, where, 'published')
  } catch (error) {
    if (await isBare(audit)) notes.add({ ...nothingYet, where })
    else unusable('the published warehouse does not open', error)
    return
  }
  try {
    await comparePublished(audit, where, notes)
  } catch (error) {
    unusable('the published warehouse cannot be read', error)
  } finally {
    await database.run('DETACH published').catch(() => undefined)
  }
}

async function comparePublished(working: Working, where: string, notes: CheckNotes): Promise<void> {
  const { database } = working
  const own = await storedFingerprint(database)
  const [row] = await database.rows('SELECT fingerprint FROM published.warehouse_schema')
  if (row?.fingerprint !== own) {
    const versions = { expected: `schema ${own}`, found: `schema ${row?.fingerprint}` }
    // Whole, and as the version before published it: the next run publishes it again.
    const what = 'the published warehouse has tables of another version'
    notes.add({ what, where, ...versions, todo: todos.published, isDamage: false })
    return
  }
  const [newer] = await database.rows(
    `SELECT r.run_id, r.status FROM runs AS r
     WHERE NOT EXISTS (SELECT 1 FROM published.runs AS p WHERE p.run_id = r.run_id AND p.status = r.status)
     ORDER BY run_id DESC LIMIT 1`,
  )
  if (newer !== undefined) {
    const isCutOff = newer.status === 'running'
    notes.add({
      what: `older: run ${newer.run_id} is not published`,
      where,
      expected: `run ${newer.run_id} ${newer.status}`,
      found: 'the runs before',
      todo: isCutOff ? todos.unfinished : todos.published,
      isDamage: !isCutOff,
    })
    return
  }
  await compareTables(working, notes, {
    names: tableNames(),
    found: 'published',
    expected: 'main',
    todo: todos.published,
    isDamage: () => true,
  })
}
