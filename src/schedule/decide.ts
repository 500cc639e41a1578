import { lastTime, nextTime, startFor, type Timetable, timesBetween } from './timetable.ts'

/** A job that is not running, as the scheduler knows it. */
export interface Standing {
  /** Name of the job: its delays are worked out of it. */
  readonly job: string
  readonly timetable: Timetable
  /** Times up to here are served: a run ended then, or the scheduler saw the job for the first time. */
  readonly servedUpTo: Date
  /** When a run that stopped early goes on; null when none does. */
  readonly resumeAt: Date | null
}

/** What is to be done about a job now. */
export type Decision =
  | { readonly kind: 'wait'; readonly until: Date | null }
  | {
      readonly kind: 'run'
      readonly why: 'due' | 'missed' | 'resume'
      readonly time: Date
      readonly times: number
    }
  /** Times that passed while nobody could run the job, which its policy says to leave out. */
  | { readonly kind: 'skip'; readonly time: Date; readonly times: number }

/** A start that is later than this was missed: nobody watched, or the machine slept. */
export const graceMs = 5 * 60_000

/** Works out what is to be done about a job at a moment. Times that were missed together make one run at the most. */
export function decide({ job, timetable, servedUpTo, resumeAt }: Standing, now: Date): Decision {
  const time = lastTime(timetable, now)
  if (time !== null && time > servedUpTo) {
    const start = startFor(job, timetable, time)
    if (start > now) return { kind: 'wait', until: start }
    const times = timesBetween(timetable, servedUpTo, now)
    if (now.getTime() - start.getTime() <= graceMs) return { kind: 'run', why: 'due', time, times }
    return timetable.catchUp === 'once'
      ? { kind: 'run', why: 'missed', time, times }
      : { kind: 'skip', time, times }
  }
  if (resumeAt !== null && resumeAt <= now) return { kind: 'run', why: 'resume', time: resumeAt, times: 0 }
  const next = nextTime(timetable, now)
  return { kind: 'wait', until: earlier(resumeAt, next && startFor(job, timetable, next)) }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one !== null && other !== null ? (one < other ? one : other) : (one ?? other)
