import { appendFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import type { Effects } from '../calls/effects.ts'
import type { StrikeOut } from '../contract/strike-out.ts'
import type { Progress } from '../run/progress.ts'
import type { RunSummary } from '../run/summary.ts'
import type { Clock, Settings } from './settings.ts'

/** The clock, the dice and the log of this machine. */
export const systemEffects = (log: Logger, clock: Clock): Effects => ({
  now: clock.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
  log,
})

/** Bytes that this user may still write where a folder is. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** For work that has no log of its own. */
export const silentLog = (): Logger => pino({ level: 'silent' })

/** For work that must not log: a log could name what is to be forgotten. */
export const quietEffects = ({ clock }: Pick<Settings, 'clock'>): Effects => systemEffects(silentLog(), clock)

/** A log of one JSON object a line. No line holds what `strike` strikes out. */
const createLog = (strike: StrikeOut, write: (line: string) => void): Logger =>
  pino(
    { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => write(`${JSON.stringify(strike.value(JSON.parse(line)))}\n`) },
  )

/** The log of a run: kept in memory until the run has a folder, then written to its log.ndjson, one JSON object a line. */
export interface RunLog {
  readonly log: Logger
  openIn(file: string): void
}

/** No line holds what `strike` strikes out, wherever the text came from: an error may quote what was sent. */
export function createRunLog(strike: StrikeOut): RunLog {
  let file: string | undefined
  let waiting = ''
  const append = (lines: string) => {
    if (file === undefined) waiting += lines
    else appendFileSync(file, lines, { mode: 0o600 })
  }
  return {
    log: createLog(strike, append),
    openIn(path) {
      file = path
      const lines = waiting
      waiting = ''
      if (lines !== '') append(lines)
    },
  }
}

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

/** Watches a run. It cannot end the run: what it fails at is a note. */
export interface RunWatcher {
  readonly begun?: ((run: BegunRun) => void) | undefined
  readonly progressed?: ((progress: Progress) => void) | undefined
  /** The calls are made; dossiers and exports are written. */
  exporting?(): void
  /** Without a summary the run broke off with this error, maybe before it began. */
  ended?(summary: RunSummary | undefined, error?: unknown): void | Promise<void>
}
