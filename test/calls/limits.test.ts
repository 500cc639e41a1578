import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRefusals, createRetryBudget } from '../../src/calls/retry.ts'

test('ten retries are free, whatever the number of calls', () => {
  const budget = createRetryBudget()
  expect(Array.from({ length: 12 }, () => budget.take())).toEqual([...Array(10).fill(true), false, false])
})

test('beyond 100 calls, each ten more allow one more', () => {
  const budget = createRetryBudget()
  for (let n = 0; n < 109; n += 1) budget.begun()
  expect(Array.from({ length: 11 }, () => budget.take()).at(-1)).toBe(false)
  budget.begun()
  expect([budget.take(), budget.take()]).toEqual([true, false])
})

test('no order of calls and retries gets more than 10 or a tenth of the calls begun', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 600 }), (isCall) => {
      const budget = createRetryBudget()
      const made = { calls: 0, retries: 0 }
      for (const call of isCall) {
        if (call) {
          budget.begun()
          made.calls += 1
        } else if (budget.take()) made.retries += 1
        expect(made.retries).toBeLessThanOrEqual(Math.max(10, made.calls / 10))
      }
    }),
  )
})

test('refusals in a row are too many after 200, whoever met them', () => {
  const refusals = createRefusals()
  const verdicts = Array.from({ length: 200 }, () => refusals.refused(0, 0))
  expect(verdicts.slice(0, 199).every((verdict) => verdict === null)).toBe(true)
  expect(verdicts[199]).toEqual({ refusals: 200, forMs: 0 })
})

test('or when nothing else was heard for ten minutes, with the wait that is asked for', () => {
  const refusals = createRefusals()
  expect([refusals.refused(1_000, 2_000), refusals.refused(500_000, 101_000)]).toEqual([null, null])
  expect(refusals.refused(500_001, 101_000)).toEqual({ refusals: 3, forMs: 600_001 })
})

test('anything else that is heard starts again', () => {
  const refusals = createRefusals()
  refusals.refused(0, 0)
  refusals.heard()
  expect(refusals.refused(900_000, 0)).toBeNull()
})
