import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Effects } from '../../calling/effects.ts'
import { sync } from '../../disk/durable.ts'
import { decodeLanded } from '../../landing/entry.ts'
import { type ChangeCall, rewriteLine, rewriteSegments } from '../../landing/rewrite.ts'
import { readTombstones, writeTombstones } from '../../privacy/tombstone-file.ts'
import { probeArchive } from '../../warehouse/archived.ts'
import { Database } from '../../warehouse/database.ts'
import { publishFile } from '../../warehouse/publish.ts'
import { rewriteArchive } from '../../warehouse/rewrite-archive.ts'
import { exists, type Home } from '../home.ts'
import { purgedBy } from './change.ts'
import { forgetterFor } from './forgetter-of.ts'
import { purgeRuns } from './run-folders.ts'

/** Builds the tables anew from raw, in a new file, and opens it; `mayLose` when the purge deleted what it could not read. */
export type Rebuild = (mayLose: boolean) => Promise<Database>

/**
 * Carries out the purge that a tombstone asks for, if one is not finished: raw first, because everything else is made from
 * it. Each step does again what a crash left undone, and the mark goes last. Does nothing when nothing is to be purged.
 * Archived bytes that cannot be read could hold what is to be forgotten: they are deleted, and told.
 */
export async function finishPurge(
  home: Home,
  effects: Effects,
  tell: (message: string) => void,
  rebuild: Rebuild,
): Promise<void> {
  const file = await readTombstones(home.state.tombstones)
  if (file.purging === null) return
  effects.log.info('a purge is not finished: carrying it out')
  const forgetter = forgetterFor(file.tombstones)
  const change = purgedBy(forgetter, file.purging.callKeys)
  await rewriteSegments(home.state.landing, change)
  const deleted = await purgeArchive(home, change)
  if (deleted.files.length + deleted.lines > 0) tell(deletedText(deleted))
  await purgeRuns(home, forgetter)
  await removeUnpurged(home)
  await renewTables(home, await rebuild(deleted.files.length + deleted.lines > 0))
  await writeTombstones(home.state.tombstones, { ...file, purging: null })
}

interface Deleted {
  /** Relative to the folder of the archive. */
  readonly files: readonly string[]
  readonly lines: number
}

async function purgeArchive({ state: { raw, spill } }: Home, change: ChangeCall): Promise<Deleted> {
  const { readable, damaged } = await probeArchive(raw, spill)
  for (const { file } of damaged) {
    await rm(join(raw, file))
    await sync(dirname(join(raw, file)))
  }
  let lines = 0
  await using database = await Database.open(':memory:', { spillTo: spill })
  await rewriteArchive(database, raw, readable, (record) => {
    if (decodeLanded(record) !== undefined) return rewriteLine(record, change)
    lines += 1
    return undefined
  })
  return { files: damaged.map(({ file }) => file), lines }
}

const deletedText = ({ files, lines }: Deleted): string =>
  `forget: ${files.length} files and ${lines} lines of the archive cannot be read, so that nobody can tell whom they name: ` +
  `they are deleted${files.length === 0 ? '' : ` (${files.join(', ')})`}; their calls count as not made, and the next run asks for them again`

/** What is on its way somewhere, was set aside, or spilled: nothing that is needed. */
async function removeUnpurged(home: Home): Promise<void> {
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
async function renewTables(home: Home, rebuilt: Database): Promise<void> {
  {
    await using database = rebuilt
    await database.run('CHECKPOINT')
  }
  if (await exists(home.published)) await publishFile(home.state.warehouse, home.published)
}
