import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from '../../disk/durable.ts'
import { rewriteLine, rewriteSegments } from '../../landing/rewrite.ts'
import { readTombstones, writeTombstones } from '../../privacy/tombstone-file.ts'
import { Database } from '../../warehouse/database.ts'
import { refreshDerived } from '../../warehouse/derive.ts'
import { publishFile } from '../../warehouse/publish.ts'
import { rewriteArchive } from '../../warehouse/rewrite-archive.ts'
import type { Effects } from '../effects.ts'
import { exists, type Home } from '../home.ts'
import { purgedBy } from './change.ts'
import { forgetterFor } from './forgetter-of.ts'
import { purgeRuns } from './run-folders.ts'

/** Builds the tables anew from raw, in a new file, and opens it. */
export type Rebuild = (home: Home, effects: Effects) => Promise<Database>

/**
 * Carries out the purge that a tombstone asks for, if one is not finished: raw first, because everything else is made from
 * it. Each step does again what a crash left undone, and the mark goes last. Does nothing when nothing is to be purged.
 */
export async function finishPurge(home: Home, effects: Effects, rebuild: Rebuild): Promise<void> {
  const file = await readTombstones(home.state.tombstones)
  if (file.purging === null) return
  effects.log.info('a purge is not finished: carrying it out')
  const forgetter = forgetterFor(file.tombstones)
  const change = purgedBy(forgetter, file.purging.callKeys)
  await rewriteSegments(home.state.landing, change)
  {
    await using database = await Database.open(':memory:')
    await rewriteArchive(database, home.state.raw, (record) => rewriteLine(record, change))
  }
  await purgeRuns(home, forgetter)
  await removeLeftovers(home)
  await renewTables(home, effects, rebuild)
  await writeTombstones(home.state.tombstones, { ...file, purging: null })
}

/** What is on its way somewhere, was set aside, or spilled: nothing that is needed. */
async function removeLeftovers(home: Home): Promise<void> {
  const { landing, raw, staging, spill } = home.state
  const state = join(home.root, '.state')
  await removeEntries(staging, () => true)
  await removeEntries(spill, () => true)
  await removeEntries(landing, (name) => !/\.ndjson(\.open)?$/.test(name))
  await removeEntries(raw, (name) => !name.includes('='))
  await removeEntries(state, (name) => /^(quarantine|warehouse\.duckdb\.)|\.(writing|rewriting)$/.test(name))
  await removeEntries(home.root, (name) => /^(dossier\.duckdb\.|\.latest$)/.test(name))
}

async function removeEntries(folder: string, isLeftOver: (name: string) => boolean): Promise<void> {
  if (!(await exists(folder))) return
  const names = (await readdir(folder)).filter(isLeftOver)
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
  if (names.length > 0) await sync(folder)
}

/** New files have no free blocks in which old rows could be read. */
async function renewTables(home: Home, effects: Effects, rebuild: Rebuild): Promise<void> {
  {
    await using database = await rebuild(home, effects)
    await refreshDerived(database)
    await database.run('CHECKPOINT')
  }
  if (await exists(home.published)) await publishFile(home.state.warehouse, home.published)
}
