import { appendFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { Effects } from '../calling/effects.ts'
import { type StrikeOut, strikingOut } from '../contract/strike-out.ts'
import { readGivenText } from '../disk/given-file.ts'

/** The wall clock, and waiting by it. */
export interface Clock {
  readonly now: () => Date
  /** Resolves at this time, when the signal aborts, or after a minute: nobody tells a process that its clock was set, or that it slept. */
  readonly wait: (until: Date | null, signal: AbortSignal) => Promise<void>
}

const mostMs = 60_000
/** How often a clock of the tests is looked at. */
const lookMs = 20

/**
 * The clock of this machine; or, for tests alone, the time that stands in the file which DOSSIER_CLOCK names, as ISO 8601: a week
 * passes for several processes together when somebody writes it there. Rates and time-outs run by the monotonic clock all the same.
 */
export const systemClock: Clock = clockBy(process.env.DOSSIER_CLOCK)

function clockBy(file: string | undefined): Clock {
  const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
  if (file === undefined || file === '') {
    const now = () => new Date()
    return {
      now,
      wait: (until, signal) => rest(Math.min(mostMs, Math.max(0, msTo(until, now()))), signal),
    }
  }
  const now = () => timeIn(file)
  return {
    now,
    async wait(until, signal) {
      while (!signal.aborted && msTo(until, now()) > 0) await rest(lookMs, signal)
    },
  }
}

const msTo = (until: Date | null, now: Date): number =>
  until === null ? Number.POSITIVE_INFINITY : until.getTime() - now.getTime()

function timeIn(file: string): Date {
  const text = readGivenText(file, { mostBytes: 1024 }).trim()
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new Error(`DOSSIER_CLOCK: expected a time as 2026-03-01T02:00:00Z in ${file}; found ${text}`)
  return time
}

/** The clock, the dice and the log of this machine. */
export const systemEffects = (log: Logger): Effects => ({
  now: systemClock.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
  log,
})

/** Bytes that this user may still write where a folder is. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A log of one JSON object a line. No line holds what `strike` strikes out. */
export const createLog = (strike: StrikeOut, write: (line: string) => void): Logger =>
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
export function createRunLog(strike: StrikeOut = strikingOut([])): RunLog {
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
