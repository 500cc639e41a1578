import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { textTable } from '../src/cli/text.ts'
import type { Figure } from './figure.ts'
import { exportFigures, reportFigures } from './readers.ts'
import {
  againFigures,
  laterNightFigures,
  rateFigures,
  sizeFigures,
  startFigures,
  typicalNightFigures,
} from './runs.ts'
import { sideBySide } from './side-by-side.ts'
import { makeCorpus, rowsOf, type Setting, textsOf } from './workload.ts'

/*
 * All figures of docs/performance.md and the README: whole processes, against a service in another process, over loopback HTTP.
 * One table at the end; what is being measured is printed on the way. `--only` takes names of parts, separated by commas.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    /** Rounds of which medians are taken. */
    runs: { type: 'string', default: '3' },
    /** Judgments of the text-heavy workload, one run of it each; the first also for later nights. */
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
    /** Rows that are exported, and enterprises that dossiers are made of. */
    rows: { type: 'string', default: '1000000' },
    enterprises: { type: 'string', default: '1000' },
  },
})
const given = (name: keyof typeof values): number[] => (values[name] ?? '').split(',').map(Number)
const one = (name: keyof typeof values): number => given(name)[0] ?? Number.NaN

const parts: Readonly<Record<string, (setting: Setting) => Promise<Figure[]>>> = {
  start: startFigures,
  text: async (setting) => {
    const figures: Figure[] = []
    for (const documents of given('documents')) {
      const task = { name: `${documents} judgments`, spec: textsOf(documents), hasTexts: true }
      figures.push(...(await sideBySide(setting, task)))
    }
    return figures
  },
  rows: (setting) =>
    sideBySide(setting, { name: 'row-heavy', spec: rowsOf(one('pages') * 1000), hasTexts: false }),
  giant: (setting) => {
    const spec = { enterprises: 1, documents: 1, giant: one('giant'), pageSize: 50 }
    return sideBySide(setting, { name: 'one giant', spec, hasTexts: true })
  },
  again: (setting) => againFigures(setting, { enterprises: one('unchanged'), documents: 100, pageSize: 50 }),
  night: typicalNightFigures,
  later: (setting) => laterNightFigures(setting, textsOf(one('documents'))),
  rates: (setting) => rateFigures(setting, one('seconds')),
  sizes: (setting) => sizeFigures(setting, given('sizes')),
  exports: (setting) => exportFigures(setting, one('rows')),
  reports: (setting) => reportFigures(setting, one('enterprises')),
}
/** Reports take minutes, and are made when they are asked for. */
const usual = ['start', 'text', 'rows', 'giant', 'night', 'later', 'again', 'rates', 'sizes', 'exports']

async function bench(root: string): Promise<void> {
  const wanted = values.only?.split(',') ?? usual
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(
      `bench: no part ${unknown.join(', ')}; expected --only of ${Object.keys(parts).join(', ')}`,
    )
  let made: Promise<string> | undefined
  const corpus = () => (made ??= makeCorpus(root))
  const figures: Figure[] = []
  try {
    for (const name of wanted) {
      process.stderr.write(`measuring ${name}\n`)
      const folder = join(root, name)
      await mkdir(folder)
      figures.push(...((await parts[name]?.({ folder, corpus, runs: one('runs') })) ?? []))
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    // A part that fails costs none of what took an hour before it.
    const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, medians of ${one('runs')}`
    process.stdout.write(
      `${machine}\n${textTable(
        figures.map((line) => ({ ...line })),
        160,
      )}\n`,
    )
  }
}

const root = await mkdtemp(join(tmpdir(), 'dossier-bench-'))
try {
  await bench(root)
} finally {
  await rm(root, { recursive: true, force: true })
}
