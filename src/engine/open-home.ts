import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from '../disk/durable.ts'
import { recoverSegments } from '../landing/segment.ts'
import type { Database } from '../warehouse/database.ts'
import { loadInputs, saveRun } from '../warehouse/runs.ts'
import { openWarehouse } from '../warehouse/warehouse.ts'
import type { Effects } from './effects.ts'
import { finishPurge } from './forgetting/purge.ts'
import { exists, type Home } from './home.ts'
import { loadAllLanded, loadArchive } from './loader.ts'
import { readRunFile } from './run-file.ts'

/**
 * Opens the working database of a home that this process has locked, with everything in it that ever landed: segments
 * that a killed process left are loaded first, and tables that are lost or of another version are built anew from raw,
 * without a call. A purge that was cut off is finished before.
 */
export async function openHome(home: Home, effects: Effects): Promise<Database> {
  const options = { spillTo: home.state.spill }
  await recoverSegments(home.state.landing)
  await finishPurge(home, effects, rebuildWarehouse)
  const isLost = !(await exists(home.state.warehouse)) && (await readdir(home.state.raw)).length > 0
  const database =
    (isLost ? undefined : await openWarehouse(home.state.warehouse, options)) ??
    (await rebuildWarehouse(home, effects))
  await loadAllLanded({ database, home, now: effects.now() })
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
