import type { Stop } from '../calls/stops.ts'
import { failPoint } from '../disk/fail-points.ts'
import { type Gap, gapText } from '../rows/words/gaps.ts'
import type { Database } from '../warehouse/database.ts'
import { answeredBy, type RunRecord, recordFlags, saveRun } from '../warehouse/runs.ts'
import { publishFile, updateDerived, withRoomForAll } from '../warehouse/warehouse.ts'
import { type BegunRun, beginRun, type RunOptions } from './begin.ts'
import { budgetOf } from './budget.ts'
import { diskNeed, estimateOf, noRoom, type PlannedStep, planSteps } from './estimate.ts'
import { makeHome, pointLatest, takeLock } from './home/home.ts'
import { archiveLanded } from './home/loading.ts'
import { openHome, suspected } from './home/open-home.ts'
import { writeFlags, writeRunFile } from './home/runs.ts'
import { loop } from './loop.ts'
import { plannerOf } from './planner.ts'
import { runEnterprises, runListScans } from './relations.ts'
import { foundBy, gapsOf, type RunSummary, type Summarised, summarise } from './summary.ts'

/** A run that came to its end, or had to stop. */
export interface FinishedRun {
  readonly record: RunRecord
  readonly summary: RunSummary
}

/**
 * Runs a job to its end or until it has to stop: recovers what an earlier process landed, calls, loads, publishes.
 * When it has to stop, everything landed is in the published warehouse; whatever ends it, the next run goes on from there.
 * The caller adds what belongs to the run, such as exports, and ends it. The home stays locked until what is returned is disposed of.
 * @throws JobError, PipelineError, RetryError, StopError (the home is taken)
 */
export async function runJob(options: RunOptions) {
  const { home, effects } = options
  await makeHome(home)
  const lock = await takeLock(home.state.lock, effects.now())
  try {
    const finished = await runInHome(options).catch(async (error) => {
      throw await suspected(home, error)
    })
    await publishFile(home.state.warehouse, home.published)
    await pointLatest(home, finished.record.run_id)
    return {
      ...finished,
      /**
       * Records in run.json that the run has ended: the last thing a run does. A run that dies before is resumed by the next. `late` is a
       * gap that shows behind the tables: the summary has it, the record stays as the table `runs` has it.
       */
      end: (late: Gap | null = null) => end(finished, late, options),
      [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
    }
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}

async function end(
  { record, summary: found }: FinishedRun,
  late: Gap | null,
  { home, effects }: RunOptions,
): Promise<RunSummary> {
  const { run_id, status, reason } = record
  const summary = late === null ? found : withLate(found, late)
  // A reader of the log stops when run.json says that the run has ended: by then the log says so, too.
  effects.log.info({ run_id, status, reason }, 'run ended')
  await writeRunFile(home, record, { summary })
  failPoint('run.ended')
  return summary
}

function withLate({ run, ...summary }: RunSummary, late: Gap): RunSummary {
  const { status, reason } = run
  const isOver = status === 'complete' || status === 'gaps'
  const reasons = [reason, gapText(late, 'en')].filter((text) => text !== null).join('; ')
  return {
    ...summary,
    run: isOver ? { ...run, status: 'gaps', reason: reasons } : run,
    gaps: [...summary.gaps, late],
  }
}

/** The working database is closed when this is over: only then may its file be copied. */
async function runInHome(options: RunOptions): Promise<FinishedRun> {
  const { home, effects, onFinding } = options
  await using database = await openHome(home, effects, onFinding)
  const run = await begin(database, options)
  const stop = (await fullDisk(run)) ?? (await loop(run))
  return await finish(run, stop)
}

/** Opens the run: its record, its budget, its planner, and what it is expected to need. */
async function begin(database: Database, options: RunOptions): Promise<BegunRun> {
  const { effects, client } = options
  const { run, isResumed, retryBefore } = await beginRun({ ...options, database })
  const { run_id, job } = run
  options.onBegin(run, isResumed)
  effects.log.info({ run_id, job, base_url: client.baseUrl, isResumed }, 'run begins')
  const startedMs = effects.monotonicMs()
  const {
    pipeline,
    job: { settings },
  } = options
  const budget = await budgetOf(database, run, settings, effects.now)
  const { callsLeft } = budget
  const planner = await plannerOf(database, run, pipeline, settings, { retryBefore, callsLeft })
  const steps = await planSteps(database, planner, run, budget)
  const record = isResumed ? run : await estimated(database, run, steps, options)
  const answered = await answeredBy(database, run_id)
  return { options, database, record, isResumed, budget, planner, steps, answered, startedMs }
}

/** Records what the run is expected to need, so that its end can be compared with it. */
async function estimated(
  database: Database,
  run: RunRecord,
  steps: readonly PlannedStep[],
  { home }: RunOptions,
): Promise<RunRecord> {
  const { calls, cost, isWhole } = estimateOf(steps)
  const record = { ...run, estimated_calls: calls, estimated_cost: cost, is_estimate_whole: isWhole }
  await writeRunFile(home, record)
  await database.transaction((tx) => saveRun(tx, record))
  return record
}

/** Checks before the first call whether the answers have room on the disk. A run that needs no call may still publish on a full disk. */
async function fullDisk({ options, database, steps }: BegunRun): Promise<Stop | null> {
  const { home, freeBytes } = options
  if (freeBytes === undefined) return null
  const need = await diskNeed(database, home, steps)
  return need.calls === 0 ? null : noRoom(need, await freeBytes(home.root), home)
}

/** Derives the last tables, records what the run found and how it ended, and archives what landed. */
async function finish(run: BegunRun, why: Stop | null): Promise<FinishedRun> {
  const { options, database, planner, budget, isResumed, steps, startedMs } = run
  const { clean = (text: string) => text } = options
  const stop = why && { ...why, words: { en: clean(why.words.en), zh: clean(why.words.zh) } }
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
  const sum = (of: 'fresh' | 'wanted') => (isResumed ? null : steps.reduce((all, step) => all + step[of], 0))
  const planned = { asked: sum('wanted'), fresh: sum('fresh') }
  const summary = summarise(found, {
    run: record,
    stop: stop?.words ?? null,
    elapsedMs,
    gaps,
    left,
    planned,
    budgetLeft: budget.left(),
  })
  await archiveLanded(database, options.home)
  return { record, summary }
}

/** What several statements of a summary read is worked out once, and by the steps, where they have it. */
async function summarisedOf({ planner, record }: BegunRun): Promise<Summarised> {
  const [scans, entries] = [await planner.renew(runListScans), await planner.renew(runEnterprises)]
  return { runId: record.run_id, scans, entries }
}

async function recordEnd(
  { options, database, record }: BegunRun,
  stop: Stop | null,
  gaps: readonly Gap[],
): Promise<RunRecord> {
  const { effects, clean = (text) => text } = options
  const reason = stop?.words.en ?? (gaps.length > 0 ? gaps.map((gap) => gapText(gap, 'en')).join('; ') : null)
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
