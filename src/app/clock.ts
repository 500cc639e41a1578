import { setTimeout as sleep } from 'node:timers/promises'
import { readGivenText } from '../disk/given-file.ts'

/** The wall clock, and waiting by it. */
export interface Clock {
  readonly now: () => Date
  /** Resolves at this time or earlier: when the signal aborts, or to look at the clock again, which may have been set. */
  readonly wait: (until: Date | null, signal: AbortSignal) => Promise<void>
}

/**
 * The clock of this machine; or, for tests alone, the time in this file (DOSSIER_CLOCK), as ISO 8601: a test that writes it lets a
 * week pass for several processes together. Rates and time-outs run by the monotonic clock all the same.
 */
export function createClock(file: string | undefined): Clock {
  const now = file ? () => timeIn(file) : () => new Date()
  const mostMs = file ? 20 : 60_000
  return {
    now,
    async wait(until, signal) {
      const ms = until === null ? mostMs : until.getTime() - now().getTime()
      await sleep(Math.min(mostMs, Math.max(0, ms)), undefined, { signal }).catch(() => undefined)
    },
  }
}

function timeIn(file: string): Date {
  const text = readGivenText(file, { mostBytes: 1024 }).trim()
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new Error(`DOSSIER_CLOCK: expected a time as 2026-03-01T02:00:00Z in ${file}; found ${text}`)
  return time
}
