import { expect, test } from 'vitest'
import { createRateMeter } from '../../src/calls/dispatch.ts'

test('a rate is what was counted in the last ten seconds, or since the first when that is later', () => {
  let now = -5_000
  const meter = createRateMeter(() => now)
  const count = (times: number) => {
    for (let time = 0; time < times; time += 1) meter.count()
  }
  expect(meter.perSecond()).toBe(0)
  now = 0
  count(8)
  now = 999
  expect(meter.perSecond()).toBe(8)
  now = 4_000
  expect(meter.perSecond()).toBe(2)
  now = 10_001
  count(50)
  expect(meter.perSecond()).toBe(5)
})
