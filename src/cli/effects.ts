import type { Logger } from 'pino'
import type { Effects } from '../engine/effects.ts'

/** The clock, the dice and the log of this machine. */
export const systemEffects = (log: Logger): Effects => ({
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  random: Math.random,
  log,
})
