import { Pool } from 'undici'
import { apiKeyHeader } from '../src/contract/operation.ts'
import { type OperationName, operations } from '../src/contract/operations.ts'
import { Database, type SqlRow } from '../src/warehouse/database.ts'
import { dice } from '../test/support/dice.ts'
import { atLeast, atMost, type Figure, figure } from './figure.ts'
import { type Running, serve } from './processes.ts'
import { filledHome } from './readers.ts'
import { type Setting, textsOf } from './workload.ts'

/** Parameters about a case of the warehouse; `phrase` gives so many characters out of its text. */
type Params = (known: SqlRow, phrase: (length: number) => string) => object

/** Asked by 16 connections, with an aim of 1,000 a second. */
const lookups: Readonly<Record<string, readonly [OperationName, Params]>> = {
  'case details, as asked before': ['rh_case_details', ({ case_id }) => ({ id: case_id, type: 'ptal' })],
  'case details by number, never asked': ['rh_case_details', ({ number }) => ({ ah: number, type: 'ptal' })],
  'enterprise detail': ['rh_company_info', ({ name }) => ({ name, num: 5 })],
  'litigation list': ['rh_enterpriseWritList', ({ enterprise_id }) => ({ id: enterprise_id, pageNo: 2 })],
}
/** Asked by one connection, with an aim of milliseconds at p99. */
const searches: Readonly<Record<string, readonly [OperationName, Params, mostMs: number]>> = {
  'statute search': [
    'rh_ft_search',
    (_, phrase) => ({ keyword: `${phrase(2)} ${phrase(2)}`, search_mode: 'OR', top_k: 50 }),
    150,
  ],
  'case search, 18 characters': ['case_vector_search', (_, phrase) => ({ query: phrase(18) }), 400],
  'case search, 120 characters, filtered': [
    'case_vector_search',
    (_, phrase) => {
      const filter = { ay: ['劳动争议'], ja_start: '2015-01-01', wszl: ['2'] }
      return { query: phrase(120), wenshu_filter: filter }
    },
    400,
  ],
}

/** Every operation of a mirror over the home of a run: requests a second and milliseconds. */
export async function mirrorFigures(setting: Setting, documents: number, seconds: number): Promise<Figure[]> {
  const { published } = await filledHome(setting, textsOf(documents))
  const known = await knownIn(published)
  const started = performance.now()
  await using service = await serve('--warehouse', published)
  const memory = (when: string) =>
    figure(`megabytes of memory ${when}`, service.peakMegabytes(), { aim: atMost(1000), digits: 0 })
  const figures = [
    figure(`seconds until the mirror serves ${documents} full texts`, (performance.now() - started) / 1000, {
      digits: 0,
      detail: `${(service.cpuMs() / 1000).toFixed(0)} of processor time`,
    }),
    memory('until then, at the peak'),
  ]
  const pool = new Pool(service.url, { connections: 16 })
  const ask = (connections: number, operation: OperationName, params: Params) =>
    measured({ pool, service, known, seconds, connections, operation, params })
  for (const [name, [operation, params]] of Object.entries(lookups)) {
    const { rate, detail } = await ask(16, operation, params)
    figures.push(figure(`${name}: a second`, rate, { aim: atLeast(1000), digits: 0, detail }))
  }
  for (const [name, [operation, params, mostMs]] of Object.entries(searches)) {
    const { p99, detail } = await ask(1, operation, params)
    figures.push(figure(`${name}: milliseconds at p99`, p99, { aim: atMost(mostMs), digits: 1, detail }))
  }
  await pool.close()
  return [...figures, memory('at the peak, all in all')]
}

/** A few thousand cases, each with its enterprise. */
async function knownIn(file: string): Promise<readonly SqlRow[]> {
  await using database = await Database.open(file, { readOnly: true })
  return await database.rows(
    `SELECT case_id, c.case_number AS number, content, enterprise_id, e.name
     FROM cases AS c JOIN enterprise_documents ON document_id = case_id JOIN enterprises AS e USING (enterprise_id)
     ORDER BY hash(case_id) LIMIT 5000`,
  )
}

interface Asking {
  readonly pool: Pool
  readonly service: Running
  readonly known: readonly SqlRow[]
  readonly seconds: number
  readonly connections: number
  readonly operation: OperationName
  readonly params: Params
}

async function measured({ pool, service, known, seconds, connections, operation, params }: Asking) {
  const times: number[] = []
  const statuses: Record<number, number> = {}
  const cpuBefore = service.cpuMs()
  const started = performance.now()
  const ask = async (connection: number): Promise<void> => {
    const random = dice(7 + connection)
    const below = (bound: number) => Math.floor(random() * bound)
    while (performance.now() - started < seconds * 1000) {
      const row = known[below(known.length)] ?? {}
      const text = String(row.content).replaceAll(/[\s，。；]/gu, '')
      const phrase = (length: number) => text.substr(below(Math.max(1, text.length - length)), length)
      const asked = performance.now()
      const status = await request(pool, operation, params(row, phrase))
      times.push(performance.now() - asked)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => ask(connection)))
  const rate = times.length / ((performance.now() - started) / 1000)
  const cpu = (service.cpuMs() - cpuBefore) / times.length
  times.sort((a, b) => a - b)
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => times[Math.floor(share * (times.length - 1))])
  const counts = Object.entries(statuses).map(([status, count]) => `, ${count} × ${status}`)
  return { rate, p99, detail: `p50 ${p50.toFixed(1)} ms, processor ${cpu.toFixed(1)} ms${counts.join('')}` }
}

/** HTTP status of the answer. */
async function request(pool: Pool, name: OperationName, params: object): Promise<number> {
  const { method, path } = operations[name]
  const headers = { [apiKeyHeader]: 'bench', 'content-type': 'application/json' }
  const query = Object.entries(params).map(([key, value]): [string, string] => [key, String(value)])
  const { statusCode, body } = await pool.request(
    method === 'POST'
      ? { method, path, headers, body: JSON.stringify(params) }
      : { method, path: `${path}?${new URLSearchParams(query)}`, headers },
  )
  await body.dump({ limit: 1 << 28 })
  return statusCode
}
