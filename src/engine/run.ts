import type { Client } from '../client/client.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { Job } from '../job/read-job.ts'
import { AttemptJournal } from '../landing/attempts.ts'
import { removeSegments } from '../landing/segment.ts'
import type { Database } from '../warehouse/database.ts'
import { refreshDerived } from '../warehouse/derive.ts'
import { publishFile } from '../warehouse/publish.ts'
import { answeredBy, type RunRecord, saveRun, spentBefore } from '../warehouse/runs.ts'
import { type BegunRun, beginRun } from './begin.ts'
import { type Budget, createBudget } from './budget.ts'
import type { Effects } from './effects.ts'
import { type Estimate, estimateOf, type PlannedStep, planSteps } from './estimate.ts'
import { createGate } from './gate.ts'
import { type Home, makeHome, pointLatest } from './home.ts'
import { archiveLanded, loadAllLanded } from './loader.ts'
import { takeLock } from './lock.ts'
import { monthStart } from './month.ts'
import { openHome } from './open-home.ts'
import type { Pipeline } from './pipeline.ts'
import { Planner, variablesOf } from './planner.ts'
import type { Progress } from './progress.ts'
import { writeRunFile } from './run-file.ts'
import { segmentNames } from './segment-names.ts'
import { settleAttempts } from './settle-attempts.ts'
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
  /** Opens the job's last run again for its failed and refused calls, see BeginOptions. */
  readonly retriesFailed?: boolean
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
 * @throws JobError, PipelineError, RetryError, StopError (the home is taken)
 */
export async function runJob(options: RunOptions): Promise<RunSummary> {
  const { home, effects } = options
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  const { run, summary } = await runInHome(options)
  await publishFile(home.state.warehouse, home.published)
  await pointLatest(home, run.run_id)
  await options.onPublished(run)
  await writeRunFile(home, run, { summary })
  failPoint('run.ended')
  effects.log.info({ run_id: run.run_id, status: run.status, reason: run.reason }, 'run ended')
  return summary
}

/** The working database is closed when this is over: only then may its file be copied. */
async function runInHome(options: RunOptions): Promise<{ run: RunRecord; summary: RunSummary }> {
  await using database = await openHome(options.home, options.effects)
  const result = await runIn(database, options)
  await refreshDerived(database)
  const archived = await archiveLanded(database, options.home)
  // What the tables hold is in the file itself before its segments go: a damaged log can then lose nothing.
  await database.run('CHECKPOINT')
  failPoint('checkpoint.done')
  await removeSegments(options.home.state.landing, archived)
  return result
}

async function runIn(
  database: Database,
  options: RunOptions,
): Promise<{ run: RunRecord; summary: RunSummary }> {
  const { effects, pipeline } = options
  const started = effects.monotonicMs()
  const begun = await beginRun({ ...options, database })
  options.onBegin(begun.run, begun.isResumed)
  effects.log.info(
    {
      run_id: begun.run.run_id,
      job: options.job.name,
      base_url: options.client.baseUrl,
      isResumed: begun.isResumed,
    },
    'run begins',
  )
  const budget = await budgetOf(database, begun.run, options)
  const planner = await plannerOf(database, begun, budget, options)
  const plan = async () => await planOf(database, planner, begun.run, options)
  const run = begun.isResumed
    ? begun.run
    : await estimated(database, begun.run, estimateOf(await plan()), options.home)
  const stop = await workOn(database, run, planner, budget, options)
  const left = stop === null ? [] : (await plan()).filter(({ needed }) => needed > 0)
  const finished = await finish(database, run, stop, options)
  const summary = await summarise(database, finished, pipeline, {
    elapsedMs: effects.monotonicMs() - started,
    left,
  })
  return { run: finished, summary }
}

function plannerOf(
  database: Database,
  { run, retryBefore }: BegunRun,
  budget: Budget,
  { job, pipeline }: RunOptions,
): Promise<Planner> {
  const checks = (pipeline.checks ?? []).map(({ stops, ...check }) => ({
    ...check,
    isFatal: stops(job.settings),
  }))
  return Planner.create(
    database,
    { ...pipeline, checks },
    {
      runId: run.run_id,
      startedAt: new Date(run.started_at),
      retryBefore,
      variables: variablesOf(pipeline, job.settings),
      freshness: job.settings.freshness,
      callsLeft: budget.callsLeft,
    },
  )
}

async function budgetOf(database: Database, run: RunRecord, { job, effects }: RunOptions): Promise<Budget> {
  return createBudget(job.settings, await spentBefore(database, run, monthStart(effects.now())), effects.now)
}

const planOf = async (
  database: Database,
  planner: Planner,
  { run_id, job, pipeline }: RunRecord,
  { job: { settings } }: RunOptions,
): Promise<PlannedStep[]> =>
  await planSteps(database, await planner.count(), {
    job,
    pipeline,
    runId: run_id,
    costOf: createBudget(settings).costOf,
  })

/** Keeps what the run is expected to need, so that its end can be compared with it. */
async function estimated(
  database: Database,
  run: RunRecord,
  { calls, cost, isWhole }: Estimate,
  home: Home,
): Promise<RunRecord> {
  const told = { ...run, estimated_calls: calls, estimated_cost: cost, is_estimate_whole: isWhole }
  await writeRunFile(home, told)
  await database.transaction((tx) => saveRun(tx, told))
  return told
}

/** Makes the calls, each known to the journal before it is made. */
async function workOn(
  database: Database,
  run: RunRecord,
  planner: Planner,
  budget: Budget,
  options: RunOptions,
): Promise<Stop | null> {
  const { home, job, effects } = options
  const segmentName = await segmentNames(database, run.run_id)
  const journal = await AttemptJournal.open(home.state.attempts, {
    runId: run.run_id,
    firstSegment: segmentName(1),
  })
  const stop = await work({
    ...options,
    database,
    planner,
    journal,
    gate: createGate(job.settings.rate.perSecond),
    budget,
    runId: run.run_id,
    answered: await answeredBy(database, run.run_id),
    concurrency: job.settings.rate.concurrency,
    segmentName,
  }).finally(() => journal.close())
  // What could not be landed was begun all the same.
  if ((await settleAttempts(database, home)) !== undefined)
    await loadAllLanded({ database, home, now: effects.now() })
  return stop
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
  await database.transaction(async (tx) => {
    await saveRun(tx, finished)
    failPoint('finish.saved')
  })
  failPoint('finish.committed')
  return finished
}
