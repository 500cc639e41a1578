import type { Logger } from 'pino'
import type { Effects } from '../calling/effects.ts'
import { systemClock } from './clock.ts'

/** The clock, the dice and the log of this machine. */
export const systemEffects = (log: Logger): Effects => ({
  now: systemClock.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
  log,
})
