import { access, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from '../disk/durable.ts'
import { recoverSegments } from '../landing/segment.ts'
import type { Database } from '../warehouse/database.ts'
import { loadInputs, saveRun } from '../warehouse/runs.ts'
import { openWarehouse } from '../warehouse/warehouse.ts'
import type { Effects } from './effects.ts'
import type { Home } from './home.ts'
import { loadAllLanded, loadArchive } from './loader.ts'
import { readRunFile } from './run-file.ts'
import { settleAttempts } from './settle-attempts.ts'

/**
 * Opens the working database of a home that this process has locked, with everything in it that ever landed: segments
 * that a killed process left are loaded first, and tables that are lost or of another version are built anew from raw,
 * without a call.
 */
export async function openHome(home: Home, effects: Effects): Promise<Database> {
  const options = { spillTo: home.state.spill }
  await recoverSegments(home.state.landing)
  const isLost = !(await exists(home.state.warehouse)) && (await readdir(home.state.raw)).length > 0
  const database =
    (isLost ? undefined : await openWarehouse(home.state.warehouse, options)) ??
    (await rebuildWarehouse(home, effects))
  const loadLanded = () => loadAllLanded({ database, home, now: effects.now() })
  await loadLanded()
  if ((await settleAttempts(database, home)) !== undefined) await loadLanded()
  return database
}

/** Builds all tables from run files and archive in a new file, and puts it in the place of the old one. */
async function rebuildWarehouse(home: Home, effects: Effects): Promise<Database> {
  const temporary = `${home.state.warehouse}.rebuilding`
  const remove = async (path: string) => {
    await rm(path, { force: true })
    await rm(`${path}.wal`, { force: true })
  }
  effects.log.info('the tables are lost or of another version: building them anew from raw')
  await remove(temporary)
  {
    await using database = await opened(temporary, home)
    await loadRuns(database, home)
    await loadArchive({ database, home, now: effects.now() })
  }
  await rm(`${home.state.warehouse}.wal`, { force: true })
  await rename(temporary, home.state.warehouse)
  await sync(join(home.root, '.state'))
  return await opened(home.state.warehouse, home)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function opened(path: string, home: Home): Promise<Database> {
  const database = await openWarehouse(path, { spillTo: home.state.spill })
  if (database === undefined) throw new Error(`warehouse: ${path} was made just now and has other tables`)
  return database
}

/** The runs and their inputs, as their folders keep them. */
async function loadRuns(database: Database, home: Home): Promise<void> {
  for (const runId of (await readdir(home.runs)).sort()) {
    const folder = join(home.runs, runId)
    const run = await readRunFile(home, runId)
    // A process was killed before the run began.
    if (run === undefined) continue
    await database.transaction(async (tx) => {
      await loadInputs(tx, run.run_id, join(folder, 'inputs.ndjson'))
      await saveRun(tx, run)
    })
  }
}
