import PQueue from 'p-queue'
import { type AttemptContext, makeCall, UnfinishedCallError } from './attempt.ts'
import type { EndedCall, LandedCall, PlannedCall } from './landing/entry.ts'

/*
 * Three parts hold a run back, each for one reason. p-queue owns concurrency and back-pressure: how many calls are under way, and how
 * many wait. Bottleneck owns the pace: it spreads permits evenly (pace/gate.ts). The window owns the limit:
 * no rolling second holds more starts than the rate (pace/rate.ts), whatever the others do.
 */

export interface DispatchOptions extends AttemptContext {
  readonly concurrency: number
  /** Makes a finished call durable. */
  readonly land: (finished: EndedCall<LandedCall>) => Promise<void>
  /** Called when a call could not come to its end, or could not be landed. */
  readonly onError: (error: unknown, call: PlannedCall) => void
}

/** Makes one call and lands what came of it; never rejects. */
async function makeAndLand(call: PlannedCall, options: Omit<DispatchOptions, 'concurrency'>): Promise<void> {
  const { land, onError } = options
  try {
    await land(await makeCall(call, options))
  } catch (error) {
    if (!(error instanceof UnfinishedCallError)) return onError(error, call)
    await land(error.tried).catch((unlanded: unknown) => onError(unlanded, call))
    onError(error.cause, call)
  }
}

/** Those who wait for the same wait together: what they wait for asks each of its listeners at every call. */
function waitTogether() {
  const awaited = new Map<number | 'idle', Promise<void>>()
  return (what: number | 'idle', begin: () => Promise<void>): Promise<void> => {
    const promise = awaited.get(what) ?? begin().finally(() => awaited.delete(what))
    awaited.set(what, promise)
    return promise
  }
}

/** Makes planned calls, `concurrency` at a time, in the order given. A slot is free again when its answer is on disk. */
export function createDispatcher(options: DispatchOptions) {
  const queue = new PQueue({ concurrency: options.concurrency })
  const together = waitTogether()
  return {
    get waiting() {
      return queue.size
    },
    get underWay() {
      return queue.pending
    },
    add: (calls: readonly PlannedCall[]) => {
      // Each task reports its own end; the promises of calls dropped before they began stay open on purpose.
      for (const call of calls) void queue.add(() => makeAndLand(call, options))
    },
    /** Resolves when fewer than `limit` calls are waiting. */
    belowLimit: (limit: number) => together(limit, () => queue.onSizeLessThan(limit)),
    /** Resolves when nothing waits and nothing is under way. */
    idle: () => together('idle', () => queue.onIdle()),
    /** Drops what waits; what is under way comes to its end. */
    drop: () => queue.clear(),
  }
}

const windowMs = 10_000

/** How many were counted a second, over the last ten, or since the first when that is later. */
export function createRateMeter(monotonicMs: () => number) {
  let began: number | undefined
  let times: number[] = []
  return {
    count(): void {
      const now = monotonicMs()
      began ??= now
      times.push(now)
    },
    perSecond(): number {
      const now = monotonicMs()
      if (began === undefined) return 0
      times = times.filter((at) => at > now - windowMs)
      return (times.length * 1000) / Math.max(1000, Math.min(windowMs, now - began))
    },
  }
}
