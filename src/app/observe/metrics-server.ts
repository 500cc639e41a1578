import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export type { Registry }

export interface MetricsServer extends AsyncDisposable {
  /** Where Prometheus reads: http://127.0.0.1:PORT/metrics. */
  readonly url: string
}

/**
 * Serves a registry on the loopback address alone, at a port of its own: counts and times, no key, no parameter, no name of an
 * enterprise. So no key is asked for; a page whose name was made to resolve to this machine is refused by its Host.
 * `port` 0 picks a free one. @throws what Node throws when the port is taken
 */
export async function serveMetrics(registry: Registry, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    void answer(registry, request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}/metrics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = statusOf(request)
  if (status !== 200) return void response.writeHead(status).end()
  try {
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}

function statusOf({ method, url, headers, socket }: IncomingMessage): number {
  const port = socket.localPort
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host?.toLowerCase() ?? '')) return 403
  if (url?.split('?')[0] !== '/metrics') return 404
  return method === 'GET' ? 200 : 405
}
