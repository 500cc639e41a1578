import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tablesMemory } from '../../src/cli/export-run.ts'
import { homeAt } from '../../src/engine/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { createSchema } from '../../src/warehouse/schema.ts'
import type { Figure } from './figure.ts'
import { bareCopy, dossier, type Taken } from './processes.ts'
import { worldStatements } from './views-world.ts'

/** Parties of a document, in the generated world: three of two documents, two of the others. */
const partiesPerDocument = 2.5
const table = 'document_parties'
const order = 'document_id, side, ordinal'

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
  const bare = await times(runs, () => copied(home.published, folder))
  figures.push({
    figure: 'processor time as parquet, times that of a bare ordered COPY with the same memory and threads',
    measured: (parquet.cpuSeconds / bare.cpuSeconds).toFixed(2),
    aim: '≤ 1.2',
  })
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

async function exported(home: string, folder: string, format: string): Promise<Exported> {
  const out = join(folder, 'exported')
  const taken = await dossier(['export', '--home', home, '--format', format, '--tables', table, '--out', out])
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as {
    files: { rows: number }[]
  }
  await rm(out, { recursive: true })
  return { ...taken, rows: manifest.files[0]?.rows ?? 0 }
}

async function copied(warehouse: string, folder: string): Promise<Taken> {
  const out = join(folder, 'bare.parquet')
  const taken = await bareCopy(warehouse, `SELECT * FROM ${table} ORDER BY ${order}`, out, tablesMemory)
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
