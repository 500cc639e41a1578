/** Retries that a run may make whatever its size. */
const leastRetries = 10
/** Retries for each call begun: a service that fails a lot is asked at most this much more. */
const retryShare = 0.1

/**
 * How often calls may be made again, counted over the whole run in this process: at most 10, or 10% of the calls begun,
 * whichever is more (hazards, the table of classes). Three attempts each would triple the load on a service that is
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
