import { readFile } from 'node:fs/promises'
import { type Dispatcher, Pool } from 'undici'
import { apiKeyHeader } from '../src/contract/operation.ts'
import type { Request } from './world/spec.ts'

/*
 * The floor: the same requests by a bare undici loop that parses each answer and keeps nothing. Arguments: base URL, file of
 * the requests to repeat, as the world lists them. Prints the seconds that the loop took.
 */
const [baseUrl = '', file = ''] = process.argv.slice(2)
const requests = JSON.parse(await readFile(file, 'utf8')) as readonly Request[]
const pool = new Pool(baseUrl, { connections: 32 })
const headers = { [apiKeyHeader]: process.env.DOSSIER_API_KEY ?? '', 'content-type': 'application/json' }
const started = performance.now()
let next = 0
async function worker(): Promise<void> {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
    const method = request.method as Dispatcher.HttpMethod
    const sent = { method, path: request.url, headers, body: method === 'GET' ? null : request.body }
    const { body } = await pool.request(sent)
    JSON.parse(await body.text())
  }
}
await Promise.all(Array.from({ length: 32 }, worker))
process.stdout.write(`${((performance.now() - started) / 1000).toFixed(3)}\n`)
await pool.close()
