import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AdaptiveRate,
  adaptiveRate,
  rateAt,
  refusedAt,
  SlidingWindow,
} from '../../src/calls/pace/rate.ts'
import { testSeed } from '../support/dice.ts'
import { mostIn } from '../support/starts.ts'

const refused = (rate: AdaptiveRate, now: number, pauseMs = 0, startsInLastSecond = 0): AdaptiveRate =>
  refusedAt(rate, now, { pauseMs, startsInLastSecond })
const ratesAt = (rate: AdaptiveRate, ...times: readonly number[]) =>
  times.map((now) => Math.round(rateAt(rate, now) * 1000) / 1000)

describe('an adaptive rate', () => {
  test('is the job’s until the first refusal', () => {
    expect(ratesAt(adaptiveRate(40, 0), 0, 1e9)).toEqual([40, 40])
  })

  test('is cut to seven tenths by a refusal, and again by one that comes a second later', () => {
    const once = refused(adaptiveRate(40, 0), 500)
    expect(ratesAt(once, 500)).toEqual([28])
    expect(ratesAt(refused(once, 1_500), 1_500)).toEqual([19.6])
  })

  test('is cut once by a burst', () => {
    const burst = [500, 501, 900, 1_499].reduce((rate, now) => refused(rate, now), adaptiveRate(40, 0))
    expect(ratesAt(burst, 1_499)).toEqual([28])
  })

  test('is not cut by a refusal in a pause, which is of an attempt that started before it', () => {
    const late = refused(refused(adaptiveRate(40, 0), 500, 10_000), 9_000, 1_000)
    expect(late).toMatchObject({ perSecond: 28, openFrom: 10_500, cutAt: 500 })
  })

  test('grows by one after three quiet seconds and with each that follows, up to the job’s rate', () => {
    const cut = refused(adaptiveRate(30, 0), 0)
    expect(ratesAt(cut, 0, 2_999, 3_000, 3_999, 4_000, 5_000, 10_999, 11_000, 60_000)).toEqual([
      21, 21, 22, 22, 23, 24, 29, 30, 30,
    ])
  })

  test('grows from the end of the pause, not in it', () => {
    const cut = refused(adaptiveRate(30, 0), 0, 60_000)
    expect(ratesAt(cut, 60_000, 62_999, 63_000, 64_000)).toEqual([21, 21, 22, 23])
  })

  test('keeps what it grew by when the next refusal comes, and is quiet again', () => {
    const again = refused(refused(adaptiveRate(30, 0), 0), 5_000)
    expect(ratesAt(again, 5_000, 7_999, 8_000)).toEqual([16.8, 16.8, 17.8])
  })

  test.each([
    [40, 0.2],
    [0.1, 0.1],
  ])('of a job at %d a second is never cut below %d', (ceiling, floor) => {
    const cut = Array.from({ length: 60 }, (_, index) => index * 1_000).reduce(
      (rate, now) => refused(rate, now),
      adaptiveRate(ceiling, 0),
    )
    expect(rateAt(cut, 59_000)).toBe(floor)
  })

  test('without a limit begins at seven tenths of the starts of the last second, and grows without one', () => {
    const cut = refused(adaptiveRate(Number.POSITIVE_INFINITY, 0), 0, 0, 300)
    expect(ratesAt(cut, 0, 3_000, 1_002_000)).toEqual([210, 211, 1_210])
    expect(ratesAt(refused(adaptiveRate(Number.POSITIVE_INFINITY, 0), 0), 0)).toEqual([0.7])
  })

  test('begins at a remembered rate and grows on from there, never above the job’s', () => {
    expect(ratesAt(adaptiveRate(40, 0, 12), 0, 3_000, 4_000)).toEqual([12, 13, 14])
    expect(ratesAt(adaptiveRate(5, 0, 12), 0)).toEqual([5])
    expect(ratesAt(adaptiveRate(Number.POSITIVE_INFINITY, 0, 12), 0)).toEqual([12])
  })
})

const seed = testSeed()

/** A start whose request leaves at once. */
function startAndLeave(window: SlidingWindow, now: number): void {
  window.given()
  window.left(now)
}

describe('the sliding window', () => {
  test.each([
    [0.5, [0, 2000, 4000, 6000]],
    [1, [0, 1000, 2000, 3000]],
    [0.1, [0, 10_000, 20_000, 30_000]],
    [2, [0, 0, 1000, 1000]],
    [2.5, [0, 0, 0, 1200, 1200, 1200, 2400]],
  ])('at %d a second lets starts through at %j ms when nobody else spreads them', (perSecond, expected) => {
    const window = new SlidingWindow()
    let now = 0
    const starts = expected.map(() => {
      now += window.delayAt(now, perSecond)
      startAndLeave(window, now)
      return now
    })
    expect(starts).toEqual(expected)
  })

  test('says how long to wait, and nothing once that is over', () => {
    const window = new SlidingWindow()
    const delays = (...times: readonly number[]) => times.map((now) => window.delayAt(now, 0.5))
    expect(delays(100)).toEqual([0])
    startAndLeave(window, 100)
    expect(delays(100, 1100, 2099, 2100, 1e12)).toEqual([2000, 1000, 1, 0, 0])
  })

  test('holds a lower rate against the starts that a higher one allowed', () => {
    const window = new SlidingWindow()
    for (const now of [0, 100, 200, 300]) startAndLeave(window, now)
    expect([4, 3, 2, 1, 0.5].map((perSecond) => window.delayAt(400, perSecond))).toEqual([
      600, 700, 800, 900, 1900,
    ])
  })

  test('without a limit lets everything through, and counts the starts of the last second', () => {
    const window = new SlidingWindow()
    for (let now = 0; now < 20_000; now += 1) {
      expect(window.delayAt(now, Number.POSITIVE_INFINITY)).toBe(0)
      startAndLeave(window, now)
    }
    expect([19_999, 20_500, 20_999, 40_000].map((now) => window.countAt(now))).toEqual([1000, 499, 0, 0])
  })

  test('counts a start until its request has left and a window has passed, whichever leaves first', () => {
    const window = new SlidingWindow(8)
    const delays = (...times: readonly number[]) => times.map((now) => window.delayAt(now, 2))
    window.given()
    window.given()
    expect(delays(0, 5_000)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect(window.countAt(5_000)).toBe(2)
    window.left(5_000)
    expect(delays(5_000, 6_000, 6_007, 6_008)).toEqual([1_008, 8, 1, 0])
    window.left(6_000)
    expect(delays(6_000, 6_008)).toEqual([8, 0])
    startAndLeave(window, 6_008)
    expect(delays(6_008)).toEqual([1_000])
  })

  test(`lets no more than the rate leave in any second, however long requests are delayed behind their starts, seed ${seed}`, () => {
    const delay = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 5 }) }, fc.nat({ max: 3_000 }))
    const steps = fc.array(fc.record({ ms: fc.nat({ max: 60 }), delayMs: delay }), { maxLength: 400 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (taken, perSecond) => {
        const window = new SlidingWindow()
        const left: number[] = []
        let leaving: number[] = []
        let now = 0
        for (const { ms, delayMs } of [...taken, { ms: 10_000, delayMs: 0 }]) {
          now += ms
          for (const at of leaving.filter((at) => at <= now).sort((a, b) => a - b)) {
            window.left(at)
            left.push(at)
          }
          leaving = leaving.filter((at) => at > now)
          if (window.delayAt(now, perSecond) > 0) continue
          window.given()
          leaving.push(now + delayMs)
        }
        expect(mostIn(left, 1_000)).toBeLessThanOrEqual(perSecond)
      }),
      { seed },
    )
  })
})
