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
