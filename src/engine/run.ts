import type { Client } from '../client/client.ts'
import type { Job } from '../job/read-job.ts'
import type { Database } from '../warehouse/database.ts'
import { refreshDerived } from '../warehouse/derive.ts'
import { publishFile } from '../warehouse/publish.ts'
import { lastSegmentOf, type RunRecord, saveRun, spentBy } from '../warehouse/runs.ts'
import { beginRun } from './begin.ts'
import { createBudget } from './budget.ts'
import type { Effects } from './effects.ts'
import { createGate } from './gate.ts'
import { type Home, makeHome, pointLatest } from './home.ts'
import { archiveLanded } from './loader.ts'
import { takeLock } from './lock.ts'
import { openHome, suspected } from './open-home.ts'
import type { Pipeline } from './pipeline.ts'
import { Planner, variablesOf } from './planner.ts'
import type { Progress } from './progress.ts'
import { writeRunFile } from './run-file.ts'
import type { Stop } from './stop.ts'
import { gapsOf, type RunSummary, summarise } from './summary.ts'
import { work } from './work.ts'

export interface RunOptions {
  readonly home: Home
  readonly job: Job
  readonly pipeline: Pipeline
  readonly client: Client
  readonly effects: Effects
  readonly version: string
  readonly mayResume: boolean
  /** Aborts when somebody asks the run to stop: nothing new is begun, what is under way lands. */
  readonly signal: AbortSignal
  readonly onBegin: (run: RunRecord, isResumed: boolean) => void
  readonly onProgress: (progress: Progress) => void
  /** Something to know before more is spent, such as an ambiguous name with its candidates. */
  readonly onFinding: (message: string) => void
  /** What belongs to the run once its warehouse is published; a run that is killed before its end does it again. */
  readonly onPublished: (run: RunRecord) => Promise<void>
}

/**
 * Runs a job to its end or until it has to stop: recovers what an earlier process landed, calls, loads, publishes.
 * Whatever ends it, everything landed is in the published warehouse, and the next run goes on from there.
 * @throws JobError, PipelineError, StopError (the home is taken)
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
  await writeRunFile(home, run, { summary })
  effects.log.info({ run_id: run.run_id, status: run.status, reason: run.reason }, 'run ended')
  return summary
}

/** The working database is closed when this is over: only then may its file be copied. */
async function runInHome(options: RunOptions): Promise<{ run: RunRecord; summary: RunSummary }> {
  await using database = await openHome(options.home, options.effects, options.onFinding)
  const result = await runIn(database, options)
  await refreshDerived(database)
  await archiveLanded({ database, home: options.home, now: options.effects.now() })
  await database.run('CHECKPOINT')
  return result
}

async function runIn(
  database: Database,
  options: RunOptions,
): Promise<{ run: RunRecord; summary: RunSummary }> {
  const { effects, job, pipeline } = options
  const started = effects.monotonicMs()
  const { run, isResumed } = await beginRun({ ...options, database })
  options.onBegin(run, isResumed)
  effects.log.info(
    { run_id: run.run_id, job: job.name, base_url: options.client.baseUrl, isResumed },
    'run begins',
  )
  const checks = (pipeline.checks ?? []).map(({ stops, ...check }) => ({
    ...check,
    isFatal: stops(job.settings),
  }))
  const stop = await work({
    ...options,
    database,
    planner: await Planner.create(
      database,
      { ...pipeline, checks },
      {
        runId: run.run_id,
        startedAt: new Date(run.started_at),
        variables: variablesOf(pipeline, job.settings),
        freshness: job.settings.freshness,
      },
    ),
    gate: createGate(job.settings.rate.perSecond),
    budget: createBudget(job.settings, await spentBy(database, run)),
    runId: run.run_id,
    concurrency: job.settings.rate.concurrency,
    segmentName: await segmentNames(database, run.run_id),
  })
  const finished = await finish(database, run, stop, options)
  const summary = await summarise(database, finished, pipeline, effects.monotonicMs() - started)
  return { run: finished, summary }
}

/** Names that continue after those of earlier processes of the same run, which are all loaded by now. */
async function segmentNames(database: Database, runId: string): Promise<(index: number) => string> {
  const last = await lastSegmentOf(database, runId)
  return (index) => `${runId}-${String(last + index).padStart(6, '0')}`
}

async function finish(
  database: Database,
  run: RunRecord,
  stop: Stop | null,
  { effects, pipeline }: Pick<RunOptions, 'effects' | 'pipeline'>,
): Promise<RunRecord> {
  const gaps = stop === null ? await gapsOf(database, run.run_id, pipeline) : []
  const finished: RunRecord = {
    ...run,
    status: stop?.status ?? (gaps.length > 0 ? 'gaps' : 'complete'),
    reason: stop?.message ?? (gaps.length > 0 ? gaps.join('; ') : null),
    finished_at: effects.now().toISOString(),
  }
  await database.transaction((tx) => saveRun(tx, finished))
  return finished
}
