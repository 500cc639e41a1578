import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StopError } from '../../calls/stop.ts'
import { stops } from '../../calls/stops.ts'
import { makeFolder, replaceDurably, sync } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { copyOwnFile } from '../../disk/own-file.ts'
import { attach, rowCounts } from '../../warehouse/compare.ts'
import { Database } from '../../warehouse/database.ts'
import { isDamage } from '../../warehouse/errors.ts'
import { openWarehouse, publishFile } from '../../warehouse/warehouse.ts'
import type { RawLine } from '../stage-thread.ts'
import { buildTables, type RebuildOptions } from './build-tables.ts'
import { exists, type Home, makeHome, takeLock } from './home.ts'
import { mendLanding, removeLeftovers } from './leftovers.ts'
import { finishPurge } from './purge.ts'
import { type LostCall, type LostRaw, Raw } from './raw.ts'

export interface Rebuilt {
  readonly tables: Readonly<Record<string, number>>
  readonly lost: LostRaw
  readonly elapsedMs: number
}

/**
 * `dossier rebuild`: rebuilds all tables from raw and publishes them. `onDamage` gets a sentence for a person. Makes no call.
 * @throws StopError
 */
export async function rebuildHome(
  options: RebuildOptions & { onDamage: (message: string) => void },
): Promise<Rebuilt> {
  const { home, effects, onDamage } = options
  const started = effects.monotonicMs()
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  await removeLeftovers(home)
  await mendLanding(home)
  // Else what was to be forgotten would be published again.
  await finishPurge(home, effects, onDamage, async (mayLose) => {
    await rebuildWarehouse({ ...options, mayLose: mayLose || options.mayLose })
    return await openRebuilt(home)
  })
  const { lost } = await rebuildWarehouse(options)
  const database = await openRebuilt(home)
  const tables = await rowCounts(database).finally(() => database.close())
  await publishFile(home.state.warehouse, home.published)
  return { tables, lost, elapsedMs: Math.round(effects.monotonicMs() - started) }
}

export async function openRebuilt(home: Home): Promise<Database> {
  const database = await openWarehouse(home.state.warehouse, { spillTo: home.state.spill })
  if (database === undefined)
    throw new Error(`warehouse: ${home.state.warehouse} was built just now and has other tables`)
  return database
}

/**
 * Builds all tables in a new file and puts it in the place of the working database, which must not be open. What is
 * damaged in raw is left out and set aside, when that may be. The home must be locked and its landing mended.
 * @throws StopError when raw is damaged and nothing may be lost; then nothing has changed
 */
export async function rebuildWarehouse(options: RebuildOptions) {
  const { home, effects, mayLose, setAside = [], keepsOld = false } = options
  const temporary = `${home.state.warehouse}.rebuilding`
  await removeDatabase(temporary)
  failPoint('rebuild.began')
  await using raw = await Raw.openProbed(home)
  const lines: RawLine[] = []
  const runs: string[] = []
  {
    await using database = await buildTables({
      home,
      effects,
      raw,
      path: temporary,
      onDamagedLine: (line) => lines.push(line),
      onDamagedRun: (runId, file) => runs.push(`${runId}/${file}`),
    })
    await database.run('CHECKPOINT')
  }
  const { calls, doubted } = await comparedWithBefore(temporary, home)
  const lost: LostRaw = {
    files: raw.damaged,
    lines: lines.map(({ segment, line, place }) => ({ segment, line, place })),
    calls,
    runs,
  }
  const isToldOf = (call: LostCall) =>
    setAside.some(({ segment, line }) => segment === call.segment && line === call.line)
  if (!mayLose && (lost.files.length + lines.length > 0 || !calls.every(isToldOf))) {
    await removeDatabase(temporary)
    throw wouldLose(lost)
  }
  await setAsideLost(home, raw, lines)
  if (keepsOld) await keepAside(home.state.warehouse)
  await rm(`${home.state.warehouse}.wal`, { force: true })
  await replaceDurably(temporary, home.state.warehouse)
  failPoint('rebuild.replaced')
  await rm(home.state.suspect, { force: true })
  failPoint('rebuild.done')
  return { lost, doubted }
}

async function removeDatabase(path: string): Promise<void> {
  await rm(path, { force: true })
  await rm(`${path}.wal`, { force: true })
}

/** Moves a damaged database and its log out of the way; the one that was kept before goes. */
async function keepAside(path: string): Promise<void> {
  for (const ending of ['', '.wal']) {
    await rm(`${path}.damaged${ending}`, { force: true })
    if (await exists(path + ending)) await rename(path + ending, `${path}.damaged${ending}`)
  }
  await sync(dirname(path))
}

/**
 * Calls that the tables so far know and the new ones do not, and how many answers counted in them and count no longer. The published
 * ones answer where the working ones cannot.
 */
async function comparedWithBefore(built: string, home: Home) {
  for (const path of [home.state.warehouse, home.published]) {
    if (!(await exists(path))) continue
    // An instance of its own: one that met damage is of no further use.
    await using database = await Database.open(':memory:', { spillTo: home.state.spill })
    await attach(database, built, 'built')
    try {
      await attach(database, path, 'before')
      const calls = (await database.rows(
        `SELECT operation, call_key, segment, line FROM before.calls AS c
         WHERE NOT EXISTS (SELECT 1 FROM built.calls AS n WHERE n.segment = c.segment AND n.line = c.line)
         ORDER BY segment, line`,
      )) as unknown as LostCall[]
      const [counted] = await database.rows(
        `SELECT count(*)::INTEGER AS doubted FROM before.calls AS c JOIN built.calls AS n USING (segment, line)
         WHERE c.outcome IN ('hit', 'empty') AND n.outcome = 'failed'`,
      )
      return { calls, doubted: Number(counted?.doubted ?? 0) }
    } catch (error) {
      // Damaged, or of a version without these columns.
      if (!isDamage(error)) throw error
    }
  }
  return { calls: [], doubted: 0 }
}

const wouldLose = ({ files, lines, calls }: LostRaw): StopError =>
  new StopError(stops.lostRaw({ files, lines: lines.length, calls: calls.length }))

/** Damaged files go to the quarantine; of a file with damaged lines the whole ones stay. */
async function setAsideLost(home: Home, raw: Raw, lines: readonly RawLine[]): Promise<void> {
  const archived = lines.filter(({ place }) => place === 'archive')
  if (raw.damaged.length + archived.length === 0) return
  await makeFolder(home.state.quarantine)
  const byFile = new Map<string, RawLine[]>()
  for (const line of archived)
    for (const file of await raw.archive.filesOf(line)) byFile.set(file, [...(byFile.get(file) ?? []), line])
  for (const [file, damaged] of byFile) {
    const whole = join(home.state.staging, `${basename(file)}.whole`)
    await raw.archive.copyWithout(file, damaged, whole)
    const kept = await placeFor(home, file)
    await copyOwnFile(join(home.state.raw, file), kept)
    await sync(kept)
    await replaceDurably(whole, join(home.state.raw, file))
  }
  for (const { file } of raw.damaged) await rename(join(home.state.raw, file), await placeFor(home, file))
  await sync(home.state.quarantine)
}

/** Where a file goes in the quarantine: under its name, with a number when an earlier copy has that. */
async function placeFor(home: Home, file: string): Promise<string> {
  const place = join(home.state.quarantine, file.replaceAll('/', '_'))
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? place : `${place}.${number}`
    if (!(await exists(free))) return free
  }
}
