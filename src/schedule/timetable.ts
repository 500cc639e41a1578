import { createHash } from 'node:crypto'
import { Cron } from 'croner'

/** When a job is to run. */
export interface Timetable {
  /** Five fields; validated where the job was read. */
  readonly cron: string
  readonly timeZone: string
  /** A start is up to this much later than cron says. */
  readonly jitterMs: number
  readonly catchUp: 'once' | 'none'
}

const minuteMs = 60_000

const clock = ({ cron, timeZone }: Timetable): Cron =>
  new Cron(cron, { mode: '5-part', timezone: timeZone, paused: true })

/** The first time after this one; null when there is none. */
export const nextTime = (timetable: Timetable, after: Date): Date | null => clock(timetable).nextRun(after)

/** The last time up to this one, which itself counts; null when there is none. All times are whole minutes. */
export function lastTime(timetable: Timetable, upTo: Date): Date | null {
  const nextMinute = new Date(Math.floor(upTo.getTime() / minuteMs) * minuteMs + minuteMs)
  return clock(timetable).previousRuns(1, nextMinute)[0] ?? null
}

/** Times after one and up to another; counted as far as `most`. */
export function timesBetween(timetable: Timetable, after: Date, upTo: Date, most = 1_000): number {
  const times = clock(timetable)
  let counted = 0
  for (let at = times.nextRun(after); at !== null && at <= upTo && counted < most; at = times.nextRun(at))
    counted += 1
  return counted
}

/**
 * When the job starts for one of its times. The delay is worked out of job and time: it spreads jobs and nights, and whoever
 * asks again, also after a restart, gets the same.
 */
export function startFor(job: string, { jitterMs }: Timetable, time: Date): Date {
  const dice = createHash('sha256').update(`${job}\n${time.toISOString()}`).digest().readUInt32BE(0)
  return new Date(time.getTime() + Math.floor((dice / 2 ** 32) * jitterMs))
}
