import { failPoint } from '../disk/fail-points.ts'
import { publishFile, refreshDerived } from '../warehouse/warehouse.ts'

import { beginRun } from './begin.ts'
import { type Carried, carryOut } from './carry-out.ts'
import { makeHome, pointLatest, takeLock } from './home/home.ts'
import { archiveLanded } from './home/loading.ts'

import { openHome, suspected } from './home/open-home.ts'
import { writeRunFile } from './home/runs.ts'
import type { RunOptions } from './run-options.ts'
import type { RunSummary } from './summary.ts'

/**
 * Runs a job to its end or until it has to stop: recovers what an earlier process landed, calls, loads, publishes.
 * When it has to stop, everything landed is in the published warehouse; whatever ends it, the next run goes on from there.
 * @throws JobError, PipelineError, RetryError, StopError (the home is taken)
 */
export async function runJob(options: RunOptions): Promise<RunSummary> {
  const { home, effects } = options
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  const { run, summary } = await runInHome(options).catch(async (error) => {
    throw await suspected(home, error)
  })
  await publishFile(home.state.warehouse, home.published)
  await pointLatest(home, run.run_id)
  await options.onPublished(run)
  // Whoever follows the log stops when run.json says that the run has ended: by then the log says so, too.
  effects.log.info({ run_id: run.run_id, status: run.status, reason: run.reason }, 'run ended')
  await writeRunFile(home, run, { summary })
  failPoint('run.ended')
  return summary
}

/** The working database is closed when this is over: only then may its file be copied. */
async function runInHome(options: RunOptions): Promise<Carried> {
  const { home, effects } = options
  await using database = await openHome(home, effects, options.onFinding)
  const begun = await beginRun({ ...options, database })
  options.onBegin(begun.run, begun.isResumed)
  const { run_id, job } = begun.run
  effects.log.info(
    { run_id, job, base_url: options.client.baseUrl, isResumed: begun.isResumed },
    'run begins',
  )
  const result = await carryOut(database, begun, options)
  await refreshDerived(database)
  await archiveLanded(database, home)
  return result
}
