import { describe, expect, test } from 'vitest'
import {
  type JobHistory,
  keepSchedule,
  type RunEnd,
  type ScheduledJob,
  type Start,
} from '../../../src/app/schedule/keep.ts'

const hour = 3_600_000
const never: JobHistory = { lastRunAt: null, isInterrupted: false }

const jobAt = (name: string, cron: string): ScheduledJob => ({
  name,
  timetable: { cron, timeZone: 'UTC' },
})

interface World {
  readonly jobs: readonly ScheduledJob[]
  readonly hours: number
  /** How long a run takes, and how it ends. */
  readonly run?: (start: Start<ScheduledJob>, at: number) => { readonly takes: number; readonly end: RunEnd }
  readonly history?: Readonly<Record<string, JobHistory>>
}

/** Keeps a schedule over hours that pass at once, and returns when each run began and ended, in hours from midnight. */
async function kept({ jobs, hours, run, history = {} }: World) {
  const midnight = Date.UTC(2026, 2, 1)
  let now = midnight
  const stop = new AbortController()
  const timers: { readonly at: number; readonly ring: () => void }[] = []
  const ringAt = (time: number, ring: () => void) => void timers.push({ at: time, ring })
  const runs: { job: string; why: string; keepsBudget: boolean; from: number; to: number }[] = []
  const hourOf = (time: number) => (time - midnight) / hour
  const done = keepSchedule(jobs, {
    now: () => new Date(now),
    wait: (until, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
        if (signal.aborted) resolve()
        if (until !== null) ringAt(until.getTime(), resolve)
      }),
    historyOf: async ({ name }) => history[name] ?? never,
    run: async (start) => {
      const from = now
      const { takes, end } = run?.(start, hourOf(now)) ?? { takes: 0.1, end: { code: 0, signal: null } }
      await new Promise<void>((resolve) => ringAt(now + takes * hour, resolve))
      const { job, why, keepsBudget } = start
      runs.push({ job: job.name, why, keepsBudget, from: hourOf(from), to: hourOf(now) })
      return end
    },
    tell: () => undefined,
    signal: stop.signal,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const pass = async (until: number) => {
    for (;;) {
      await settle()
      timers.sort((a, b) => a.at - b.at)
      const next = timers[0]
      if (next === undefined || next.at > until) return
      timers.shift()
      now = Math.max(now, next.at)
      next.ring()
    }
  }
  await pass(midnight + hours * hour)
  now = midnight + hours * hour
  stop.abort()
  await pass(Number.POSITIVE_INFINITY)
  await done
  return runs
}

const ends = (code: number | null, takes = 0.1) => ({
  takes,
  end: { code, signal: code === null ? 'SIGKILL' : null },
})

describe('a schedule that is kept', () => {
  test('runs a job at each of its times', async () => {
    const runs = await kept({ jobs: [jobAt('night', '0 2 * * *')], hours: 72 })
    expect(runs.map(({ from, why }) => [from, why])).toEqual([2, 26, 50].map((from) => [from, 'due']))
  })

  test('never runs two jobs at once', async () => {
    const jobs = [jobAt('a', '0 2 * * *'), jobAt('b', '0 2 * * *'), jobAt('c', '0 2 * * *')]
    const runs = await kept({ jobs, hours: 24, run: () => ends(0, 3) })
    expect(runs.map(({ job, from, to }) => [job, from, to]).sort()).toEqual([
      ['a', 2, 5],
      ['b', 5, 8],
      ['c', 8, 11],
    ])
  })

  test('lets a time pass that comes while the job still runs', async () => {
    const runs = await kept({ jobs: [jobAt('long', '0 * * * *')], hours: 6, run: () => ends(0, 1.5) })
    expect(runs.map(({ from, to }) => [from, to])).toEqual([
      [1, 2.5],
      [3, 4.5],
      [5, 6.5],
    ])
  })

  test('makes up once for what was missed, by what the runs of the home say', async () => {
    const history = { night: { lastRunAt: new Date('2026-02-26T02:00:00Z'), isInterrupted: false } }
    const runs = await kept({ jobs: [jobAt('night', '0 2 * * *')], hours: 24, history })
    expect(runs.map(({ from, why }) => [from, why])).toEqual([
      [0, 'missed'],
      [2, 'due'],
    ])
  })

  test('goes on at once with a run that was cut off, on the budget that it had', async () => {
    const history = { night: { lastRunAt: new Date('2026-02-28T23:00:00Z'), isInterrupted: true } }
    const runs = await kept({ jobs: [jobAt('night', '0 2 * * *')], hours: 1, history })
    expect(runs).toMatchObject([{ from: 0, why: 'resume', keepsBudget: true }])
  })

  test.each([3, null])('goes on with a run that stopped with %s, ever later, on one budget', async (code) => {
    const runs = await kept({ jobs: [jobAt('night', '0 2 * * *')], hours: 25, run: () => ends(code, 0) })
    expect(runs.map(({ from, keepsBudget }) => [from, keepsBudget])).toEqual([
      [2, false],
      [2.25, true],
      [2.75, true],
      [3.75, true],
      [5.75, true],
    ])
  })

  test.each([0, 1, 2, 4, 5, 6])('waits for the next time after exit code %i', async (code) => {
    const runs = await kept({ jobs: [jobAt('night', '0 2 * * *')], hours: 25, run: () => ends(code) })
    expect(runs.map(({ from }) => from)).toEqual([2])
  })

  test('waits for what runs when it is asked to stop, and begins nothing more', async () => {
    const jobs = [jobAt('a', '0 2 * * *'), jobAt('b', '0 2 * * *')]
    const runs = await kept({ jobs, hours: 3, run: () => ends(3, 5) })
    expect(runs.map(({ job, to }) => [job, to])).toEqual([['a', 7]])
  })
})

/** A time that a clock shows for a while, so that a run comes to its end. */
const lasting = (time: number): number[] => Array(5).fill(time)

/** Keeps a nightly job while a clock shows one time after the other, and `jumpTo` once the first run has begun. */
async function nightsAt(began: number, shown: readonly number[], jumpTo?: number) {
  const times = [...shown]
  let now = began
  const stop = new AbortController()
  const runs: [why: string, at: string][] = []
  await keepSchedule([jobAt('night', '0 2 * * *')], {
    now: () => new Date(now),
    wait: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      now = times.shift() ?? now
      if (times.length === 0) stop.abort()
    },
    historyOf: async () => never,
    run: async ({ why }) => {
      runs.push([why, hourOf(now)])
      if (runs.length === 1) now = jumpTo ?? now
      return { code: 0, signal: null }
    },
    tell: () => undefined,
    signal: stop.signal,
  })
  return runs
}

const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13)

test('a clock that jumps by 400 days and back makes one run there, and the runs of each day again', async () => {
  const began = Date.UTC(2026, 2, 1, 1)
  const there = began + 400 * 24 * hour
  const shown = [there, began, began + hour, began + 25 * hour].flatMap(lasting)
  expect(await nightsAt(began, shown)).toEqual([
    ['missed', '2027-04-05T01'],
    ['due', '2026-03-01T02'],
    ['due', '2026-03-02T02'],
  ])
})

test.each([400, -400])(
  'a clock that jumps by %i days while a run goes on, and stays, misses no later night',
  async (days) => {
    const began = Date.UTC(2026, 2, 1, 1)
    const after = began + days * 24 * hour
    const nights = [after + 25 * hour, after + 49 * hour]
    const [, ...later] = await nightsAt(began, [began + hour, ...nights.flatMap(lasting)], after)
    expect(later.map(([, at]) => at)).toEqual(nights.map(hourOf))
  },
)
