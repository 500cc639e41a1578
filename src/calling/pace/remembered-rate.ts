import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { replaceDurably } from '../../disk/durable.ts'
import type { Pace } from './gate.ts'

const remembered = z.strictObject({
  /** Starts a second that worked. */
  perSecond: z.number().positive(),
  /** When a run was last refused for speed. */
  refusedAt: z.iso.datetime(),
})
const ratesFile = z.record(z.string(), remembered)

/** The rate that a service took, for the next run to begin with. */
export type RememberedRate = Readonly<z.infer<typeof remembered>>

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
  await writeFile(
    temporary,
    `${JSON.stringify({ ...Object.fromEntries(others), [origin]: rate }, null, 2)}\n`,
    {
      mode: 0o600,
    },
  )
  await replaceDurably(temporary, file)
}

/**
 * What there is to remember once a run is over: the rate it ended with when it was refused, or when it climbed above
 * the one that it began with. Undefined leaves things as they are: a job of a low rate learns nothing of a higher one.
 */
export function worthRemembering(
  before: RememberedRate | undefined,
  { provenPerSecond: perSecond, cuts }: Pick<Pace, 'provenPerSecond' | 'cuts'>,
  now: Date,
): RememberedRate | undefined {
  if (cuts > 0) return { perSecond, refusedAt: now.toISOString() }
  return before !== undefined && perSecond > before.perSecond ? { ...before, perSecond } : undefined
}

/** An advice that cannot be read is none: the service tells again. */
async function readRates(file: string): Promise<Readonly<Record<string, RememberedRate>>> {
  try {
    return ratesFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return {}
  }
}
