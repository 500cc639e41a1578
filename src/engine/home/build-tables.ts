import { join } from 'node:path'
import type { Effects } from '../../calling/effects.ts'
import { failPoint } from '../../disk/fail-points.ts'
import type { Database } from '../../warehouse/database.ts'
import { isCorruption, isDamage } from '../../warehouse/errors.ts'
import { loadInputs, type RunRecord, saveRun } from '../../warehouse/runs.ts'
import type { SchemaOptions } from '../../warehouse/schema.ts'
import { openWarehouse, refreshDerived } from '../../warehouse/warehouse.ts'

import { exists, type Home, runFolder, runIds } from './home.ts'
import { loadRaw } from './loading.ts'
import type { Raw } from './raw.ts'
import type { RawLine } from './raw-lines.ts'
import { readRunFile } from './runs.ts'

/** Called for each file of a run that cannot be read. Without run.json the table `runs` lacks the run, else `job_inputs`. */
export type ReportDamagedRun = (runId: string, file: 'run.json' | 'inputs.ndjson') => void

export interface BuildOptions extends SchemaOptions {
  readonly home: Home
  readonly effects: Effects
  readonly raw: Raw
  /** The new file; there is none of that name. */
  readonly path: string
  /** See run-options.ts. */
  readonly stageModule?: string | undefined
  /** Segments to take in. Default all. */
  readonly isWanted?: (segment: string) => boolean
  /** Called for each line of raw whose bytes are damaged; it is left out. */
  readonly onDamagedLine: (line: RawLine) => void
  readonly onDamagedRun: ReportDamagedRun
}

/** Builds all tables from run folders and raw in a new file, the derived ones too. Makes no call. The caller closes it. */
export async function buildTables(options: BuildOptions): Promise<Database> {
  const { home, effects, raw, path, isWanted = () => true, onDamagedLine, hasComments, stageModule } = options
  const database = await openWarehouse(path, { spillTo: home.state.spill, hasComments })
  if (database === undefined) throw new Error(`warehouse: ${path} was made just now and has other tables`)
  try {
    await loadRuns(database, options)
    failPoint('rebuild.runs-loaded')
    await loadRaw({ database, home, now: effects.now(), stageModule }, raw, isWanted, onDamagedLine)
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
    await loadRun(database, run, join(runFolder(home, runId), 'inputs.ndjson'), onDamagedRun)
  }
}

async function loadRun(
  database: Database,
  run: RunRecord,
  inputs: string,
  onDamagedRun: ReportDamagedRun,
): Promise<void> {
  const save = (hasInputs: boolean) =>
    database.transaction(async (tx) => {
      if (hasInputs) await loadInputs(tx, run.run_id, inputs)
      await saveRun(tx, run)
    })
  try {
    await save(await exists(inputs))
  } catch (error) {
    if (isCorruption(error) || !isDamage(error)) throw error
    await save(false)
    onDamagedRun(run.run_id, 'inputs.ndjson')
  }
}

/** The file's bytes are no JSON; an error of the system is another matter. */
function damagedRun(error: unknown, runId: string, report: ReportDamagedRun): undefined {
  if (!(error instanceof SyntaxError)) throw error
  report(runId, 'run.json')
}
