import type { Stop } from '../calls/stop.ts'
import { failPoint } from '../disk/fail-points.ts'
import { type RunRecord, recordFlags, saveRun } from '../warehouse/runs.ts'
import { listScansOfRun } from '../warehouse/views/list-life.ts'
import { updateDerived, withRoomForAll } from '../warehouse/warehouse.ts'
import { planSteps } from './estimate.ts'
import { archiveLanded } from './home/loading.ts'
import { writeFlags } from './home/runs.ts'
import { runEnterprises, runListScans } from './relations.ts'
import type { BegunRun } from './run-options.ts'
import { entriesOfRun, foundBy, gapsOf, type RunSummary, type Summarised, summarise } from './summary.ts'

/** A run that came to its end, or had to stop. */
export interface FinishedRun {
  readonly record: RunRecord
  readonly summary: RunSummary
}

/** Derives the last tables, records what the run found and how it ended, and archives what landed. */
export async function finish(run: BegunRun, stop: Stop | null): Promise<FinishedRun> {
  const { options, database, planner, budget, isResumed, steps, startedMs } = run
  const plan = stop === null ? [] : await planSteps(database, planner, run.record, budget)
  const left = plan.filter(({ needed }) => needed > 0)
  const summarised = await summarisedOf(run)
  // Each with room for itself, which is given back before the next: together they took 1.8 GB for a million documents, so 1.3.
  await updateDerived(database)
  const flags = await withRoomForAll(database, () => recordFlags(database, summarised))
  await writeFlags(options.home, run.record.run_id, flags)
  const found = await withRoomForAll(database, () => foundBy(database, summarised))
  const gaps = await gapsOf(database, summarised, found, options.pipeline)
  const record = await recordEnd(run, stop, gaps)
  const elapsedMs = options.effects.monotonicMs() - startedMs
  // A resumed run does not know what was fresh when it first began.
  const fresh = isResumed ? null : steps.reduce((sum, step) => sum + step.fresh, 0)
  const summary = summarise(found, { run: record, elapsedMs, gaps, left, fresh })
  await archiveLanded(database, options.home)
  return { record, summary }
}

/** What the steps have worked out of the run is not worked out again for its summary. */
async function summarisedOf({ planner, record }: BegunRun): Promise<Summarised> {
  const runId = record.run_id
  const scans = (await planner.renews(runListScans)) ? runListScans.relation : `(${listScansOfRun(runId)})`
  const entries = (await planner.renews(runEnterprises)) ? runEnterprises.relation : entriesOfRun(runId)
  return { runId, scans, entries }
}

async function recordEnd(
  { options, database, record }: BegunRun,
  stop: Stop | null,
  gaps: readonly string[],
): Promise<RunRecord> {
  const { effects, clean = (text) => text } = options
  const reason = stop?.message ?? (gaps.length > 0 ? gaps.join('; ') : null)
  const ended: RunRecord = {
    ...record,
    status: stop?.status ?? (gaps.length > 0 ? 'gaps' : 'complete'),
    reason: reason === null ? null : clean(reason),
    reason_code: stop?.code ?? null,
    finished_at: effects.now().toISOString(),
  }
  await database.transaction(async (tx) => {
    await saveRun(tx, ended)
    failPoint('finish.saved')
  })
  failPoint('finish.committed')
  return ended
}
