import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operationNames } from '../../src/contract/operations.ts'
import { type Budget, createBudget, defaultCosts, monthStart } from '../../src/run/budget.ts'

function allowed(budget: Budget): number {
  let attempts = 0
  while (attempts < 10_000 && budget.take('rh_ft_search') === null) attempts += 1
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
    ['calls a month', { perMonth: { calls: 4 } }, {}, 4],
    ['the month, when the run has more', { calls: 9, perMonth: { cost: 20 } }, {}, 2],
    ['the operation, when the run has more', { calls: 9, operations: { rh_ft_search: { calls: 5 } } }, {}, 5],
    ['another operation', { calls: 9, operations: { rh_case_details: { calls: 5 } } }, {}, 9],
  ])('of %s, %j with costs %j, allows %d attempts', (_, budget, costs, expected) => {
    expect(allowed(createBudget({ budget, costs }))).toBe(expected)
  })

  test('goes on from what was spent already, by the run and in the month', () => {
    const before = { run: { rh_case_details: { calls: 4, cost: 20 } }, month: { calls: 40, cost: 400 } }
    const budget = createBudget({ budget: { calls: 7, perMonth: { calls: 42 } }, costs: {} }, before)
    expect(budget.callsLeft('rh_ft_search')).toBe(2)
    expect(budget.left()).toEqual({ calls: 2, cost: null })
    expect(allowed(budget)).toBe(2)
    expect(budget.spent).toEqual({ calls: 6, cost: 40 })
  })

  test('that is overspent already allows nothing', () => {
    const before = { run: { rh_ft_search: { calls: 6, cost: 0 } }, month: { calls: 6, cost: 0 } }
    const budget = createBudget({ budget: { calls: 5 }, costs: {} }, before)
    expect([allowed(budget), budget.callsLeft('rh_ft_search')]).toEqual([0, 0])
  })

  test.each([
    ['nothing', {}, null],
    ['calls', { calls: 5 }, 4],
    ['points', { cost: 35 }, 2],
    ['the tighter of the two', { calls: 9, cost: 25 }, 1],
    ['points that are used up', { cost: 10 }, 0],
    ['its own calls', { calls: 9, operations: { rh_ft_search: { calls: 3 } } }, 2],
    ['the month', { calls: 9, perMonth: { cost: 25 } }, 1],
  ])('limited by %s tells how many calls of an operation still fit', (_, limits, expected) => {
    const budget = createBudget({ budget: limits, costs: {} })
    budget.take('rh_ft_search')
    expect(budget.callsLeft('rh_ft_search')).toBe(expected)
  })

  test('of points does not limit calls that weigh nothing', () => {
    const budget = createBudget({ budget: { cost: 1 }, costs: { rh_ft_search: 0 } })
    expect(budget.callsLeft('rh_ft_search')).toBeNull()
  })

  test('of one operation closes that one only', () => {
    const budget = createBudget({ budget: { operations: { rh_ft_search: { calls: 1 } } }, costs: {} })
    expect(allowed(budget)).toBe(1)
    expect(budget.take('rh_case_details')).toBeNull()
  })

  test('of a month starts again when the month ends in China, also in the middle of a run', () => {
    let now = new Date('2026-01-31T15:59:59.999Z')
    const budget = createBudget({ budget: { perMonth: { calls: 2 } }, costs: {} }, undefined, () => now)
    expect(allowed(budget)).toBe(2)
    now = new Date('2026-01-31T16:00:00.000Z')
    expect(allowed(budget)).toBe(2)
    expect(budget.spent.calls).toBe(4)
  })

  const again = { en: 'run again to go on, or raise the budget', zh: '再次运行即可继续，或调高预算' }
  const nextMonth = {
    en: 'a run goes on when the next month begins in Beijing, or with a larger budget',
    zh: '下个自然月（北京时间）开始后或调高预算后可继续',
  }
  test.each([
    {
      limits: { cost: 12 },
      en: '10 of 12 points are spent in this run (budget.cost)',
      zh: '本次运行已用 10 点，上限 12（budget.cost）',
      next: again,
    },
    {
      limits: { operations: { rh_ft_search: { calls: 1 } } },
      en: '1 of 1 calls of rh_ft_search are spent in this run (budget.operations.rh_ft_search.calls)',
      zh: '本次运行 rh_ft_search 已用 1 次，上限 1（budget.operations.rh_ft_search.calls）',
      next: again,
    },
    {
      limits: { perMonth: { calls: 1 } },
      en: '1 of 1 calls are spent in this month (budget.perMonth.calls)',
      zh: '本月已用 1 次，上限 1（budget.perMonth.calls）',
      next: nextMonth,
    },
  ])(
    'that is used up says what is spent, which key sets it, and what to do: $en',
    ({ limits, en, zh, next }) => {
      const budget = createBudget({ budget: limits, costs: {} })
      budget.take('rh_ft_search')
      const operation = 'operations' in limits ? 'rh_ft_search' : null
      expect(budget.take('rh_ft_search')).toEqual({ operation, message: { en, zh }, next })
    },
  )

  test('gets an attempt back that was not made, with its price, in run, month and operation', () => {
    const limits = { calls: 5, perMonth: { calls: 5 }, operations: { rh_ft_search: { calls: 1 } } }
    const budget = createBudget({ budget: limits, costs: {} })
    budget.take('rh_ft_search')
    expect(budget.take('rh_ft_search')).not.toBeNull()
    budget.giveBack('rh_ft_search')
    expect([budget.spent, budget.left()]).toEqual([
      { calls: 0, cost: 0 },
      { calls: 5, cost: null },
    ])
    expect(budget.take('rh_ft_search')).toBeNull()
  })

  test('gets nothing back of an attempt that was taken in the month before', () => {
    const budget = createBudget({ budget: {}, costs: {} })
    budget.giveBack('rh_ft_search')
    expect(budget.spent).toEqual({ calls: 0, cost: 0 })
  })

  test('is never exceeded, whatever is asked for in whatever order', () => {
    const limit = fc.record(
      { calls: fc.integer({ min: 1, max: 40 }), cost: fc.integer({ min: 1, max: 300 }) },
      { requiredKeys: [] },
    )
    const operation = fc.constantFrom(...operationNames)
    fc.assert(
      fc.property(
        limit,
        limit,
        operation,
        limit,
        fc.array(operation, { maxLength: 120 }),
        (run, perMonth, one, most, asked) => {
          const budget = createBudget({
            budget: { ...run, perMonth, operations: { [one]: most } },
            costs: {},
          })
          const made = asked.filter((name) => budget.take(name) === null)
          const costOf = (names: readonly (typeof asked)[number][]) =>
            names.reduce((sum, name) => sum + defaultCosts[name], 0)
          const ofOne = made.filter((name) => name === one)
          for (const [names, { calls, cost }] of [
            [made, run],
            [made, perMonth],
            [ofOne, most],
          ] as const) {
            expect(names.length).toBeLessThanOrEqual(calls ?? Number.POSITIVE_INFINITY)
            expect(costOf(names)).toBeLessThanOrEqual(cost ?? Number.POSITIVE_INFINITY)
          }
          expect(budget.spent).toEqual({ calls: made.length, cost: costOf(made) })
        },
      ),
    )
  })
})

test.each([
  ['2026-03-01T00:00:00.000Z', '2026-02-28T16:00:00.000Z'],
  ['2026-02-28T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
  ['2026-02-28T15:59:59.999Z', '2026-01-31T16:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-12-31T16:00:00.000Z'],
])('the month of %s began at %s, for bills follow the calendar of China', (now, expected) => {
  expect(monthStart(new Date(now)).toISOString()).toBe(expected)
})
