import { openServiceGate, openServicePace, type ServicePaceOptions } from '../calling/pace/service-gate.ts'
import type { Stop } from '../calling/stop.ts'
import { type OperationName, operationNames } from '../contract/operations.ts'
import { failPoint } from '../disk/fail-points.ts'
import { AttemptJournal } from '../landing/attempts.ts'
import type { Database } from '../warehouse/database.ts'
import { answeredBy, type RunRecord, saveRun, spentBefore } from '../warehouse/runs.ts'
import { openSharedRate } from '../workers/shared-rate.ts'
import type { BegunRun } from './begin.ts'
import { type Budget, createBudget, monthStart } from './budget.ts'
import { byWorkers } from './by-workers/by-workers.ts'
import { bringHomeOthers } from './by-workers/homecoming.ts'
import { diskNeed, estimateOf, noRoom, type PlannedStep, planSteps } from './estimate.ts'
import { inProcess } from './executor.ts'
import { writeRunFile } from './home/runs.ts'
import { segmentNames, settleAttempts } from './home/settle-attempts.ts'
import { Planner, variablesOf } from './planner.ts'
import type { MeetingPoint, RunOptions } from './run-options.ts'
import { foundBy, gapsOf, type RunSummary, summarise } from './summary.ts'

import { work } from './work.ts'

/** A run that came to its end, or had to stop. */
export interface Carried {
  readonly run: RunRecord
  readonly summary: RunSummary
}

/** Carries out a run that has begun: what it will need, its calls, and what became of it. */
export async function carryOut(database: Database, begun: BegunRun, options: RunOptions): Promise<Carried> {
  const started = options.effects.monotonicMs()
  const { home, effects } = options
  await bringHomeOthers({ database, home, now: effects.now() }, begun.run.run_id, options)
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

/** What the calls of a run are made with, but for who makes them. */
interface Making extends RunOptions {
  readonly database: Database
  readonly planner: Planner
  readonly budget: Budget
  readonly run: RunRecord
  readonly answered: readonly OperationName[]
}

/** Makes the calls. Returns why it stopped early, or null. */
async function makeCalls(
  database: Database,
  run: RunRecord,
  planner: Planner,
  budget: Budget,
  options: RunOptions,
): Promise<Stop | null> {
  const answered = await answeredBy(database, run.run_id)
  const making = { ...options, database, planner, budget, run, answered }
  return options.workers === undefined ? await callHere(making) : await callByWorkers(making, options.workers)
}

const paceOf = ({ home, effects, client, job }: Making): ServicePaceOptions => ({
  perSecond: job.settings.rate.perSecond,
  baseUrl: client.baseUrl,
  ratesFile: home.state.rates,
  effects,
})

/** Makes the calls in this process, each known to the journal before it is made. */
async function callHere(making: Making): Promise<Stop | null> {
  const { home, effects, client, database, run, budget } = making
  const { pace, remember } = await openServiceGate(paceOf(making))
  const segmentName = await segmentNames(database, run.run_id)
  const head = { runId: run.run_id, firstSegment: segmentName(1) }
  const journal = await AttemptJournal.open(home.state.attempts, head)
  const { concurrency } = making.job.settings.rate
  const stop = await work({
    ...making,
    baseUrl: client.baseUrl,
    pace,
    openExecutor: inProcess({
      home,
      client,
      gate: pace,
      budget,
      journal,
      effects,
      runId: run.run_id,
      absences: new Set(making.job.settings.absences),
      concurrency,
      segmentName,
    }),
  }).finally(() => journal.close())
  await remember()
  // What could not be landed was begun all the same.
  await settleAttempts({ database, home, now: effects.now() })
  return stop
}

/** Has workers make the calls. What they begin is in journals of their own. */
async function callByWorkers(
  making: Making,
  { redis, scope, transport }: MeetingPoint,
): Promise<Stop | null> {
  const { client, effects, run, job } = making
  const { rate, tools } = job.settings
  const perSecond = rate.perSecond === 'unlimited' ? null : rate.perSecond
  const ceiling = perSecond ?? Number.POSITIVE_INFINITY
  const { monotonicMs } = effects
  const { pace, remember } = await openServicePace(paceOf(making), (beginning) =>
    openSharedRate({ redis, scope, ceiling, monotonicMs, ...beginning }),
  )
  const stop = await work({
    ...making,
    baseUrl: client.baseUrl,
    pace,
    openExecutor: byWorkers({
      ...making,
      redis,
      scope,
      rate: pace,
      say: making.onFinding,
      run: {
        runId: run.run_id,
        version: making.version,
        baseUrl: client.baseUrl,
        transport,
        tools: defined(tools),
        perSecond,
        absences: job.settings.absences,
        costs: Object.fromEntries(operationNames.map((name) => [name, making.budget.costOf(name)])),
      },
    }),
  })
  await remember()
  return stop
}

const defined = (named: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== undefined))

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
