import { setTimeout as sleep } from 'node:timers/promises'
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
