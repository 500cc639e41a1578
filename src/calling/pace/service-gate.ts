import type { Effects } from '../effects.ts'
import { type AdaptiveGate, createGate, type Pace } from './gate.ts'
import { systemClock } from './gate-clock.ts'
import { recallRate, rememberRate, worthRemembering } from './remembered-rate.ts'

export interface ServicePaceOptions {
  /** The job's rate. */
  readonly perSecond: number | 'unlimited'
  readonly baseUrl: string
  /** Where rates are remembered by the service's origin. */
  readonly ratesFile: string
  readonly effects: Effects
}

/** What is known of a service's rate when it is opened. */
export interface Beginning {
  /** Starts a second that worked in an earlier run; undefined when none is remembered. */
  readonly startAt: number | undefined
  /** Tells that the rate was cut. */
  readonly onCut: (perSecond: number) => void
}

export interface ServicePace<P extends Pace> {
  readonly pace: P
  /** Keeps what the next run should know; nothing when the service never refused for speed. */
  remember(): Promise<void>
}

/** The pace for one service, made by `open`, that begins with the rate that worked in an earlier run, and says so. */
export async function openServicePace<P extends Pace>(
  options: ServicePaceOptions,
  open: (beginning: Beginning) => P | Promise<P>,
): Promise<ServicePace<P>> {
  const { perSecond, ratesFile, effects } = options
  const origin = new URL(options.baseUrl).origin
  const before = await recallRate(ratesFile, origin, effects.now())
  if (before !== undefined && (perSecond === 'unlimited' || before.perSecond < perSecond)) {
    effects.log.warn(
      { origin, jobPerSecond: perSecond, ...before },
      'begins at the rate that the service took in an earlier run',
    )
  }
  const pace = await open({
    startAt: before?.perSecond,
    onCut: (left) => effects.log.warn({ perSecond: left }, 'the service refuses for speed: the rate is cut'),
  })
  return {
    pace,
    async remember() {
      const now = effects.now()
      const rate = worthRemembering(before, pace, now)
      if (rate === undefined) return
      // It is only an advice: a run that cannot leave it is as good as any.
      await rememberRate(ratesFile, origin, rate, now).catch((error: unknown) =>
        effects.log.warn({ err: error, ...rate }, 'the rate that the service took could not be kept'),
      )
    },
  }
}

/** A gate of this process for one service. */
export const openServiceGate = (options: ServicePaceOptions): Promise<ServicePace<AdaptiveGate>> =>
  openServicePace(options, (beginning) =>
    createGate(options.perSecond, {
      ...beginning,
      clock: { ...systemClock, monotonicMs: options.effects.monotonicMs },
    }),
  )
