import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Asked, Request, WorldSpec } from './spec.ts'
import { articlesIn, enterpriseTemplates } from './templates.ts'
import { worldOf } from './world.ts'

/*
 * The service under test, which costs as little as it can: bodies are rendered before the first request or filled into
 * templates. Arguments: folder of a sample corpus, the world as JSON. Prints DOSSIER_BASE_URL=. GET /asked gives what was
 * asked since it was last asked for; no other path outside the contract is known.
 */
const [corpus = '', spec = ''] = process.argv.slice(2)
const [enterprises, articles] = await Promise.all([enterpriseTemplates(corpus), articlesIn(corpus)])
const world = worldOf(JSON.parse(spec) as WorldSpec, { enterprises, articles })

let requests: Request[] = []
let [bytes, firstAt, lastAt] = [0, 0, 0]

const server = createServer(async (request, response) => {
  if (request.url === '/asked') {
    response.end(JSON.stringify({ requests, bytes, spanMs: lastAt - firstAt } satisfies Asked))
    ;[requests, bytes, firstAt, lastAt] = [[], 0, 0, 0]
    return
  }
  if (firstAt === 0) firstAt = performance.now()
  const asked = await read(request)
  requests.push(asked)
  const body = world(asked.method, asked.url, asked.body)
  bytes += body.length
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
  lastAt = performance.now()
})
// A connection that nobody uses is not closed while a run works on what it has.
server.keepAliveTimeout = 600_000

async function read(request: IncomingMessage): Promise<Request> {
  const { method = '', url = '' } = request
  return { method, url, body: method === 'POST' ? await text(request) : '' }
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`DOSSIER_BASE_URL=http://127.0.0.1:${port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
