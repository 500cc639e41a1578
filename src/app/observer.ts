import { logOf, runFolder } from '../run/home/home.ts'
import type { Job } from '../run/job/read-job.ts'
import { createProgressFile, type Progress, type ProgressFile } from '../run/progress.ts'
import type { RunSummary } from '../run/summary.ts'
import { createRunLog } from './effects.ts'
import type { Settings } from './settings.ts'

/** A run that this process begins or resumes. */
export interface BegunRun {
  readonly runId: string
  readonly job: string
  /** Name of its pipeline. */
  readonly pipeline: string
  /** Whether an unfinished run goes on. */
  readonly isResumed: boolean
  /** Address of the service. */
  readonly baseUrl: string
}

export interface ObserveOptions {
  readonly onBegin?: ((run: BegunRun) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Comes before the webhooks. */
  readonly onEnd: (summary: RunSummary) => void
  readonly signal: AbortSignal
}

export type Observer = Awaited<ReturnType<typeof observeRun>>

const logEveryMs = 30_000

/** Tells how a run goes: in its progress file and its log, to the program that started it, and to webhooks, which cannot end it. */
export async function observeRun(settings: Settings, job: Job, options: ObserveOptions) {
  const { home, strike } = settings
  const { onBegin, onProgress, onEnd, signal } = options
  const { log, openIn } = createRunLog(strike)
  // Loaded when the job asks for them.
  const notify = job.settings.notify?.length
    ? (await import('./webhooks.ts')).webhooksOf(job, { ...settings, log, signal })
    : undefined
  let file: ProgressFile | undefined
  let nextLogMs = logEveryMs
  return {
    log,
    begun(run: BegunRun) {
      openIn(logOf(home, run.runId))
      file = createProgressFile(runFolder(home, run.runId), { now: () => new Date(), clean: strike.text })
      onBegin?.(run)
    },
    progressed(progress: Progress) {
      file?.show(progress)
      if (progress.elapsedMs >= nextLogMs) {
        nextLogMs = progress.elapsedMs + logEveryMs
        log.info(progress, 'progress')
      }
      onProgress?.(progress)
    },
    /** The calls are made; dossiers and exports are written. */
    exporting: () => file?.enter('exporting'),
    /** Without a summary the run broke off with this error, maybe before it began. */
    async ended(summary: RunSummary | undefined, error?: unknown) {
      if (summary === undefined) {
        log.error({ err: error }, 'run broke off')
        file?.end()
      } else {
        file?.enter('ended')
        onEnd(summary)
      }
      await notify?.(summary, error)
    },
  }
}
