/** A numeric parameter's default, bounds, and what the service takes instead of a value outside them. */
export interface Limit {
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  /** Used when the value given is below the minimum. */
  readonly below: number
  /** Used when the value given is above the maximum. */
  readonly above: number
}

/** The value the service works with for the value given (contract 4.1–4.6 and 8). */
export function effectiveLimit(limit: Limit, given: number | null | undefined): number {
  if (given === null || given === undefined || Number.isNaN(given)) return limit.default
  const whole = Math.trunc(given)
  if (whole < limit.minimum) return limit.below
  return whole > limit.maximum ? limit.above : whole
}
