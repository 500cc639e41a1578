import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { homeAt } from '../src/run/home/home.ts'
import { publishFile } from '../src/warehouse/warehouse.ts'
import { aims, type Figure, figure, median, repeated, secondsOf } from './figure.ts'
import { dossier, env, main, serve, type Taken } from './processes.ts'
import { openWorkload, type Setting, textsOf, type Workload } from './workload.ts'
import { documentCount, type WorldSpec } from './world/spec.ts'

/** Enterprises of the sample corpus that a typical night looks into. */
const enterprises = 60
/** Calls a second of the night with dossiers. */
const perSecond = 50

const cpuOf = (taken: readonly Taken[]): number => median(taken, ({ cpuSeconds }) => cpuSeconds)
const peakOf = (taken: readonly Taken[]): number => median(taken, ({ peakMegabytes }) => peakMegabytes)
const callsOf = (night: Taken | undefined): number =>
  (JSON.parse(night?.output ?? '') as { calls: { made: number } }).calls.made

/**
 * The first night of the sample's enterprises against the embedded service, with the exports of a job that names none: as fast as the
 * service answers, and at a rate with their dossiers.
 */
export async function typicalNightFigures({ folder, runs }: Setting): Promise<Figure[]> {
  const [corpus, job, home] = [join(folder, 'corpus'), join(folder, 'job.yaml'), join(folder, 'home')]
  await dossier(['sample', '--out', corpus, '--enterprises', String(enterprises)])
  const lines = (await readFile(join(corpus, 'enterprises.ndjson'), 'utf8')).trim().split('\n')
  const ids = lines.map((line) => `  - id: ${(JSON.parse(line) as { 企业ID: string }).企业ID}`).join('\n')
  await using service = await serve(corpus)
  const nightsOf = async (settings: string): Promise<Taken[]> => {
    await writeFile(job, `pipeline: enterprise-due-diligence\nenterprises:\n${ids}\n${settings}\n`)
    return await repeated(runs, async () => {
      const night = await dossier(['run', job, '--base-url', service.url, '--home', home, '--json'])
      await rm(home, { recursive: true })
      return night
    })
  }
  const nights = await nightsOf('rate: { perSecond: unlimited, concurrency: 64 }')
  const reported = await nightsOf(`rate: { perSecond: ${perSecond}, concurrency: 64 }\nreport: {}`)
  const [seconds, calls] = [cpuOf(nights), callsOf(nights[0])]
  const withDossiers = `the same with ${enterprises} dossiers, at ${perSecond} calls a second`
  const beyond = median(reported, (night) => night.seconds - callsOf(night) / perSecond)
  return [
    figure(`typical night, ${enterprises} enterprises, usual exports: seconds of the processor`, seconds, {
      aim: aims.typicalNight,
      detail: `${calls} calls, ${((seconds / calls) * 1000).toFixed(1)} ms each; ${peakOf(nights).toFixed(0)} MB`,
    }),
    figure(`${withDossiers}: seconds of the processor`, cpuOf(reported), { aim: aims.reportedNight }),
    figure(`${withDossiers}: seconds beyond those of its calls`, beyond, { aim: aims.ownSeconds }),
    figure(`${withDossiers}: megabytes at the peak`, peakOf(reported), { aim: aims.peakMegabytes }),
  ]
}

/** A run, and how many seconds it takes beyond a bare loop over the same calls. */
async function nightOf(work: Workload) {
  const ours = await work.run()
  const { seconds } = await work.bareLoop(ours.asked.requests)
  return { ...ours, calls: ours.asked.requests.length, own: ours.seconds - seconds }
}

/** A night that finds nothing new, a rebuild and a verification, over one home. */
export async function laterNightFigures(setting: Setting, spec: WorldSpec): Promise<Figure[]> {
  const { folder, corpus, runs } = setting
  await using work = await openWorkload(folder, await corpus(), spec)
  await work.run()
  const nights = await repeated(runs, () => nightOf(work))
  const rebuilds = await repeated(runs, () => dossier(['rebuild', '--home', work.home]))
  const checks = await repeated(runs, () => dossier(['verify', '--home', work.home]))
  const documents = documentCount(spec)
  const unchanged = `unchanged night, ${documents} documents of ${spec.enterprises} enterprises`
  return [
    figure(`${unchanged}: seconds of the processor`, cpuOf(nights), {
      aim: aims.unchangedNight,
      detail: `${median(nights, ({ own }) => own).toFixed(1)} s beyond those of the bare loop`,
    }),
    figure(
      `rebuild of ${documents} documents: documents a second`,
      documents / median(rebuilds, ({ seconds }) => seconds),
      {
        aim: aims.rebuild,
        detail: `${cpuOf(rebuilds).toFixed(1)} s of the processor, ${peakOf(rebuilds).toFixed(0)} MB`,
      },
    ),
    figure(
      `verify of ${documents} documents: seconds`,
      median(checks, ({ seconds }) => seconds),
      {
        aim: aims.verify,
        detail: `${cpuOf(checks).toFixed(1)} of the processor, ${peakOf(checks).toFixed(0)} MB`,
      },
    ),
  ]
}

/** Runs over what is known, and one over one document more. */
export async function againFigures(setting: Setting, spec: WorldSpec): Promise<Figure[]> {
  const { folder, corpus, runs } = setting
  await using work = await openWorkload(folder, await corpus(), spec)
  await work.run()
  const nights = await repeated(runs, () => nightOf(work))
  await using grown = await openWorkload(folder, await corpus(), { ...spec, added: 1 })
  const one = await nightOf(grown)
  const known = `${documentCount(spec)} documents of ${spec.enterprises} enterprises`
  const calls = median(nights, (night) => night.calls)
  const seconds = median(nights, (night) => night.seconds)
  return [
    figure(`unchanged, ${known}: calls ÷ enterprises`, calls / spec.enterprises, {
      aim: aims.calls,
      detail: `${calls} calls`,
    }),
    figure(
      'unchanged: seconds beyond those of the bare loop over the same calls',
      median(nights, ({ own }) => own),
      {
        aim: aims.unchangedLists,
        detail: `${seconds.toFixed(1)} s, ${cpuOf(nights).toFixed(1)} of the processor`,
      },
    ),
    figure('one new document: calls beyond one an enterprise', one.calls - spec.enterprises, {
      digits: 0,
      detail: `the rest of its list, page 1 again, the text, articles not known yet; ${one.seconds.toFixed(1)} s`,
    }),
    figure('one new document: seconds beyond those of the bare loop', one.own),
  ]
}

/** Time and memory of runs of more and more documents; and what publishing the largest takes. */
export async function sizeFigures(setting: Setting, sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = []
  let before: { readonly size: number; readonly cpu: number } | undefined
  for (const size of sizes) {
    await using work = await openWorkload(setting.folder, await setting.corpus(), textsOf(size))
    const { peakMegabytes, seconds, cpuSeconds } = await work.run()
    const cpu = cpuSeconds / size
    figures.push(
      figure(`${size} documents: megabytes at the peak`, peakMegabytes, {
        aim: aims.sizesMegabytes,
        detail: `${seconds.toFixed(1)} s, ${(cpu * 1e6).toFixed(0)} µs of the processor a document`,
      }),
    )
    if (before !== undefined) {
      const name = `${size} documents: processor time a document, over that at ${before.size}`
      figures.push(figure(name, cpu / before.cpu))
    }
    before = { size, cpu }
    if (size === sizes.at(-1)) figures.push(await publishing(work.home))
    await rm(work.home, { recursive: true })
  }
  return figures
}

async function publishing(root: string): Promise<Figure> {
  const { state, published } = homeAt(root)
  const megabytes = (await stat(state.warehouse)).size / 1e6
  const seconds = await secondsOf(() => publishFile(state.warehouse, published))
  return figure('megabytes published a second', megabytes / seconds, {
    aim: aims.publishMegabytes,
    detail: `${megabytes.toFixed(0)} MB in ${seconds.toFixed(2)} s`,
  })
}

/** Each rate for so many seconds, with many small enterprises, and with one that has half of all documents. */
export async function rateFigures({ folder, corpus }: Setting, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const rate of [10, 50, 200] as const)
    for (const hasGiant of [false, true]) {
      const calls = rate * seconds
      // An enterprise is its record, one page, and its texts.
      const enterprises = Math.max(1, Math.round(calls / (hasGiant ? 2 : 1) / 22))
      const giant = hasGiant ? { giant: Math.round(calls / 2) } : {}
      const spec = { enterprises, documents: 20, pageSize: 50, ...giant }
      await using work = await openWorkload(folder, await corpus(), spec, { perSecond: rate })
      const run = await work.run()
      await rm(work.home, { recursive: true })
      const name = `rate efficiency at ${rate} calls/s, ${hasGiant ? 'with a giant' : 'no giant'}`
      figures.push(rateEfficiency(name, rate, run, aims.rate[rate]))
    }
  return figures
}

/**
 * Calls ÷ rate ÷ time from the first call to the last, waits between stages included: 1 is a rate that is used to the full. The
 * whole process, with its start and publishing, stands beside it.
 */
function rateEfficiency(
  name: string,
  rate: number,
  { seconds, asked: { requests, spanMs } }: Awaited<ReturnType<Workload['run']>>,
  aim: (typeof aims)['rate'][10],
): Figure {
  const calls = requests.length
  return figure(name, (calls - 1) / rate / (spanMs / 1000), {
    aim,
    digits: 3,
    detail: `${calls} calls; ${(calls / rate / seconds).toFixed(3)} of the whole process, ${seconds.toFixed(1)} s`,
  })
}

/** How soon a command answers, over Node alone: help, and a run that finds everything known. Medians of five processes each, or more. */
export async function startFigures({ folder, runs }: Setting): Promise<Figure[]> {
  const [corpus, job, home] = [join(folder, 'corpus'), join(folder, 'job.yaml'), join(folder, 'home')]
  await dossier(['sample', '--out', corpus])
  await writeFile(
    job,
    'pipeline: statute-watch\ncitations: [中华人民共和国民法典第五百七十七条]\nexports: []\n',
  )
  await using service = await serve(corpus)
  const run = ['run', job, '--no-resume', '--home', home, '--base-url', service.url]
  await dossier(run)
  const medianOf = async (args: readonly string[]) => {
    const starts = await repeated(Math.max(5, runs), () => started(args))
    const [wall, cpu] = [median(starts, ({ wallMs }) => wallMs), median(starts, ({ cpuMs }) => cpuMs)]
    return { wall, detail: `${wall.toFixed(0)} ms, ${cpu.toFixed(0)} of the processor` }
  }
  const node = await medianOf(['-e', '0'])
  const figures = [figure('node -e 0: milliseconds', node.wall, { digits: 0, detail: node.detail })]
  for (const { name, aim, args } of [
    { name: 'dossier --help', aim: aims.help, args: ['--help'] },
    { name: 'dossier --version', args: ['--version'] },
    { name: 'dossier status', args: ['status', '--home', home] },
    { name: 'a run with nothing to do, one job of statutes, no exports', aim: aims.idleRun, args: run },
  ]) {
    const { wall, detail } = await medianOf([main, ...args])
    figures.push(figure(`${name}: over node -e 0`, wall / node.wall, { aim, digits: 1, detail }))
  }
  return figures
}

/** A shell says what its child took, user and system, once it has ended. */
async function started(
  args: readonly string[],
): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const begun = performance.now()
  const shell = ['-c', '"$@" > /dev/null 2>&1; times', 'sh', process.execPath, ...args]
  const { stdout } = await promisify(execFile)('/bin/sh', shell, { env })
  const wallMs = performance.now() - begun
  const [, children = ''] = stdout.trim().split('\n')
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
  return { wallMs, cpuMs: seconds.reduce((sum, one) => sum + one, 0) * 1000 }
}
