import { expect, test } from 'vitest'
import { createBudget } from '../../src/run/budget.ts'
import { outlookOf, outlookSentence, type PlannedStep, unknownSentence } from '../../src/run/estimate.ts'

test('what the answers may ask for is a number where earlier runs say one, and nothing where they needed no more', () => {
  const sentence = (...unknown: readonly (number | null)[]): string =>
    unknownSentence(
      unknown.map((calls) => ({ fresh: 0, unknown: calls, unknownCost: calls && calls * 5 }) as PlannedStep),
    )
  expect(sentence(0, 0)).toBe('nothing: earlier runs needed no more than that')
  expect(sentence(0, 3)).toBe('by what earlier runs needed, the answers ask for about 3 more (15 points)')
  expect(sentence(3, null)).toContain('How many cannot be known yet')
})

test('a plan fits where what is needed and expected is left, and is unknown where answers may ask for more', () => {
  const before = { run: { rh_case_details: { calls: 4, cost: 20 } }, month: { calls: 4, cost: 20 } }
  const fits = (calls: number, unknown: number | null) => {
    const step = {
      operation: 'rh_case_details',
      needed: 2,
      cost: 10,
      unknown,
      unknownCost: unknown && unknown * 5,
    }
    const outlooks = outlookOf(createBudget({ budget: { calls }, costs: {} }, before).accounts, [
      step as PlannedStep,
    ])
    return [outlooks[0]?.fits, outlookSentence(outlooks).slice(0, 7)]
  }
  expect(fits(9, 3)).toEqual(['yes', 'It fits'])
  expect(fits(8, 3)).toEqual(['no', 'It does'])
  expect(fits(9, null)).toEqual(['unknown', 'What is'])
  expect(fits(5, null)).toEqual(['no', 'It does'])
})
