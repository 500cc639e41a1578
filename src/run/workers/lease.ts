/** Another worker may have the unit by now: this one makes no further attempt. */
export class LostUnitError extends Error {
  override name = 'LostUnitError'
}

/** The right to make the calls of a unit, for a time. */
export interface Lease {
  /** Whether the unit is surely ours at this moment. */
  readonly isHeld: boolean
  /** Resolves while the unit is surely ours; @throws LostUnitError */
  sure(): Promise<void>
  /** What was known of it is not known any more: it is asked for again before the next attempt. */
  doubt(): void
}

export interface LeaseOptions {
  /** Holds the unit for another `holdMs`; false when it is not ours any more. */
  readonly renew: (holdMs: number) => Promise<boolean>
  readonly holdMs: number
  readonly monotonicMs: () => number
  readonly signal?: AbortSignal
}

/**
 * Counts from before each renewal was asked for, by a clock that also runs while the process is stopped: so it is over here before it is
 * over in Redis, and an attempt that is written down and then found to be covered was written down before anybody else could
 * have the unit.
 */
export function createLease({ renew, holdMs, monotonicMs }: LeaseOptions): Lease & Disposable {
  let heldUntil = Number.NEGATIVE_INFINITY
  let renewing: Promise<void> | undefined

  async function renewOnce(): Promise<void> {
    const asked = monotonicMs()
    if (!(await renew(holdMs))) throw new LostUnitError('the unit was given to another')
    heldUntil = asked + holdMs
  }

  const renewed = (): Promise<void> => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  // The next attempt meets the failure.
  const timer = setInterval(() => void renewed().catch(() => undefined), holdMs / 3)
  return {
    get isHeld() {
      return monotonicMs() < heldUntil
    },
    async sure() {
      while (monotonicMs() >= heldUntil) await renewed()
    },
    doubt() {
      heldUntil = Number.NEGATIVE_INFINITY
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
