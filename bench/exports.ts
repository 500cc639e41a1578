import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tablesMemory } from '../src/app/export.ts'
import { writeReports } from '../src/readers/dossiers/report.ts'
import { homeAt } from '../src/run/home/home.ts'
import { Database } from '../src/warehouse/database.ts'
import { createSchema } from '../src/warehouse/schema.ts'
import { atMost, type Figure, figure } from './figure.ts'
import { bareCopy, dossier, type Taken } from './processes.ts'
import { fillWorld, worldStatements } from './views.ts'

/** Parties of a document, in the generated world: three of two documents, two of the others. */
const partiesPerDocument = 2.5
const table = 'document_parties'
const order = 'document_id, side, ordinal'
/** A table of the generated world that has no row. */
const empty = 'runs'

/** `rows` rows of one table in each format, by whole processes, start included; Parquet beside a bare COPY in its order. */
export async function exportFigures(folder: string, rows: number, runs: number): Promise<Figure[]> {
  const home = homeAt(join(folder, 'exporting'))
  await fill(home.published, home.state.spill, Math.ceil(rows / partiesPerDocument))
  const run = join(home.runs, '20260301T020000Z-0001')
  await mkdir(run, { recursive: true })
  await symlink(run, join(home.root, 'latest'))
  const figures: Figure[] = []
  for (const format of ['csv', 'jsonl'] as const) {
    const taken = await times(runs, () => exported(home.root, folder, format))
    figures.push({
      figure: `rows a second as ${format}, of ${taken.rows}; a second of processor time`,
      measured: `${(taken.rows / taken.seconds).toFixed(0)} · ${(taken.rows / taken.cpuSeconds).toFixed(0)}`,
      aim: format === 'csv' ? '≥ 150000' : '',
    })
    figures.push(memoryFigure(format, taken))
  }
  const parquet = await times(runs, () => exported(home.root, folder, 'parquet'))
  const bare = await times(runs, () => copied(home.published, folder, table, order))
  // What either takes for no row at all is its start, which rows add nothing to.
  const starting = await times(runs, () => exported(home.root, folder, 'parquet', empty))
  const bareStarting = await times(runs, () => copied(home.published, folder, empty, '1'))
  const ratio = (parquet.cpuSeconds - starting.cpuSeconds) / (bare.cpuSeconds - bareStarting.cpuSeconds)
  const whole = parquet.cpuSeconds / bare.cpuSeconds
  figures.push(
    figure(
      'processor time as parquet, times that of a bare ordered COPY with the same memory and threads, the start of both left out',
      ratio,
      { aim: atMost(1.2), detail: `${whole.toFixed(2)} with it` },
    ),
  )
  return [...figures, memoryFigure('parquet', parquet)]
}

const memoryFigure = (format: string, { peakMegabytes }: Taken): Figure => ({
  figure: `peak memory as ${format}`,
  measured: `${peakMegabytes.toFixed(0)} MB`,
  aim: '≤ 300 MB',
})

interface Exported extends Taken {
  readonly rows: number
}

async function exported(home: string, folder: string, format: string, of = table): Promise<Exported> {
  const out = join(folder, 'exported')
  const taken = await dossier(['export', '--home', home, '--format', format, '--tables', of, '--out', out])
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as {
    files: { rows: number }[]
  }
  await rm(out, { recursive: true })
  return { ...taken, rows: manifest.files[0]?.rows ?? 0 }
}

async function copied(warehouse: string, folder: string, of: string, by: string): Promise<Taken> {
  const out = join(folder, 'bare.parquet')
  const taken = await bareCopy(warehouse, `SELECT * FROM ${of} ORDER BY ${by}`, out, tablesMemory)
  await rm(out)
  return taken
}

/** The one of least processor time: a busy machine only adds to it. */
async function times<T extends Taken>(runs: number, work: () => Promise<T>): Promise<T> {
  const taken: T[] = []
  for (let run = 0; run < runs; run += 1) taken.push(await work())
  const [least] = taken.sort((a, b) => a.cpuSeconds - b.cpuSeconds)
  if (least === undefined) throw new Error('bench: expected --runs of 1 or more')
  return least
}

async function fill(file: string, spillTo: string, documents: number): Promise<void> {
  await mkdir(dirname(spillTo), { recursive: true })
  await using database = await Database.open(file, { spillTo, memoryLimit: '2GB' })
  await createSchema(database)
  for (const statement of worldStatements({
    documents,
    enterprises: Math.max(10, Math.round(documents / 200)),
  }))
    await database.run(statement)
}

/** Documents an enterprise on average: more than such enterprises have, and five giants have a quarter of them all. */
const documentsPerEnterprise = 20

/** Dossiers of a generated warehouse, and pages of its judgments: time, processor time and memory of this process. */
export async function reportFigures(folder: string, enterprises: number): Promise<Figure[]> {
  const file = join(folder, 'reports.duckdb')
  const spillTo = join(folder, 'spill')
  await fillWorld(file, spillTo, { documents: enterprises * documentsPerEnterprise, enterprises })
  await using reader = await Database.open(file, { readOnly: true, spillTo, memoryLimit: '384MB' })
  const [before, cpu] = [performance.now(), process.cpuUsage()]
  const manifest = await writeReports({
    reader,
    folder: join(folder, 'reports'),
    settings: { language: 'zh', purpose: '', judgments: true, version: 'bench', madeAt: new Date() },
    privacy: { persons: 'keep', identifiers: 'mask' },
    present: (value) => value,
  })
  const [seconds, spent] = [(performance.now() - before) / 1000, process.cpuUsage(cpu)]
  const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const dossiers = manifest.files.filter(({ enterprise_id: of }) => of !== null).length
  const judgments = manifest.files.filter(({ case_id: of }) => of !== null).length
  return [
    {
      figure: `seconds for ${dossiers} dossiers with ${judgments} pages of judgments, ${megabytes.toFixed(0)} MB`,
      measured: seconds.toFixed(1),
      aim: '< 120 for 1000',
    },
    {
      figure: 'processor seconds of it',
      measured: ((spent.user + spent.system) / 1e6).toFixed(1),
      aim: '',
    },
    {
      figure: 'peak memory',
      measured: `${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
      aim: 'flat',
    },
  ]
}
