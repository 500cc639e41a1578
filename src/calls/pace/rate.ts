import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { replaceDurably } from '../../disk/durable.ts'
import { readOwnText } from '../../disk/own-file.ts'

/**
 * How many starts a second the service takes, as far as its refusals tell: cut by a factor on a refusal, one more for
 * each quiet second after that. A value; times are passed in, in
 * milliseconds that never go backwards. Rates are starts a second, Infinity when nothing limits them.
 */
export interface AdaptiveRate {
  /** The job's rate: never more than that. */
  readonly ceiling: number
  /** What was allowed when the last pause was over; it grows from there. */
  readonly perSecond: number
  /** Nothing starts before. */
  readonly openFrom: number
  readonly cutAt: number
}

const cutFactor = 0.7
/** Refusals this soon after a cut are of the burst that brought it about. */
const burstMs = 1_000
/** Quiet seconds after which the rate grows by one, and by one more with each that follows. */
const quietSeconds = 3
/** A cut never goes below this, or below the job's rate where that is less: it must be seen when the service recovers. */
const floorPerSecond = 0.2

/** The rate to begin with: the job's, or a remembered one that is lower. */
export const adaptiveRate = (ceiling: number, now: number, startAt = ceiling): AdaptiveRate => ({
  ceiling,
  perSecond: Math.min(ceiling, startAt),
  openFrom: now,
  cutAt: Number.NEGATIVE_INFINITY,
})

/** What is allowed at `now`. A pause proves nothing: only seconds after it count as quiet. */
export function rateAt({ ceiling, perSecond, openFrom }: AdaptiveRate, now: number): number {
  const quiet = Math.floor((now - openFrom) / 1000)
  return Math.min(ceiling, perSecond + Math.max(0, quiet - quietSeconds + 1))
}

/**
 * The rate after a refusal for speed that asks everybody to wait. Whatever is refused in a pause started before it, so
 * it is of the same burst and cuts no further. Without any limit yet, the starts of the last second are what was too
 * much; a longer pause that is under way stays.
 */
export function refusedAt(
  rate: AdaptiveRate,
  now: number,
  { pauseMs, startsInLastSecond }: { pauseMs: number; startsInLastSecond: number },
): AdaptiveRate {
  const isSameBurst = now < rate.openFrom || now < rate.cutAt + burstMs
  const current = rateAt(rate, now)
  const tooMuch = Number.isFinite(current) ? current : Math.max(1, startsInLastSecond)
  return {
    ceiling: rate.ceiling,
    perSecond: isSameBurst ? current : Math.max(Math.min(floorPerSecond, rate.ceiling), tooMuch * cutFactor),
    openFrom: Math.max(rate.openFrom, now + pauseMs),
    cutAt: isSameBurst ? rate.cutAt : now,
  }
}

/** Milliseconds for n = ceil(rate) starts: one second, or more where the rate is no whole number. */
export const spanMs = (perSecond: number): number => (1000 * Math.ceil(perSecond)) / perSecond

/** No rate looks back further: n = ceil(rate) starts take n/rate seconds, which is less than two from one a second on. */
const longestSpanMs = 2_000

/**
 * The starts that a rate allows, by a sliding window: of n = ceil(rate) requests in a row the first has left at least
 * n/rate seconds before the next one after them may start. So no rolling second ever holds more than n, and in the long
 * run there are `rate` of them. A start counts from the moment it is given, whatever delays its request, until that has
 * left and a window has passed. The rate may change from start to start. Pure but for its memory: the limit holds
 * whatever timers and wall clocks do. Times are milliseconds that never go backwards.
 */
export class SlidingWindow {
  readonly #graceMs: number
  /** When requests left, oldest first. */
  readonly #left: number[] = []
  #oldest = 0
  /** Starts that were given and whose requests have not left. */
  #underWay = 0

  /** `graceMs`: how much longer than that each start counts. */
  constructor(graceMs = 0) {
    this.#graceMs = graceMs
  }

  /** Milliseconds to wait at `now` before another start is allowed; Infinity: until one that was given has left. */
  delayAt(now: number, perSecond: number): number {
    if (perSecond === Number.POSITIVE_INFINITY) return 0
    const count = Math.ceil(perSecond) - this.#underWay
    if (count <= 0) return Number.POSITIVE_INFINITY
    const first = this.#left[this.#left.length - count]
    return first === undefined ? 0 : Math.max(0, first + spanMs(perSecond) + this.#graceMs - now)
  }

  given(): void {
    this.#underWay += 1
  }

  /** The request of a start that was given has left. */
  left(now: number): void {
    this.#underWay -= 1
    this.#left.push(now)
    const horizonMs = longestSpanMs + this.#graceMs
    while ((this.#left[this.#oldest] ?? now) <= now - horizonMs) this.#oldest += 1
    // What is forgotten is cut off now and then: each time would move thousands of starts.
    if (this.#oldest < 1_000 || this.#oldest * 2 < this.#left.length) return
    this.#left.splice(0, this.#oldest)
    this.#oldest = 0
  }

  /** Starts that are under way or have left in the second before `now`. */
  countAt(now: number): number {
    const recent = this.#left.length - this.#left.findLastIndex((at) => at <= now - 1000) - 1
    return recent + this.#underWay
  }
}

const remembered = z.strictObject({
  /** Starts a second that worked. */
  perSecond: z.number().positive(),
  refusedAt: z.iso.datetime(),
})
const ratesFile = z.record(z.string(), remembered)

/** The rate that a service took, for the next run to begin with. */
type RememberedRate = Readonly<z.infer<typeof remembered>>

/** A service is given its full rate again when its last refusal is so long ago. */
const validMs = 7 * 24 * 3_600_000

const isValid = ({ refusedAt }: RememberedRate, now: Date): boolean =>
  Math.abs(now.getTime() - Date.parse(refusedAt)) <= validMs

/** What is remembered of the service at this origin; undefined when nothing is, or nothing that can be read. */
export async function recallRate(
  file: string,
  origin: string,
  now: Date,
): Promise<RememberedRate | undefined> {
  const rate = (await readRates(file))[origin]
  return rate !== undefined && isValid(rate, now) ? rate : undefined
}

/** Keeps the rate of one service beside those of others; what is too old goes. */
export async function rememberRate(
  file: string,
  origin: string,
  rate: RememberedRate,
  now: Date,
): Promise<void> {
  const others = Object.entries(await readRates(file)).filter(([, other]) => isValid(other, now))
  const temporary = `${file}.new`
  const rates = { ...Object.fromEntries(others), [origin]: rate }
  await writeFile(temporary, `${JSON.stringify(rates, null, 2)}\n`, { mode: 0o600 })
  await replaceDurably(temporary, file)
}

/**
 * What there is to remember once a run is over: the rate it ended with when it was refused, or when it climbed above
 * the one that it began with. Undefined leaves things as they are: a job of a low rate learns nothing of a higher one.
 */
export function worthRemembering(
  before: RememberedRate | undefined,
  { provenPerSecond: perSecond, cuts }: Readonly<Record<'provenPerSecond' | 'cuts', number>>,
  now: Date,
): RememberedRate | undefined {
  if (cuts > 0) return { perSecond, refusedAt: now.toISOString() }
  return before !== undefined && perSecond > before.perSecond ? { ...before, perSecond } : undefined
}

/** An advice that cannot be read is none: the service tells again. */
async function readRates(file: string): Promise<Readonly<Record<string, RememberedRate>>> {
  try {
    return ratesFile.parse(JSON.parse(await readOwnText(file)))
  } catch {
    return {}
  }
}
