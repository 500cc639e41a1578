import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Aim, aims, type Figure, figure } from './figure.ts'

import { writeJob } from './jobs.ts'
import { dossier, serveWorld } from './processes.ts'

import type { WorldSpec } from './world/spec.ts'

const pageSize = 50
const documents = 20

/** Each rate with many small enterprises, and with one that has half of all documents. */
export async function rateFigures(folder: string, corpus: string, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const rate of [10, 50, 200] as const)
    for (const hasGiant of [false, true])
      figures.push(await rateFigure(join(folder, 'rate'), corpus, rate, worldFor(rate * seconds, hasGiant)))
  return figures
}

/** About so many calls: an enterprise is its record, one page, and its texts; a giant has half of all texts. */
function worldFor(calls: number, hasGiant: boolean): WorldSpec {
  const enterprises = Math.max(1, Math.round(calls / (hasGiant ? 2 : 1) / (documents + 2)))
  return { enterprises, documents, pageSize, ...(hasGiant ? { giant: Math.round(calls / 2) } : {}) }
}

async function rateFigure(
  folder: string,
  corpus: string,
  rate: keyof typeof aims.rate,
  spec: WorldSpec,
): Promise<Figure> {
  await mkdir(folder, { recursive: true })
  await using world = await serveWorld(corpus, spec)
  const job = await writeJob(join(folder, 'job.yaml'), spec, { perSecond: rate })
  const taken = await dossier(['run', job, '--base-url', world.url, '--home', join(folder, 'home'), '--json'])
  const { requests, spanMs } = await world.asked()
  await rm(folder, { recursive: true })
  return rateEfficiency(
    `rate efficiency at ${rate} calls/s, ${spec.giant === undefined ? 'no giant' : 'with a giant'}`,
    { rate, calls: requests.length, spanMs, seconds: taken.seconds, aim: aims.rate[rate] },
  )
}

interface RateUse {
  /** Calls a second that the job allows. */
  readonly rate: number
  readonly calls: number
  /** Milliseconds from the first call to the last answer. */
  readonly spanMs: number
  /** Of the whole process, with its start and publishing. */
  readonly seconds: number
  readonly aim: Aim
}

/**
 * Calls ÷ rate ÷ time from the first call to the last, waits between stages included: 1 is a rate that is used to the full. The
 * whole process stands beside it.
 */
export function rateEfficiency(name: string, { rate, calls, spanMs, seconds, aim }: RateUse): Figure {
  const whole = calls / rate / seconds
  return figure(name, (calls - 1) / rate / (spanMs / 1000), {
    aim,
    digits: 3,
    detail: `${calls} calls; ${whole.toFixed(3)} of the whole process, ${seconds.toFixed(1)} s`,
  })
}
