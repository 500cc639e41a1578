import { pino } from 'pino'
import type { AttemptContext } from '../../src/calls/attempt.ts'
import { createPatience } from '../../src/calls/attempt.ts'
import type { Effects } from '../../src/calls/effects.ts'
import { createRetries } from '../../src/calls/retry.ts'
import { createBudget } from '../../src/run/budget.ts'

/** The world as it is, without jitter and without a log. */
export const effects: Effects = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  random: () => 0,
  log: pino({ level: 'silent' }),
}

/** What an attempt needs, unless a test says otherwise: an open gate, no limits, and a journal that keeps nothing. */
export const attemptContext = <Given extends Partial<AttemptContext>>(
  given: Given & Pick<AttemptContext, 'client'>,
) => ({
  patience: createPatience(effects),
  gate: { permit: async () => undefined, start: async () => () => undefined, pause: () => undefined },
  budget: createBudget({ budget: {}, costs: {} }),
  journal: { begin: async () => undefined, withdraw: async () => undefined },
  retries: createRetries(),
  effects,
  runId: 'run-1',
  signal: new AbortController().signal,
  ...given,
})
