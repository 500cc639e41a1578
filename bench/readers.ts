import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDossier } from '../src/app/dossier.ts'
import { tablesMemory } from '../src/app/export.ts'
import { findChromium, launch } from '../src/readers/dossiers/pdf.ts'
import type { View } from '../src/rows/tables/table.ts'
import { type Home, homeAt } from '../src/run/home/home.ts'
import { Database } from '../src/warehouse/database.ts'
import { views } from '../src/warehouse/views/index.ts'
import { atLeast, atMost, type Figure, figure, median, repeated, secondsOf } from './figure.ts'
import { bare, dossier, type Taken } from './processes.ts'
import { openWorkload, rowsOf, type Setting, textsOf } from './workload.ts'
import type { WorldSpec } from './world/spec.ts'

/** A home that one run over a world has filled. */
export async function filledHome(setting: Setting, spec: WorldSpec, hasTexts = true): Promise<Home> {
  await using work = await openWorkload(setting.folder, await setting.corpus(), spec, { hasTexts })
  await work.run()
  return homeAt(work.home)
}

/** Parties of a listed document of the sample. */
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
      const taken = await dossier([
        'export',
        '--home',
        home.root,
        '--format',
        format,
        '--tables',
        of,
        '--out',
        out,
      ])
      const { files } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'))
      await rm(out, { recursive: true })
      return { ...taken, rows: Number(files[0]?.rows ?? 0) }
    })
  const copied = (of: string, by: string) =>
    least(async () => {
      const taken = await bare(
        'bare-copy',
        home.published,
        `SELECT * FROM ${of} ORDER BY ${by}`,
        out,
        tablesMemory,
      )
      await rm(out)
      return taken
    })
  const memory = (format: string, { peakMegabytes }: Taken): Figure =>
    figure(`megabytes at the peak as ${format}`, peakMegabytes, { aim: atMost(300), digits: 0 })
  const figures: Figure[] = []
  for (const format of ['csv', 'jsonl']) {
    const taken = await exported(format)
    figures.push(
      figure(`rows a second as ${format}, of ${taken.rows}`, taken.rows / taken.seconds, {
        aim: atLeast(150_000),
        digits: 0,
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
      aim: atMost((120 * enterprises) / 1000),
      digits: 1,
      detail: `${megabytes.toFixed(0)} MB, ${taken.cpuSeconds.toFixed(1)} s of the processor`,
    }),
    figure('megabytes of memory at the peak', taken.peakMegabytes, { digits: 0 }),
  ]
}

/** Each view, whole, with every column of every row. */
export async function viewFigures(setting: Setting, documents: number): Promise<Figure[]> {
  const { published, state } = await filledHome(setting, textsOf(documents))
  const settings = { readOnly: true, spillTo: state.spill, threads: 2, memoryLimit: '1GB' } as const
  await using database = await Database.open(published, settings)
  const figures: Figure[] = []
  for (const [name, { columns }] of Object.entries(views as Readonly<Record<string, View>>)) {
    const read = Object.entries(columns).map(([column, { type }]) =>
      type === 'JSON' ? `count(${column})` : type === 'VARCHAR[]' ? `sum(len(${column}))` : `max(${column})`,
    )
    const sql = `SELECT count(*), ${read.join(', ')} FROM ${name}`
    const seconds = await repeated(setting.runs, () => secondsOf(() => database.rows(sql)))
    figures.push(figure(`seconds of ${name}`, median(seconds, Number), { aim: atMost(1) }))
  }
  return figures
}

/** Rounds of each page; of its first paint fewer, because a browser is slow to ask. */
const [rounds, paintings] = [20, 7]

/** Pages: milliseconds at the 95th percentile, from the request to the last byte, and to the first paint. */
export async function exploreFigures(setting: Setting, documents: number): Promise<Figure[]> {
  const home = await filledHome(setting, textsOf(documents))
  const started = performance.now()
  await using served = await openDossier({ home: home.root }).explore()
  const prepared = (performance.now() - started) / 1000
  const { headers } = await fetch(served.url, { redirect: 'manual' })
  const [cookie = ''] = headers.getSetCookie()[0]?.split(';') ?? []
  const base = new URL(headers.get('location') ?? '', served.url).href
  const get = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path.slice(1), base), { headers: { cookie } })
    if (!response.ok) throw new Error(`bench: expected an answer to ${path}, got ${response.status}`)
    return await response.text()
  }
  const pages = await pagesOf(home.published)
  const aim = atMost(documents > 100_000 ? 1000 : 300)
  const figures = [figure(`seconds to prepare the pages of ${documents} documents`, prepared, { digits: 1 })]
  for (const [name, path] of pages) {
    await get(path)
    const times = await repeated(rounds, () => secondsOf(() => get(path)))
    const p95 = times.sort((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? 0
    figures.push(figure(`milliseconds of ${name}, p95`, p95 * 1000, { aim, digits: 0 }))
  }
  return [...figures, ...(await paintFigures(base, cookie, pages))]
}

async function pagesOf(file: string): Promise<readonly (readonly [name: string, path: string])[]> {
  await using database = await Database.open(file, { readOnly: true })
  const [one] = await database.rows('SELECT enterprise_id FROM subject_documents ORDER BY 1 LIMIT 1')
  const [text] = await database.rows('SELECT case_number FROM cases ORDER BY case_id LIMIT 1')
  const enterprise = `/enterprise/${one?.enterprise_id}`
  return [
    ['the portfolio', '/'],
    ['the portfolio, by flag and region', '/?flag=ended_unpaid&province=广东省'],
    ['the portfolio, by name', '/?q=1'],
    ['an enterprise', enterprise],
    ['its documents, by two facets', `${enterprise}/cases?side=defendant&stage=appeal`],
    ['its payments', `${enterprise}/payments`],
    ['a search in full texts', '/search?q=货款'],
    ['a search for two words', '/search?q=连带+保证责任'],
    ['a search for one document', `/search?q=${encodeURIComponent(String(text?.case_number))}`],
  ]
}

/** Milliseconds until a Chromium shows something of each page, medians; none where there is no Chromium. */
async function paintFigures(
  base: string,
  cookie: string,
  pages: Awaited<ReturnType<typeof pagesOf>>,
): Promise<Figure[]> {
  const found = findChromium(process.env.DOSSIER_CHROMIUM, process.env.PATH ?? '')
  const program = await found.catch(() => undefined)
  if (program === undefined) return []
  const browser = await launch(program)
  try {
    const [name = '', value = ''] = cookie.split('=')
    const context = await browser.newContext()
    await context.addCookies([{ name, value, url: base }])
    const page = await context.newPage()
    const paint = async (path: string): Promise<number> => {
      await page.goto(new URL(path.slice(1), base).href)
      for (;;) {
        const paints = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        const shown = await page.evaluate(paints)
        if (typeof shown === 'number') return shown
        await page.waitForTimeout(10)
      }
    }
    const figures: Figure[] = []
    for (const [view, path] of pages) {
      const times = await repeated(paintings, () => paint(path))
      const name = `milliseconds to the first paint of ${view}, median`
      figures.push(figure(name, median(times, Number), { aim: atMost(200), digits: 0 }))
    }
    return figures
  } finally {
    await browser.close()
  }
}
