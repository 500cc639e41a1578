import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { textTable } from '../src/cli/text.ts'
import { exploreFigures } from './explore.ts'
import { exportFigures, reportFigures } from './exports.ts'
import type { Figure } from './figure.ts'
import { makeCorpus } from './jobs.ts'
import { mirrorFigures } from './mirror.ts'
import { laterNightFigures, typicalNightFigures } from './nights.ts'
import { rateFigures } from './rates.ts'
import { againFigures, sizeFigures } from './runs.ts'

import { sideBySide } from './side-by-side.ts'

import { startFigures } from './start.ts'
import { steadyFigures } from './steady.ts'
import { viewFigures } from './views.ts'
import { workerFigures } from './workers.ts'
import type { WorldSpec } from './world/spec.ts'

/*
 * All figures of docs/performance.md and the README: whole processes, against a service in another process, over loopback HTTP.
 * One table at the end; what is being measured is printed on the way. `--only` takes names of parts, separated by commas.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    /** Rounds of which medians are taken. */
    runs: { type: 'string', default: '3' },
    /** Judgments of the text-heavy workload, one run of it each; the first also for later nights and for workers. */
    documents: { type: 'string', default: '5000,20000' },
    /** Judgments of the one enterprise that has all of them. */
    giant: { type: 'string', default: '5000' },
    /** Pages of 1,000 rows of the row-heavy workload. */
    pages: { type: 'string', default: '200' },
    /** Enterprises of 100 documents each that a second run finds unchanged. */
    unchanged: { type: 'string', default: '1000' },
    /** How long each run at a rate takes. */
    seconds: { type: 'string', default: '60' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    'views-documents': { type: 'string', default: '1000000' },
    'explore-documents': { type: 'string', default: '100000' },
    'mirror-documents': { type: 'string', default: '1000000' },
    'mirror-seconds': { type: 'string', default: '10' },
    /** Rows that are exported, and enterprises that dossiers are made of. */
    rows: { type: 'string', default: '1000000' },
    enterprises: { type: 'string', default: '1000' },
    /** Hours of steady work that are simulated. */
    hours: { type: 'string', default: '8' },
  },
})
const { only, sizes, documents: judgments, ...numbers } = values
const given = Object.fromEntries(
  Object.entries(numbers).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof numbers, number>
const listed = (given: string): number[] => given.split(',').map(Number)
const [firstJudgments = 0] = listed(judgments)
const say = (text: string) => process.stdout.write(`${text}\n`)

const folder = await mkdtemp(join(tmpdir(), 'dossier-bench-'))
let made: Promise<string> | undefined
const corpus = () => (made ??= makeCorpus(folder))
const within = (name: string): string => join(folder, name)

const pageSize = 50
const textsOf = (documents: number): WorldSpec => ({
  enterprises: Math.ceil(documents / 200),
  documents: 200,
  pageSize,
})
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  start: () => startFigures(folder, given.runs),
  text: async () => {
    const figures: Figure[] = []
    for (const documents of listed(judgments)) {
      const workload = { name: `${documents} judgments`, spec: textsOf(documents), hasTexts: true }
      figures.push(...(await sideBySide(within('text'), await corpus(), workload, given.runs)))
    }
    return figures
  },
  rows: async () =>
    await sideBySide(
      within('rows'),
      await corpus(),
      {
        name: 'row-heavy',
        spec: { enterprises: Math.ceil(given.pages / 10), documents: 10_000, pageSize: 1000 },
        hasTexts: false,
      },
      given.runs,
    ),
  giant: async () =>
    await sideBySide(
      within('giant'),
      await corpus(),
      {
        name: 'one giant',
        spec: { enterprises: 1, documents: 1, giant: given.giant, pageSize },
        hasTexts: true,
      },
      given.runs,
    ),
  again: async () =>
    await againFigures(
      within('again'),
      await corpus(),
      { enterprises: given.unchanged, documents: 100, pageSize },
      given.runs,
    ),
  night: () => typicalNightFigures(within('night'), given.runs),
  later: async () =>
    await laterNightFigures(within('later'), await corpus(), textsOf(firstJudgments), given.runs),
  rates: async () => await rateFigures(within('rates'), await corpus(), given.seconds),
  sizes: async () => await sizeFigures(within('sizes'), await corpus(), listed(sizes)),
  views: () => viewFigures(folder, given['views-documents'], given.runs),
  exports: () => exportFigures(folder, given.rows, given.runs),
  reports: () => reportFigures(folder, given.enterprises),
  explore: () => exploreFigures(folder, given['explore-documents']),
  steady: () => steadyFigures(within('steady'), given.hours),
  /** Needs a redis-server. */
  workers: async () => workerFigures(within('workers'), await corpus(), firstJudgments),
  mirror: () => mirrorFigures(folder, given['mirror-documents'], given['mirror-seconds']),
}
/** Those that take minutes and tens of gigabytes each are run when they are asked for. */
const usual = ['start', 'text', 'rows', 'giant', 'night', 'later', 'again', 'rates', 'sizes', 'exports']

async function bench(): Promise<void> {
  const wanted = only?.split(',') ?? usual
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(
      `bench: no part ${unknown.join(', ')}; expected --only of ${Object.keys(parts).join(', ')}`,
    )
  const figures: Figure[] = []
  try {
    for (const name of wanted) {
      process.stderr.write(`measuring ${name}\n`)
      figures.push(...((await parts[name]?.()) ?? []))
    }
  } finally {
    // A part that fails costs none of what took an hour before it.
    tell(figures)
  }
}

function tell(figures: readonly Figure[]): void {
  const [cpu] = cpus()
  say(`${cpus().length} × ${cpu?.model}, Node ${process.version}, medians of ${given.runs}`)
  say(
    textTable(
      figures.map(({ figure, measured, aim, verdict = '', reason = '' }) => ({
        figure,
        measured,
        aim,
        verdict,
        reason,
      })),
      160,
    ),
  )
}

try {
  await bench()
} finally {
  await rm(folder, { recursive: true, force: true })
}
