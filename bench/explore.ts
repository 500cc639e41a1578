import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDossier } from '../src/app/dossier.ts'
import { Database } from '../src/warehouse/database.ts'
import { atMost, type Figure, figure } from './figure.ts'
import { fillWorld } from './views.ts'

const rounds = 20

/** Views of the pages on a generated warehouse: milliseconds at the 95th percentile, from the request to the last byte. */
export async function exploreFigures(folder: string, documents: number): Promise<Figure[]> {
  const home = join(folder, 'explored')
  await mkdir(home, { recursive: true })
  const file = join(home, 'dossier.duckdb')
  const enterprises = Math.max(10, Math.round(documents / 200))
  await fillWorld(file, join(folder, 'spill'), { documents, enterprises, write: await writer() })
  const id = await someEnterprise(file)
  const started = performance.now()
  await using served = await openDossier({ home }).explore()
  const prepared = performance.now() - started
  const get = await reader(served.url)
  const cases = `/enterprise/${id}/cases`
  const asked = {
    'the portfolio': '/',
    'the portfolio, by flag and region': '/?flag=ended_unpaid&province=广东省',
    'the portfolio, by name': '/?q=1',
    'an enterprise': `/enterprise/${id}`,
    'its documents, by two facets': `${cases}?side=defendant&stage=appeal`,
    'its network': `/enterprise/${id}/network`,
    'a search in full texts': '/search?q=货款',
    'a search for one document': '/search?q=HT1234',
  }
  const aim = atMost(documents > 100_000 ? 1000 : 300)
  const figures: Figure[] = [
    figure(`seconds to prepare the pages of ${documents} documents`, prepared / 1000, { digits: 1 }),
    figure('seconds until the search index is whole', await secondsToIndex(get), { digits: 1 }),
  ]
  for (const [name, path] of Object.entries(asked))
    figures.push(figure(`milliseconds of ${name}, p95`, await p95(() => get(path)), { aim, digits: 0 }))
  return figures
}

/** Writes judgments of the sample's sentences: lognormal, as real ones are, a median of 2,800 characters, σ 0.8. */
export async function writer(): Promise<(number: number, parties: string) => string> {
  const sentences: string[] = []
  for (const name of ['sentences', 'stories', 'procedures', 'dispositions'])
    JSON.parse(await readFile(`src/sample/data/${name}.json`, 'utf8'), (_, value) => {
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

/** Reads pages as the browser does that has the cookie. @throws Error for a page that is none */
async function reader(url: string): Promise<(path: string) => Promise<string>> {
  const first = await fetch(url, { redirect: 'manual' })
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return async (path) => {
    const response = await fetch(new URL(path, url), { headers: { cookie } })
    const text = await response.text()
    if (!response.ok) throw new Error(`bench: ${path} was answered with ${response.status}`)
    return text
  }
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
