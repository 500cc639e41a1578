import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { textTable } from '../../src/cli/text-table.ts'
import { exportFigures } from './exports.ts'
import { mirrorFigures } from './mirror.ts'
import { bareLoop, dossier, serve, type Taken } from './processes.ts'
import { reportFigures } from './reports.ts'
import { startFigures } from './start.ts'
import { type Figure, viewFigures } from './views.ts'
import { workerFigures } from './workers.ts'
import { makeWorkload, requestsIn, type Workload } from './workload.ts'

/*
 * The figures of the README: whole processes, against a service in another process, over loopback HTTP.
 * Options: --documents N (default 20000), --runs N (default 3), --rate N (default 50), --views-documents N (default
 * 1000000), --mirror-documents N (default 1000000, which takes 30 GB of disk), --mirror-seconds N of each load (default 10),
 * --rows N that are exported (default 1000000), --enterprises N that dossiers are made of (default 1000),
 * --only start|runs|views|mirror|exports|reports|workers (which need a redis-server).
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '3' },
    rate: { type: 'string', default: '50' },
    'views-documents': { type: 'string', default: '1000000' },
    'mirror-documents': { type: 'string', default: '1000000' },
    'mirror-seconds': { type: 'string', default: '10' },
    rows: { type: 'string', default: '1000000' },
    enterprises: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})
const [documents, runs, rate] = [Number(values.documents), Number(values.runs), Number(values.rate)]
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

const folder = await mkdtemp(join(tmpdir(), 'dossier-bench-'))

async function bench(): Promise<void> {
  const [cpu] = cpus()
  say(`${cpus().length} × ${cpu?.model}, Node ${process.version}, ${documents} documents, medians of ${runs}`)
  const isWanted = (part: string): boolean => values.only === undefined || values.only === part
  if (isWanted('start')) say(textTable(await startFigures(folder, runs), 100))
  if (isWanted('runs')) say(textTable(await runFigures(), 100))
  if (isWanted('views'))
    say(textTable(await viewFigures(folder, Number(values['views-documents']), runs), 100))
  if (isWanted('exports')) say(textTable(await exportFigures(folder, Number(values.rows), runs), 100))
  if (isWanted('reports')) say(textTable(await reportFigures(folder, Number(values.enterprises)), 100))
  if (isWanted('workers')) say(textTable(await workerFigures(folder, documents), 100))
  if (isWanted('mirror')) {
    const [mirrored, seconds] = [Number(values['mirror-documents']), Number(values['mirror-seconds'])]
    say(textTable(await mirrorFigures(folder, mirrored, seconds), 100))
  }
}

async function runFigures(): Promise<Figure[]> {
  const workload = await makeWorkload(folder, documents)
  const accessLog = join(folder, 'access.ndjson')
  return [...(await throughput(workload, accessLog)), ...(await memory(workload)), await efficiency(workload)]
}

async function throughput(workload: Workload, accessLog: string): Promise<Figure[]> {
  const enterprises = documents / 200
  const job = await workload.job('unlimited', { perSecond: 'unlimited', enterprises, exports: false })
  const exporting = await workload.job('exporting', { perSecond: 'unlimited', enterprises, exports: true })
  const first = await once(workload, job, 'first', accessLog)
  const requests = await requestsIn(accessLog)
  const details = requests.filter(({ path }) => path.endsWith('rh_case_details'))
  const sizes = details.map(({ bytes }) => bytes).sort((a, b) => a - b)
  say(
    `${requests.length} requests, ${details.length} of them details of ${kilobytes(sizes[0])} to ` +
      `${kilobytes(sizes.at(-1))} KB, median ${kilobytes(median(sizes))} KB; warm-up ${first.seconds.toFixed(1)} s`,
  )
  await using service = await serve(workload.corpus)
  const pairs = []
  for (let index = 0; index < runs; index += 1) {
    const ours = await dossier([
      'run',
      job,
      '--base-url',
      service.url,
      '--home',
      join(folder, `run-${index}`),
      '--json',
    ])
    await rm(join(folder, `run-${index}`), { recursive: true, force: true })
    const floor = Number((await bareLoop(service.url, accessLog)).output)
    pairs.push({ ours, floor, ratio: floor / ours.seconds })
  }
  const full = await dossier([
    'run',
    exporting,
    '--base-url',
    service.url,
    '--home',
    join(folder, 'full'),
    '--json',
  ])
  await rm(join(folder, 'full'), { recursive: true, force: true })
  const seconds = median(pairs.map(({ ours }) => ours.seconds))
  return [
    {
      figure: 'documents a second, job file to published warehouse',
      measured: perSecond(seconds),
      aim: '≥ 2000',
    },
    {
      figure: 'floor: the same requests, fetched and parsed',
      measured: perSecond(median(pairs.map((p) => p.floor))),
      aim: '',
    },
    {
      figure: 'ratio to the floor, pair by pair',
      measured: median(pairs.map((p) => p.ratio)).toFixed(2),
      aim: '≥ 0.5',
    },
    {
      figure: 'documents a second with CSV and Parquet of every table',
      measured: perSecond(full.seconds),
      aim: '',
    },
    {
      figure: `peak memory at ${documents} documents`,
      measured: megabytes(pairs.map(({ ours }) => ours)),
      aim: '≤ 400 MB',
    },
  ]
}

const kilobytes = (bytes: number | undefined): string => ((bytes ?? 0) / 1000).toFixed(0)
const perSecond = (seconds: number): string => (documents / seconds).toFixed(0)
const megabytes = (taken: readonly Taken[]): string =>
  `${Math.max(...taken.map(({ peakMegabytes }) => peakMegabytes)).toFixed(0)} MB`

async function once(workload: Workload, job: string, home: string, accessLog?: string): Promise<Taken> {
  await using service = await serve(workload.corpus, accessLog)
  const taken = await dossier(['run', job, '--base-url', service.url, '--home', join(folder, home), '--json'])
  await rm(join(folder, home), { recursive: true, force: true })
  return taken
}

/** A quarter of the documents: memory must not grow with them. */
async function memory(workload: Workload): Promise<Figure[]> {
  const quarter = documents / 4
  const job = await workload.job('quarter', {
    perSecond: 'unlimited',
    enterprises: quarter / 200,
    exports: false,
  })
  const taken = await once(workload, job, 'quarter')
  return [{ figure: `peak memory at ${quarter} documents`, measured: megabytes([taken]), aim: 'as above' }]
}

/** Calls ÷ rate ÷ wall time of the whole process: 1 is a rate that is used to the full. */
async function efficiency(workload: Workload): Promise<Figure> {
  const job = await workload.job('throttled', {
    perSecond: rate,
    enterprises: Math.max(1, (rate * 60) / 220),
    exports: false,
  })
  const taken = await once(workload, job, 'throttled')
  const { calls } = JSON.parse(taken.output) as { calls: { made: number } }
  return {
    figure: `rate efficiency at ${rate} calls/s (${calls.made} calls in ${taken.seconds.toFixed(1)} s)`,
    measured: (calls.made / rate / taken.seconds).toFixed(3),
    aim: '≥ 0.97',
  }
}

try {
  await bench()
} finally {
  await rm(folder, { recursive: true, force: true })
}
