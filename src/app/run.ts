import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { RetryError } from '../run/begin.ts'
import { publishedFolder } from '../run/home/home.ts'
import { type Job, readJob } from '../run/job/read-job.ts'
import { durationMs, type Retention } from '../run/job/schedule.ts'
import type { Pipeline } from '../run/pipeline.ts'
import type { Progress } from '../run/progress.ts'
import { runJob } from '../run/run.ts'
import type { RunOptions as Beginning } from '../run/run-options.ts'
import type { RunSummary } from '../run/summary.ts'
import { relationNames } from '../warehouse/schema.ts'
import { serviceClient, workersFor } from './access.ts'
import { type PruneBefore, prunables, removePrunables } from './audit/prune.ts'
import { createRunLog, freeBytes, type RunLog, systemEffects } from './effects.ts'
import { messageOf } from './errors.ts'
import { createMessenger } from './messenger.ts'
import { logOf, observeRun } from './observer.ts'
import { builtModule, version } from './package.ts'
import { pipelines } from './pipelines.ts'
import type { Settings } from './settings.ts'

/** Which run of the job it is. */
export interface BegunRun {
  readonly runId: string
  readonly job: string
  /** Whether an unfinished run goes on. */
  readonly isResumed: boolean
  /** Address of the service. */
  readonly baseUrl: string
}

/** What a run reports while it goes on, and at its end. */
export interface RunEvents {
  readonly onBegin?: ((run: BegunRun) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Something to know before more is spent, such as an ambiguous name with its candidates. */
  readonly onFinding?: ((finding: string) => void) | undefined
  /** Something that the finished run lacks: a list that was not read to its end, an unknown enterprise. */
  readonly onGap?: ((gap: string) => void) | undefined
  /** The run has ended; its notifications are sent after this. */
  readonly onEnd?: ((run: FinishedRun) => void) | undefined
}

export interface RetryOptions extends RunEvents {
  /** Whether to look first if the disk has room. Default true. */
  readonly preflight?: boolean | undefined
  /** File for Prometheus metrics of the run, as node_exporter's textfile collector reads it. */
  readonly metricsFile?: string | undefined
  /** The first abort stops the run in order: calls under way land, and the same call of `run` resumes it. */
  readonly signal?: AbortSignal | undefined
}

export interface RunOptions extends RetryOptions {
  /** Whether an unfinished run of the job goes on. Default true. */
  readonly resume?: boolean | undefined
  /** Whether a run that goes on has what is left of its budget, and no new one. Default false. */
  readonly sameBudget?: boolean | undefined
}

/** A run that ended, whatever its status; paths are absolute. */
export interface FinishedRun {
  readonly summary: RunSummary
  /** The published DuckDB file. */
  readonly warehouse: string
  /** Folder of the exports that the job asks for; null when it asks for none. */
  readonly exports: string | null
  /** The index of the dossiers that the job asks for; null when it asks for none. */
  readonly report: string | null
}

/**
 * Runs a job: calls, warehouse, dossiers, exports, retention, notifications.
 * @throws JobError, PipelineError, RefusedError, UnauthorisedError, StopError (the home is taken)
 */
export const runJobFile = (
  settings: Settings,
  file: string,
  { resume = true, sameBudget = false, ...options }: RunOptions = {},
): Promise<FinishedRun> => carryOut(settings, file, options, { mayResume: resume, keepsBudget: sameBudget })

/**
 * Opens the last run of a job again for its failed and refused calls, and for what follows from their answers. Undefined when there
 * are none; a note says so. @throws RetryError when that run has not ended or the job changed, and as runJobFile
 */
export async function retryFailed(
  settings: Settings,
  file: string,
  options: RetryOptions = {},
): Promise<FinishedRun | undefined> {
  try {
    return await carryOut(settings, file, options, { mayResume: true, retriesFailed: true })
  } catch (error) {
    if (!(error instanceof RetryError && error.isDone)) throw error
    settings.note(`dossier: ${error.message}`)
    return undefined
  }
}

type How = Pick<Beginning, 'mayResume' | 'retriesFailed' | 'keepsBudget'>

interface Work extends RetryOptions {
  readonly job: Job
  readonly pipeline: Pipeline
  readonly how: How
  readonly runLog: RunLog
  readonly signal: AbortSignal
}

async function carryOut(
  settings: Settings,
  file: string,
  options: RetryOptions,
  how: How,
): Promise<FinishedRun> {
  const read = await readJob(file, pipelines, relationNames())
  const runLog = createRunLog(settings.strike)
  const signal = options.signal ?? new AbortController().signal
  const messenger = await createMessenger(read.job, { ...settings, log: runLog.log, signal })
  const summary = await runAndWriteOut(settings, { ...options, ...read, how, runLog, signal }).catch(
    async (error) => {
      runLog.log.error({ err: error }, 'run broke off')
      await messenger.notifyOfError(error)
      throw error
    },
  )
  const finished = finishedRun(settings, summary, read.job)
  for (const gap of finished.summary.gaps) options.onGap?.(gap)
  options.onEnd?.(finished)
  await messenger.notifyOfRun(summary)
  return finished
}

/** Calls, tables, exports and dossiers of a run, observed. */
async function runAndWriteOut(settings: Settings, work: Work): Promise<RunSummary> {
  const { home, env, strike, note, clock } = settings
  const { job, pipeline, runLog, signal } = work
  const finding = (text: string) => (work.onFinding ?? note)(strike.text(text))
  await using client = await serviceClient(settings, job.settings, env)
  await using workers = await workersFor(settings, job.settings, signal)
  const observed = await observeRun({
    home,
    log: runLog.log,
    strike,
    env,
    client,
    version: version(),
    metricsFile: work.metricsFile,
    note: finding,
  })
  let summary: RunSummary | undefined
  try {
    await using run = await runJob({
      home,
      job,
      pipeline,
      client: observed.client,
      callerOf: workers.callerOf,
      collectEarlier: workers.collectEarlier,
      effects: systemEffects(runLog.log, clock),
      stageModule: builtModule('run/stage-thread'),
      version: version(),
      ...work.how,
      signal,
      clean: strike.text,
      freeBytes: work.preflight === false ? undefined : freeBytes,
      onBegin: (begun, isResumed) => {
        runLog.openIn(logOf(home, begun.run_id))
        observed.begun(begun, isResumed)
        work.onBegin?.({ runId: begun.run_id, job: job.name, isResumed, baseUrl: client.baseUrl })
      },
      onProgress: (progress) => {
        observed.progressed(progress)
        work.onProgress?.(progress)
      },
      onFinding: finding,
    })
    observed.exporting()
    await writeOut(settings, run.record.run_id, job, signal)
    await pruneOwn(settings, job, finding)
    await run.end()
    summary = run.summary
    return summary
  } finally {
    await observed.ended(summary)
  }
}

/** Dossiers and exports of what was published. What writes them is loaded when there is something to write. */
async function writeOut(settings: Settings, runId: string, job: Job, signal: AbortSignal): Promise<void> {
  // Dossiers first: workbooks lead to their pages of judgments. Exports are written even if that fails.
  try {
    await writeReports(settings, runId, job)
  } finally {
    await writeExports(settings, runId, job, signal)
  }
}

async function writeReports(settings: Settings, runId: string, { settings: { report } }: Job): Promise<void> {
  if (report === undefined) return
  const { writeDossiers } = await import('./report.ts')
  const { withoutPdf } = await writeDossiers(settings, { ...report, runId })
  if (withoutPdf !== undefined) settings.note(withoutPdf)
}

async function writeExports(
  settings: Settings,
  runId: string,
  { file, settings: { exports: requests } }: Job,
  signal: AbortSignal,
): Promise<void> {
  // A run that goes on may have exported what its job no longer asks for.
  if (requests.length === 0 && !existsSync(publishedFolder(settings.home, runId, 'exports'))) return
  const { exportPublished } = await import('./export.ts')
  await exportPublished(settings, {
    runId,
    requests,
    beside: dirname(resolve(file)),
    // A run that was asked to stop exports what it has; only a later abort means the export.
    signal: signal.aborted ? new AbortController().signal : signal,
  })
}

/** Removes what is older than the job retains it. A failure is a note, and no reason to call the run failed. */
async function pruneOwn(
  { home, clock }: Settings,
  { name, settings: { retention } }: Job,
  note: (message: string) => void,
): Promise<void> {
  if (retention === undefined) return
  try {
    const now = clock.now()
    await removePrunables(home, await prunables(home, pruneBefore(retention, now), { job: name }), now)
  } catch (error) {
    note(`retention: not all that is too old could be removed: ${messageOf(error)}`)
  }
}

function pruneBefore({ exports: exported, logs }: Retention, now: Date): PruneBefore {
  const before = (kept: string | undefined) => kept && new Date(now.getTime() - durationMs(kept))
  const [exportsBefore, logsBefore] = [before(exported), before(logs)]
  return { ...(exportsBefore && { exports: exportsBefore }), ...(logsBefore && { logs: logsBefore }) }
}

function finishedRun({ home, strike }: Settings, summary: RunSummary, { settings }: Job): FinishedRun {
  const folderOf = (which: 'exports' | 'reports') => resolve(publishedFolder(home, summary.run.run_id, which))
  return {
    summary: strike.value(summary),
    warehouse: resolve(home.published),
    exports: settings.exports.length === 0 ? null : folderOf('exports'),
    report: settings.report === undefined ? null : join(folderOf('reports'), 'index.html'),
  }
}
