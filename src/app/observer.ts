import { join } from 'node:path'
import { type Home, runFolder } from '../run/home/home.ts'
import type { Job } from '../run/job/read-job.ts'
import { createProgressFile, type Progress, type ProgressFile } from '../run/progress.ts'
import type { RunSummary } from '../run/summary.ts'
import type { BegunRun, RunLog, RunWatcher } from './effects.ts'
import type { Settings } from './settings.ts'

export type Observer = ReturnType<typeof observerOf>

/** All watchers of a run as one, in their order. */
function observerOf(watchers: readonly RunWatcher[]) {
  return {
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
  /** The program that started the run; comes before its webhooks. */
  readonly caller: RunWatcher
  readonly signal: AbortSignal
}

/** Everything that watches a run. What the job, the options or the environment ask for is loaded; nothing else is. */
export async function observeRun(settings: Settings, job: Job, options: ObserveOptions) {
  const { runLog, caller, signal } = options
  return observerOf([
    runFiles(settings, runLog),
    caller,
    ...(job.settings.notify?.length
      ? [await (await import('./webhooks.ts')).webhooksOf(job, { ...settings, log: runLog.log, signal })]
      : []),
  ])
}
