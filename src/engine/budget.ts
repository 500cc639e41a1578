import type { OperationName } from '../contract/operations.ts'
import { defaultCosts, type JobSettings } from '../job/schema.ts'

/** What a run may spend, counted attempt by attempt before each is made, so that it is never exceeded. */
export interface Budget {
  readonly spent: { readonly calls: number; readonly cost: number }
  /** What may still be spent; null where there is no limit. */
  left(): { readonly calls: number | null; readonly cost: number | null }
  costOf(operation: OperationName): number
  /** Takes the price of one attempt; false, taking nothing, when it does not fit. */
  take(operation: OperationName): boolean
  /** What is used up, for a person. */
  describe(): string
}

/** Calls of an operation that still fit into a budget; null when it has no limit. */
export function callsLeft(budget: Pick<Budget, 'left' | 'costOf'>, operation: OperationName): number | null {
  const { calls, cost } = budget.left()
  const price = budget.costOf(operation)
  const affordable = cost === null || price === 0 ? null : Math.floor(rounded(cost / price))
  return calls === null || affordable === null ? (calls ?? affordable) : Math.min(calls, affordable)
}

/** Points may have decimals, and 0.1 + 0.2 is more than 0.3. */
const rounded = (points: number): number => Math.round(points * 1e6) / 1e6

export function createBudget(
  { budget, costs }: Pick<JobSettings, 'budget' | 'costs'>,
  already: { calls: number; cost: number } = { calls: 0, cost: 0 },
): Budget {
  const spent = { ...already }
  const costOf = (operation: OperationName) => costs[operation] ?? defaultCosts[operation]
  return {
    spent,
    left: () => ({
      calls: budget.calls === undefined ? null : Math.max(0, budget.calls - spent.calls),
      cost: budget.cost === undefined ? null : Math.max(0, rounded(budget.cost - spent.cost)),
    }),
    costOf,
    take(operation) {
      const cost = rounded(spent.cost + costOf(operation))
      if (spent.calls + 1 > (budget.calls ?? Number.POSITIVE_INFINITY)) return false
      if (cost > (budget.cost ?? Number.POSITIVE_INFINITY)) return false
      spent.calls += 1
      spent.cost = cost
      return true
    },
    describe: () =>
      `${spent.calls} of ${budget.calls ?? 'unlimited'} calls, ${spent.cost} of ${budget.cost ?? 'unlimited'} points`,
  }
}
