import { openServiceGate } from '../calling/pace/service-gate.ts'
import type { Stop } from '../calling/stop.ts'
import { failPoint } from '../disk/fail-points.ts'
import { AttemptJournal } from '../landing/attempts.ts'
import type { Database } from '../warehouse/database.ts'
import { answeredBy, type RunRecord, saveRun, spentBefore } from '../warehouse/runs.ts'
import type { BegunRun } from './begin.ts'
import { type Budget, createBudget } from './budget.ts'
import { estimateOf, type PlannedStep, planSteps } from './estimate.ts'
import { foundBy } from './found.ts'
import { gapsOf } from './gaps.ts'
import { inProcess } from './in-process.ts'
import { monthStart } from './month.ts'
import { Planner, variablesOf } from './planner.ts'
import { diskNeed, noRoom } from './preflight.ts'
import { writeRunFile } from './run-file.ts'
import type { RunOptions } from './run-options.ts'
import { segmentNames } from './segment-names.ts'
import { settleAttempts } from './settle-attempts.ts'
import { type RunSummary, summarise } from './summary.ts'
import { work } from './work.ts'

/** A run that came to its end, or had to stop. */
export interface Carried {
  readonly run: RunRecord
  readonly summary: RunSummary
}

/** Carries out a run that has begun: what it will need, its calls, and what became of it. */
export async function carryOut(database: Database, begun: BegunRun, options: RunOptions): Promise<Carried> {
  const started = options.effects.monotonicMs()
  const budget = await budgetOf(database, begun.run, options)
  const planner = await plannerOf(database, begun, budget, options)
  const plan = async () => await planOf(database, planner, begun.run, budget)
  const steps = await plan()
  const run = begun.isResumed ? begun.run : await estimated(database, begun.run, steps, options)
  const stop =
    (await fullDisk(database, steps, options)) ?? (await makeCalls(database, run, planner, budget, options))
  // Of a run that goes on, what was fresh when it began is not known any more.
  const fresh = begun.isResumed ? null : steps.reduce((sum, step) => sum + step.fresh, 0)
  const left = stop === null ? [] : (await plan()).filter(({ needed }) => needed > 0)
  const found = await foundBy(database, run.run_id)
  const gaps = await gapsOf(database, run.run_id, found, options.pipeline)
  const finished = await finish(database, run, stop, gaps, options)
  const elapsedMs = options.effects.monotonicMs() - started
  return {
    run: finished,
    summary: summarise(found, { run: finished, elapsedMs, gaps, left, fresh }),
  }
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

async function planOf(
  database: Database,
  planner: Planner,
  { run_id, job, pipeline }: RunRecord,
  { costOf }: Budget,
): Promise<PlannedStep[]> {
  return await planSteps(database, await planner.count(), { job, pipeline, runId: run_id, costOf })
}

/** Keeps what the run is expected to need, so that its end can be compared with it. */
async function estimated(
  database: Database,
  run: RunRecord,
  steps: readonly PlannedStep[],
  { home }: RunOptions,
): Promise<RunRecord> {
  const { calls, cost, isWhole } = estimateOf(steps)
  const told = { ...run, estimated_calls: calls, estimated_cost: cost, is_estimate_whole: isWhole }
  await writeRunFile(home, told)
  await database.transaction((tx) => saveRun(tx, told))
  return told
}

/** Looks before the first call whether what the run will land has room. A run that needs no call may publish on a full disk if it can. */
async function fullDisk(
  database: Database,
  steps: readonly PlannedStep[],
  { home, freeBytes }: RunOptions,
): Promise<Stop | null> {
  if (freeBytes === undefined) return null
  const need = await diskNeed(database, home, steps)
  return need.calls === 0 ? null : noRoom(need, await freeBytes(home.root), home)
}

/** Makes the calls, each known to the journal before it is made. Returns why it stopped early, or null. */
async function makeCalls(
  database: Database,
  run: RunRecord,
  planner: Planner,
  budget: Budget,
  options: RunOptions,
): Promise<Stop | null> {
  const { home, effects, client } = options
  const { perSecond, concurrency } = options.job.settings.rate
  const ratesFile = home.state.rates
  const service = await openServiceGate({ perSecond, baseUrl: client.baseUrl, ratesFile, effects })
  const segmentName = await segmentNames(database, run.run_id)
  const head = { runId: run.run_id, firstSegment: segmentName(1) }
  const journal = await AttemptJournal.open(home.state.attempts, head)
  const { gate } = service
  const making = { home, client, gate, budget, journal, effects, runId: run.run_id, concurrency, segmentName }
  const stop = await work({
    ...options,
    baseUrl: client.baseUrl,
    database,
    planner,
    gate,
    budget,
    openExecutor: inProcess(making),
    answered: await answeredBy(database, run.run_id),
  }).finally(() => journal.close())
  await service.remember()
  // What could not be landed was begun all the same.
  await settleAttempts({ database, home, now: effects.now() })
  return stop
}

async function finish(
  database: Database,
  run: RunRecord,
  stop: Stop | null,
  gaps: readonly string[],
  { effects, clean = (text) => text }: RunOptions,
): Promise<RunRecord> {
  const reason = stop?.message ?? (gaps.length > 0 ? gaps.join('; ') : null)
  const finished: RunRecord = {
    ...run,
    status: stop?.status ?? (gaps.length > 0 ? 'gaps' : 'complete'),
    reason: reason === null ? null : clean(reason),
    finished_at: effects.now().toISOString(),
  }
  await database.transaction(async (tx) => {
    await saveRun(tx, finished)
    failPoint('finish.saved')
  })
  failPoint('finish.committed')
  return finished
}
