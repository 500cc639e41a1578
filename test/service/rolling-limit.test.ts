import { expect, test } from 'vitest'
import { rollingLimit } from '../../src/service/rolling-limit.ts'

test('at most perSecond starts are admitted in any second, by the clock given', () => {
  let now = 1000
  const waitMs = rollingLimit(2, () => now)
  expect([waitMs(), waitMs(), waitMs()]).toEqual([0, 0, 1000])
  now = 1600
  expect(waitMs()).toBe(400)
  now = 2000
  expect([waitMs(), waitMs(), waitMs()]).toEqual([0, 0, 1000])
})
