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

/** Retries that a run may make whatever its size. */
const leastRetries = 10
/** Retries for each call begun: a service that fails a lot is asked at most this much more. */
const retryShare = 0.1

/**
 * How often calls may be made again, counted over the whole run in this process: at most 10, or 10% of the calls begun,
 * whichever is more (docs/reliability.md). Three attempts each would triple the load on a service that is
 * down, and its bill.
 */
export interface RetryBudget {
  /** Notes that a call has begun. */
  begun(): void
  /** Takes one retry; false, taking nothing, when they are used up. */
  take(): boolean
}

export function createRetryBudget(): RetryBudget {
  let calls = 0
  let retries = 0
  return {
    begun() {
      calls += 1
    },
    take() {
      if (retries + 1 > Math.max(leastRetries, retryShare * calls)) return false
      retries += 1
      return true
    },
  }
}

/** Refusals for speed in a row, over all calls of a run. */
export interface Refusals {
  /**
   * Counts one, at `nowMs`, that asks to wait `delayMs`; says for how long nothing else will have been heard once that is too much,
   * else null.
   */
  refused(nowMs: number, delayMs: number): { readonly refusals: number; readonly forMs: number } | null
  /** Something other than a refusal was heard. */
  heard(): void
}

/** Each refusal may be billed: a service that says nothing else is not asked for long. */
const mostInARow = 200
const longestMs = 600_000

export function createRefusals(): Refusals {
  let refusals = 0
  let sinceMs = 0
  return {
    refused(nowMs, delayMs) {
      if (refusals === 0) sinceMs = nowMs
      refusals += 1
      const forMs = nowMs - sinceMs + delayMs
      return refusals >= mostInARow || forMs > longestMs ? { refusals, forMs } : null
    },
    heard() {
      refusals = 0
    },
  }
}
