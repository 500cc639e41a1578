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
  /** When the rate was cut last. */
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
