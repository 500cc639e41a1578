import { describe, expect, test } from 'vitest'
import { type AdaptiveRate, adaptiveRate, rateAt, refusedAt } from '../../src/calls/pace/rate.ts'

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
