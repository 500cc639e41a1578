import type { UsedUp } from '../../calling/allowance.ts'
import type { PlannedCall } from '../../calling/planned-call.ts'
import type { OperationName } from '../../contract/operations.ts'
import { mostCalls } from '../../workers/unit.ts'
import type { Budget } from '../budget.ts'

/** Lots that a batch of calls is cut into at the least, so that a short one is shared as well. */
export const leastLots = 12
/** Calls of a lot for which it is worth the while to write it down. */
const leastCalls = 8
/** Attempts beyond one a call that are paid in advance: as many retries as a run may make of so many calls. */
const spareShare = 0.1
const leastSpare = 2

/** Calls of a lot, when so many wait. */
export const lotSize = (waiting: number): number =>
  Math.min(mostCalls, Math.max(leastCalls, Math.ceil(waiting / leastLots)))

/** Up to `size` calls of one operation, in the order of the plan. */
export function nextLot(backlog: readonly PlannedCall[], size: number): PlannedCall[] {
  const operation = backlog[0]?.operation
  const end = backlog.findIndex((call, index) => index >= size || call.operation !== operation)
  return backlog.slice(0, end === -1 ? backlog.length : end)
}

/** What was paid for a lot: its first `calls`, and how many attempts of them. */
export interface Paid {
  readonly calls: number
  readonly attempts: number
  /** Why no more calls could be paid, when not all were. */
  readonly usedUp: UsedUp | null
}

/** Takes the price of as many calls as fit from the budget, and of some attempts more, for nobody asks it when a call is made again. */
export function payFor(budget: Budget, operation: OperationName, calls: number): Paid {
  const { count, usedUp } = takeUpTo(budget, operation, calls)
  const spare = Math.max(leastSpare, Math.ceil(count * spareShare))
  const attempts = count === 0 ? 0 : count + takeUpTo(budget, operation, spare).count
  return { calls: count, attempts, usedUp }
}

function takeUpTo(budget: Budget, operation: OperationName, most: number) {
  for (let count = 0; count < most; count += 1) {
    const usedUp = budget.take(operation)
    if (usedUp !== null) return { count, usedUp }
  }
  return { count: most, usedUp: null }
}
