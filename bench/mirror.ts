import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'undici'
import { apiKeyHeader } from '../src/contract/operation.ts'
import { type OperationName, operations } from '../src/contract/operations.ts'
import { homeAt } from '../src/run/home/home.ts'
import { dice } from '../test/support/dice.ts'
import type { Figure } from './figure.ts'
import { fillHome, worldArticles } from './mirror-world.ts'
import { type Served, serveWarehouse } from './processes.ts'

const documentsPerEnterprise = 200
const seed = 7

/** A whole number from 0 to below this one. */
type Roll = (below: number) => number

const rollOf = (seed: number): Roll => {
  const throwOnce = dice(seed)
  return (below) => Math.floor(throwOnce() * below)
}

/** One kind of request: what is asked, how many connections ask at one time, and what is aimed at. */
interface Load {
  readonly name: string
  readonly operation: OperationName
  readonly params: (roll: Roll) => object
  readonly connections: number
  readonly aim: string
}

const pick = <Item>(roll: Roll, items: readonly Item[]): Item => items[roll(items.length)] as Item
const documentId = (number: number): string => createHash('md5').update(`d${number}`).digest('hex')

const loads = (documents: number, texts: readonly string[]): readonly Load[] => [
  ...lookups(documents, documents / documentsPerEnterprise),
  ...searches(texts),
]

function lookups(documents: number, enterprises: number): readonly Load[] {
  return [
    {
      name: 'case details, as asked before',
      operation: 'rh_case_details',
      params: (roll) => ({ id: documentId(roll(documents)), type: 'ptal' }),
      connections: 16,
      aim: '≥ 1000/s',
    },
    {
      name: 'case details by number, never asked',
      operation: 'rh_case_details',
      params: (roll) => ({ ah: numberOf(roll(documents)), type: 'ptal' }),
      connections: 16,
      aim: '≥ 1000/s',
    },
    {
      name: 'enterprise detail',
      operation: 'rh_company_info',
      params: (roll) => ({ name: `第${roll(enterprises)}号公司`, num: 5 }),
      connections: 16,
      aim: '≥ 1000/s',
    },
    {
      name: 'litigation list, asked by code',
      operation: 'rh_enterpriseWritList',
      params: (roll) => ({ tyshxydm: `C${roll(enterprises)}`, pageNo: 1 + roll(7) }),
      connections: 16,
      aim: '≥ 1000/s',
    },
    {
      name: 'enterprise search',
      operation: 'rh_enterpriseSearch',
      params: (roll) => ({ name: `${roll(enterprises)}号` }),
      connections: 4,
      aim: '',
    },
  ]
}

/** Queries as people write them: a dozen or two of characters out of the texts themselves. */
function searches(texts: readonly string[]): readonly Load[] {
  const phrase = (roll: Roll, length: number): string => {
    const text = pick(roll, texts)
    const from = roll(Math.max(1, text.length - length))
    return text.slice(from, from + length)
  }
  return [
    {
      name: `statute search, ${worldArticles} articles`,
      operation: 'rh_ft_search',
      params: (roll) => ({ keyword: `${phrase(roll, 2)} ${phrase(roll, 2)}`, search_mode: 'OR', top_k: 50 }),
      connections: 2,
      aim: 'p99 ≤ 150 ms',
    },
    {
      name: 'case search, 18 characters, 45 hits',
      operation: 'case_vector_search',
      params: (roll) => ({ query: phrase(roll, 18) }),
      connections: 1,
      aim: 'p99 ≤ 400 ms',
    },
    {
      name: 'case search, 120 characters, filtered',
      operation: 'case_vector_search',
      params: (roll) => ({
        query: phrase(roll, 120),
        wenshu_filter: { ay: ['劳动争议'], ja_start: '2015-01-01', wszl: ['2'] },
      }),
      connections: 1,
      aim: 'p99 ≤ 400 ms',
    },
  ]
}

const numberOf = (i: number): string => `(${2010 + (i % 15)})京${String(i % 97).padStart(4, '0')}民初${i}号`

/** Every operation of a mirror over a generated warehouse: requests a second and milliseconds. */
export async function mirrorFigures(folder: string, documents: number, seconds: number): Promise<Figure[]> {
  const home = homeAt(join(folder, 'mirrored'))
  const filled = await secondsOf(() =>
    fillHome(home, join(folder, 'mirror-spill'), {
      documents,
      enterprises: documents / documentsPerEnterprise,
    }),
  )
  const started = performance.now()
  await using service = await serveWarehouse(home.published)
  const figures: Figure[] = [
    {
      figure: `seconds to make a warehouse of ${documents} full texts`,
      measured: filled.toFixed(0),
      aim: '',
    },
    {
      figure: 'seconds until the mirror serves it, and of processor time',
      measured: `${((performance.now() - started) / 1000).toFixed(0)} · ${(service.cpuMs() / 1000).toFixed(0)}`,
      aim: '',
    },
    {
      figure: 'megabytes of memory until then, at the peak',
      measured: service.peakMegabytes().toFixed(0),
      aim: '≤ 1000',
    },
  ]
  const pool = new Pool(service.url, { connections: 16 })
  const texts = await someTexts(pool, documents)
  for (const load of loads(documents, texts)) figures.push(await measured(pool, service, load, seconds))
  await pool.close()
  figures.push({
    figure: 'megabytes of memory at the peak, all in all',
    measured: service.peakMegabytes().toFixed(0),
    aim: '≤ 1000',
  })
  await rm(home.root, { recursive: true, force: true })
  return figures
}

/** Texts of a few cases and articles to ask about. */
async function someTexts(pool: Pool, documents: number): Promise<string[]> {
  const texts: string[] = []
  for (let number = 0; number < 100; number += 1) {
    const id = documentId(Math.floor((number * documents) / 100))
    const { body } = await request(pool, 'rh_case_details', { id, type: 'ptal' })
    texts.push((JSON.parse(body) as { data: [{ fxgc: string }] }).data[0].fxgc.replaceAll('，', ''))
  }
  return texts
}

async function measured(pool: Pool, service: Served, load: Load, seconds: number): Promise<Figure> {
  const times: number[] = []
  const statuses = new Map<number, number>()
  let bytes = 0
  const cpuBefore = service.cpuMs()
  const started = performance.now()
  const ask = async (connection: number): Promise<void> => {
    const roll = rollOf(seed + connection)
    while (performance.now() - started < seconds * 1000) {
      const asked = performance.now()
      const { status, body } = await request(pool, load.operation, load.params(roll))
      times.push(performance.now() - asked)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      bytes += body.length
    }
  }
  await Promise.all(Array.from({ length: load.connections }, (_, connection) => ask(connection)))
  const wall = (performance.now() - started) / 1000
  const cpu = ((service.cpuMs() - cpuBefore) / times.length).toFixed(1)
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
  const others = [...statuses].filter(([status]) => status !== 200).map(([status, n]) => `, ${n} × ${status}`)
  return {
    figure: `${load.name} (${load.connections} at a time, ${(bytes / times.length / 1000).toFixed(0)} K characters)`,
    measured: `${(times.length / wall).toFixed(0)}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, processor ${cpu} ms${others.join('')}`,
    aim: load.aim,
  }
}

async function request(
  pool: Pool,
  name: OperationName,
  params: object,
): Promise<{ readonly status: number; readonly body: string }> {
  const { method, path } = operations[name]
  const headers = { [apiKeyHeader]: 'bench', 'content-type': 'application/json' }
  const query = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]))
  const { statusCode, body } = await pool.request(
    method === 'POST'
      ? { method, path, headers, body: JSON.stringify(params) }
      : { method, path: `${path}?${new URLSearchParams(query)}`, headers },
  )
  return { status: statusCode, body: await body.text() }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
