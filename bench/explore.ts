import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDossier } from '../src/app/dossier.ts'
import { findChromium } from '../src/readers/dossiers/chromium.ts'
import { launch } from '../src/readers/dossiers/pdf.ts'
import { Database } from '../src/warehouse/database.ts'
import { atMost, type Figure, figure } from './figure.ts'
import { fillWorld } from './views.ts'

const rounds = 20

/** Texts of usual length need half an hour and 2 GB beyond; then they are short. */
const mostWritten = 300_000
/** Rounds of the first paint: a browser is slow to ask. */
const paintings = 7

/** Views of the pages on a generated warehouse: milliseconds at the 95th percentile, from the request to the last byte. */
export async function exploreFigures(folder: string, documents: number): Promise<Figure[]> {
  const home = join(folder, 'explored')
  // A million documents spill into a folder in it.
  await mkdir(join(home, '.state'), { recursive: true })
  const file = join(home, 'dossier.duckdb')
  const enterprises = Math.max(10, Math.round(documents / 200))
  const size = { documents, enterprises }
  await fillWorld(
    file,
    join(folder, 'spill'),
    documents > mostWritten ? size : { ...size, write: await writer() },
  )
  const id = await someEnterprise(file)
  const started = performance.now()
  await using served = await openDossier({ home }).explore()
  const prepared = performance.now() - started
  const cookie = await cookieOf(served.url)
  const get = reader(served.url, cookie)
  const cases = `/enterprise/${id}/cases`
  const asked = {
    'the portfolio': '/',
    'the portfolio, by flag and region': '/?flag=ended_unpaid&province=广东省',
    'the portfolio, by name': '/?q=1',
    'an enterprise': `/enterprise/${id}`,
    'its documents, by two facets': `${cases}?side=defendant&stage=appeal`,
    'its payments': `/enterprise/${id}/payments`,
    'its network': `/enterprise/${id}/network`,
    'a search in full texts': '/search?q=货款',
    'a search for two words': '/search?q=连带+保证责任',
    'a search for one document': '/search?q=HT1234',
  }
  const aim = atMost(documents > 100_000 ? 1000 : 300)
  const figures: Figure[] = [
    figure(`seconds to prepare the pages of ${documents} documents`, prepared / 1000, { digits: 1 }),
    figure('seconds until the search index is whole', await secondsToIndex(get), { digits: 1 }),
  ]
  for (const [name, path] of Object.entries(asked))
    figures.push(figure(`milliseconds of ${name}, p95`, await p95(() => get(path)), { aim, digits: 0 }))
  return [...figures, ...(await paintFigures(served.url, cookie, asked))]
}

/** Milliseconds until a Chromium shows something of each page, medians; none where there is no Chromium. */
async function paintFigures(
  url: string,
  cookie: string,
  pages: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const program = await findChromium(process.env.DOSSIER_CHROMIUM, process.env.PATH ?? '').catch(
    () => undefined,
  )
  if (program === undefined) return []
  const browser = await launch(program)
  try {
    const [name = '', value = ''] = cookie.split('=')
    const context = await browser.newContext()
    await context.addCookies([{ name, value, url: new URL(url).origin }])
    const page = await context.newPage()
    const paint = async (path: string): Promise<number> => {
      await page.goto(new URL(path, url).href)
      for (;;) {
        const shown = await page.evaluate(
          "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
        )
        if (typeof shown === 'number') return shown
        await page.waitForTimeout(10)
      }
    }
    const figures: Figure[] = []
    for (const [view, path] of Object.entries(pages)) {
      const times: number[] = []
      for (let round = 0; round < paintings; round += 1) times.push(await paint(path))
      const median = times.sort((a, b) => a - b)[paintings >> 1] ?? 0
      figures.push(
        figure(`milliseconds to the first paint of ${view}, median`, median, { aim: atMost(200), digits: 0 }),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** Writes judgments of the sample's sentences: lognormal, as real ones are, a median of 2,800 characters, σ 0.8. */
export async function writer(): Promise<(number: number, parties: string) => string> {
  const sentences: string[] = []
  for (const name of ['sentences', 'stories', 'procedures', 'dispositions'])
    JSON.parse(await readFile(`src/standins/sample/data/${name}.json`, 'utf8'), (_, value) => {
      if (typeof value === 'string' && value.length > 15) sentences.push(value)
      return value
    })
  return (number, parties) => {
    let state = (Math.imul(number + 1, 2_654_435_761) ^ 0x9e3779b9) >>> 0
    const uniform = (): number => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x6d2b79f5) >>> 0
      return (state + 1) / 2 ** 32
    }
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    const length = Math.min(150_000, 2_800 * Math.exp(0.8 * normal))
    let text = `${parties}合同纠纷一案，合同编号HT${number}。`
    while (text.length < length)
      text += sentences[Math.floor(uniform() * sentences.length) % sentences.length]
    return text
  }
}

/** An enterprise of about 200 documents. */
async function someEnterprise(file: string): Promise<string> {
  await using database = await Database.open(file, { readOnly: true })
  const [row] = await database.rows(
    'SELECT enterprise_id FROM subject_documents GROUP BY 1 ORDER BY abs(count(*) - 200), 1 LIMIT 1',
  )
  return String(row?.enterprise_id)
}

/** The cookie that the one-time address gives. */
async function cookieOf(url: string): Promise<string> {
  const first = await fetch(url, { redirect: 'manual' })
  return (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Reads pages as the browser does that has the cookie. @throws Error for a page that is none */
const reader =
  (url: string, cookie: string) =>
  async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, url), { headers: { cookie } })
    const text = await response.text()
    if (!response.ok) throw new Error(`bench: ${path} was answered with ${response.status}`)
    return text
  }

/** Until a page of the search does not say any more that texts are missing in it. */
async function secondsToIndex(get: (path: string) => Promise<string>): Promise<number> {
  const started = performance.now()
  while ((await get('/search?q=HT1234')).includes('class="warning" role="status"'));
  return (performance.now() - started) / 1000
}

async function p95(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? 0
}
