import { setTimeout as sleep } from 'node:timers/promises'
import type { EndedCall } from './attempt.ts'
import type { Effects } from './effects.ts'
import { isGoodAnswer, isObstacle } from './watch.ts'

/**
 * Calls that failed are asked once more when the run has nothing else to do: an odd answer costs neither a document nor the night.
 * What met an obstacle waits `probeAfterMs`, so that it tells whether the obstacle still stands. Refusals are conclusive.
 */
export interface SecondChances {
  /** Whether there are calls to ask again. */
  readonly isDue: boolean
  /** Notes how a call ended. */
  ended(call: EndedCall): void
  /** Resolves when it is time to ask them again, or the signal aborts. */
  due(signal: AbortSignal): Promise<void>
  /** Keys of the calls to ask again; each is given out once. */
  take(): readonly string[]
}

export function createSecondChances(
  { monotonicMs }: Pick<Effects, 'monotonicMs'>,
  probeAfterMs: number,
): SecondChances {
  const failed = new Set<string>()
  const taken = new Set<string>()
  let waitUntilMs = 0
  return {
    get isDue() {
      return failed.size > 0
    },
    ended(call) {
      const { callKey } = call.landed
      failed.delete(callKey)
      if (isGoodAnswer(call) || call.classification?.outcome === 'rejected' || taken.has(callKey)) return
      failed.add(callKey)
      if (isObstacle(call)) waitUntilMs = monotonicMs() + probeAfterMs
    },
    async due(signal) {
      const waitMs = waitUntilMs - monotonicMs()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    },
    take() {
      const keys = [...failed]
      for (const key of keys) taken.add(key)
      failed.clear()
      return keys
    },
  }
}
