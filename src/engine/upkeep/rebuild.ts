import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { replaceDurably, sync } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import type { DamagedFile } from '../../warehouse/archived.ts'
import { rowCounts } from '../../warehouse/compare.ts'
import type { Database } from '../../warehouse/database.ts'
import { publishFile } from '../../warehouse/publish.ts'
import { openWarehouse } from '../../warehouse/warehouse.ts'
import type { Effects } from '../effects.ts'
import { type Home, makeHome } from '../home.ts'
import { takeLock } from '../lock.ts'
import { StopError } from '../stop.ts'
import { buildTables } from './build-tables.ts'
import { removeLeftovers } from './leftovers.ts'
import { mendLanding } from './mend-landing.ts'
import { Raw, type RawLine } from './raw.ts'

/** What raw no longer holds whole. */
export interface LostRaw {
  readonly files: readonly DamagedFile[]
  readonly lines: readonly Pick<RawLine, 'segment' | 'line' | 'place'>[]
  /** Calls of the ledger whose raw answer is gone: with the next run they are asked for again. */
  readonly calls: readonly LostCall[]
  /** Files of runs that cannot be read, below the folder of runs. */
  readonly runs: readonly string[]
}

export interface LostCall {
  readonly operation: string
  readonly call_key: string
  readonly segment: string
  readonly line: number
}

export interface RebuildOptions {
  readonly home: Home
  readonly effects: Effects
  /** Whether calls whose raw is damaged may go out of the ledger, to be asked for again. */
  readonly mayLose: boolean
}

export interface Rebuilt {
  readonly tables: Readonly<Record<string, number>>
  readonly lost: LostRaw
  readonly elapsedMs: number
}

/** `dossier rebuild`: all tables anew from raw, published. Makes no call. @throws StopError */
export async function rebuildHome(options: RebuildOptions): Promise<Rebuilt> {
  const { home, effects } = options
  const started = effects.monotonicMs()
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  await removeLeftovers(home)
  await mendLanding(home)
  const { lost } = await rebuildWarehouse(options)
  const tables = await withWorking(home, rowCounts)
  await publishFile(home.state.warehouse, home.published)
  return { tables, lost, elapsedMs: Math.round(effects.monotonicMs() - started) }
}

async function withWorking<T>(home: Home, work: (database: Database) => Promise<T>): Promise<T> {
  await using database = await openRebuilt(home)
  return await work(database)
}

export async function openRebuilt(home: Home): Promise<Database> {
  const database = await openWarehouse(home.state.warehouse, { spillTo: home.state.spill })
  if (database === undefined)
    throw new Error(`warehouse: ${home.state.warehouse} was built just now and has other tables`)
  return database
}

/**
 * Builds all tables in a new file and puts it in the place of the working database, which nobody may have open. What is
 * damaged in raw is left out and set aside, when that may be. The home must be locked and its landing mended.
 * @throws StopError when raw is damaged and nothing may be lost; then nothing has changed
 */
export async function rebuildWarehouse({
  home,
  effects,
  mayLose,
}: RebuildOptions): Promise<{ lost: LostRaw }> {
  const temporary = `${home.state.warehouse}.rebuilding`
  await removeDatabase(temporary)
  failPoint('rebuild.began')
  await using raw = await Raw.openProbed(home)
  const lines: RawLine[] = []
  const runs: string[] = []
  const calls = await (async () => {
    await using database = await buildTables({
      home,
      effects,
      raw,
      path: temporary,
      onDamagedLine: (line) => lines.push(line),
      onDamagedRun: (runId, file) => runs.push(`${runId}/${file}`),
    })
    const missing = await callsLacking(database, home)
    await database.run('CHECKPOINT')
    return missing
  })()
  const lost: LostRaw = {
    files: raw.damaged,
    lines: lines.map(({ segment, line, place }) => ({ segment, line, place })),
    calls,
    runs,
  }
  if (!mayLose && lost.files.length + lines.length + calls.length > 0) {
    await removeDatabase(temporary)
    throw wouldLose(lost)
  }
  await setAsideLost(home, raw, lines)
  await rm(`${home.state.warehouse}.wal`, { force: true })
  await replaceDurably(temporary, home.state.warehouse)
  failPoint('rebuild.replaced')
  await rm(home.state.suspect, { force: true })
  failPoint('rebuild.done')
  return { lost }
}

async function removeDatabase(path: string): Promise<void> {
  await rm(path, { force: true })
  await rm(`${path}.wal`, { force: true })
}

/** Calls that the tables so far know and the new ones do not; none when the old ones do not open. */
async function callsLacking(built: Database, home: Home): Promise<LostCall[]> {
  for (const path of [home.state.warehouse, home.published]) {
    try {
      await built.run(`ATTACH '${path.replaceAll("'", "''")}' AS before (READ_ONLY)`)
    } catch {
      continue
    }
    try {
      return (await built.rows(
        `SELECT operation, call_key, segment, line FROM before.calls AS c
         WHERE NOT EXISTS (SELECT 1 FROM calls AS n WHERE n.segment = c.segment AND n.line = c.line)
         ORDER BY segment, line`,
      )) as unknown as LostCall[]
    } catch {
      // Damaged farther in than at its beginning, or of a version without these columns.
    } finally {
      await built.run('DETACH before')
    }
  }
  return []
}

const wouldLose = ({ files, lines, calls }: LostRaw): StopError =>
  new StopError({
    status: 'failed',
    message:
      `raw is damaged: ${files.length} files of the archive cannot be read, ${lines.length} lines are not what landed, ` +
      `${calls.length} calls of the ledger have no raw answer; nothing was changed. ` +
      `dossier verify names them; with a copy of ${files[0]?.file ?? 'the archive'} put it back, ` +
      'without one take them out of the ledger with dossier doctor --drop-lost: the next run asks for them again',
  })

/** Damaged files go to the quarantine; of a file with damaged lines the whole ones stay. */
export async function setAsideLost(home: Home, raw: Raw, lines: readonly RawLine[]): Promise<void> {
  const archived = lines.filter(({ place }) => place === 'archive')
  if (raw.damaged.length + archived.length === 0) return
  await mkdir(home.state.quarantine, { recursive: true, mode: 0o700 })
  const byFile = new Map<string, RawLine[]>()
  for (const line of archived)
    for (const file of await raw.archive.filesOf(line)) byFile.set(file, [...(byFile.get(file) ?? []), line])
  for (const [file, damaged] of byFile) {
    const whole = join(home.state.staging, `${basename(file)}.whole`)
    await raw.archive.copyWithout(file, damaged, whole)
    await copyFile(join(home.state.raw, file), quarantined(home, file))
    await sync(quarantined(home, file))
    await replaceDurably(whole, join(home.state.raw, file))
  }
  for (const { file } of raw.damaged) await rename(join(home.state.raw, file), quarantined(home, file))
  await sync(home.state.quarantine)
}

const quarantined = (home: Home, file: string): string =>
  join(home.state.quarantine, file.replaceAll('/', '_'))
