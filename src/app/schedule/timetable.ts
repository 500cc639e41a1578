import { Cron } from 'croner'

/** When a job is to run. */
export interface Timetable {
  /** Five fields; validated where the job was read. */
  readonly cron: string
  readonly timeZone: string
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

const most = 1_000

/** Times after one and up to another, as far as they are counted. */
function timesBetween(timetable: Timetable, after: Date, upTo: Date): number {
  const times = clock(timetable)
  let counted = 0
  for (let at = times.nextRun(after); at !== null && at <= upTo && counted < most; at = times.nextRun(at))
    counted += 1
  return counted
}

/** A job that is not running, as the scheduler knows it. */
export interface Standing {
  readonly timetable: Timetable
  /** Times up to here are served: a run ended then, or the scheduler saw the job for the first time. */
  readonly servedUpTo: Date
  /** When a run that stopped early goes on; null when none does. */
  readonly resumeAt: Date | null
}

const dayMs = 24 * 60 * minuteMs

/** After a clock was set back by more than a day its times come again: nothing would run until it is there once more. */
export const withClock = (standing: Standing, now: Date): Standing =>
  standing.servedUpTo.getTime() - now.getTime() > dayMs
    ? { ...standing, servedUpTo: now, resumeAt: standing.resumeAt && now }
    : standing

/** What is to be done about a job now. */
export type Decision =
  | { readonly kind: 'wait'; readonly until: Date | null }
  | {
      readonly kind: 'run'
      readonly why: 'due' | 'missed' | 'resume'
      readonly time: Date
      readonly times: number
    }

/** A start that is later than this was missed: no scheduler ran, or the machine slept. */
const graceMs = 5 * 60_000

/** Works out what is to be done about a job at a moment. Times that were missed together make at most one run. */
export function decide({ timetable, servedUpTo, resumeAt }: Standing, now: Date): Decision {
  const time = lastTime(timetable, now)
  if (time !== null && time > servedUpTo) {
    const why = now.getTime() - time.getTime() <= graceMs ? 'due' : 'missed'
    return { kind: 'run', why, time, times: timesBetween(timetable, servedUpTo, now) }
  }
  if (resumeAt !== null && resumeAt <= now) return { kind: 'run', why: 'resume', time: resumeAt, times: 0 }
  return { kind: 'wait', until: earlier(resumeAt, nextTime(timetable, now)) }
}

export const earlier = (one: Date | null, other: Date | null): Date | null =>
  one !== null && other !== null ? (one < other ? one : other) : (one ?? other)
