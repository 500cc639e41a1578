import type { Effects } from '../effects.ts'
import { type AdaptiveGate, createGate } from './gate.ts'
import { systemClock } from './gate-clock.ts'
import { recallRate, rememberRate, worthRemembering } from './remembered-rate.ts'

export interface ServiceGateOptions {
  /** The job's rate. */
  readonly perSecond: number | 'unlimited'
  readonly baseUrl: string
  /** Where rates are remembered by the service's origin. */
  readonly ratesFile: string
  readonly effects: Effects
}

export interface ServiceGate {
  readonly gate: AdaptiveGate
  /** Keeps what the next run should know; nothing when the service never refused for speed. */
  remember(): Promise<void>
}

/** A gate for one service that begins with the rate that worked in an earlier run, and says so. */
export async function openServiceGate(options: ServiceGateOptions): Promise<ServiceGate> {
  const { perSecond, ratesFile, effects } = options
  const origin = new URL(options.baseUrl).origin
  const before = await recallRate(ratesFile, origin, effects.now())
  if (before !== undefined && (perSecond === 'unlimited' || before.perSecond < perSecond)) {
    effects.log.warn(
      { origin, jobPerSecond: perSecond, ...before },
      'begins at the rate that the service took in an earlier run',
    )
  }
  const gate = createGate(perSecond, {
    startAt: before?.perSecond,
    clock: { ...systemClock, monotonicMs: effects.monotonicMs },
    onCut: (left) => effects.log.warn({ perSecond: left }, 'the service refuses for speed: the rate is cut'),
  })
  return {
    gate,
    async remember() {
      const now = effects.now()
      const rate = worthRemembering(before, gate, now)
      if (rate === undefined) return
      // It is only an advice: a run that cannot leave it is as good as any.
      await rememberRate(ratesFile, origin, rate, now).catch((error: unknown) =>
        effects.log.warn({ err: error, ...rate }, 'the rate that the service took could not be kept'),
      )
    },
  }
}
