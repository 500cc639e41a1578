import { Pool } from 'undici'
import { requestsIn } from './workload.ts'

/*
 * The floor: the same requests by a bare undici loop that parses each answer and keeps nothing. Arguments: base URL,
 * access log to replay. Prints the seconds it took.
 */
const [baseUrl = '', accessLog = ''] = process.argv.slice(2)
const requests = await requestsIn(accessLog)
const pool = new Pool(baseUrl, { connections: 32 })
const headers = { 'x-api-key': process.env.DOSSIER_API_KEY ?? '', 'content-type': 'application/json' }
const started = performance.now()
let next = 0
async function worker(): Promise<void> {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
    const { method, path, params } = request
    const query = method === 'GET' ? `?${new URLSearchParams(params as Record<string, string>)}` : ''
    const { body } = await pool.request({
      method,
      path: path + query,
      headers,
      body: method === 'GET' ? null : JSON.stringify(params),
    })
    JSON.parse(await body.text())
  }
}
await Promise.all(Array.from({ length: 32 }, worker))
process.stdout.write(`${((performance.now() - started) / 1000).toFixed(3)}\n`)
await pool.close()
