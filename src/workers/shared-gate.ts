import { setTimeout as sleep } from 'node:timers/promises'
import type { Gate } from '../calling/pace/gate.ts'
import { createLine } from '../calling/pace/line.ts'
import { spanMs } from '../calling/pace/sliding-window.ts'
import type { Sent } from '../client/exchange.ts'
import { createDistance } from './distance.ts'
import type { Reached } from './reached.ts'
import { prefix } from './redis.ts'
import { openSharedPacing } from './shared-pacing.ts'
import { openSharedRate, type SharedRate, type SharedRateOptions } from './shared-rate.ts'

export interface SharedGateOptions extends SharedRateOptions {
  readonly reached: Reached
  /** Told of what Redis could not do; what asks for it waits. */
  readonly onTrouble: (error: Error) => void
}

/** What a start may take is so much longer than the shortest way that was seen: ways differ. */
const wayFactor = 1.5
/** Calls that are with Bottleneck at a time, for each worker: enough to hide the way to Redis, few enough to leave. */
const abreast = 4

export interface SharedGate extends Gate, AsyncDisposable {
  readonly rate: SharedRate
}

/**
 * A gate of one rate for all workers. Bottleneck spreads the permits, the window in Redis makes the limit hold; a pause and a cut rate
 * hold for everybody from the next start on.
 */
export async function openSharedGate(options: SharedGateOptions): Promise<SharedGate> {
  const { redis, reached, scope, monotonicMs, onTrouble } = options
  const rate = await openSharedRate(options)
  const pacing = await openSharedPacing(redis, `${prefix}:pace:${scope}:${rate.ceiling}`, onTrouble)
  const lines = Array.from({ length: abreast }, createLine)
  const distance = createDistance(monotonicMs)
  let asked = 0

  /**
   * A Redis that ended without warning may have forgotten the starts of its last second. So nobody starts for as long as a window
   * after each time that it was reached anew: whatever it forgot is out of every window by then.
   */
  function unsureMs(): number {
    if (!Number.isFinite(rate.perSecond)) return 0
    return Math.max(0, reached.sinceMs + spanMs(rate.perSecond) + rate.graceMs - monotonicMs())
  }

  /** Waits out what nobody may start in. */
  async function untilOpen(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const waitMs = Math.max(rate.closedMs, unsureMs())
      if (waitMs <= 0) return
      await sleep(waitMs, undefined, signal && { signal })
    }
  }

  async function start(signal?: AbortSignal): Promise<Sent> {
    for (;;) {
      await untilOpen(signal)
      const askedAt = monotonicMs()
      const start = await rate.start()
      if (!start.given) {
        await sleep(Math.ceil(start.waitMs), undefined, signal && { signal })
        continue
      }
      // Without a limit no start is too late.
      if (!Number.isFinite(rate.perSecond)) return () => undefined
      const tookMs = monotonicMs() - askedAt
      const farMs = distance.seen(tookMs, start.wayMs)
      if (tookMs <= start.wayMs) {
        return () => {
          if (monotonicMs() - askedAt > start.wayMs) rate.late(start.at).catch(onTrouble)
        }
      }
      if (farMs !== undefined) await moveAway(farMs)
    }
  }

  /** Without it no start would ever be in time: slower, and said to be so, is better than never. */
  async function moveAway(farMs: number): Promise<void> {
    const expectedMs = rate.wayMs
    await rate.farther(Math.ceil(farMs * wayFactor))
    onTrouble(farAway(farMs, expectedMs, rate.graceMs))
  }

  async function takeTurn(signal?: AbortSignal): Promise<void> {
    await untilOpen(signal)
    await pacing.turn((1000 + rate.graceMs) / rate.perSecond)
  }

  return {
    rate,
    start,
    permit(signal) {
      if (rate.perSecond === Number.POSITIVE_INFINITY) return untilOpen(signal)
      asked += 1
      const line = lines[asked % abreast] ?? createLine()
      return line(() => takeTurn(signal), signal)
    },
    pause(ms) {
      rate.refused(ms).catch(onTrouble)
    },
    [Symbol.asyncDispose]: () => pacing[Symbol.asyncDispose](),
  }
}

const farAway = (farMs: number, expectedMs: number, graceMs: number): Error =>
  new Error(
    `Redis took ${Math.round(farMs)} ms or longer for each start of two seconds (expected: at most ${expectedMs}). ` +
      `A start counts for ${graceMs} ms longer than a second from now on: at most ${Math.floor(100_000 / (1000 + graceMs))}% of the rate is used. ` +
      'Run the workers near their Redis, and give them more of a processor if they are near',
  )
