import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ServiceSettings } from './options.ts'
import { plainFailure } from './reply.ts'

/** Bytes of a request's first line and headers together; also the longest address. */
const maxHeaderSize = 16 * 1024
/** Headers beyond this are not read. */
const maxHeadersCount = 100

/** What a connection may take before a request is there. Fastify's and Node's own bounds are wider, or none. */
export const connectionBounds = ({ requestTimeoutMs, keepAliveTimeoutMs }: ServiceSettings) => ({
  requestTimeout: requestTimeoutMs,
  // A socket on which nothing moves; one that an answer is waited for on may be quiet for as long as a handler takes.
  connectionTimeout: 60_000,
  keepAliveTimeout: keepAliveTimeoutMs,
  clientErrorHandler: refuseConnection,
  http: {
    maxHeaderSize,
    headersTimeout: requestTimeoutMs,
    // Node looks every 30 s by default, which would double the timeout.
    connectionsCheckingInterval: Math.min(1000, Math.ceil(requestTimeoutMs / 2)),
  },
})

/** What Fastify has no option for. */
export function boundConnections(server: Server, { maxConnections }: ServiceSettings): void {
  server.maxConnections = maxConnections
  server.maxHeadersCount = maxHeadersCount
  // Node would close without an answer.
  server.on('connect', (_, socket: Socket) => {
    socket.on('error', () => undefined)
    end(socket, 405, '不支持CONNECT')
  })
}

const refusals: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, '请求接收超时'],
  HPE_HEADER_OVERFLOW: [431, '请求头过大'],
}

/** Answers what is no HTTP request, or did not become one in time, and closes. There is no request to log. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The answer to a request before it, which is ready but not sent yet, goes out first.
  setImmediate(() => end(socket, ...(refusals[error.code ?? ''] ?? [400, '不是合法的HTTP请求'])))
}

function end(socket: Socket, status: number, message: string): void {
  const { body } = plainFailure(status, message)
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
