import { randomUUID } from 'node:crypto'
import {
  WebStandardStreamableHTTPServerTransport as StreamableHttp,
  type WebStandardStreamableHTTPServerTransportOptions as StreamableHttpOptions,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyRequest } from 'fastify'
import type { MakeToolServer } from './tool-server.ts'

/** Request and response header that carries the id of a session. */
export const sessionHeader = 'mcp-session-id'

/** A tool server and the SDK's transport that requests reach it by. */
export interface ToolConnection {
  readonly exchange: (request: FastifyRequest) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface SessionEvents {
  readonly begun: (id: string, connection: ToolConnection) => void
  readonly ended: (id: string) => void
}

/** A connection for one request, which needs no session. */
export async function singleConnection(make: MakeToolServer): Promise<ToolConnection> {
  const { exchange, close } = await connected(make, {})
  return { exchange: (request) => exchange(request).finally(close), close }
}

/** A connection that begins a session with its first request, an initialize. */
export async function sessionConnection(
  make: MakeToolServer,
  { begun, ended }: SessionEvents,
): Promise<ToolConnection> {
  const connection = await connected(make, {
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => begun(id, connection),
    onsessionclosed: ended,
  })
  return connection
}

async function connected(make: MakeToolServer, options: StreamableHttpOptions): Promise<ToolConnection> {
  // One answer in one body: nothing of ours comes in parts, and a length tells a client that it has all of it.
  const transport = new StreamableHttp({ ...options, enableJsonResponse: true })
  const server = make()
  await server.connect(transport)
  return {
    exchange: (request) => transport.handleRequest(webRequest(request), { parsedBody: request.body }),
    close: () => server.close(),
  }
}

/** What the transport looks at; it was judged by Host and Origin before. */
const headersRead = ['accept', 'content-type', sessionHeader, 'mcp-protocol-version', 'last-event-id']

function webRequest({ method, headers, routeOptions }: FastifyRequest): Request {
  const read = headersRead.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request(`http://service${routeOptions.url}`, { method, headers: read })
}
