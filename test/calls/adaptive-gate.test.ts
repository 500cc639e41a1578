import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AdaptiveGate, createGate } from '../../src/calls/pace/gate.ts'
import { dice, testSeed } from '../support/dice.ts'
import { longestGap, mostIn, startOf, startsOf } from '../support/starts.ts'
import { type VirtualTime, virtualTime } from '../support/virtual-time.ts'

const seed = testSeed()
/** Histories that the gate's limit is tried with. */
const histories = Number(process.env.DOSSIER_TEST_GATE_HISTORIES ?? 40)
/** How long the gate runs under a wall clock that is set all the time. */
const clockStepsMs = Number(process.env.DOSSIER_TEST_CLOCK_STEPS_MS ?? 3_000)
const hourMs = 3_600_000

/** A service that takes so many requests in any second, and how long a client that knows it needs for its calls. */
interface Limited {
  readonly limitAt: (ms: number) => number
  readonly idealMs: number
}

/** 40 a second, then 15, then 40 again: as in the hazards, "Queue and rate". */
function dipping(calls: number, [fromMs, untilMs]: readonly [number, number]): Limited {
  const before = (40 * fromMs) / 1000
  const within = (15 * (untilMs - fromMs)) / 1000
  return {
    limitAt: (ms) => (ms < fromMs || ms >= untilMs ? 40 : 15),
    idealMs: untilMs + ((calls - before - within) * 1000) / 40,
  }
}

interface Simulation {
  readonly tookMs: number
  readonly refused: number
  readonly cuts: number
}

/** Makes calls through a gate, eight at a time, each 20 to 120 ms long; what the service refuses is asked again. */
async function simulate(
  time: VirtualTime,
  gate: AdaptiveGate,
  { limitAt }: Limited,
  { calls, pauseMs }: { calls: number; pauseMs: number },
): Promise<Simulation> {
  const random = dice(seed)
  const began = time.clock.monotonicMs()
  const admitted: number[] = []
  let left = calls
  let refused = 0
  const halfTrip = () => time.clock.sleep(10 + random() * 50)
  const isAdmitted = (now: number): boolean => {
    const isFree = admitted.filter((at) => at > now - 1000).length < limitAt(now - began)
    if (isFree) admitted.push(now)
    return isFree
  }
  const attempt = async (): Promise<boolean> => {
    await startOf(gate)
    await halfTrip()
    const isTaken = isAdmitted(time.clock.monotonicMs())
    await halfTrip()
    return isTaken
  }
  const caller = async () => {
    while (left > 0) {
      left -= 1
      while (!(await attempt())) {
        refused += 1
        gate.pause(pauseMs)
      }
    }
  }
  await time.run(Promise.all(Array.from({ length: 8 }, caller)), 10 * 60_000)
  return { tookMs: time.clock.monotonicMs() - began, refused, cuts: gate.cuts }
}

describe(`1,200 calls to a service whose limit goes from 40 to 15 and back to 40, seed ${seed}`, () => {
  // A pause of 1 s is what the engine waits at the least; with none, the rate alone has to do it.
  test.for([
    [40, [20_000, 40_000], 1_000],
    [40, [20_000, 40_000], 0],
    [60, [10_000, 30_000], 1_000],
    ['unlimited', [10_000, 30_000], 1_000],
  ] as const)(
    'at %s a second, 15 at %j ms, with pauses of %d ms, are refused at most 25 times and get 60% of what is permitted',
    async ([perSecond, dip, pauseMs], { annotate }) => {
      const time = virtualTime()
      const service = dipping(1_200, dip)
      const gate = createGate(perSecond, { clock: time.clock })
      const { tookMs, refused, cuts } = await simulate(time, gate, service, { calls: 1_200, pauseMs })
      const share = service.idealMs / tookMs
      await annotate(
        `${refused} refusals, ${cuts} cuts, ${tookMs / 1000} s, ${(share * 100).toFixed(1)}% of the permitted throughput`,
      )
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThanOrEqual(25)
      expect(share).toBeGreaterThanOrEqual(0.6)
    },
  )
})

describe('a wall clock that is set', () => {
  test.each([-hourMs, -10_000, 70_000, hourMs])(
    'by %d ms while a start waits holds nobody up',
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

  test(`all the time, by hours forwards and backwards, lets no more than the rate into any second and holds nobody up, seed ${seed}`, async ({
    annotate,
  }) => {
    const steps = setWallClockAllTheTime(dice(seed))
    const rates = [2, 20, 50]
    const measured = await Promise.all(
      rates.map((perSecond) => startsOf(createGate(perSecond), { ms: clockStepsMs, callers: 4 })),
    )
    for (const [index, starts] of measured.entries()) {
      const perSecond = rates[index] ?? 0
      const [most, gap] = [mostIn(starts, 1_000), longestGap(starts)]
      await annotate(
        `${steps()} steps in ${clockStepsMs} ms: ${starts.length} starts at ${perSecond}/s, at most ${most} in a second, ` +
          `longest wait ${gap.toFixed(0)} ms`,
      )
      expect(most).toBeLessThanOrEqual(perSecond)
      expect(gap).toBeLessThan(5_000)
    }
    expect(steps()).toBeGreaterThan(clockStepsMs / 1_000)
  })
})

/** Replaces Date.now until the test is over by a clock that is set each 200 to 700 ms; returns how often it was. */
function setWallClockAllTheTime(random: () => number): () => number {
  const honest = Date.now
  let [aheadMs, steps, next] = [0, 0, performance.now()]
  Date.now = () => {
    if (performance.now() >= next) {
      next = performance.now() + 200 + random() * 500
      steps += 1
      const kinds = [-hourMs, hourMs, -10_000, 70_000, -400]
      aheadMs += kinds[Math.floor(random() * kinds.length)] ?? 0
    }
    return honest() + aheadMs
  }
  onTestFinished(() => {
    Date.now = honest
  })
  return () => steps
}

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
