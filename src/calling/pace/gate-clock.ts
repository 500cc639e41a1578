import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/** Time as the gate sees it: nothing in it follows the wall clock, which may be set at any moment. */
export interface GateClock {
  /** Milliseconds that never go backwards. */
  readonly monotonicMs: () => number
  /** Resolves after about so long, whoever must know looks again; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

/** What timers can hold; a longer one would go off at once. */
export const longestTimerMs = 2 ** 31 - 1

export const systemClock: GateClock = {
  monotonicMs: () => performance.now(),
  // Timers come up to a millisecond late: what is left of one is waited for without them.
  sleep: (ms, signal) =>
    ms < 1 ? turn() : wait(Math.min(longestTimerMs, Math.floor(ms)), undefined, signal && { signal }),
}
