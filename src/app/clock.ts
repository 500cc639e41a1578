import { setTimeout as sleep } from 'node:timers/promises'
import { readGivenText } from '../disk/given-file.ts'

/** The wall clock, and waiting by it. */
export interface Clock {
  readonly now: () => Date
  /** Resolves at this time, when the signal aborts, or after a minute: no event says that the clock was set, or that the machine slept. */
  readonly wait: (until: Date | null, signal: AbortSignal) => Promise<void>
}

const mostMs = 60_000
/** How often a clock of the tests is looked at. */
const lookMs = 20

/**
 * The clock of this machine; or, for tests alone, the time that stands in this file (DOSSIER_CLOCK), as ISO 8601: a test that writes
 * it lets a week pass for several processes together. Rates and time-outs run by the monotonic clock all the same.
 */
export function createClock(file: string | undefined): Clock {
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
