import { setTimeout as sleep } from 'node:timers/promises'
import Bottleneck from 'bottleneck'
import type { Redis } from 'ioredis'
import type { Sent } from '../../calls/client/exchange.ts'
import { createLine, type Gate } from '../../calls/pace/gate.ts'
import { spanMs } from '../../calls/pace/rate.ts'
import { prefix } from './redis.ts'
import { SharedRate, type SharedRateOptions, type Start } from './shared-rate.ts'

export interface SharedGateOptions extends SharedRateOptions {
  readonly reached: Reached
  /** Called with what Redis could not do; the caller waits. */
  readonly onTrouble: (error: Error) => void
}

/** What a start may take is so much longer than the shortest way that was seen: ways differ. */
const wayFactor = 1.5
/** Calls that are with Bottleneck at a time, for each worker: enough to hide the way to Redis, few enough to leave. */
const abreast = 4

/**
 * A gate of one rate for all workers. Bottleneck spreads the permits, the window in Redis makes the limit hold; a pause and a cut rate
 * hold for everybody from the next start on.
 */
export class SharedGate implements Gate, AsyncDisposable {
  readonly rate: SharedRate
  readonly #pacing: SharedPacing
  readonly #reached: Reached
  readonly #monotonicMs: () => number
  readonly #onTrouble: (error: Error) => void
  readonly #lines = Array.from({ length: abreast }, createLine)
  readonly #distance
  #asked = 0

  static async open(options: SharedGateOptions): Promise<SharedGate> {
    const { redis, scope, onTrouble } = options
    const rate = await SharedRate.open(options)
    const pacing = await openSharedPacing(redis, `${prefix}:pace:${scope}:${rate.ceiling}`, onTrouble)
    return new SharedGate(options, rate, pacing)
  }

  private constructor(
    { reached, monotonicMs, onTrouble }: SharedGateOptions,
    rate: SharedRate,
    pacing: SharedPacing,
  ) {
    this.rate = rate
    this.#pacing = pacing
    this.#reached = reached
    this.#monotonicMs = monotonicMs
    this.#onTrouble = onTrouble
    this.#distance = createDistance(monotonicMs)
  }

  async permit(signal?: AbortSignal): Promise<void> {
    if (this.rate.perSecond === Number.POSITIVE_INFINITY) return await this.#untilOpen(signal)
    this.#asked += 1
    const line = this.#lines[this.#asked % abreast] ?? createLine()
    await line(() => this.#takeTurn(signal), signal)
  }

  async start(signal?: AbortSignal): Promise<Sent> {
    for (;;) {
      await this.#untilOpen(signal)
      const askedAt = this.#monotonicMs()
      const start = await this.rate.start()
      if (!start.given) {
        await sleep(Math.ceil(start.waitMs), undefined, { signal })
        continue
      }
      // Without a limit no start is too late.
      if (!Number.isFinite(this.rate.perSecond)) return () => undefined
      const tookMs = this.#monotonicMs() - askedAt
      const farMs = this.#distance.seen(tookMs, start.wayMs)
      if (tookMs <= start.wayMs) return () => this.#sent(askedAt, start)
      if (farMs !== undefined) await this.#moveAway(farMs)
    }
  }

  pause(ms: number): void {
    this.rate.refused(ms).catch(this.#onTrouble)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pacing[Symbol.asyncDispose]()
  }

  /** A request that left late counts from now on. */
  #sent(askedAt: number, { wayMs, at }: Extract<Start, { given: true }>): void {
    if (this.#monotonicMs() - askedAt > wayMs) this.rate.late(at).catch(this.#onTrouble)
  }

  /**
   * A Redis that ended without warning may have forgotten the starts of its last second. So nothing starts for as long as a window
   * after each time that it was reached again: whatever it forgot is out of every window by then.
   */
  #unsureMs(): number {
    const { perSecond, graceMs } = this.rate
    if (!Number.isFinite(perSecond)) return 0
    return Math.max(0, this.#reached.sinceMs + spanMs(perSecond) + graceMs - this.#monotonicMs())
  }

  /** Waits out the time in which nothing may start. */
  async #untilOpen(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const waitMs = Math.max(this.rate.closedMs, this.#unsureMs())
      if (waitMs <= 0) return
      await sleep(waitMs, undefined, { signal })
    }
  }

  /** Without it no start would ever be in time: slower, and reported, is better than never. */
  async #moveAway(farMs: number): Promise<void> {
    const expectedMs = this.rate.wayMs
    await this.rate.farther(Math.ceil(farMs * wayFactor))
    this.#onTrouble(farAway(farMs, expectedMs, this.rate.graceMs))
  }

  async #takeTurn(signal?: AbortSignal): Promise<void> {
    await this.#untilOpen(signal)
    await this.#pacing.turn((1000 + this.rate.graceMs) / this.rate.perSecond)
  }
}

const farAway = (farMs: number, expectedMs: number, graceMs: number): Error =>
  new Error(
    `Redis took ${Math.round(farMs)} ms or longer for each start of two seconds (expected: at most ${expectedMs}). ` +
      `A start counts for ${graceMs} ms longer than a second from now on: at most ${Math.floor(100_000 / (1000 + graceMs))}% of the rate is used. ` +
      'Run the workers near their Redis, and give them more of a processor if they are near',
  )

interface Late {
  readonly sinceMs: number
  readonly starts: number
  readonly shortestMs: number
}

/** A worker that is busy, or a network that hiccups, is late for a moment; who is late for longer is far away. */
const patienceMs = 2_000
const fewestStarts = 3

/** Notices that Redis is too far away for starts to be in time. */
export function createDistance(monotonicMs: () => number) {
  let late: Late | undefined
  return {
    /**
     * Takes how long a start took, and how long it may take. Once none was in time for a while, returns the shortest time of
     * those that were late and starts over; undefined until then.
     */
    seen(tookMs: number, wayMs: number): number | undefined {
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

type SharedPacing = Awaited<ReturnType<typeof openSharedPacing>>

/** Bottleneck takes back the turn of a worker that died with it. */
const expirationMs = 2_000
/** Turns are so little apart that late ones are made up for, and so much that a second has no long silence at its end. */
const haste = 0.97
/** A turn that has not come by then is not waited for: clocks of workers differ, or the rate was cut since. */
const turnPatienceMs = 2_000

/**
 * Spreads turns evenly over all workers, by Bottleneck's cluster: each worker asks for some ahead, so that a late timer costs little. It counts
 * by the clocks of the workers, which may differ or be set, and what it has scheduled stays scheduled when the rate changes: nothing
 * here is a limit, the window of shared-rate.ts is.
 */
async function openSharedPacing(redis: Redis, id: string, onTrouble: (error: Error) => void) {
  const connection = new Bottleneck.IORedisConnection({ client: redis.duplicate({ lazyConnect: false }) })
  connection.on('error', onTrouble)
  const limiter = new Bottleneck({ id, connection, rejectOnDrop: false })
  limiter.on('error', onTrouble)
  await limiter.ready()
  let spacingMs = Number.NaN

  async function follow(apartMs: number): Promise<void> {
    const wanted = haste * apartMs
    if (wanted === spacingMs) return
    spacingMs = wanted
    await limiter.updateSettings({ minTime: wanted })
  }

  return {
    /** Resolves when it is the next one's turn among all workers, who start so many ms apart; sooner when the turn does not come. */
    async turn(apartMs: number): Promise<void> {
      await Promise.race([follow(apartMs), late(turnPatienceMs)])
      await Promise.race([
        limiter.schedule({ expiration: expirationMs }, async () => undefined),
        late(turnPatienceMs + 16 * spacingMs),
      ])
    },
    [Symbol.asyncDispose]: (): Promise<void> => connection.disconnect(false),
  }
}

const late = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Since when this process has had its Redis without a break. */
export interface Reached extends Disposable {
  /** By the monotonic clock. */
  readonly sinceMs: number
}

/** Watches from now on: whether Redis was there before is not known here. */
export function watchReached(redis: Redis, monotonicMs: () => number): Reached {
  let sinceMs = monotonicMs()
  const onReady = (): void => {
    sinceMs = monotonicMs()
  }
  redis.on('ready', onReady)
  return {
    get sinceMs() {
      return sinceMs
    },
    [Symbol.dispose]: () => void redis.off('ready', onReady),
  }
}
