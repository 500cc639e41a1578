import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import Bottleneck from 'bottleneck'
import { unlessAborted } from '../client/errors.ts'
import type { Sent } from '../client/exchange.ts'
import type { Effects } from '../effects.ts'
import {
  type AdaptiveRate,
  adaptiveRate,
  rateAt,
  recallRate,
  refusedAt,
  rememberRate,
  SlidingWindow,
  worthRemembering,
} from './rate.ts'

/** What a call asks a gate for. */
export type Gate = Pick<AdaptiveGate, 'permit' | 'start' | 'pause'>

export interface GateOptions {
  /** Starts a second to begin with, where that is less than the job's rate. */
  readonly startAt?: number | undefined
  readonly onCut?: (perSecond: number) => void
  readonly clock?: GateClock
}

/**
 * What one request may be longer in the network than another, and still no second holds more of them where they arrive: a start
 * counts for so much longer. It costs as much of the rate: less than a hundredth.
 */
const graceMs = 8

/** Where all that the rate allows are on their way out, the window is looked at again after this long. */
const lookAgainMs = 5

/** The longest time between a turn and its start: for writing the attempt down. */
const leadMs = 10

/** `unlimited` has no rate until the first refusal. */
export const createGate = (perSecond: number | 'unlimited', options: GateOptions = {}): AdaptiveGate =>
  new AdaptiveGate(perSecond === 'unlimited' ? Number.POSITIVE_INFINITY : perSecond, options)

/**
 * Gives out start times for attempts: never more than the rate in any window, spread evenly. A permit is one's turn; the start
 * itself is asked for at the very last moment, when the attempt is written down and its connection stands, and counts from
 * the moment its request has left: what delays a request would let more of them arrive in a second than the rate.
 *
 * The rate is the job's, or a lower one that the service's refusals leave of it. Bottleneck spreads the permits; the
 * sliding window makes the limit hold. Bottleneck alone let 51 starts into a rolling second at 50 a second, and the
 * extra millisecond that mends this costs 5% of the rate.
 *
 * Without a rate everybody starts at once until the first refusal. From then on there is a rate, which grows without
 * a ceiling; there is no way back to none before the next run.
 */
export class AdaptiveGate {
  readonly #ceiling: number
  readonly #onCut: (perSecond: number) => void
  readonly #clock: GateClock
  readonly #window = new SlidingWindow(graceMs)
  readonly #pacing: ReturnType<typeof createPacing>
  readonly #inLine = createLine()
  readonly #startLine = createLine()
  #rate: AdaptiveRate
  #lastStart: number
  #waiting = 0
  cuts = 0

  constructor(ceiling: number, { startAt, onCut = () => undefined, clock = systemClock }: GateOptions) {
    this.#ceiling = ceiling
    this.#onCut = onCut
    this.#clock = clock
    this.#pacing = createPacing(clock)
    this.#rate = adaptiveRate(ceiling, clock.monotonicMs(), startAt)
    this.#lastStart = clock.monotonicMs()
  }

  /** Starts a second that are allowed now; Infinity when nothing limits them. */
  get perSecond(): number {
    return rateAt(this.#rate, this.#clock.monotonicMs())
  }

  /** What was allowed at the last start, less what was cut since: the rate that is known to work. */
  get provenPerSecond(): number {
    return rateAt(this.#rate, this.#lastStart)
  }

  /** Whether the rate is less than the job's. */
  get isSlowed(): boolean {
    return this.perSecond < this.#ceiling
  }

  /** Resolves when it is the next one's turn. Rejects when the signal aborts. */
  async permit(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.perSecond === Number.POSITIVE_INFINITY) await this.#untilOpen(signal)
    else await this.#inLine(() => this.#takeTurn(signal), signal)
    signal?.throwIfAborted()
  }

  /**
   * Resolves when the attempt may start, at this moment. Rejects when the signal aborts in a pause. Outside a pause what
   * is paid for and written down is made. The caller says when its request has left, once.
   */
  async start(signal?: AbortSignal): Promise<Sent> {
    this.#waiting += 1
    // The line takes no signal: those who stand in it may start unless a pause is left, one behind the other.
    await this.#startLine(() => this.#startNext(signal)).finally(() => {
      this.#waiting -= 1
    })
    return () => this.#window.left(this.#clock.monotonicMs())
  }

  /**
   * The service refused for speed: nothing starts for this long, and the rate is cut, once for a burst of refusals. A
   * longer pause that is under way stays.
   */
  pause(ms: number): void {
    const now = this.#clock.monotonicMs()
    const startsInLastSecond = this.#window.countAt(now)
    const refused = refusedAt(this.#rate, now, { pauseMs: ms, startsInLastSecond })
    const isCut = refused.cutAt !== this.#rate.cutAt
    this.#rate = refused
    if (!isCut) return
    this.cuts += 1
    this.#onCut(refused.perSecond)
  }

  /** Waits out a pause. Rejects when the signal aborts meanwhile. */
  async #untilOpen(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const leftMs = this.#rate.openFrom - this.#clock.monotonicMs()
      if (leftMs <= 0) return
      signal?.throwIfAborted()
      await this.#clock.sleep(leftMs, signal)
    }
  }

  /** Milliseconds until the window, as it is now, has room, or is worth another look. */
  #untilRoom(): number {
    const now = this.#clock.monotonicMs()
    const delayMs = this.#window.delayAt(now, rateAt(this.#rate, now))
    return delayMs === Number.POSITIVE_INFINITY ? lookAgainMs : delayMs
  }

  /** Not before the start is near: an attempt that is written down and waits would count as lost after a crash. */
  async #takeTurn(signal?: AbortSignal): Promise<void> {
    await this.#pacing.turn(this.perSecond)
    for (;;) {
      await this.#untilOpen(signal)
      // Turns are as fast as the rate or a little faster: those who had theirs come first.
      const leftMs = this.#untilRoom() + (this.#waiting * 1000) / this.perSecond - leadMs
      if (leftMs <= 0) return
      await this.#clock.sleep(leftMs, signal)
    }
  }

  /** As soon as the rate, whatever it becomes meanwhile, allows it; no other start comes between look and leap. */
  async #startNext(signal?: AbortSignal): Promise<void> {
    for (;;) {
      await this.#untilOpen(signal)
      const leftMs = this.#untilRoom()
      if (leftMs <= 0) break
      await this.#clock.sleep(leftMs)
    }
    this.#lastStart = this.#clock.monotonicMs()
    this.#window.given()
  }
}

/** Time as the gate sees it: nothing in it follows the wall clock, which may be set at any moment. */
export interface GateClock {
  /** Milliseconds that never go backwards. */
  readonly monotonicMs: () => number
  /** Resolves after about so long, and the caller looks again; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

/** What timers can hold; a longer one would go off at once. */
const longestTimerMs = 2 ** 31 - 1

export const systemClock: GateClock = {
  monotonicMs: () => performance.now(),
  // Timers come up to a millisecond late: what is left of one is waited for without them.
  sleep: (ms, signal) =>
    ms < 1 ? turn() : wait(Math.min(longestTimerMs, Math.floor(ms)), undefined, signal && { signal }),
}

/**
 * One turn at a time, in the order asked for. One that aborts leaves the line at once; only the first in it is with
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
    return signal === undefined ? mine : unlessAborted(mine, signal)
  }
}

/** Bottleneck's time beyond what it owes; it needs three timers of its own for each turn. */
const lateMs = 500

/** How late timers come, at a guess: turns that only just kept the rate would fall behind it, by a tenth at 200 a second. */
const latenessMs = 1.5

/**
 * Spreads turns evenly, by Bottleneck. It counts with Date.now(): when the wall clock is set back by an hour, it waits for
 * an hour. So each turn has a latest time on the monotonic clock; a limiter that is later is stopped and replaced. A clock
 * that is set ahead only lets one turn through early. Nothing here is a limit: a changed rate reaches Bottleneck one turn
 * late, and the sliding window holds it.
 */
function createPacing({ monotonicMs }: Pick<GateClock, 'monotonicMs'>) {
  let spacingMs = 0
  let owedAt = monotonicMs()
  let limiter = limiterOf(spacingMs)

  async function follow(perSecond: number): Promise<void> {
    const wanted = Math.max(0, 1000 / perSecond - latenessMs)
    if (spacingMs === wanted) return
    spacingMs = wanted
    await limiter.updateSettings({ minTime: spacingMs })
  }

  return {
    /** Resolves when it is the next one's turn, at this rate. One at a time: the caller keeps the line. */
    async turn(perSecond: number): Promise<void> {
      await follow(perSecond)
      while (!(await isInTime(limiter, owedAt - monotonicMs() + lateMs))) {
        // Without it the process would stay for the wait that the limiter believes in.
        void limiter.stop()
        limiter = limiterOf(spacingMs)
      }
      owedAt = monotonicMs() + spacingMs
    },
  }
}

const limiterOf = (minTime: number) => new Bottleneck({ maxConcurrent: 1, minTime, rejectOnDrop: false })

/** Whether the limiter runs an empty job within this time. */
const isInTime = (limiter: Bottleneck, ms: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(resolve, Math.min(longestTimerMs, Math.max(lateMs, ms)), false)
    const turn = async () => {
      clearTimeout(late)
      resolve(true)
    }
    limiter.schedule(turn).catch(reject)
  })

interface ServicePaceOptions {
  readonly perSecond: number | 'unlimited'
  readonly baseUrl: string
  /** Where rates are remembered by the service's origin. */
  readonly ratesFile: string
  readonly effects: Effects
}

/** A gate for one service that begins with the rate that worked in an earlier run, and says so. */
export async function openServiceGate({ perSecond, baseUrl, ratesFile, effects }: ServicePaceOptions) {
  const origin = new URL(baseUrl).origin
  const before = await recallRate(ratesFile, origin, effects.now())
  if (before !== undefined && (perSecond === 'unlimited' || before.perSecond < perSecond)) {
    effects.log.warn(
      { origin, jobPerSecond: perSecond, ...before },
      'begins at the rate that the service took in an earlier run',
    )
  }
  const pace = createGate(perSecond, {
    startAt: before?.perSecond,
    onCut: (left) => effects.log.warn({ perSecond: left }, 'the service refuses for speed: the rate is cut'),
    clock: { ...systemClock, monotonicMs: effects.monotonicMs },
  })
  return {
    pace,
    /** Keeps what the next run should know; nothing when the service never refused for speed. */
    async remember(): Promise<void> {
      const now = effects.now()
      const rate = worthRemembering(before, pace, now)
      if (rate === undefined) return
      // It is only an advice: a run that cannot leave it is as good as any.
      await rememberRate(ratesFile, origin, rate, now).catch((error: unknown) =>
        effects.log.warn({ err: error, ...rate }, 'the rate that the service took could not be kept'),
      )
    },
  }
}
