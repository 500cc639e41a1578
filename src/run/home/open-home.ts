import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Effects } from '../../calls/effects.ts'
import { removeSegments } from '../../calls/landing/segment.ts'
import { StopError } from '../../calls/stop.ts'
import { stops } from '../../calls/stops.ts'
import { literal } from '../../contract/sql.ts'
import { readTombstones } from '../../rows/privacy/tombstones.ts'
import type { Database } from '../../warehouse/database.ts'
import { firstLine, isCorruption, isDamage } from '../../warehouse/errors.ts'
import { recordedRuns } from '../../warehouse/runs.ts'
import { openWarehouse } from '../../warehouse/warehouse.ts'
import { loadRuns, type RebuildOptions, tablesOfRunFiles } from './build-tables.ts'
import { exists, type Home, runFolder } from './home.ts'
import type { QuarantinedLine } from './leftovers.ts'
import { mendLanding, removeLeftovers } from './leftovers.ts'
import { loadRaw, settleAttempts } from './loading.ts'
import { type LostRaw, Raw } from './raw.ts'
import { restoreRunFiles } from './runs.ts'

/**
 * Opens the working database of a home that this process has locked. First it finishes a purge that was cut off, loads what a
 * killed process left, and rebuilds from raw, without a call, tables that are lost, damaged or of another version: then everything
 * that ever landed is in the database. Damaged files are kept aside and reported: `onDamage` is given a sentence for a person. Calls whose raw answer is damaged or gone go out of the ledger only with `mayLose`.
 * @throws StopError when tables would be rebuilt without such calls; then nothing has changed
 */
export async function openHome(
  home: Home,
  effects: Effects,
  onDamage: (message: string) => void,
  { mayLose = false }: { readonly mayLose?: boolean } = {},
): Promise<Database> {
  const report = (message: string) => {
    effects.log.warn(message)
    onDamage(message)
  }
  await removeLeftovers(home)
  const { taken, before, emptied } = await mendLanding(home)
  if (taken.length > 0) report(tornText(taken, home))
  const options = { home, effects, mayLose, setAside: [...before, ...taken] }
  if ((await readTombstones(home.state.tombstones)).purging !== null) {
    const { finishPurge } = await import('./purge.ts')
    await finishPurge(home, effects, report, (mayPurged) =>
      rebuilt({ ...options, mayLose: mayLose || mayPurged }, {}, report),
    )
  }
  const opened = await openWorking(home)
  const current = 'outdated' in opened ? opened : await caughtUp(opened, options, report)
  const database = 'outdated' in current ? await rebuilt(options, current.outdated, report) : current
  await removeSegments(home.state.landing, emptied)
  await settleAttempts({ database, home, now: effects.now() })
  return database
}

/** Tables that have to be rebuilt: why the file itself is damaged, if it is, or that another version made it. */
interface Outdated {
  readonly outdated: { readonly damage?: string; readonly isOfOtherVersion?: boolean }
}

async function rebuilt(
  options: RebuildOptions,
  { damage, isOfOtherVersion = false }: Outdated['outdated'],
  report: (message: string) => void,
): Promise<Database> {
  const { home, effects } = options
  effects.log.info('the tables are lost, damaged or of another version: rebuilding them from raw')
  if (isOfOtherVersion) report(upgradeText(home.state.warehouse))
  const { openRebuilt, rebuildWarehouse } = await import('./rebuild.ts')
  const { lost, doubted } = await rebuildWarehouse({ ...options, keepsOld: damage !== undefined })
  if (damage !== undefined) report(asideText(home.state.warehouse, damage))
  if (isLoss(lost)) report(lossText(lost, home))
  const database = await openRebuilt(home)
  if (isOfOtherVersion)
    report(upgradedText(await countOf(database, 'calls'), await countOf(database, 'runs')))
  if (doubted > 0) report(doubtText(doubted))
  return database
}

async function countOf(database: Database, table: 'calls' | 'runs'): Promise<number> {
  const [row] = await database.rows(`SELECT count(*)::INTEGER AS count FROM ${table}`)
  return Number(row?.count)
}

/** The working database as it is, unless it has to be rebuilt. */
async function openWorking(home: Home): Promise<Database | Outdated> {
  const path = home.state.warehouse
  if (!(await exists(path))) {
    // A log without its database would be replayed into the next one.
    await rm(`${path}.wal`, { force: true })
    return ((await isNew(home)) && (await openWarehouse(path, { spillTo: home.state.spill }))) || fromRaw
  }
  if (await exists(home.state.suspect)) return { outdated: { damage: 'an earlier process met damage in it' } }
  try {
    return (await openWarehouse(path, { spillTo: home.state.spill })) ?? ofOtherVersion
  } catch (error) {
    if (!isDamage(error)) throw error
    return { outdated: { damage: firstLine(error) } }
  }
}

/** Gone, or behind raw. */
const fromRaw: Outdated = { outdated: {} }
const ofOtherVersion: Outdated = { outdated: { isOfOtherVersion: true } }

/** A published copy without anything that it was made from is no new home, but one that lost its raw. */
const isNew = async ({ runs, state, published }: Home): Promise<boolean> =>
  !(await exists(published)) &&
  (await Promise.all([runs, state.raw, state.landing].map((folder) => readdir(folder)))).flat().length === 0

/**
 * What a run that ended with this error has to say. DuckDB checks blocks when it reads them: when one is damaged, the next
 * process that opens the home rebuilds the tables. Other errors are given back as they are.
 */
export async function suspected(home: Home, error: unknown): Promise<unknown> {
  if (!isCorruption(error)) return error
  await suspect(home, firstLine(error))
  const damaged = { file: home.state.warehouse, said: firstLine(error) }
  return new StopError(stops.damagedWarehouse(damaged), { cause: error })
}

/** Makes the next process that opens the home rebuild its tables. */
export const suspect = ({ state }: Home, why: string): Promise<void> =>
  writeFile(state.suspect, `${why}\n`, { mode: 0o600 })

/**
 * Loads what raw has and the tables lack, after a killed process or a log that was cut off. Where that would let an older
 * answer win over a newer one, or where lines of a loaded segment are gone, the database is closed, to be rebuilt: raw is
 * the truth.
 */
async function caughtUp(
  database: Database,
  { home, effects, setAside }: Pick<RebuildOptions, 'home' | 'effects' | 'setAside'>,
  report: (message: string) => void,
): Promise<Database | Outdated> {
  try {
    const loaded = new Set(
      (await database.rows('SELECT segment FROM segments ORDER BY segment')).map(({ segment }) =>
        String(segment),
      ),
    )
    const missing = await missingFrom(loaded, home, report)
    const newest = [...loaded].at(-1) ?? ''
    const isLate = missing.some((segment) => segment < newest)
    if (!isLate && !(await holdsAny(database, setAside))) {
      await loadRuns(database, {
        home,
        onDamagedRun: (runId, file) => report(damagedRunText(runId, file, home)),
      })
      await loadMissing(database, home, effects, new Set(missing), report)
      const restored = await restoreRunFiles(home, await recordedRuns(database))
      if (restored.length > 0)
        report(`run.json was lost or damaged and is written again: ${restored.join(', ')}`)
      return database
    }
  } catch (error) {
    await database.close()
    if (!isCorruption(error)) throw error
    return { outdated: { damage: firstLine(error) } }
  }
  await database.close()
  return fromRaw
}

/** Whether the tables hold calls of lines that raw has no more. */
async function holdsAny(database: Database, lines: RebuildOptions['setAside'] = []): Promise<boolean> {
  if (lines.length === 0) return false
  const places = lines.map(({ segment, line }) => `(${literal(segment)}, ${line})`)
  const held = await database.rows(
    `SELECT 1 FROM calls WHERE (segment, line) IN (${places.join(', ')}) LIMIT 1`,
  )
  return held.length > 0
}

/** Segments of raw that are not in the tables. An archive that cannot be read is reported: the tables have it all. */
async function missingFrom(
  loaded: ReadonlySet<string>,
  home: Home,
  report: (message: string) => void,
): Promise<string[]> {
  const listed = async (open: (home: Home) => Promise<Raw>) => {
    await using raw = await open(home)
    if (raw.damaged.length > 0) report(archiveText(raw, home))
    return (await raw.names()).filter((segment) => !loaded.has(segment))
  }
  try {
    return await listed(Raw.open)
  } catch (error) {
    if (!isDamage(error)) throw error
    return await listed(Raw.openProbed)
  }
}

async function loadMissing(
  database: Database,
  home: Home,
  effects: Effects,
  missing: ReadonlySet<string>,
  report: (message: string) => void,
): Promise<void> {
  if (missing.size === 0) return
  effects.log.info({ segments: missing.size }, 'loading what landed and is not in the tables')
  await using raw = await Raw.openProbed(home)
  await loadRaw(
    { database, home, now: effects.now() },
    raw,
    (segment) => missing.has(segment),
    ({ segment, line }) =>
      report(`the raw answer at line ${line} of segment ${segment} is damaged; it counts as not made`),
  )
}

const upgradeText = (path: string): string =>
  `${path} was made by another version of dossier: its tables are rebuilt from raw, without a call`

const upgradedText = (calls: number, runs: number): string =>
  `the tables are rebuilt: ${calls} calls of ${runs} ${runs === 1 ? 'run' : 'runs'} are in them; analysts see those published before until a run ends, or dossier doctor`

const asideText = (path: string, why: string): string =>
  `the working database was damaged and is rebuilt from raw, without a call (${why}); ` +
  `the damaged file is kept as ${path}.damaged`

const doubtText = (doubted: number): string =>
  `${doubted} ${doubted === 1 ? 'answer that counted before counts' : 'answers that counted before count'} no longer: ` +
  `${doubted === 1 ? 'it answers' : 'they answer'} another question, or ${doubted === 1 ? 'does' : 'do'} not say that nothing was found; ` +
  'the next run that needs them asks again'

const tornText = (torn: readonly QuarantinedLine[], home: Home): string =>
  `${torn.length} landed ${torn.length === 1 ? 'answer is' : 'answers are'} damaged on disk and ` +
  `${torn.length === 1 ? 'counts' : 'count'} as not made; the bytes are kept in ${home.state.quarantine}: ` +
  torn.map(({ segment, line }) => `${segment} line ${line}`).join(', ')

const archiveText = ({ damaged }: Raw, home: Home): string =>
  `${damaged.length} files of the archive ${home.state.raw} cannot be read (${damaged[0]?.file}); the tables still have ` +
  'what they held. dossier doctor says which calls they are and what to do'

const damagedRunText = (runId: string, file: keyof typeof tablesOfRunFiles, home: Home): string =>
  `${join(runFolder(home, runId), file)} cannot be read; the run is left out of the table ${tablesOfRunFiles[file]}`

const isLoss = ({ files, lines, calls, runs }: LostRaw): boolean =>
  files.length + lines.length + calls.length + runs.length > 0

const lossText = ({ files, lines, calls, runs }: LostRaw, home: Home): string =>
  `raw is damaged: ${files.length} files and ${lines.length} lines of the archive were set aside in ` +
  `${home.state.quarantine}; ${calls.length} calls that are known to have been in them count as not made` +
  (runs.length === 0 ? '' : `; files of runs cannot be read: ${runs.join(', ')}`)
