import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tablesMemory } from '../src/app/export.ts'
import { type Home, homeAt } from '../src/run/home/home.ts'
import { atLeast, atMost, type Figure, figure, repeated } from './figure.ts'
import { bare, dossier, type Taken } from './processes.ts'
import { openWorkload, rowsOf, type Setting } from './workload.ts'
import type { WorldSpec } from './world/spec.ts'

async function filledHome(setting: Setting, spec: WorldSpec, hasTexts = true): Promise<Home> {
  await using work = await openWorkload(setting.folder, await setting.corpus(), spec, { hasTexts })
  await work.run()
  return homeAt(work.home)
}

const partiesPerDocument = 2.4
/** The table that is exported, in its order; and one that lists alone leave empty. */
const [table, order, empty] = ['document_parties', 'document_id, side, ordinal', 'cases']

/** So many rows of one table in each format, by whole processes, start included; Parquet beside a bare COPY in its order. */
export async function exportFigures(setting: Setting, rows: number): Promise<Figure[]> {
  const home = await filledHome(setting, rowsOf(rows / partiesPerDocument), false)
  const out = join(setting.folder, 'exported')
  // Of the runs that of least processor time: a busy machine only adds to it.
  const least = async <T extends Taken>(work: () => Promise<T>): Promise<T> => {
    const taken = await repeated(setting.runs, work)
    return taken.reduce((best, one) => (one.cpuSeconds < best.cpuSeconds ? one : best))
  }
  const exported = (format: string, of = table) =>
    least(async () => {
      const places = ['--home', home.root, '--out', out]
      const taken = await dossier(['export', ...places, '--format', format, '--tables', of])
      const { files } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'))
      await rm(out, { recursive: true })
      return { ...taken, rows: Number(files[0]?.rows ?? 0) }
    })
  const copied = (of: string, by: string) =>
    least(async () => {
      const select = `SELECT * FROM ${of} ORDER BY ${by}`
      const taken = await bare('bare-duckdb', 'copy', home.published, select, out, tablesMemory)
      await rm(out)
      return taken
    })
  const memory = (format: string, { peakMegabytes }: Taken): Figure =>
    figure(`megabytes at the peak as ${format}`, peakMegabytes, { aim: atMost(300, '', 0) })
  const figures: Figure[] = []
  for (const format of ['csv', 'jsonl']) {
    const taken = await exported(format)
    figures.push(
      figure(`rows a second as ${format}, of ${taken.rows}`, taken.rows / taken.seconds, {
        aim: atLeast(150_000, '', 0),
        detail: `${(taken.rows / taken.cpuSeconds).toFixed(0)} a second of processor time`,
      }),
      memory(format, taken),
    )
  }
  const [ours, bareCopy] = [await exported('parquet'), await copied(table, order)]
  // What either takes for no row at all is its start, which rows add nothing to.
  const [ourStart, bareStart] = [await exported('parquet', empty), await copied(empty, '1')]
  const ratio = (ours.cpuSeconds - ourStart.cpuSeconds) / (bareCopy.cpuSeconds - bareStart.cpuSeconds)
  const name =
    'processor time as parquet, times that of a bare ordered COPY with the same memory and threads, the start of both left out'
  const detail = `${(ours.cpuSeconds / bareCopy.cpuSeconds).toFixed(2)} with it`
  return [...figures, figure(name, ratio, { aim: atMost(1.2), detail }), memory('parquet', ours)]
}

/** Dossiers of enterprises with 20 documents each, and pages of their judgments, by a whole process. */
export async function reportFigures(setting: Setting, enterprises: number): Promise<Figure[]> {
  const home = await filledHome(setting, { enterprises, documents: 20, pageSize: 50 })
  const out = join(setting.folder, 'reports')
  const taken = await dossier(['report', '--home', home.root, '--out', out, '--json'])
  const files: { enterprise_id: string | null; case_id: string | null; bytes: number }[] = JSON.parse(
    taken.output,
  ).files
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const dossiers = files.filter(({ enterprise_id }) => enterprise_id !== null).length
  const judgments = files.filter(({ case_id }) => case_id !== null).length
  return [
    figure(`seconds for ${dossiers} dossiers with ${judgments} pages of judgments`, taken.seconds, {
      aim: atMost((120 * enterprises) / 1000, '', 1),
      detail: `${megabytes.toFixed(0)} MB, ${taken.cpuSeconds.toFixed(1)} s of the processor`,
    }),
    figure('megabytes of memory at the peak', taken.peakMegabytes, { digits: 0 }),
  ]
}
