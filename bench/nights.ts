import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aims, type Figure, figure, median } from './figure.ts'
import { writeJob } from './jobs.ts'
import { bareLoop, dossier, serve, serveWorld, type Taken } from './processes.ts'
import { documentCount, type WorldSpec } from './world/spec.ts'

/*
 * Nights as a schedule runs them, by processor time: it says what a night costs, whatever the rate makes of its hours.
 */

/** Enterprises of the sample corpus that a typical night looks into. */
const enterprises = 60
/** Calls a second of the night with dossiers. */
const perSecond = 50

/**
 * The first night of the sample's enterprises against the embedded service, with the exports of a job that names none: as fast as the
 * service answers, and at a rate with their dossiers.
 */
export async function typicalNightFigures(folder: string, runs: number): Promise<Figure[]> {
  await mkdir(folder, { recursive: true })
  const corpus = join(folder, 'corpus')
  await dossier(['sample', '--out', corpus, '--enterprises', String(enterprises)])
  await using service = await serve(corpus)
  const nightsOf = async (settings: string): Promise<Taken[]> => {
    const [job, home] = [join(folder, 'job.yaml'), join(folder, 'home')]
    await writeSampleJob(job, corpus, settings)
    return await repeated(runs, async () => {
      const night = await dossier(['run', job, '--base-url', service.url, '--home', home, '--json'])
      await rm(home, { recursive: true })
      return night
    })
  }
  const nights = await nightsOf('rate: { perSecond: unlimited, concurrency: 64 }')
  const reported = await nightsOf(`rate: { perSecond: ${perSecond}, concurrency: 64 }\nreport: {}`)
  const seconds = cpuOf(nights)
  const calls = madeIn(nights[0])
  const withDossiers = `the same with ${enterprises} dossiers, at ${perSecond} calls a second`
  return [
    figure(`typical night, ${enterprises} enterprises, usual exports: seconds of the processor`, seconds, {
      aim: aims.typicalNight,
      digits: 1,
      detail: `${calls} calls, ${((seconds / calls) * 1000).toFixed(1)} ms each; ${peakOf(nights).toFixed(0)} MB`,
    }),
    figure(`${withDossiers}: seconds of the processor`, cpuOf(reported), {
      aim: aims.reportedNight,
      digits: 1,
    }),
    figure(
      `${withDossiers}: seconds beyond those of its calls`,
      median(reported.map((night) => night.seconds - madeIn(night) / perSecond)),
      { aim: aims.ownSeconds, digits: 1 },
    ),
    figure(`${withDossiers}: megabytes at the peak`, peakOf(reported), {
      aim: aims.peakMegabytes,
      digits: 0,
    }),
  ]
}

/** A night that finds nothing new, a rebuild and a verification, over one home of `spec`. */
export async function laterNightFigures(
  folder: string,
  corpus: string,
  spec: WorldSpec,
  runs: number,
): Promise<Figure[]> {
  await mkdir(folder, { recursive: true })
  const home = join(folder, 'home')
  const documents = documentCount(spec)
  const nights = await unchangedNights({ folder, corpus, spec, home, runs })
  const rebuilds = await repeated(runs, () => dossier(['rebuild', '--home', home]))
  const checks = await repeated(runs, () => dossier(['verify', '--home', home]))
  const rebuild = median(rebuilds.map(({ seconds }) => seconds))
  const of = `${documents} documents of ${spec.enterprises} enterprises`
  return [
    figure(`unchanged night, ${of}: seconds of the processor`, median(nights.map(({ cpu }) => cpu)), {
      aim: aims.unchangedNight,
      digits: 1,
      detail: `${median(nights.map(({ own }) => own)).toFixed(1)} s beyond those of the bare loop`,
    }),
    figure(`rebuild of ${documents} documents: documents a second`, documents / rebuild, {
      aim: aims.rebuild,
      digits: 0,
      detail: `${cpuOf(rebuilds).toFixed(1)} s of the processor, ${peakOf(rebuilds).toFixed(0)} MB`,
    }),
    figure(`verify of ${documents} documents: seconds`, median(checks.map(({ seconds }) => seconds)), {
      aim: aims.verify,
      digits: 1,
      detail: `${cpuOf(checks).toFixed(1)} of the processor, ${peakOf(checks).toFixed(0)} MB`,
    }),
  ]
}

interface Nights {
  readonly folder: string
  readonly corpus: string
  readonly spec: WorldSpec
  readonly home: string
  readonly runs: number
}

/** Runs over what the first one found. `own`: seconds beyond those of the bare loop over the same calls. */
async function unchangedNights({ folder, corpus, spec, home, runs }: Nights) {
  const job = await writeJob(join(folder, 'job.yaml'), spec)
  const requests = join(folder, 'requests.json')
  await using world = await serveWorld(corpus, spec)
  const run = ['run', job, '--no-resume', '--base-url', world.url, '--home', home, '--json']
  await dossier(run)
  await world.asked()
  return await repeated(runs, async () => {
    const { seconds, cpuSeconds } = await dossier(run)
    await writeFile(requests, JSON.stringify((await world.asked()).requests))
    const bare = await bareLoop(world.url, requests)
    await world.asked()
    return { cpu: cpuSeconds, own: seconds - Number(bare.output) }
  })
}

async function repeated<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let index = 0; index < times; index += 1) done.push(await work())
  return done
}

/** A job for all enterprises of a sample corpus, by their ids. */
async function writeSampleJob(file: string, corpus: string, settings: string): Promise<void> {
  const lines = (await readFile(join(corpus, 'enterprises.ndjson'), 'utf8')).trim().split('\n')
  const ids = lines.map((line) => `  - id: ${(JSON.parse(line) as { 企业ID: string }).企业ID}`)
  await writeFile(file, `pipeline: enterprise-due-diligence\nenterprises:\n${ids.join('\n')}\n${settings}\n`)
}

const madeIn = (night: Taken | undefined): number =>
  (JSON.parse(night?.output ?? '') as { calls: { made: number } }).calls.made

const cpuOf = (taken: readonly Taken[]): number => median(taken.map(({ cpuSeconds }) => cpuSeconds))
const peakOf = (taken: readonly Taken[]): number => median(taken.map(({ peakMegabytes }) => peakMegabytes))
