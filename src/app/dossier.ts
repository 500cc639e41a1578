import type { Tombstone } from '../rows/privacy/tombstones.ts'
import type { Rebuilt } from '../run/home/rebuild.ts'
import type { RunWithSummary } from '../run/home/runs.ts'
import type { JobPlan } from '../run/plan-job.ts'
import type { Abandoned } from '../run/workers/collecting/collect.ts'
import type { SampleOptions, SampleSummary } from '../standins/sample/corpus.ts'
import type { ParsingCoverage } from '../warehouse/parsing-coverage.ts'
import type { Audit, Diagnosis } from './audit/audit.ts'
import type { Forgotten } from './audit/forget.ts'
import type { DoctorOptions } from './doctor.ts'
import { namingConsequences, StoppedError } from './errors.ts'
import type { EvidenceFound, EvidenceOptions } from './evidence.ts'
import type { ExploreHandle, ExploreOptions } from './explore.ts'
import type { Exported, ExportOptions } from './export.ts'
import type { ValidJob } from './job.ts'
import type { JobSource } from './pipelines.ts'
import type { QueryOptions, QueryResult } from './query.ts'
import type { Reported, ReportOptions } from './report.ts'
import type { FinishedRun, RetryOptions, RunOptions } from './run.ts'
import type { Activity, ListedRun, LogOptions, RunsOptions, Status } from './runs.ts'
import type { ScheduleOptions } from './schedule.ts'
import type { Served, ServeOptions, ServiceHandle } from './serve.ts'
import { type DossierOptions, type Settings, settingsOf } from './settings.ts'
import type { Relation } from './tables.ts'
import type { ForgetOptions, Forgettable, Pruned, PruneOptions, VerifyOptions } from './upkeep.ts'
import type { WorkOptions } from './worker.ts'

/** An operation that is refused once this aborts; one that has begun comes to its end. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/**
 * A home and its service. Each method stands for the command of its name and rejects with a DossierError, whose class says what
 * follows: RefusedError, StoppedError, UnauthorisedError, BlockedError, FailedError. Any other error is a defect.
 * Only `run`, `retryFailed`, `schedule` and `work` make calls. One process at a time changes a home: another one gets a StoppedError.
 */
export interface Dossier {
  /** Checks a job and the files it lists. Rejects with every problem, each with file and line. */
  validate(job: JobSource, options?: Abortable): Promise<ValidJob>
  /** Counts, by step, the calls that a run would make now, and their points; beside them what the budget leaves. */
  plan(job: JobSource, options?: Abortable): Promise<JobPlan>
  /** Runs a job, or resumes its unfinished run. A run that stopped early resolves: see `summary.run.status`. */
  run(job: JobSource, options?: RunOptions): Promise<FinishedRun>
  /** Makes the failed and refused calls of the job's last run again; undefined when there are none. */
  retryFailed(job: JobSource, options?: RetryOptions): Promise<FinishedRun | undefined>
  /** Runs one SELECT over the published warehouse, in a process of its own; also during a run. */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>
  /** The data dictionary: all tables and views, or one. */
  tables(name?: string): Promise<readonly Relation[]>
  /** Exports the published warehouse. An abort leaves the folder as it was. */
  export(options?: ExportOptions): Promise<Exported>
  /** Writes a dossier an enterprise, and an index. */
  report(options?: ReportOptions & Abortable): Promise<Reported>
  /** Serves the published warehouse as pages to one browser on this machine, until the handle is disposed of. */
  explore(options?: ExploreOptions): Promise<ExploreHandle>
  /** The call, time, hash and raw answer behind a row; `subject` is a call key, or a table or view. */
  evidence(subject: string, options?: EvidenceOptions & Abortable): Promise<EvidenceFound>
  /** Audits ledger, raw, tables, published copy, exports and reports; `damage` counts the findings. */
  verify(options?: VerifyOptions & Abortable): Promise<Audit>
  /** How much of the published warehouse was understood, by class, as shares of 1. */
  coverage(options?: Abortable): Promise<ParsingCoverage>
  /** Builds all tables from raw and publishes them; rows by table. */
  rebuild(options?: Abortable): Promise<Rebuilt>
  /** Examines home and settings, and repairs what raw allows. */
  doctor(options?: DoctorOptions & Abortable): Promise<readonly Diagnosis[]>
  /** Purges an enterprise or a person everywhere, and keeps later runs from bringing it back. */
  forget(whom: Forgettable, options?: ForgetOptions & Abortable): Promise<Forgotten>
  /** What was forgotten. */
  tombstones(options?: Abortable): Promise<readonly Tombstone[]>
  /** Removes exports, logs and damaged bytes that are older than these days. */
  prune(options: PruneOptions & Abortable): Promise<Pruned>
  /** Goes on without workers whose Redis is gone for good. */
  abandonWorkers(
    options?: { readonly dryRun?: boolean | undefined } & Abortable,
  ): Promise<readonly Abandoned[]>
  /** The runs, newest first. */
  runs(options?: RunsOptions): Promise<readonly ListedRun[]>
  /** One run with its summary: by its id, the beginning of it, or `latest`. */
  runOf(id: string): Promise<RunWithSummary>
  /** Who is running and how far, and how the last runs ended. */
  status(): Promise<Status>
  /** Who is running and how far, from files alone. */
  activity(): Promise<Activity>
  /** The lines of a run's log, each one JSON object, in batches. */
  log(run: string, options?: LogOptions): AsyncIterable<readonly string[]>
  /** Serves a corpus, or what a warehouse collected, as the legal research service would. */
  serve(served: Served, options?: ServeOptions): Promise<ServiceHandle>
  /** Runs jobs at their times, until the signal aborts. `files` are job files, or folders of them. */
  schedule(files: readonly string[], options: ScheduleOptions): Promise<void>
  /** Units of systemd, or lines of a crontab, for these jobs; one text a job. */
  scheduleUnits(
    files: readonly string[],
    options: { readonly form: 'systemd' | 'cron'; readonly command?: readonly string[] },
  ): Promise<readonly string[]>
  /** Makes the calls of runs with `executor: redis`, until the signal aborts. */
  work(options: WorkOptions): Promise<void>
}

/** Opens a home; reads and makes nothing yet. @throws RefusedError when the home cannot hold a warehouse */
export function openDossier(options: DossierOptions = {}): Dossier {
  const settings = settingsOf(options)
  return { ...callsAndReads(settings), ...upkeep(settings), ...processes(settings) }
}

/** Writes a synthetic corpus to serve; the same seed gives the same bytes. */
export const writeSample = (options: SampleOptions): Promise<SampleSummary> =>
  namingConsequences(async () => (await import('../standins/sample/corpus.ts')).writeSampleCorpus(options))

type Part<Name extends keyof Dossier> = Pick<Dossier, Name>

// Each method loads what it needs: reporting a wrong setting needs no DuckDB, a worker reaches none.

const callsAndReads = (
  settings: Settings,
): Part<
  | 'validate'
  | 'plan'
  | 'run'
  | 'retryFailed'
  | 'query'
  | 'tables'
  | 'export'
  | 'report'
  | 'explore'
  | 'evidence'
> => ({
  validate: (job, options) =>
    unlessAborted(options, async () => (await import('./job.ts')).validate(settings, job)),
  plan: (job, options) => unlessAborted(options, async () => (await import('./job.ts')).plan(settings, job)),
  run: (job, options) =>
    namingConsequences(async () => (await import('./run.ts')).run(settings, job, options)),
  retryFailed: (job, options) =>
    namingConsequences(async () => (await import('./run.ts')).retryFailed(settings, job, options)),
  query: (sql, options) =>
    namingConsequences(async () => (await import('./query.ts')).queryPublished(settings, sql, options)),
  tables: (name) => namingConsequences(async () => (await import('./tables.ts')).tables(name)),
  export: (options) =>
    namingConsequences(async () => (await import('./export.ts')).exportTables(settings, options)),
  report: ({ signal, ...options } = {}) =>
    unlessAborted({ signal }, async () => (await import('./report.ts')).writeDossiers(settings, options)),
  explore: (options) =>
    namingConsequences(async () => (await import('./explore.ts')).explorePublished(settings, options)),
  evidence: (subject, options) =>
    unlessAborted(options, async () => (await import('./evidence.ts')).evidence(settings, subject, options)),
})

const upkeep = (
  settings: Settings,
): Part<
  'verify' | 'coverage' | 'rebuild' | 'doctor' | 'forget' | 'tombstones' | 'prune' | 'abandonWorkers'
> => ({
  verify: (options) =>
    unlessAborted(options, async () => (await import('./upkeep.ts')).verify(settings, options)),
  coverage: (options) => unlessAborted(options, async () => (await import('./upkeep.ts')).coverage(settings)),
  rebuild: (options) => unlessAborted(options, async () => (await import('./upkeep.ts')).rebuild(settings)),
  doctor: (options) =>
    unlessAborted(options, async () => (await import('./doctor.ts')).doctor(settings, options)),
  forget: (whom, options) =>
    unlessAborted(options, async () => (await import('./upkeep.ts')).forget(settings, whom, options)),
  tombstones: (options) =>
    unlessAborted(options, async () => (await import('./upkeep.ts')).listForgotten(settings)),
  prune: (options) =>
    unlessAborted(options, async () => (await import('./upkeep.ts')).prune(settings, options)),
  abandonWorkers: (options) =>
    unlessAborted(options, async () => (await import('./upkeep.ts')).abandonWorkers(settings, options)),
})

const processes = (
  settings: Settings,
): Part<
  'runs' | 'runOf' | 'status' | 'activity' | 'log' | 'serve' | 'schedule' | 'scheduleUnits' | 'work'
> => ({
  runs: (options) => namingConsequences(async () => (await import('./runs.ts')).listRuns(settings, options)),
  runOf: (id) => namingConsequences(async () => (await import('./runs.ts')).oneRun(settings, id)),
  status: () => namingConsequences(async () => (await import('./runs.ts')).status(settings)),
  activity: () => namingConsequences(async () => (await import('./runs.ts')).activity(settings)),
  async *log(run, options) {
    const { logLines } = await import('./runs.ts')
    yield* logLines(settings, run, options)
  },
  serve: (served, options) =>
    namingConsequences(async () => (await import('./serve.ts')).serve(settings, served, options)),
  schedule: (files, options) =>
    namingConsequences(async () => (await import('./schedule.ts')).schedule(settings, files, options)),
  scheduleUnits: (files, options) =>
    namingConsequences(async () => (await import('./schedule.ts')).scheduleUnits(settings, files, options)),
  work: (options) => namingConsequences(async () => (await import('./worker.ts')).work(settings, options)),
})

/** For work that cannot be interrupted: it begins unless the signal has aborted. */
const unlessAborted = <T>({ signal }: Abortable = {}, work: () => Promise<T>): Promise<T> =>
  namingConsequences(async () => {
    if (signal?.aborted === true)
      throw new StoppedError('it was asked to stop before it began; nothing was done', {
        cause: signal.reason,
      })
    return await work()
  })

export type { Progress } from '../run/progress.ts'
export type { RunSummary } from '../run/summary.ts'
export {
  BlockedError,
  DossierError,
  FailedError,
  RefusedError,
  StoppedError,
  UnauthorisedError,
} from './errors.ts'
export type { EvidenceFound, EvidenceOptions } from './evidence.ts'
export type { ExploreHandle, ExploreOptions } from './explore.ts'
export type { Exported, ExportOptions } from './export.ts'
export type { ValidJob } from './job.ts'
export type { BegunRun } from './observe/watcher.ts'
export type { JobObject, JobSource } from './pipelines.ts'
export type { QueryOptions, QueryResult } from './query.ts'
export type { Reported, ReportOptions } from './report.ts'
export type { FinishedRun, RetryOptions, RunEvents, RunOptions } from './run.ts'
export type { Activity, ListedRun, LogOptions, RunsOptions, Status } from './runs.ts'
export type { JobOnSchedule, ScheduleOptions } from './schedule.ts'
export type { Served, ServeOptions, ServiceHandle } from './serve.ts'
export type { DossierOptions, Environment } from './settings.ts'
export type { Relation, RelationColumn } from './tables.ts'
export type { ForgetOptions, Forgettable, Pruned, PruneOptions, VerifyOptions } from './upkeep.ts'
export type { WorkOptions } from './worker.ts'
export type {
  Abandoned,
  Audit,
  Diagnosis,
  Forgotten,
  JobPlan,
  ParsingCoverage,
  Rebuilt,
  RunWithSummary,
  SampleOptions,
  SampleSummary,
  Tombstone,
}
