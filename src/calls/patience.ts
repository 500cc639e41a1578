import type { Failure } from '../contract/failure.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Effects } from './effects.ts'

/** Nothing is given up sooner, however fast the service usually is: what is given up may have been charged. */
const leastMs = 15_000
/** Answers of an operation from which it is known how long it usually takes, and those that are remembered. */
const [enough, remembered] = [20, 200]
const usualShare = 0.99
const usualTimes = 10
/** Share of its time-out after which a call is reported as one that waits: three times as long as usual. */
const stuckShare = 0.3

/** An attempt ended, with this failure or a conclusive answer. */
type Ended = (failure: Failure | null) => void

/** How long the calls of a run wait for their answers. */
export type Patience = ReturnType<typeof createPatience>

/**
 * How long a silent service is waited for: ten times as long as 99 of 100 of the last answers of the operation took, at least 15 s, at
 * most `timeout` (seconds). A call that is made again waits for `timeout`, and a time-out counts as an answer that took so long. So a
 * service that becomes slow loses one call in a hundred this way, and those under way (docs/reliability.md, Time-outs).
 */
export function createPatience({ monotonicMs }: Pick<Effects, 'monotonicMs'>, timeout = 60) {
  const mostMs = timeout * 1000
  const answers = new Map<OperationName, number[]>()
  const underWay = new Set<{ readonly sinceMs: number; readonly limitMs: number }>()

  function remember(operation: OperationName, ms: number): void {
    const times = answers.get(operation) ?? []
    answers.set(operation, times)
    if (times.push(ms) > remembered) times.shift()
  }

  return {
    /** Milliseconds of silence after which an attempt is given up. */
    limitMs(operation: OperationName, isAgain: boolean): number {
      const times = answers.get(operation) ?? []
      const usual = times.toSorted((a, b) => a - b)[Math.ceil(usualShare * times.length) - 1]
      if (isAgain || usual === undefined || times.length < enough) return mostMs
      return Math.min(mostMs, Math.max(leastMs, usualTimes * usual))
    },
    /** An attempt goes out, which is given up at that limit. The caller says how it ended, once. */
    started(operation: OperationName, limitMs: number): Ended {
      const attempt = { sinceMs: monotonicMs(), limitMs }
      underWay.add(attempt)
      return (failure) => {
        underWay.delete(attempt)
        if (failure === null || failure === 'timeout') remember(operation, monotonicMs() - attempt.sinceMs)
      }
    },
    /** Calls that wait for their answer much longer than usual, and how long the longest of them has; null while none does. */
    stuck(): { readonly calls: number; readonly longestMs: number } | null {
      const now = monotonicMs()
      const waits = [...underWay].filter(({ sinceMs, limitMs }) => now - sinceMs >= stuckShare * limitMs)
      if (waits.length === 0) return null
      return { calls: waits.length, longestMs: now - Math.min(...waits.map(({ sinceMs }) => sinceMs)) }
    },
  }
}
