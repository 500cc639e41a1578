import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { failPoint } from '../../disk/fail-points.ts'
import type { Database } from '../../warehouse/database.ts'
import { refreshDerived } from '../../warehouse/derive.ts'
import { loadInputs, saveRun } from '../../warehouse/runs.ts'
import { openWarehouse } from '../../warehouse/warehouse.ts'
import type { Effects } from '../effects.ts'
import type { Home } from '../home.ts'
import { loadRaw } from '../loader.ts'
import { readRunFile } from '../run-file.ts'
import type { Raw, RawLine } from './raw.ts'

export interface BuildOptions {
  readonly home: Home
  readonly effects: Effects
  readonly raw: Raw
  /** The new file; there is none of that name. */
  readonly path: string
  /** Segments to take in. Default all. */
  readonly isWanted?: (segment: string) => boolean
  /** Told of each line of raw whose bytes are damaged; it is left out. */
  readonly onDamagedLine: (line: RawLine) => void
  /** Told of each run whose run.json cannot be read; the table `runs` lacks it. */
  readonly onDamagedRun: (runId: string) => void
}

/** Builds all tables from run folders and raw in a new file, the derived ones too. Makes no call. The caller closes it. */
export async function buildTables(options: BuildOptions): Promise<Database> {
  const { home, effects, raw, path, isWanted = () => true, onDamagedLine } = options
  const database = await openWarehouse(path, { spillTo: home.state.spill })
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
  for (const runId of (await readdir(home.runs)).sort()) {
    if (known.has(runId) && known.get(runId) !== 'running') continue
    const run = await readRunFile(home, runId).catch((error) => damagedRun(error, runId, onDamagedRun))
    // A process was killed before the run began, or while it was going on.
    if (run === undefined || (known.has(runId) && run.status === 'running')) continue
    const inputs = join(home.runs, runId, 'inputs.ndjson')
    const hasInputs = await access(inputs).then(
      () => true,
      () => false,
    )
    await database.transaction(async (tx) => {
      if (hasInputs) await loadInputs(tx, runId, inputs)
      await saveRun(tx, run)
    })
  }
}

/** The file's bytes are no JSON; an error of the system is another matter. */
function damagedRun(error: unknown, runId: string, tell: (runId: string) => void): undefined {
  if (!(error instanceof SyntaxError)) throw error
  tell(runId)
}
