import PQueue from 'p-queue'
import { type Decision, decide, earlier, type Standing, type Timetable, withClock } from './timetable.ts'

export interface ScheduledJob {
  readonly name: string
  readonly timetable: Timetable
}

/** What the runs of the home say of a job. */
export interface JobHistory {
  /** When its last run began or ended, whichever is later; null when it never ran. */
  readonly lastRunAt: Date | null
  /** Whether the process of its last run is gone and never said that the run ended. */
  readonly isInterrupted: boolean
}

export interface Start<Job> {
  readonly job: Job
  readonly why: Extract<Decision, { kind: 'run' }>['why']
  /** Goes on with what is left of the budget of the run that stopped. */
  readonly keepsBudget: boolean
}

/** What happens, to be reported and counted. */
export type ScheduleEvent<Job> =
  | { readonly kind: 'waiting'; readonly job: Job; readonly until: Date | null }
  | { readonly kind: 'starting'; readonly start: Start<Job>; readonly time: Date; readonly times: number }
  | {
      readonly kind: 'ended'
      readonly job: Job
      readonly end: RunEnd
      readonly aftermath: Aftermath
      readonly tookMs: number
    }

export interface KeepOptions<Job> {
  readonly now: () => Date
  /** Resolves once it is this time, or earlier: when the signal aborts, or to look whether the clock was set. */
  readonly wait: (until: Date | null, signal: AbortSignal) => Promise<void>
  readonly historyOf: (job: Job) => Promise<JobHistory>
  /** Runs a job to its end. */
  readonly run: (start: Start<Job>) => Promise<RunEnd>
  readonly tell: (event: ScheduleEvent<Job>) => void
  /** Aborts when the schedule is to end: nothing is begun any more, and what runs is waited for. */
  readonly signal: AbortSignal
}

interface Line<Job> {
  readonly job: Job
  standing: Standing
  resumed: number
  isBusy: boolean
  toldUntil: number | null | undefined
}

/**
 * Keeps the schedule until the signal aborts: runs what is due, one after the other, as they have one home. A time that comes while the job is
 * still running is served by that run. There is no state besides the runs of the home: they tell which times were missed.
 */
export async function keepSchedule<Job extends ScheduledJob>(
  jobs: readonly Job[],
  options: KeepOptions<Job>,
): Promise<void> {
  const { now, wait, signal } = options
  const lines = await Promise.all(jobs.map((job) => lineOf(job, options)))
  const due = new PQueue({ concurrency: 1 })
  let changed = new AbortController()
  // One listener for as long as it is kept: signals made of signals would pile up over years.
  signal.addEventListener('abort', () => changed.abort(), { once: true })
  while (!signal.aborted) {
    changed = new AbortController()
    const until = lines
      .filter(({ isBusy }) => !isBusy)
      .map(look)
      .reduce<Date | null>(earlier, null)
    await wait(until, changed.signal)
  }
  await due.onIdle()

  /** Does what is to be done about a job now; returns when to look again. */
  function look(line: Line<Job>): Date | null {
    line.standing = withClock(line.standing, now())
    const decision = decide(line.standing, now())
    if (decision.kind === 'wait') {
      tellWaiting(line, decision.until, options)
      return decision.until
    }
    line.isBusy = true
    void due.add(() => carry(line, decision)).finally(() => changed.abort())
    return null
  }

  async function carry(
    line: Line<Job>,
    { why, time, times }: Extract<Decision, { kind: 'run' }>,
  ): Promise<void> {
    if (signal.aborted) return
    const start = { job: line.job, why, keepsBudget: why === 'resume' }
    options.tell({ kind: 'starting', start, time, times })
    const began = now()
    const end = await options.run(start)
    const ended = now()
    const aftermath = settle(line, why, end, ended)
    options.tell({ kind: 'ended', job: line.job, end, aftermath, tookMs: ended.getTime() - began.getTime() })
  }
}

/** Puts the end of a run into the job's standing. */
function settle<Job>(line: Line<Job>, why: Start<Job>['why'], end: RunEnd, ended: Date): Aftermath {
  const resumed = why === 'resume' ? line.resumed + 1 : 0
  const aftermath = aftermathOf(end, resumed)
  const { resumeInMs } = aftermath
  line.resumed = resumed
  line.standing = {
    ...line.standing,
    servedUpTo: ended,
    resumeAt: resumeInMs === null ? null : new Date(ended.getTime() + resumeInMs),
  }
  line.isBusy = false
  line.toldUntil = undefined
  return aftermath
}

async function lineOf<Job extends ScheduledJob>(
  job: Job,
  { historyOf, now }: KeepOptions<Job>,
): Promise<Line<Job>> {
  const { lastRunAt, isInterrupted } = await historyOf(job)
  const standing = {
    timetable: job.timetable,
    servedUpTo: lastRunAt ?? now(),
    // A crash gives no new budget, so going on at once costs nothing that was not granted.
    resumeAt: isInterrupted ? now() : null,
  }
  return { job, standing, resumed: 0, isBusy: false, toldUntil: undefined }
}

function tellWaiting<Job>(line: Line<Job>, until: Date | null, { tell }: KeepOptions<Job>): void {
  const at = until?.getTime() ?? null
  if (line.toldUntil === at) return
  line.toldUntil = at
  tell({ kind: 'waiting', job: line.job, until })
}

/** How the process of a run ended. */
export interface RunEnd {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
}

/** What follows from the end of a run. */
interface Aftermath {
  /** Whether a person has to look. */
  readonly isWell: boolean
  /** When the same run goes on; null: at the job's next time. */
  readonly resumeInMs: number | null
  /** For a person: how it ended, and what happens next. */
  readonly sentence: string
}

const minuteMs = 60_000

/**
 * How long a run that stopped early rests before it goes on, each time longer; after the last of them it waits for the job's next time.
 * What it spends all that while is one budget (`run --same-budget`).
 */
const rests = [15, 30, 60, 120].map((minutes) => minutes * minuteMs)

interface End {
  readonly sentence: string
  readonly isWell?: true
  readonly goesOn?: true
}

/** Exit codes of `dossier run` (docs/operations.md, Exit codes) as a scheduler understands them. */
const ends: Readonly<Record<number, End>> = {
  0: { sentence: 'complete', isWell: true },
  1: {
    sentence: 'failed: a defect, a service that fails, or damage; dossier status and dossier verify say more',
  },
  2: { sentence: 'could not begin: the job file or a setting is wrong; dossier validate says what' },
  3: { sentence: 'stopped early (budget, rate, unreachable, asked to, or home in use)', goesOn: true },
  4: { sentence: 'complete with gaps, which its summary names', isWell: true },
  5: {
    sentence:
      'the key is missing or was refused: set it, and start the schedule again where its environment holds the key',
  },
  6: { sentence: 'blocked until you act (quota, redirect, TLS, disk)' },
}

/** Reads how a run ended; `resumed` is how often it went on since the job's last time. */
function aftermathOf({ code, signal }: RunEnd, resumed: number): Aftermath {
  const killed: End = { sentence: `its process was ended by ${signal ?? 'an unknown cause'}`, goesOn: true }
  const end: End =
    code === null ? killed : (ends[code] ?? { sentence: `its process ended with code ${code}` })
  const { sentence, isWell = false, goesOn = false } = end
  const rest = goesOn ? rests[resumed] : undefined
  const next =
    rest === undefined
      ? 'the job runs again at its next time'
      : `it goes on in ${rest / minuteMs} minutes, with what is left of its budget`
  return { isWell, resumeInMs: rest ?? null, sentence: isWell ? sentence : `${sentence}; ${next}` }
}
