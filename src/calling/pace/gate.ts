import { adaptiveRate, rateAt, refusedAt } from './adaptive-rate.ts'
import { type GateClock, systemClock } from './gate-clock.ts'
import { createLine } from './line.ts'
import { createPacing } from './pacing.ts'
import { SlidingWindow } from './sliding-window.ts'

/** Gives out start times for attempts: never more than the rate in any window, spread evenly. */
export interface Gate {
  /** Resolves when an attempt may start. Rejects when the signal aborts. */
  permit(signal?: AbortSignal): Promise<void>
  /**
   * The service refused for speed: nobody starts for this long, and the rate is cut, once for a burst of refusals. A
   * longer pause that is under way stays.
   */
  pause(ms: number): void
}

/** How fast calls may start. */
export interface Pace {
  /** Starts a second that are allowed now; Infinity when nothing limits them. */
  readonly perSecond: number
  /** Whether that is less than the job's rate. */
  readonly isSlowed: boolean
  /** What was allowed at the last start, less what was cut since: the rate that is known to work. */
  readonly provenPerSecond: number
  /** How often the rate was cut. */
  readonly cuts: number
}

/** A gate that tells how fast it lets through. */
export interface AdaptiveGate extends Gate, Pace {}

export interface GateOptions {
  /** Starts a second to begin with, where that is less than the job's rate. */
  readonly startAt?: number | undefined
  /** Told each time that the rate is cut. */
  readonly onCut?: (perSecond: number) => void
  readonly clock?: GateClock
}

/**
 * A gate of the job's rate, or a lower one that the service's refusals leave of it. Bottleneck spreads the permits; the
 * sliding window makes the limit hold. Bottleneck alone let 51 starts into a rolling second at 50 a second, and the
 * extra millisecond that mends this costs 5% of the rate.
 *
 * `unlimited` lets everybody start at once until the first refusal. From then on there is a rate, which grows without
 * a ceiling; there is no way back to none before the next run.
 */
export function createGate(
  perSecond: number | 'unlimited',
  { startAt, onCut = () => undefined, clock = systemClock }: GateOptions = {},
): AdaptiveGate {
  const ceiling = perSecond === 'unlimited' ? Number.POSITIVE_INFINITY : perSecond
  let rate = adaptiveRate(ceiling, clock.monotonicMs(), startAt)
  let lastStart = clock.monotonicMs()
  let cuts = 0
  const current = () => rateAt(rate, clock.monotonicMs())
  const window = new SlidingWindow()
  const pacing = createPacing(clock)
  const inLine = createLine()

  /** Starts as soon as the rate, whatever it becomes meanwhile, allows it; no other start comes between look and leap. */
  async function start(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const now = clock.monotonicMs()
      const leftMs = Math.max(rate.openFrom - now, window.delayAt(now, rateAt(rate, now)))
      if (leftMs <= 0) {
        lastStart = now
        return window.record(now)
      }
      await clock.sleep(leftMs, signal)
    }
  }

  async function takeTurn(signal?: AbortSignal): Promise<void> {
    await pacing.turn(current())
    await start(signal)
  }

  return {
    get perSecond() {
      return current()
    },
    get provenPerSecond() {
      return rateAt(rate, lastStart)
    },
    get isSlowed() {
      return current() < ceiling
    },
    get cuts() {
      return cuts
    },
    permit: (signal) =>
      current() === Number.POSITIVE_INFINITY ? start(signal) : inLine(() => takeTurn(signal), signal),
    pause(ms) {
      const now = clock.monotonicMs()
      const refused = refusedAt(rate, now, { pauseMs: ms, startsInLastSecond: window.countAt(now) })
      const isCut = refused.cutAt !== rate.cutAt
      rate = refused
      if (!isCut) return
      cuts += 1
      onCut(rate.perSecond)
    },
  }
}
