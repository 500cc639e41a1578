import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '../calls/client/client.ts'
import type { Effects } from '../calls/effects.ts'
import type { OperationName } from '../contract/operations.ts'
import { makeFolder, newFile, sync } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import { forgetterOf } from '../rows/privacy/forgetter.ts'
import type { Database } from '../warehouse/database.ts'
import {
  failedCallsOf,
  inputLine,
  lastRunOf,
  loadInputs,
  type RunRecord,
  type RunStatus,
  saveRun,
} from '../warehouse/runs.ts'
import type { Budget } from './budget.ts'
import type { FreeBytes, PlannedStep } from './estimate.ts'
import { type Home, runFolder, runIds } from './home/home.ts'
import { readRunFile, writeRunFile } from './home/runs.ts'
import type { Job } from './job/schema.ts'
import type { Pipeline } from './pipeline.ts'
import type { Planner } from './planner.ts'
import type { Progress } from './progress.ts'

/** A run that began longer ago is not resumed: its list pages would no longer be news. */
const resumableMs = 24 * 3_600_000

export interface BeginOptions {
  readonly home: Home
  readonly database: Database
  readonly job: Job
  readonly pipeline: Pipeline
  readonly effects: Effects
  readonly version: string
  /** False starts a new run even where an unfinished one could be resumed. */
  readonly mayResume: boolean
  /** True opens the job's last run again, though it has ended, for its failed and refused calls. */
  readonly retriesFailed?: boolean
  /** True gives a resumed run no new budget: a schedule that resumes spends what was granted once, however often it goes on. */
  readonly keepsBudget?: boolean
  /** Something to know of what the job lists, such as rows that were merged. */
  readonly onFinding?: (message: string) => void
}

/** What a run is made of, and what it reports to. */
export interface RunOptions extends Omit<BeginOptions, 'database' | 'onFinding'> {
  readonly client: Client
  /** Bytes free on a disk: a run that would fill it calls nothing. Without it there is no check. */
  readonly freeBytes?: FreeBytes | undefined
  /** A call that met an obstacle is asked again this many milliseconds later. Default 30,000. */
  readonly probeAfterMs?: number | undefined
  /** Aborts when the run is asked to stop: nothing new is begun, what is under way lands. */
  readonly signal: AbortSignal
  /** Strikes secrets out of the reason before it is kept, such as a key that the service repeated. */
  readonly clean?: (text: string) => string
  readonly onBegin: (run: RunRecord, isResumed: boolean) => void
  readonly onProgress: (progress: Progress) => void
  /** Something to know before more is spent, such as an ambiguous name with its candidates. */
  readonly onFinding: (message: string) => void
}

/** A run that has begun: its options, and its state until it is finished. */
export interface BegunRun {
  readonly options: RunOptions
  /** The working database of the home. */
  readonly database: Database
  /** As it stands in the table `runs`. */
  readonly record: RunRecord
  readonly isResumed: boolean
  readonly budget: Budget
  readonly planner: Planner
  /** What each step needed when the run began. */
  readonly steps: readonly PlannedStep[]
  /** Operations that have answered in this run before. */
  readonly answered: readonly OperationName[]
  /** When the run began in this process, by the monotonic clock. */
  readonly startedMs: number
}

/** There is no run whose failed calls could be asked again, or none of them is left. Nothing was called. */
export class RetryError extends Error {
  override name = 'RetryError'
  /** All is well: there is nothing left to ask again. */
  readonly isDone: boolean

  constructor(why: string, isDone = false) {
    super(`retry-failed: ${why}`)
    this.isDone = isDone
  }
}

/** The run that would begin now, before anything of it is kept. */
export interface PreparedRun {
  readonly run: RunRecord
  readonly isResumed: boolean
  /** The job's enterprises, one a line. */
  readonly inputs: string
  /** An unfinished run that this one takes the place of. */
  readonly replaced?: RunRecord | undefined
  /** UTC: what the run was refused before then is asked again. */
  readonly retryBefore?: Date | undefined
}

/**
 * A new run, or the job's unfinished one when neither the job nor its inputs have changed and it began less than a
 * day ago; with `retriesFailed` its last one, when it has ended and left calls to ask again. @throws JobError, RetryError
 */
export async function prepareRun(options: BeginOptions): Promise<PreparedRun> {
  const { home, effects } = options
  const inputs = join(home.state.staging, 'inputs.ndjson')
  const digest = await writeInputs(inputs, options)
  const started = effects.now()
  if (options.retriesFailed === true) return { ...(await reopenedRun(options, digest, started)), inputs }
  const left = await unfinishedRun(options)
  if (left !== undefined && options.mayResume && isSameRun(left, digest, started)) {
    // A crash does not renew the budget. An orderly stop does, or no run could go on after it was used up.
    const keepsBudget = left.status === 'running' || options.keepsBudget === true
    const budget_from = keepsBudget ? left.budget_from : started.toISOString()
    return { run: recordOf(options, { ...left, budget_from }), isResumed: true, inputs }
  }
  const identity = {
    run_id: runIdAfter(await knownRuns(options), started, effects.random()),
    started_at: started.toISOString(),
    budget_from: started.toISOString(),
    job_digest: digest,
  }
  return { run: recordOf(options, identity), isResumed: false, inputs, replaced: left }
}

/** Runs that have a folder, and those whose folder was lost or removed. */
async function knownRuns({ home, database }: BeginOptions): Promise<string[]> {
  const rows = await database.rows('SELECT run_id FROM runs')
  return [...(await runIds(home)), ...rows.map(({ run_id }) => String(run_id))]
}

/** The job's last run as it stands, with a new budget: what it asked and was answered stays known to it. */
async function reopenedRun(
  options: BeginOptions,
  digest: string,
  now: Date,
): Promise<Omit<PreparedRun, 'inputs'>> {
  const { database, job } = options
  const last = await lastRunOf(database, job.name)
  if (last === undefined) throw new RetryError(`${job.name} has not run yet; run it first: dossier run JOB`)
  if ((await unfinishedRun(options)) !== undefined) {
    throw new RetryError(
      `run ${last.run_id} of ${job.name} has not ended (${last.status}); ` +
        'resume it, which asks for its failed calls too: dossier run JOB',
    )
  }
  if (last.job_digest !== digest) {
    throw new RetryError(
      `${job.name} or a file it lists has changed since run ${last.run_id}; ` +
        'run it as it is now, which asks for what is not known: dossier run JOB',
    )
  }
  if ((await failedCallsOf(database, last.run_id)) === 0) {
    throw new RetryError(`run ${last.run_id} of ${job.name} left no call to ask again`, true)
  }
  const run = recordOf(options, { ...last, budget_from: now.toISOString() })
  return { run, isResumed: true, retryBefore: now }
}

const unfinished: readonly RunStatus[] = ['running', 'stopped', 'blocked', 'failed', 'unauthorised']

/**
 * The job's last run, when it stopped before its steps were done, or when a crash cut it off before it was published
 * and exported: run.json is the last thing a run writes.
 */
async function unfinishedRun({ home, database, job }: BeginOptions): Promise<RunRecord | undefined> {
  const last = await lastRunOf(database, job.name)
  if (last === undefined) return undefined
  const kept = await readRunFile(home, last.run_id)
  return unfinished.includes(last.status) || kept?.status === 'running' ? last : undefined
}

/** Begins the prepared run: its inputs are kept beside run.json, for they are raw data too. */
export async function beginRun(options: BeginOptions): Promise<PreparedRun> {
  const { home, database } = options
  const prepared = await prepareRun(options)
  const { run, inputs, replaced } = prepared
  const kept = await keepInputs(home, run.run_id, inputs)
  await writeRunFile(home, run)
  await database.transaction(async (tx) => {
    if (replaced !== undefined) await saveRun(tx, { ...replaced, status: 'abandoned' })
    await loadInputs(tx, run.run_id, kept)
    await saveRun(tx, run)
    failPoint('begin.saved')
  })
  failPoint('begin.committed')
  return prepared
}

const isSameRun = (left: RunRecord, digest: string, now: Date): boolean =>
  left.job_digest === digest && now.getTime() - Date.parse(left.started_at) < resumableMs

/** What makes a run that one and no other; a resumed run keeps it. */
type RunIdentity = Pick<RunRecord, 'run_id' | 'started_at' | 'budget_from' | 'job_digest'> &
  Partial<Pick<RunRecord, 'estimated_calls' | 'estimated_cost' | 'is_estimate_whole'>>

const recordOf = ({ job, pipeline, version }: BeginOptions, identity: RunIdentity): RunRecord => ({
  run_id: identity.run_id,
  started_at: identity.started_at,
  budget_from: identity.budget_from,
  job_digest: identity.job_digest,
  job: job.name,
  title: job.settings.title ?? null,
  pipeline: pipeline.name,
  status: 'running',
  reason: null,
  reason_code: null,
  finished_at: null,
  estimated_calls: identity.estimated_calls ?? null,
  estimated_cost: identity.estimated_cost ?? null,
  is_estimate_whole: identity.is_estimate_whole ?? null,
  red_flags: job.settings.red_flags ?? null,
  version,
})

/** Writes the job's enterprises, one a line; returns the digest of job and inputs together. */
async function writeInputs(path: string, { home, job, pipeline, onFinding }: BeginOptions): Promise<string> {
  const forgetter = await forgetterOf(home)
  const hash = createHash('sha256').update(job.digest)
  await rm(path, { force: true })
  const file = await newFile(path)
  try {
    for await (const input of pipeline.inputs(job, onFinding)) {
      hash.update(inputLine(input))
      await file.write(inputLine(forgetter.input(input)))
    }
    await file.sync()
    failPoint('inputs.written')
  } finally {
    await file.close()
  }
  return hash.digest('hex').slice(0, 16)
}

async function keepInputs(home: Home, runId: string, inputs: string): Promise<string> {
  const folder = runFolder(home, runId)
  const kept = join(folder, 'inputs.ndjson')
  await makeFolder(folder)
  await rename(inputs, kept)
  await sync(folder)
  failPoint('inputs.kept')
  return kept
}

/** `20261121T092311Z-5a1e`: a second in UTC, and digits that keep runs of different homes apart. */
const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{4}$/

/**
 * The id of a run that begins now. It sorts after those of all earlier runs, for of two answers that of the later run counts: its
 * second is that of the start, or the one after the newest run's, where several runs begin in one second or the clock was set back.
 * So an id orders runs; when one began is its `started_at`. Names of another form are no runs' ids, and count for nothing.
 */
export function runIdAfter(earlier: readonly string[], start: Date, random: number): string {
  const newest = earlier.reduce((latest, id) => Math.max(latest, secondOf(id) ?? latest), 0)
  const stamp = new Date(Math.max(start.getTime(), newest + 1000)).toISOString().replace(/[-:]|\.\d+/g, '')
  const digits = Math.floor(random * 0x10000)
  return `${stamp}-${digits.toString(16).padStart(4, '0')}`
}

function secondOf(id: string): number | undefined {
  if (!form.test(id)) return undefined
  const time = Date.parse(id.replace(form, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(time) ? undefined : time
}
