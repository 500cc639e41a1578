import { join } from 'node:path'
import type { Client } from '../calls/client/client.ts'
import { type Home, runFolder } from '../run/home/home.ts'
import type { Job } from '../run/job/read-job.ts'
import { createProgressFile, type Progress, type ProgressFile } from '../run/progress.ts'
import type { RunSummary } from '../run/summary.ts'
import type { RunLog } from './effects.ts'
import type { BegunRun, RunWatcher } from './observe/watcher.ts'
import type { Settings } from './settings.ts'

export type Observer = ReturnType<typeof observerOf>

/** All watchers of a run as one, in their order. */
function observerOf(watchers: readonly RunWatcher[]) {
  const attempting = watchers.filter((watcher) => watcher.attempt !== undefined)
  return {
    /** The client to run with; its attempts are watched only where a watcher wants them. */
    async watched(client: Client): Promise<Client> {
      if (attempting.length === 0) return client
      const { watchedClient } = await import('./observe/watcher.ts')
      return watchedClient(client, (attempt) => {
        for (const watcher of attempting) watcher.attempt?.(attempt)
      })
    },
    begun(run: BegunRun) {
      for (const watcher of watchers) watcher.begun?.(run)
    },
    progressed(progress: Progress) {
      for (const watcher of watchers) watcher.progressed?.(progress)
    },
    exporting() {
      for (const watcher of watchers) watcher.exporting?.()
    },
    async ended(summary: RunSummary | undefined, error?: unknown) {
      for (const watcher of watchers) await watcher.ended?.(summary, error)
    },
  }
}

/** Where the log of a run stands. */
export const logOf = (home: Home, runId: string): string => join(runFolder(home, runId), 'log.ndjson')

const logEveryMs = 30_000

/** The files of a run that say how far it is: its progress file and its log. */
function runFiles({ home, strike }: Settings, { log, openIn }: RunLog): RunWatcher {
  let file: ProgressFile | undefined
  let nextLogMs = logEveryMs
  return {
    begun({ runId }) {
      openIn(logOf(home, runId))
      file = createProgressFile(runFolder(home, runId), { now: () => new Date(), clean: strike.text })
    },
    progressed(progress) {
      file?.show(progress)
      if (progress.elapsedMs < nextLogMs) return
      nextLogMs = progress.elapsedMs + logEveryMs
      log.info(progress, 'progress')
    },
    exporting: () => file?.enter('exporting'),
    ended(summary, error) {
      if (summary === undefined) {
        log.error({ err: error }, 'run broke off')
        file?.end()
      } else file?.enter('ended')
    },
  }
}

export interface ObserveOptions {
  readonly runLog: RunLog
  /** File for node_exporter's textfile collector. */
  readonly metricsFile?: string | undefined
  /** Receives what could not be written. */
  readonly note: (text: string) => void
  /** The program that started the run; comes before its webhooks. */
  readonly caller: RunWatcher
  readonly signal: AbortSignal
}

/** Everything that watches a run. What the job, the options or the environment ask for is loaded; nothing else is. */
export async function observeRun(settings: Settings, job: Job, options: ObserveOptions) {
  const { runLog, metricsFile, note, caller, signal } = options
  return observerOf([
    runFiles(settings, runLog),
    ...(metricsFile
      ? [(await import('./observe/metrics.ts')).metricsInto(metricsFile, settings.home.root, note)]
      : []),
    caller,
    ...(job.settings.notify?.length
      ? [await (await import('./webhooks.ts')).webhooksOf(job, { ...settings, log: runLog.log, signal })]
      : []),
  ])
}
