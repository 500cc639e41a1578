import type { Tombstone } from '../rows/privacy/tombstones.ts'
import type { Rebuilt } from '../run/home/rebuild.ts'
import type { RunWithSummary } from '../run/home/runs.ts'
import type { JobPlan } from '../run/plan-job.ts'
import type { SampleOptions, SampleSummary } from '../standins/sample/corpus.ts'
import type { ParsingCoverage } from '../warehouse/parsing-coverage.ts'
import type { Audit, Diagnosis } from './audit/audit.ts'
import type { ForgetOptions, Forgettable, Forgotten } from './audit/forget.ts'
import { namingConsequences, StoppedError } from './errors.ts'
import type { EvidenceFound, EvidenceOptions } from './evidence.ts'
import type { ExploreHandle, ExploreOptions } from './explore.ts'
import type { Exported, ExportOptions } from './export.ts'
import type { JobSource, ValidJob } from './job.ts'
import type { QueryOptions, QueryResult } from './query.ts'
import type { Reported, ReportOptions } from './report.ts'
import type { FinishedRun, RetryOptions, RunOptions } from './run.ts'
import type { Activity, ListedRun, LogOptions, RunsOptions, Status } from './runs.ts'
import type { ScheduleOptions } from './schedule.ts'
import type { ServeOptions, ServiceHandle } from './serve.ts'
import { type DossierOptions, type Settings, settingsOf } from './settings.ts'
import type { Relation } from './tables.ts'
import type { DoctorOptions, VerifyOptions } from './upkeep.ts'
import type { Notified } from './webhooks.ts'

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
  /** Sends one message, marked as a test, to each webhook of a job. */
  notify(job: JobSource, options?: Abortable): Promise<readonly Notified[]>
  /** Makes the failed and refused calls of the job's last run again; undefined when there are none. */
  retryFailed(job: JobSource, options?: RetryOptions): Promise<FinishedRun | undefined>
  /** Runs one SELECT over the published warehouse, in a process of its own; also during a run. */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>
  /** The data dictionary: all tables and views, or one. */
  tables(name?: string): Promise<readonly Relation[]>
  /** Exports the published warehouse. An abort leaves the folder as it was. */
  export(options?: ExportOptions): Promise<Exported>
  /** Writes a dossier per enterprise, and an index. */
  report(options?: ReportOptions): Promise<Reported>
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
  /** The runs, newest first. */
  runs(options?: RunsOptions): Promise<readonly ListedRun[]>
  /** One run with its summary: by its id, the beginning of it, or `latest`. */
  runOf(id: string): Promise<RunWithSummary>
  /** Who is running and how far, and how the last runs ended. */
  status(): Promise<Status>
  /** Who is running and how far, from files alone. */
  activity(): Promise<Activity>
  /** What is wrong with the schedule that is kept with the home: nothing, or a sentence each. */
  health(): Promise<string[]>
  /** The lines of a run's log, each one JSON object, in batches. */
  log(run: string, options?: LogOptions): AsyncIterable<readonly string[]>
  /** Serves a corpus as the legal research service would. */
  serve(options: ServeOptions): Promise<ServiceHandle>
  /** Runs jobs at their times, until the signal aborts. `files` are job files, or folders of them. */
  schedule(files: readonly string[], options: ScheduleOptions): Promise<void>
}

/** Opens a home; reads and makes nothing yet. @throws RefusedError when the home cannot hold a warehouse */
export const openDossier = (options: DossierOptions = {}): Dossier => methodsOf(settingsOf(options))

/** Writes a synthetic corpus to serve; the same seed gives the same bytes. */
export const writeSample = (options: SampleOptions): Promise<SampleSummary> =>
  namingConsequences(async () => (await import('../standins/sample/corpus.ts')).writeSampleCorpus(options))

/** Loads the function of a method. Each loads what it needs: reporting a wrong setting needs no DuckDB. */
type Load<Args extends unknown[], T> = () => Promise<(settings: Settings, ...args: Args) => T | Promise<T>>

function methodsOf(settings: Settings): Dossier {
  const method =
    <Args extends unknown[], T>(load: Load<Args, T>) =>
    (...args: Args): Promise<T> =>
      namingConsequences(async () => await (await load())(settings, ...args)).catch(async (error) => {
        throw lacksRelation(error) ? await (await import('./query.ts')).namingVersion(settings, error) : error
      })
  /** For work that cannot be interrupted: it begins unless the signal of its options has aborted. */
  const begun =
    <Args extends unknown[], T>(load: Load<Args, T>) =>
    async (...args: Args): Promise<T> => {
      refuseAborted(args.at(-1))
      return await method(load)(...args)
    }
  return {
    validate: begun(async () => (await import('./job.ts')).validate),
    plan: begun(async () => (await import('./job.ts')).plan),
    run: method(async () => (await import('./run.ts')).run),
    retryFailed: method(async () => (await import('./run.ts')).retryFailed),
    notify: begun(async () => (await import('./webhooks.ts')).testWebhooks),
    query: method(async () => (await import('./query.ts')).queryPublished),
    tables: method(async () => {
      const { tables } = await import('./tables.ts')
      return (_, name?: string) => tables(name)
    }),
    export: method(async () => (await import('./export.ts')).exportTables),
    report: method(async () => (await import('./report.ts')).writeDossiers),
    explore: method(async () => (await import('./explore.ts')).explorePublished),
    evidence: begun(async () => (await import('./evidence.ts')).evidence),
    verify: begun(async () => (await import('./upkeep.ts')).verify),
    coverage: begun(async () => (await import('./upkeep.ts')).coverage),
    rebuild: begun(async () => (await import('./upkeep.ts')).rebuild),
    doctor: begun(async () => (await import('./upkeep.ts')).doctor),
    forget: begun(async () => (await import('./audit/forget.ts')).forget),
    tombstones: begun(async () => (await import('./audit/forget.ts')).listForgotten),
    runs: method(async () => (await import('./runs.ts')).listRuns),
    runOf: method(async () => (await import('./runs.ts')).oneRun),
    status: method(async () => (await import('./runs.ts')).status),
    activity: method(async () => (await import('./runs.ts')).activity),
    health: method(async () => (await import('./runs.ts')).health),
    async *log(run, options) {
      const { logLines } = await import('./runs.ts')
      yield* logLines(settings, run, options)
    },
    serve: method(async () => (await import('./serve.ts')).serve),
    schedule: method(async () => (await import('./schedule.ts')).schedule),
  }
}

/** Whether DuckDB knows no table or column of the name. */
const lacksRelation = (error: unknown): error is Error =>
  error instanceof Error && /\b(?:Catalog|Binder) Error: /.test(error.message)

function refuseAborted(options: unknown): void {
  const { signal } = (options ?? {}) as Abortable
  if (signal?.aborted === true)
    throw new StoppedError('it was asked to stop before it began; nothing was done', { cause: signal.reason })
}

export { type Gap, gapText } from '../rows/words/gaps.ts'
export type { Progress } from '../run/progress.ts'
export type { RunSummary } from '../run/summary.ts'
export type { ForgetOptions, Forgettable } from './audit/forget.ts'
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
export type { JobObject, JobSource, ValidJob } from './job.ts'
export type { BegunRun } from './observer.ts'
export type { QueryOptions, QueryResult } from './query.ts'
export type { Reported, ReportOptions } from './report.ts'
export type { FinishedRun, RetryOptions, RunEvents, RunOptions } from './run.ts'
export type { Activity, ListedRun, LogOptions, RunsOptions, Status } from './runs.ts'
export type { JobOnSchedule, ScheduleOptions } from './schedule.ts'
export type { ServeOptions, ServiceHandle } from './serve.ts'
export type { DossierOptions, Environment } from './settings.ts'
export type { Relation, RelationColumn } from './tables.ts'
export type { VerifyOptions } from './upkeep.ts'
export type { Notified } from './webhooks.ts'
export type {
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
