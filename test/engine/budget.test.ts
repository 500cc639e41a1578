import { describe, expect, test } from 'vitest'
import { callsLeft, createBudget } from '../../src/engine/budget.ts'

/** How many attempts a budget allows. */
function allowed(budget: ReturnType<typeof createBudget>): number {
  let attempts = 0
  while (attempts < 10_000 && budget.take('rh_ft_search')) attempts += 1
  return attempts
}

describe('a budget', () => {
  test.each([
    ['no limit', {}, {}, 10_000],
    ['calls', { calls: 3 }, {}, 3],
    ['cost, at the usual weight of 10', { cost: 35 }, {}, 3],
    ['cost that is met exactly', { cost: 30 }, {}, 3],
    ['cost below one attempt', { cost: 9 }, {}, 0],
    ['the tighter of the two', { calls: 2, cost: 100 }, {}, 2],
    ['cost at a weight of its own', { cost: 7 }, { rh_ft_search: 2 }, 3],
    ['cost that nothing weighs', { cost: 1 }, { rh_ft_search: 0 }, 10_000],
    ['cost with decimals', { cost: 0.3 }, { rh_ft_search: 0.1 }, 3],
    ['cost with many decimals', { cost: 100 }, { rh_ft_search: 0.1 }, 1000],
  ])('of %s, %j with costs %j, allows %d attempts', (_, budget, costs, expected) => {
    expect(allowed(createBudget({ budget, costs }))).toBe(expected)
  })

  test('goes on from what was spent already', () => {
    const budget = createBudget({ budget: { calls: 5 }, costs: {} }, { calls: 4, cost: 40 })
    expect(allowed(budget)).toBe(1)
    expect(budget.spent).toEqual({ calls: 5, cost: 50 })
  })

  test('that is overspent already allows nothing', () => {
    expect(allowed(createBudget({ budget: { calls: 5 }, costs: {} }, { calls: 6, cost: 0 }))).toBe(0)
  })

  test('takes nothing when it refuses, and may still have room for something cheaper', () => {
    const budget = createBudget({ budget: { cost: 12 }, costs: {} })
    expect([budget.take('rh_ft_search'), budget.take('rh_ft_search')]).toEqual([true, false])
    expect(budget.spent).toEqual({ calls: 1, cost: 10 })
    expect(budget.take('rh_enterpriseSearch')).toBe(true)
    expect(budget.spent).toEqual({ calls: 2, cost: 11 })
  })

  test.each([
    ['nothing', {}, null],
    ['calls', { calls: 5 }, 4],
    ['points', { cost: 35 }, 2],
    ['the tighter of the two', { calls: 9, cost: 25 }, 1],
    ['points that are used up', { cost: 10 }, 0],
  ])('limited by %s tells how many calls of an operation still fit', (_, limits, expected) => {
    const budget = createBudget({ budget: limits, costs: {} })
    budget.take('rh_ft_search')
    expect(callsLeft(budget, 'rh_ft_search')).toBe(expected)
  })

  test('of points does not limit calls that weigh nothing', () => {
    expect(
      callsLeft(createBudget({ budget: { cost: 1 }, costs: { rh_ft_search: 0 } }), 'rh_ft_search'),
    ).toBeNull()
  })

  test.each([
    [{ calls: 5, cost: 20 }, '1 of 5 calls, 10 of 20 points'],
    [{ calls: 5 }, '1 of 5 calls, 10 of unlimited points'],
    [{}, '1 of unlimited calls, 10 of unlimited points'],
  ])('of %j tells a person: %s', (limits, expected) => {
    const budget = createBudget({ budget: limits, costs: {} })
    budget.take('rh_ft_search')
    expect(budget.describe()).toBe(expected)
  })
})
