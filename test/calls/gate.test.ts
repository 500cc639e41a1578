import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createGate, systemClock } from '../../src/calls/pace/gate.ts'
import { testSeed } from '../support/dice.ts'
import { longestGap, mostIn, startOf, startsOf } from '../support/starts.ts'
import { virtualTime } from '../support/virtual-time.ts'

const outcomeOf = (permit: Promise<void>): Promise<'starts' | Error> =>
  permit.then(
    () => 'starts' as const,
    (error: Error) => error,
  )

describe('the gate', () => {
  test('at 200 a second gives out at least 95% of them, and never more than 200 in any second', async () => {
    const time = virtualTime()
    const gate = createGate(200, { clock: time.clock })
    const starts = await time.run(startsOf(gate, { ms: 4_000, callers: 16 }), 5_000)
    expect(starts.length).toBeGreaterThanOrEqual(200 * 4 * 0.95)
    expect(mostIn(starts, 1_000)).toBeLessThanOrEqual(200)
  })

  test('lets starts through in the order in which they were asked for', async () => {
    const gate = createGate(500)
    const order: number[] = []
    await Promise.all([0, 1, 2, 3, 4].map((n) => startOf(gate).then(() => order.push(n))))
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('at one a second lets the next start go 1,008 ms after the request of the last has left', async () => {
    const time = virtualTime()
    const gate = createGate(1, { clock: time.clock })
    const [first = 0, next] = await time.run(startsOf(gate, { count: 2, callers: 1 }), 5_000)
    expect(next).toBe(first + 1_008)
  })

  test('knows how often it was cut, and which rate a start has proven', async () => {
    const time = virtualTime()
    const gate = createGate(40, { clock: time.clock })
    const state = () => [gate.isSlowed, gate.cuts, gate.perSecond, gate.provenPerSecond]
    expect(state()).toEqual([false, 0, 40, 40])
    for (const _ of ['a refusal', 'another of its burst']) gate.pause(0)
    await time.pass(5_000)
    expect(state()).toEqual([true, 1, 31, 28])
    await time.run(startOf(gate), 1_000)
    expect(state()).toEqual([true, 1, 31, 31])
  })

  test('unlimited lets everybody start at once', async () => {
    const noWaiting = () => Promise.reject(new Error('a start was made to wait'))
    const gate = createGate('unlimited', { clock: { monotonicMs: () => 0, sleep: noWaiting } })
    await Promise.all(Array.from({ length: 10_000 }, () => startOf(gate)))
  })
})

describe.each([
  ['at 100 a second', 100 as const],
  ['unlimited', 'unlimited' as const],
])('the gate %s', (_, rate) => {
  test('is open again after a pause that is over, or of no time', async () => {
    let now = 0
    const gate = createGate(rate, { clock: { ...systemClock, monotonicMs: () => now } })
    gate.pause(3_600_000)
    now = 3_600_000
    await startOf(gate)
    gate.pause(0)
    now += 10_000
    await startOf(gate)
  })

  test('rejects everybody in line as soon as the signal aborts, in a pause too', async () => {
    const gate = createGate(rate)
    const stopping = new AbortController()
    setMaxListeners(0, stopping.signal)
    gate.pause(3_600_000)
    const waiting = Array.from({ length: 50 }, () => outcomeOf(startOf(gate, stopping.signal)))
    const why = new Error('stop')
    stopping.abort(why)
    const outcomes = await Promise.all(waiting)
    expect(outcomes.every((outcome) => outcome === why || (outcome as Error).name === 'AbortError')).toBe(
      true,
    )
  })

  test('gives nothing to a signal that has aborted', async () => {
    const why = new Error('stop')
    expect(await outcomeOf(startOf(createGate(rate), AbortSignal.abort(why)))).toBe(why)
  })
})

describe('the gate at one start in ten seconds', () => {
  test('rejects the whole line at once, and whoever has another signal stays in it', async () => {
    const time = virtualTime()
    const gate = createGate(0.1, { clock: time.clock })
    const stopping = new AbortController()
    await time.run(startOf(gate), 1_000)
    // From here on no time passes.
    const aborted = [1, 2, 3].map(() => outcomeOf(startOf(gate, stopping.signal)))
    const other = new AbortController()
    const stays = outcomeOf(startOf(gate, other.signal))
    stopping.abort(new Error('stop'))
    expect(await Promise.all(aborted)).toEqual([1, 2, 3].map(() => new Error('stop')))
    expect(await Promise.race([stays, Promise.resolve('in line')])).toBe('in line')
    other.abort(new Error('me too'))
    expect(await stays).toEqual(new Error('me too'))
  })
})

const seed = testSeed()
/** Histories that the gate's limit is tried with. */
const histories = Number(process.env.DOSSIER_TEST_GATE_HISTORIES ?? 40)
const hourMs = 3_600_000

test.each([-hourMs, -10_000, 70_000, hourMs])(
  'a wall clock that is set by %d ms while a start waits holds nobody up',
  async (stepMs) => {
    const time = virtualTime()
    const gate = createGate(2, { clock: time.clock })
    const starts: number[] = []
    const permits = Array.from({ length: 12 }, async () => {
      await startOf(gate)
      starts.push(time.clock.monotonicMs())
    })
    await time.pass(1_250)
    time.stepWallClock(stepMs)
    await time.run(Promise.all(permits), 20_000)
    expect(longestGap(starts)).toBeLessThan(1_100)
    expect(mostIn(starts, 1_000)).toBeLessThanOrEqual(2)
  },
)

test('a turn comes when its start is near: however long it goes on, few are between the two', async () => {
  const time = virtualTime()
  const { monotonicMs, sleep } = time.clock
  const gate = createGate(50, { clock: time.clock })
  let [between, most, starts] = [0, 0, 0]
  const [began, lastsMs] = [monotonicMs(), 60_000]
  const caller = async () => {
    while (monotonicMs() < began + lastsMs) {
      await gate.permit()
      between += 1
      most = Math.max(most, between)
      await sleep(2)
      const sent = await gate.start()
      sent()
      between -= 1
      starts += 1
      await sleep(200)
    }
  }
  await time.run(Promise.all(Array.from({ length: 32 }, caller)), lastsMs + 10_000)
  expect(most).toBeLessThanOrEqual(3)
  expect(starts).toBeGreaterThan((50 * lastsMs * 0.97) / 1000)
})

/** What may happen to a gate, in any order. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('want' as const), n: fc.integer({ min: 1, max: 15 }) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('pass' as const), n: fc.nat({ max: 5_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('refuse' as const), n: fc.constantFrom(0, 1_000, 2_500) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('step' as const),
      n: fc.constantFrom(-hourMs, -10_000, 70_000, hourMs),
    }),
  },
)
const jobRate = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.double({ min: 0.3, max: 8, noNaN: true }),
  fc.constant('unlimited' as const),
)

test(`no second ever holds more starts than the rate of its last one, and no pause holds any, seed ${seed}`, async () => {
  const time = virtualTime()
  const { monotonicMs } = time.clock
  await fc.assert(
    fc.asyncProperty(jobRate, fc.array(event, { maxLength: 30 }), async (perSecond, events) => {
      const gate = createGate(perSecond, { clock: time.clock })
      const ceiling = perSecond === 'unlimited' ? Number.POSITIVE_INFINITY : perSecond
      const starts: number[] = []
      const wanted: Promise<void>[] = []
      let pausedUntil = 0
      const violations: string[] = []
      const want = async () => {
        await startOf(gate)
        const now = monotonicMs()
        starts.push(now)
        const inSecond = starts.filter((at) => at > now - 1_000).length
        if (now < pausedUntil) violations.push(`a start at ${now} in a pause until ${pausedUntil}`)
        if (inSecond > Math.ceil(gate.perSecond)) violations.push(`${inSecond} starts at ${gate.perSecond}/s`)
        if (gate.perSecond > ceiling) violations.push(`${gate.perSecond}/s where the job has ${ceiling}`)
      }
      for (const { what, n } of events) {
        if (what === 'want') wanted.push(...Array.from({ length: n }, want))
        if (what === 'step') time.stepWallClock(n)
        if (what === 'refuse') {
          gate.pause(n)
          pausedUntil = Math.max(pausedUntil, monotonicMs() + n)
        }
        // At least until those have started who may start at once.
        await time.pass(what === 'pass' ? n : 0)
      }
      // Nobody is held up for good: at the lowest rate of all each start takes five seconds.
      await time.run(Promise.all(wanted), 10_000 + wanted.length * 6_000)
      expect(violations).toEqual([])
    }),
    { seed, numRuns: histories },
  )
})
