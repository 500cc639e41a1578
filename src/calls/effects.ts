import type { Logger } from 'pino'

/** The outside world, as the engine is handed it. */
export interface Effects {
  readonly now: () => Date
  /** Milliseconds that never go backwards. */
  readonly monotonicMs: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly log: Logger
}
