import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from '../disk/durable.ts'
import type { Job } from '../job/read-job.ts'
import type { JobSettings } from '../job/schema.ts'
import type { Database } from '../warehouse/database.ts'
import {
  inputLine,
  lastRunOf,
  loadInputs,
  type RunRecord,
  type RunStatus,
  saveRun,
} from '../warehouse/runs.ts'
import type { Effects } from './effects.ts'
import { forgetterOf } from './forgetting/forgetter-of.ts'
import { type Home, runFolder } from './home.ts'
import type { Pipeline } from './pipeline.ts'
import { readRunFile, writeRunFile } from './run-file.ts'

/** A run that began longer ago is not resumed: its list pages would no longer be news. */
const resumableMs = 24 * 3_600_000

export interface BeginOptions<Settings extends JobSettings = JobSettings> {
  readonly home: Home
  readonly database: Database
  readonly job: Job<Settings>
  readonly pipeline: Pipeline<Settings>
  readonly effects: Effects
  readonly version: string
  /** False starts a new run even where an unfinished one could be resumed. */
  readonly mayResume: boolean
}

/** The run that would begin now, before anything of it is kept. */
export interface PreparedRun {
  readonly run: RunRecord
  readonly isResumed: boolean
  /** The job's enterprises, one a line. */
  readonly inputs: string
  /** An unfinished run that this one takes the place of. */
  readonly replaced: RunRecord | undefined
}

/**
 * A new run, or the job's unfinished one when neither the job nor its inputs have changed and it began less than a
 * day ago. @throws JobError
 */
export async function prepareRun(options: BeginOptions): Promise<PreparedRun> {
  const { home, effects } = options
  const inputs = join(home.state.staging, 'inputs.ndjson')
  const digest = await writeInputs(inputs, options)
  const left = await unfinishedRun(options)
  const started = effects.now()
  if (left !== undefined && options.mayResume && isSameRun(left, digest, started)) {
    // A crash does not give the budget anew; an orderly stop does, or nobody could go on after it was used up.
    const budget_from = left.status === 'running' ? left.budget_from : started.toISOString()
    return { run: recordOf(options, { ...left, budget_from }), isResumed: true, inputs, replaced: undefined }
  }
  const identity = {
    run_id: runIdAt(started, effects.random()),
    started_at: started.toISOString(),
    budget_from: started.toISOString(),
    job_digest: digest,
  }
  return { run: recordOf(options, identity), isResumed: false, inputs, replaced: left }
}

const unfinished: readonly RunStatus[] = ['running', 'stopped', 'failed', 'unauthorised']

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
export async function beginRun(options: BeginOptions): Promise<{ run: RunRecord; isResumed: boolean }> {
  const { home, database } = options
  const { run, isResumed, inputs, replaced } = await prepareRun(options)
  const kept = await keepInputs(home, run.run_id, inputs)
  await writeRunFile(home, run)
  await database.transaction(async (tx) => {
    if (replaced !== undefined) await saveRun(tx, { ...replaced, status: 'abandoned' })
    await loadInputs(tx, run.run_id, kept)
    await saveRun(tx, run)
  })
  return { run, isResumed }
}

/** Sorts by start; the last part tells runs of one second apart. */
function runIdAt(time: Date, random: number): string {
  const stamp = time.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${stamp}-${Math.floor(random * 0x10000)
    .toString(16)
    .padStart(4, '0')}`
}

const isSameRun = (left: RunRecord, digest: string, now: Date): boolean =>
  left.job_digest === digest && now.getTime() - Date.parse(left.started_at) < resumableMs

function recordOf(
  { job, pipeline, version }: BeginOptions,
  {
    run_id,
    started_at,
    budget_from,
    job_digest,
  }: Pick<RunRecord, 'run_id' | 'started_at' | 'budget_from' | 'job_digest'>,
): RunRecord {
  return {
    run_id,
    started_at,
    budget_from,
    job_digest,
    job: job.name,
    title: job.settings.title ?? null,
    pipeline: pipeline.name,
    status: 'running',
    reason: null,
    finished_at: null,
    version,
  }
}

/** Writes the job's enterprises, one a line; returns the digest of job and inputs together. */
async function writeInputs(path: string, { home, job, pipeline }: BeginOptions): Promise<string> {
  const forgetter = await forgetterOf(home)
  const hash = createHash('sha256').update(job.digest)
  const file = await open(path, 'w', 0o600)
  try {
    for await (const input of pipeline.inputs(job)) {
      hash.update(inputLine(input))
      await file.write(inputLine(forgetter.input(input)))
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex').slice(0, 16)
}

async function keepInputs(home: Home, runId: string, inputs: string): Promise<string> {
  const folder = runFolder(home, runId)
  const kept = join(folder, 'inputs.ndjson')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(inputs, kept)
  await sync(folder)
  return kept
}
