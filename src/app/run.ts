import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { version } from '../disk/package.ts'
import type { Gap } from '../rows/words/gaps.ts'
import { type RunOptions as Beginning, RetryError } from '../run/begin.ts'
import { publishedFolder } from '../run/home/home.ts'
import { durationMs } from '../run/job/keys.ts'
import { type Job, readJob } from '../run/job/read-job.ts'
import type { Pipeline } from '../run/pipeline.ts'
import type { Progress } from '../run/progress.ts'
import { runJob } from '../run/run.ts'
import type { RunSummary } from '../run/summary.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { relationNames } from '../warehouse/schema.ts'
import { serviceClient } from './access.ts'
import { runInChild } from './child.ts'
import { freeBytes, systemEffects } from './effects.ts'
import { messageOf } from './errors.ts'
import { type JobSource, pipelines } from './job.ts'
import { type BegunRun, type Observer, observeRun } from './observer.ts'
import { type OpenPublished, openPublished } from './published.ts'
import type { RunEnd } from './schedule/keep.ts'
import type { Settings } from './settings.ts'

/** What a run reports while it goes on, and at its end. */
export interface RunEvents {
  readonly onBegin?: ((run: BegunRun) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Something to know before more is spent, such as an ambiguous name with its candidates. */
  readonly onFinding?: ((finding: string) => void) | undefined
  /** The run has ended; its notifications are sent after this. */
  readonly onEnd?: ((run: FinishedRun) => void) | undefined
}

export interface RetryOptions extends RunEvents {
  /** Whether to look first if the disk has room. Default true. */
  readonly preflight?: boolean | undefined
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
 * Runs a job: calls, warehouse, dossiers, exports, the program that comes after, retention, notifications.
 * @throws JobError, PipelineError, RefusedError, UnauthorisedError, StopError (the home is taken)
 */
export const run = (
  settings: Settings,
  job: JobSource,
  { resume = true, sameBudget = false, ...options }: RunOptions = {},
): Promise<FinishedRun> => carryOut(settings, job, options, { mayResume: resume, keepsBudget: sameBudget })

/**
 * Opens the last run of a job again for its failed and refused calls, and for what follows from their answers. Undefined when there
 * are none; a note says so. @throws RetryError when that run has not ended or the job changed, and as `run`
 */
export async function retryFailed(
  settings: Settings,
  job: JobSource,
  options: RetryOptions = {},
): Promise<FinishedRun | undefined> {
  try {
    return await carryOut(settings, job, options, { mayResume: true, retriesFailed: true })
  } catch (error) {
    if (!(error instanceof RetryError && error.isDone)) throw error
    settings.note(`dossier: ${error.message}`)
    return undefined
  }
}

type How = Pick<Beginning, 'mayResume' | 'retriesFailed' | 'keepsBudget'>

async function carryOut(
  settings: Settings,
  source: JobSource,
  { onBegin, onProgress, onFinding, onEnd, ...options }: RetryOptions,
  how: How,
): Promise<FinishedRun> {
  const { job, pipeline } = await readJob(source, pipelines, relationNames())
  const signal = options.signal ?? new AbortController().signal
  const note = (text: string) => (onFinding ?? settings.note)(settings.strike.text(text))
  const observer = await observeRun(settings, job, {
    onBegin,
    onProgress,
    onEnd: (summary) => onEnd?.(finishedRun(settings, summary, job)),
    signal,
  })
  const work = { ...options, ...how, job, pipeline, observer, signal, note }
  const summary = await runAndWriteOut(settings, work).catch(async (error) => {
    await observer.ended(undefined, error)
    throw error
  })
  await observer.ended(summary)
  return finishedRun(settings, summary, job)
}

interface Work extends How {
  readonly job: Job
  readonly pipeline: Pipeline
  readonly observer: Observer
  readonly signal: AbortSignal
  readonly note: (text: string) => void
  readonly preflight?: boolean | undefined
}

/** Calls, tables, exports and dossiers of a run. */
async function runAndWriteOut(settings: Settings, work: Work): Promise<RunSummary> {
  const { home, strike, clock } = settings
  const { job, observer, preflight, note, ...given } = work
  const { log } = observer
  await using client = await serviceClient(settings, job.settings)
  await using run = await runJob({
    ...given,
    home,
    job,
    client,
    effects: systemEffects(log, clock),
    version: version(),
    clean: strike.text,
    freeBytes: preflight === false ? undefined : freeBytes,
    onBegin: ({ run_id: runId, pipeline }, isResumed) =>
      observer.begun({ runId, job: job.name, pipeline, isResumed, baseUrl: client.baseUrl }),
    onProgress: observer.progressed,
    onFinding: note,
  })
  observer.exporting()
  await writeOut(settings, run.record.run_id, job, given.signal)
  const outcome = { run: run.record, ...finishedRun(settings, run.summary, job) }
  const gap = await runAfter(job, outcome, { ...settings, note, log, signal: given.signal })
  await retain(settings, job, note)
  return await run.end(gap)
}

/** Dossiers and exports of what was published. What writes them is loaded when there is something to write. */
async function writeOut(
  settings: Settings,
  runId: string,
  { file, settings: { report, exports: requests } }: Job,
  signal: AbortSignal,
): Promise<void> {
  // A run that was asked to stop writes what it has; only a later abort means this.
  const later = signal.aborted ? new AbortController().signal : signal
  const ofRun = { runId, beside: dirname(resolve(file)), signal: later }
  let opened: OpenPublished | undefined
  let published: OpenPublished | undefined
  // Dossiers first: workbooks lead to their pages of judgments. Exports are written even if that fails.
  try {
    if (report !== undefined) {
      opened = await openPublished(settings.home)
      const { writeDossiersFrom } = await loadReport()
      const { withoutPdf } = await writeDossiersFrom(opened, settings, { ...report, ...ofRun })
      if (withoutPdf !== undefined) settings.note(withoutPdf)
      // After a failure the database may be of no further use.
      published = opened
    }
  } finally {
    try {
      // A run that goes on may have exported what its job no longer asks for.
      if (requests.length > 0 || existsSync(publishedFolder(settings.home, runId, 'exports'))) {
        const { exportPublished } = await loadExport()
        await exportPublished(settings, { ...ofRun, requests, published })
      }
    } finally {
      await opened?.[Symbol.asyncDispose]()
    }
  }
}

/** tsc leaves the path of an import() as it is where a function has `await using`. */
const loadReport = () => import('./report.ts')
const loadExport = () => import('./export.ts')

/** Removes what is older than the job retains it. A failure is a note, and no reason to call the run failed. */
async function retain(
  { home, clock }: Settings,
  { name, settings: { retention } }: Job,
  note: (message: string) => void,
): Promise<void> {
  if (retention === undefined) return
  const now = clock.now()
  const since = (kept: string | undefined) =>
    kept === undefined ? undefined : new Date(now.getTime() - durationMs(kept))
  const before = { exports: since(retention.exports), logs: since(retention.logs) }
  try {
    const { removeOld } = await import('./retention.ts')
    await removeOld(home, name, before, now)
  } catch (error) {
    note(`retention: not all that is too old could be removed: ${messageOf(error)}`)
  }
}

function finishedRun({ home, strike }: Settings, summary: RunSummary, { settings }: Job): FinishedRun {
  const { run, gaps } = summary
  // Texts only: codes and names of members are read again, and a key may be a word.
  const text = (given: string | null) => given && strike.text(given)
  const named = (gap: Gap): Gap => ({
    ...gap,
    named: gap.named.map((one) => ({ ...one, name: strike.text(one.name) })),
  })
  const folderOf = (which: 'exports' | 'reports') => resolve(publishedFolder(home, summary.run.run_id, which))
  return {
    summary: {
      ...summary,
      run: { ...run, title: text(run.title), reason: text(run.reason) },
      gaps: gaps.map(named),
    },
    warehouse: resolve(home.published),
    exports: settings.exports.length === 0 ? null : folderOf('exports'),
    report: settings.report === undefined ? null : join(folderOf('reports'), 'index.html'),
  }
}

/** The home waits for the program no longer than this. */
const mostMs = 3_600_000
/** Lines of the program that the log of the run takes. */
const mostLines = 1_000

/** The run, as the program of `after` gets it. */
type Outcome = Omit<FinishedRun, 'summary'> & { readonly run: RunRecord }

interface AfterOptions extends Pick<Settings, 'home' | 'env' | 'note'> {
  readonly log: Logger
  /** A program that is under way ends with it. */
  readonly signal: AbortSignal
}

/** Runs the program that a job names in `after` (docs/delivering.md). Returns its failure as a gap; null when all is well. */
async function runAfter(
  { file, settings: { after } }: Job,
  outcome: Outcome,
  { home, env, note, log, signal }: AfterOptions,
): Promise<Gap | null> {
  // A run that you stop delivers once it is resumed.
  if (after === undefined || (signal.aborted && outcome.run.status === 'stopped')) return null
  const folder = dirname(resolve(file))
  const late = AbortSignal.timeout(mostMs)
  let lines = 0
  log.info({ after }, 'the program that comes after the run begins')
  const end = signal.aborted
    ? { code: null, signal: null }
    : await runInChild({
        command: [resolve(folder, after)],
        cwd: folder,
        env: { ...withoutOurs(env), ...variablesOf(outcome, resolve(home.root)) },
        signal: AbortSignal.any([signal, late]),
        isStoppedWhole: true,
        onLine(line) {
          lines += 1
          if (lines <= mostLines) log.info({ after }, line)
        },
      })
  if (lines > mostLines) log.info({ after }, `${lines - mostLines} more lines are left out`)
  const why = whyFailed(end, signal.aborted, late.aborted)
  log[why === null ? 'info' : 'warn']({ after, ...end }, 'the program that comes after the run ended')
  if (why === null) return null
  note(`after: ${after} ${why}; what it printed is in the log: dossier logs ${outcome.run.run_id}`)
  const digest = createHash('md5').update(`${after} ${why}`).digest('hex')
  return { kind: 'after', count: 1, named: [{ name: after, seen: null, declared: null }], digest }
}

/** Every variable but our settings, among which are the key, tokens and addresses with passwords. */
const withoutOurs = (env: Settings['env']): Settings['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('DOSSIER_')))

const variablesOf = ({ run, warehouse, exports, report }: Outcome, home: string) => ({
  DOSSIER_RUN_ID: run.run_id,
  DOSSIER_JOB: run.job,
  DOSSIER_STATUS: run.status,
  DOSSIER_HOME: home,
  DOSSIER_WAREHOUSE: warehouse,
  DOSSIER_EXPORTS: exports ?? '',
  DOSSIER_REPORT: report ?? '',
})

function whyFailed({ code, signal }: RunEnd, isStopped: boolean, isLate: boolean): string | null {
  if (code === 0) return null
  if (isLate) return `took longer than ${mostMs / 60_000} minutes`
  if (isStopped) return 'was ended, because the command was asked to stop'
  return code === null ? `was ended: ${signal}` : `ended with exit code ${code}`
}
