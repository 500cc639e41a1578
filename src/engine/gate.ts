import { setTimeout as sleep } from 'node:timers/promises'
import Bottleneck from 'bottleneck'

/** Gives out start times for attempts: never more than the rate in any window, spread evenly. */
export interface Gate {
  /** Resolves when an attempt may start. Rejects when the signal aborts. */
  permit(signal?: AbortSignal): Promise<void>
  /** Nobody starts for this long; a longer pause that is under way stays. */
  pause(ms: number): void
}

export interface GateClock {
  /** Milliseconds that never go backwards. */
  readonly monotonicMs: () => number
}

const systemClock: GateClock = { monotonicMs: () => performance.now() }

/**
 * The starts that a rate allows, by a sliding window: the nth start waits until the one `count` before it is a whole
 * window ago. Pure but for its memory, so that the limit holds whatever timers and wall clocks do.
 */
export class SlidingWindow {
  readonly #starts: number[]
  readonly #windowMs: number
  #next = 0

  constructor(perSecond: number) {
    const count = Math.max(1, Math.floor(perSecond))
    this.#windowMs = (1000 * count) / perSecond
    this.#starts = new Array(count).fill(Number.NEGATIVE_INFINITY)
  }

  /** Milliseconds to wait at `now` before another start is allowed. */
  delayAt(now: number): number {
    return Math.max(0, (this.#starts[this.#next] ?? 0) + this.#windowMs - now)
  }

  record(now: number): void {
    this.#starts[this.#next] = now
    this.#next = (this.#next + 1) % this.#starts.length
  }
}

/**
 * Bottleneck spreads the permits; the sliding window makes the limit hold. Bottleneck alone let 51 starts into a
 * rolling second at 50 a second, and the extra millisecond that mends this costs 5% of the rate.
 */
export function createGate(perSecond: number | 'unlimited', clock: GateClock = systemClock): Gate {
  let pausedUntil = Number.NEGATIVE_INFINITY
  const pause = (ms: number) => {
    pausedUntil = Math.max(pausedUntil, clock.monotonicMs() + ms)
  }
  const unpaused = (signal?: AbortSignal) => waitWhile(() => pausedUntil - clock.monotonicMs(), signal)
  if (perSecond === 'unlimited') return { permit: unpaused, pause }

  const pacing = new Bottleneck({ maxConcurrent: 1, minTime: 1000 / perSecond })
  const window = new SlidingWindow(perSecond)
  const inLine = createLine()

  async function permitNow(signal?: AbortSignal): Promise<void> {
    await waitWhile(() => {
      const now = clock.monotonicMs()
      return Math.max(pausedUntil - now, window.delayAt(now))
    }, signal)
    window.record(clock.monotonicMs())
  }

  return { permit: (signal) => inLine(() => pacing.schedule(() => permitNow(signal)), signal), pause }
}

/** Sleeps until nothing is left to wait, whatever changes meanwhile. */
async function waitWhile(leftMs: () => number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  for (let left = leftMs(); left > 0; left = leftMs()) {
    await sleep(Math.ceil(left), undefined, signal === undefined ? {} : { signal })
  }
}

/**
 * One turn at a time, in the order asked for. Whoever aborts leaves the line at once; only the first in it is with
 * Bottleneck, which would make each of them wait out its time before it rejects.
 */
function createLine() {
  let last: Promise<void> = Promise.resolve()
  return (turn: () => Promise<void>, signal?: AbortSignal): Promise<void> => {
    const mine = last.then(() => {
      signal?.throwIfAborted()
      return turn()
    })
    last = mine.catch(() => undefined)
    return signal === undefined ? mine : orAborted(mine, signal)
  }
}

function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
