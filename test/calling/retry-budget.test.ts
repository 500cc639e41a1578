import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRetryBudget } from '../../src/calling/retry-budget.ts'

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
