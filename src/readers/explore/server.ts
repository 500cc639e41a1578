import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Gate, openGate } from './gate.ts'
import { styleSource } from './style.ts'

/** What is sent. */
export interface Reply {
  readonly status: number
  /** With its character set. */
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** What a browser that was let in asks for. */
export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** Fields of a form that was posted. */
  readonly form: URLSearchParams
  readonly signal: AbortSignal
}

export interface PageServer extends AsyncDisposable {
  /** With the token: it opens once. */
  readonly url: string
}

interface Serving {
  /** On 127.0.0.1; 0 picks a free one. */
  readonly port: number
  readonly answer: (asked: Asked) => Promise<Reply>
  /** What a browser without the token sees. */
  readonly locked: Reply
}

/** Nothing but what this program sends: no script within a page, one sheet, nothing from elsewhere, in no frame. */
const policy = `default-src 'none'; script-src 'self'; style-src ${styleSource}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** A posted form holds ids, or one statement. Bytes. */
const mostForm = 256 * 1024

/** Serves pages to one browser on the loopback address. @throws what Node throws when the port is taken */
export async function servePages({ port, answer, locked }: Serving): Promise<PageServer> {
  let gate: Gate | undefined
  const server = createServer((request, response) => {
    if (gate !== undefined) void respond(request, response, gate, answer, locked)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const taken = (server.address() as AddressInfo).port
  gate = openGate(taken)
  return {
    url: `http://127.0.0.1:${taken}/?token=${gate.token}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
  answer: Serving['answer'],
  locked: Serving['locked'],
): Promise<void> {
  const url = URL.canParse(request.url ?? '', 'http://127.0.0.1')
    ? new URL(request.url ?? '', 'http://127.0.0.1')
    : undefined
  if (url === undefined) return send(response, text(400, 'expected an address'))
  const verdict = gate.judge(request, url)
  if (verdict.kind === 'refused') return send(response, text(verdict.status, verdict.reason))
  if (verdict.kind === 'locked') return send(response, locked)
  if (verdict.kind === 'welcome')
    return send(response, { ...text(303, ''), headers: { location: '/', 'set-cookie': verdict.cookie } })
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    const form = request.method === 'POST' ? await formOf(request) : new URLSearchParams()
    const method = request.method === 'POST' ? 'POST' : 'GET'
    send(response, await answer({ method, url, form, signal: gone.signal }), request.method === 'HEAD')
  } catch (error) {
    send(response, text(error instanceof TooLargeError ? 413 : 500, (error as Error).message))
  }
}

export const text = (status: number, body: string): Reply => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})

function send(response: ServerResponse, { status, type, body, headers }: Reply, isHead = false): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(isHead ? undefined : body)
}

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > mostForm) throw new TooLargeError(`expected a form of ${mostForm} bytes at most`)
    parts.push(part as Buffer)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}
