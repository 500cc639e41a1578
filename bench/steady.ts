import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSampleCorpus } from '../src/standins/sample/corpus.ts'
import { enterpriseNames } from '../src/standins/sample/subject.ts'
import { setClock } from '../test/support/virtual-time.ts'
import { atMost, type Figure, figure } from './figure.ts'
import { dossierProcess, type Running, serve } from './processes.ts'

/** The rate that is simulated: a run makes the calls of hours of it as fast as it can. */
const callsPerHour = 2 * 3600
const documentsPerEnterprise = 200
const seed = 9
/** A schedule that begins a run every ten minutes. */
const runsPerHour = 6
/** Of the hours: what fills up to its limit meanwhile (the database's memory, caches, compiled code) is not growth. */
const warmUp = 1 / 2

/** A process at a moment of simulated time. */
interface Sample {
  readonly hour: number
  readonly megabytes: number
  readonly descriptors: number
}

/**
 * Whether hours of work leave anything behind in a process: one run at 2 calls a second, by the calls that it has made; the service
 * that answers it; and a schedule with a run every ten minutes, by a clock that is set.
 */
export async function steadyFigures(folder: string, hours: number): Promise<Figure[]> {
  await mkdir(folder, { recursive: true })
  const enterprises = Math.ceil((hours * callsPerHour) / documentsPerEnterprise)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({
    out: corpus,
    seed,
    enterprises,
    documentsPerEnterprise,
    contentCharacters: [200, 400],
  })
  await using service = await serve(corpus)
  const job = await writeLongJob(join(folder, 'long.yaml'), enterprises)
  const watched = await watchedRun(job, service, join(folder, 'run'))
  const schedule = await watchedSchedule(folder, service.url, hours)
  await rm(folder, { recursive: true, force: true })
  return [
    ...figuresOf(`a run, ${hours} h at 2 calls/s`, watched.run),
    ...figuresOf('the service that answers it', watched.service),
    ...figuresOf(`a schedule of ${hours * runsPerHour} runs in ${hours} h`, schedule),
  ]
}

async function writeLongJob(file: string, enterprises: number): Promise<string> {
  const entries = enterpriseNames(seed, enterprises).map(({ name }) => `  - name: ${name}\n`)
  await writeFile(
    file,
    `pipeline: enterprise-due-diligence
enterprises:
${entries.join('')}rate: { perSecond: unlimited }
exports: []
`,
  )
  return file
}

/** While it calls: what a run does after its last call, it does once. */
async function watchedRun(
  job: string,
  service: Running & { readonly url: string },
  home: string,
): Promise<{ run: Sample[]; service: Sample[] }> {
  const run = dossierProcess(['run', job, '--base-url', service.url, '--home', home])
  const samples = { run: [] as Sample[], service: [] as Sample[] }
  const watch = setInterval(async () => {
    const made = await callsMade(home)
    if (made === undefined) return
    samples.run.push(sampleOf(run, made / callsPerHour))
    samples.service.push(sampleOf(service, made / callsPerHour))
  }, 200)
  await run.ended
  clearInterval(watch)
  return samples
}

/** Calls that the one run of a home has made; undefined before the first and after the last. */
async function callsMade(home: string): Promise<number | undefined> {
  const runs = join(home, 'runs')
  const [run = ''] = await readdir(runs).catch(() => [])
  const text = await readFile(join(runs, run, 'progress.json'), 'utf8').catch(() => '{}')
  const { phase, done } = JSON.parse(text) as { phase?: string; done?: number }
  return phase === 'calling' ? done : undefined
}

async function watchedSchedule(folder: string, url: string, hours: number): Promise<Sample[]> {
  const job = join(folder, 'often.yaml')
  await writeFile(
    job,
    `pipeline: statute-watch
citations: [中华人民共和国民法典第五百七十七条]
exports: []
schedule: { cron: "*/10 * * * *" }
`,
  )
  const clock = join(folder, 'clock')
  const begin = Date.UTC(2026, 2, 2)
  await setClock(clock, new Date(begin))
  const home = join(folder, 'often')
  await using daemon = dossierProcess(['schedule', job, '--base-url', url, '--home', home], {
    DOSSIER_CLOCK: clock,
  })
  const samples: Sample[] = []
  for (let run = 0; run < hours * runsPerHour; run += 1) {
    await daemon.noted('next at', run + 1)
    samples.push(sampleOf(daemon, run / runsPerHour))
    await setClock(clock, new Date(begin + ((run + 1) * 3_600_000) / runsPerHour))
  }
  await daemon.noted('next at', hours * runsPerHour + 1)
  return samples
}

function sampleOf({ pid }: Running, hour: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    hour,
    megabytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}

function figuresOf(what: string, all: readonly Sample[]): Figure[] {
  const hours = Math.max(...all.map(({ hour }) => hour))
  const samples = all.filter(({ hour }) => hour >= warmUp * hours)
  const slope = (read: (sample: Sample) => number) => slopeOf(samples.map((one) => [one.hour, read(one)]))
  return [
    figure(
      `${what}: megabytes that an hour adds`,
      slope(({ megabytes }) => megabytes),
      { aim: atMost(1) },
    ),
    figure(
      `${what}: file descriptors that an hour adds`,
      slope(({ descriptors }) => descriptors),
      { aim: atMost(0.1) },
    ),
  ]
}

/** Of the straight line of least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const across = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / across
}
