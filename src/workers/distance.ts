/** Notices that Redis is too far away for starts to be in time. */
export interface Distance {
  /**
   * Told of a start that took so long, of what it may have taken. Returns the shortest way of all that were late once none has been
   * in time for a while, and begins anew then; undefined until then.
   */
  seen(tookMs: number, wayMs: number): number | undefined
}

interface Late {
  readonly sinceMs: number
  readonly starts: number
  readonly shortestMs: number
}

/** A worker that is busy, or a network that hiccups, is late for a moment; who is late for longer is far away. */
const patienceMs = 2_000
const fewestStarts = 3

export function createDistance(monotonicMs: () => number): Distance {
  let late: Late | undefined
  return {
    seen(tookMs, wayMs) {
      if (tookMs <= wayMs) {
        late = undefined
        return undefined
      }
      const now = monotonicMs()
      const { sinceMs, starts, shortestMs } = late ?? { sinceMs: now, starts: 0, shortestMs: tookMs }
      late = { sinceMs, starts: starts + 1, shortestMs: Math.min(shortestMs, tookMs) }
      if (late.starts < fewestStarts || now - sinceMs < patienceMs) return undefined
      const farMs = late.shortestMs
      late = undefined
      return farMs
    },
  }
}
