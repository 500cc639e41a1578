import { join } from 'node:path'
import type { Effects } from '../../calls/effects.ts'
import { failPoint } from '../../disk/fail-points.ts'
import type { Database } from '../../warehouse/database.ts'
import { isCorruption, isDamage } from '../../warehouse/errors.ts'
import { loadFlags, loadInputs, type RunRecord, saveRun } from '../../warehouse/runs.ts'
import { openWarehouse, refreshDerived } from '../../warehouse/warehouse.ts'
import type { RawLine } from '../stage-thread.ts'
import { exists, type Home, runFolder, runIds } from './home.ts'
import { loadRaw } from './loading.ts'
import type { Raw } from './raw.ts'
import { readRunFile } from './runs.ts'

/** Files of a run folder with the table that lacks the run when the file cannot be read. */
export const tablesOfRunFiles = {
  'run.json': 'runs',
  'inputs.ndjson': 'job_inputs',
  'flags.ndjson': 'flag_history',
} as const

/** Called for each file of a run that cannot be read. */
export type ReportDamagedRun = (runId: string, file: keyof typeof tablesOfRunFiles) => void

export interface RebuildOptions {
  readonly home: Home
  readonly effects: Effects
  /** Whether calls whose raw is damaged may go out of the ledger, to be asked for again. */
  readonly mayLose: boolean
  /** Calls that may go in any case: their lines were set aside just now, and reported. */
  readonly setAside?: readonly Pick<RawLine, 'segment' | 'line'>[]
  /** Whether the old database is kept as damaged, for an inspection. */
  readonly keepsOld?: boolean
}

export interface BuildOptions {
  readonly home: Home
  readonly effects: Effects
  readonly raw: Raw
  /** The new file; there is none of that name. */
  readonly path: string
  /** Default true; a comparison reads none. */
  readonly hasComments?: boolean
  /** Segments to take in. Default all. */
  readonly isWanted?: (segment: string) => boolean
  /** Called for each line of raw whose bytes are damaged; it is left out. */
  readonly onDamagedLine: (line: RawLine) => void
  readonly onDamagedRun: ReportDamagedRun
}

/** Builds all tables from run folders and raw in a new file, the derived ones too. Makes no call. The caller closes it. */
export async function buildTables(options: BuildOptions): Promise<Database> {
  const { home, effects, raw, path, hasComments, isWanted = () => true, onDamagedLine } = options
  const database = await openWarehouse(path, { spillTo: home.state.spill }, hasComments)
  if (database === undefined) throw new Error(`warehouse: ${path} was made just now and has other tables`)
  try {
    await loadRuns(database, options)
    failPoint('rebuild.runs-loaded')
    await loadRaw({ database, home, now: effects.now() }, raw, isWanted, onDamagedLine)
    failPoint('rebuild.raw-loaded')
    await refreshDerived(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Takes in runs and their inputs as their folders keep them: those that the tables lack, or have as still running. */
export async function loadRuns(
  database: Database,
  { home, onDamagedRun }: Pick<BuildOptions, 'home' | 'onDamagedRun'>,
): Promise<void> {
  const rows = await database.rows('SELECT run_id, status FROM runs')
  const known = new Map(rows.map(({ run_id, status }) => [run_id, status]))
  for (const runId of await runIds(home)) {
    if (known.has(runId) && known.get(runId) !== 'running') continue
    const run = await readRunFile(home, runId).catch((error) => damagedRun(error, runId, onDamagedRun))
    // A process was killed before the run began, or while it was going on.
    if (run === undefined || (known.has(runId) && run.status === 'running')) continue
    await loadRun(database, run, runFolder(home, runId), onDamagedRun)
  }
}

async function loadRun(
  database: Database,
  run: RunRecord,
  folder: string,
  onDamagedRun: ReportDamagedRun,
): Promise<void> {
  for (const [name, load] of [
    ['inputs.ndjson', loadInputs],
    ['flags.ndjson', loadFlags],
  ] as const) {
    const file = join(folder, name)
    if (!(await exists(file))) continue
    try {
      await database.transaction((tx) => load(tx, run.run_id, file))
    } catch (error) {
      if (isCorruption(error) || !isDamage(error)) throw error
      onDamagedRun(run.run_id, name)
    }
  }
  // Last: a run that the tables know is not loaded again.
  await database.transaction((tx) => saveRun(tx, run))
}

/** The file's bytes are no JSON; an error of the system is another matter. */
function damagedRun(error: unknown, runId: string, report: ReportDamagedRun): undefined {
  if (!(error instanceof SyntaxError)) throw error
  report(runId, 'run.json')
}
