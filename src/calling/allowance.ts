import type { OperationName } from '../contract/operations.ts'

/** A limit that the next attempt would exceed. */
export interface UsedUp {
  /** The one operation that the limit is for; null when it is for the whole run or month, and ends the run. */
  readonly operation: OperationName | null
  /** What is used up, for a person: the figure, the limit, and the key of the job file that sets it. */
  readonly message: string
  /** What has to happen before more can be spent, for a person. */
  readonly next: string
}

/** What attempts are paid from, one by one, before each is made. */
export interface Allowance {
  costOf(operation: OperationName): number
  /** The limit that the next attempt would exceed, if any; takes nothing. */
  inTheWay(operation: OperationName): UsedUp | null
  /** Takes the price of one attempt; says which limit is in the way, taking nothing, when it does not fit. */
  take(operation: OperationName): UsedUp | null
}

/** The next attempt does not fit into the budget; it was not made. */
export class BudgetError extends Error {
  override name = 'BudgetError'
  readonly usedUp: UsedUp

  constructor(usedUp: UsedUp) {
    super(`the budget is used up: ${usedUp.message}`)
    this.usedUp = usedUp
  }
}
