import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Client } from '../calls/client/client.ts'
import type { StrikeOut } from '../contract/strike-out.ts'
import { type Home, runFolder } from '../run/home/home.ts'
import { createProgressFile, type Progress, type ProgressFile } from '../run/progress.ts'
import type { RunSummary } from '../run/summary.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { type TraceSettings, traceSettings } from './observe/trace-settings.ts'
import type { RunTrace } from './observe/tracing.ts'
import { type Attempt, watchedClient } from './observe/watched-client.ts'
import type { Environment } from './settings.ts'

/** What observes a run: its progress file, its log, its metrics, its spans. None of them can end it. */
export interface RunObserver {
  /** The client to run with. */
  readonly client: Client
  begun(run: RunRecord, isResumed: boolean): void
  progressed(progress: Progress): void
  exporting(): void
  /** Without a summary when the run broke off. */
  ended(summary: RunSummary | undefined): Promise<void>
}

export interface ObserveOptions {
  readonly home: Home
  readonly log: Logger
  readonly strike: StrikeOut
  readonly env: Environment
  readonly client: Client
  readonly version: string
  /** File for node_exporter's textfile collector. */
  readonly metricsFile?: string | undefined
  /** Receives what could not be written. */
  readonly note: (text: string) => void
}

/** How often the log reports the progress. */
const logEveryMs = 30_000

/** Loads only what is asked for: metrics with `metricsFile`, spans with OpenTelemetry's variables. */
export async function observeRun(options: ObserveOptions): Promise<RunObserver> {
  const { home, log, strike, env, version } = options
  const metrics =
    options.metricsFile === undefined ? undefined : await metricsInto(options.metricsFile, options)
  const settings = traceSettings(env)
  const tracing = settings === undefined ? undefined : await tracer(settings, options)
  const watchers = [metrics?.attempt, tracing?.attempt].filter((watch) => watch !== undefined)
  let file: ProgressFile | undefined
  let nextLogMs = logEveryMs
  return {
    client: watchedClient(options.client, watchers),
    begun(run, isResumed) {
      file = createProgressFile(runFolder(home, run.run_id), { now: () => new Date(), clean: strike.text })
      tracing?.begun(run, isResumed, version)
    },
    progressed(progress) {
      file?.show(progress)
      if (progress.elapsedMs < nextLogMs) return
      nextLogMs = progress.elapsedMs + logEveryMs
      log.info(progress, 'progress')
    },
    exporting: () => file?.enter('exporting'),
    async ended(summary) {
      if (summary === undefined) file?.end()
      else file?.enter('ended')
      await metrics?.ended(summary)
      await tracing?.ended(summary)
    },
  }
}

async function metricsInto(path: string, { note }: ObserveOptions) {
  const [{ createRunMetrics }, { writeMetricsFile }] = await Promise.all([
    import('./observe/metrics.ts'),
    import('./observe/metrics-server.ts'),
  ])
  const metrics = createRunMetrics()
  return {
    attempt: metrics.attempt,
    async ended(summary: RunSummary | undefined): Promise<void> {
      // The file of the run before stays: it says when that one ended.
      if (summary === undefined) return
      metrics.ended(summary)
      await writeMetricsFile(metrics.registry, path).catch((error: Error) =>
        note(`dossier: run: the metrics could not be written: ${error.message}; the run itself is done`),
      )
    },
  }
}

async function tracer(settings: TraceSettings, { client: { baseUrl } }: ObserveOptions) {
  const { traceRun } = await import('./observe/tracing.ts')
  let trace: RunTrace | undefined
  return {
    attempt: (attempt: Attempt) => trace?.attempt(attempt),
    begun(run: RunRecord, isResumed: boolean, version: string): void {
      const { run_id: runId, job, pipeline } = run
      trace = traceRun({ runId, job, pipeline, baseUrl, version, isResumed }, settings)
    },
    ended: async (summary: RunSummary | undefined): Promise<void> =>
      await trace?.end(
        summary === undefined
          ? { status: 'failed' }
          : { status: summary.run.status, calls: summary.calls.made, points: summary.calls.cost },
      ),
  }
}

/** Where the log of a run stands. */
export const logOf = (home: Home, runId: string): string => join(runFolder(home, runId), 'log.ndjson')
