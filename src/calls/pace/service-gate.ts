import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { replaceDurably } from '../../disk/durable.ts'
import { readOwnText } from '../../disk/own-file.ts'
import type { Effects } from '../effects.ts'
import { type AdaptiveGate, createGate, systemClock } from './gate.ts'

interface ServicePaceOptions {
  readonly perSecond: number | 'unlimited'
  readonly baseUrl: string
  /** Where rates are remembered by the service's origin. */
  readonly ratesFile: string
  readonly effects: Effects
}

/** A gate for one service that begins with the rate that worked in an earlier run, and says so. */
export async function openServiceGate({ perSecond, baseUrl, ratesFile, effects }: ServicePaceOptions) {
  const origin = new URL(baseUrl).origin
  const before = await recallRate(ratesFile, origin, effects.now())
  if (before !== undefined && (perSecond === 'unlimited' || before.perSecond < perSecond)) {
    effects.log.warn(
      { origin, jobPerSecond: perSecond, ...before },
      'begins at the rate that the service took in an earlier run',
    )
  }
  const pace = createGate(perSecond, {
    startAt: before?.perSecond,
    onCut: (left) => effects.log.warn({ perSecond: left }, 'the service refuses for speed: the rate is cut'),
    clock: { ...systemClock, monotonicMs: effects.monotonicMs },
  })
  return {
    pace,
    /** Keeps what the next run should know; nothing when the service never refused for speed. */
    async remember(): Promise<void> {
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
  { provenPerSecond: perSecond, cuts }: Pick<AdaptiveGate, 'provenPerSecond' | 'cuts'>,
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
