import { setTimeout as wait } from 'node:timers/promises'

/** Time as the gate sees it: nothing in it follows the wall clock, which may be set at any moment. */
export interface GateClock {
  /** Milliseconds that never go backwards. */
  readonly monotonicMs: () => number
  /** Resolves after so long; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

/** What timers can hold; a longer one would go off at once. */
export const longestTimerMs = 2 ** 31 - 1

export const systemClock: GateClock = {
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    wait(Math.min(longestTimerMs, Math.ceil(ms)), undefined, signal === undefined ? {} : { signal }),
}
