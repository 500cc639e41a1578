import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Failure, FailureClass } from '../../../src/contract/failure.ts'
import { maximumAnswerBytes } from '../../../src/contract/json.ts'
import { answerWhole, type Exchange } from './exchange.ts'

/** What one attempt that meets the fault comes to: why it failed, or what the answer is worth. */
export type Outcome = Failure | 'hit' | 'rejected' | 'unauthorised'
/** What follows (hazards, the table of classes); `good` when nothing does, `job` when our parameters are at fault. */
export type FaultClass = FailureClass | 'good' | 'job'

/** A way to go wrong, and the class that it must be given. Written by hand from the table, not from the code. */
export interface Fault {
  readonly kind: string
  readonly outcome: Outcome
  readonly class: FaultClass
  readonly respond: (exchange: Exchange) => void
  /** Takes until a timeout. */
  readonly isSlow?: boolean
}

type Respond = Fault['respond']

const as = (outcome: Outcome, what: FaultClass, kinds: Readonly<Record<string, Respond>>): Fault[] =>
  Object.entries(kinds).map(([kind, respond]) => ({ kind, outcome, class: what, respond }))

/** A place within the body: never its start, never its end. */
const cutOf = ({ body, random }: Exchange): number => 1 + Math.floor(random() * (body.byteLength - 1))

/** Head of an answer as raw bytes, for what Node's server would not send. */
const head = (status: string, ...headers: string[]): string =>
  `${[`HTTP/1.1 ${status}`, 'content-type: application/json', ...headers].join('\r\n')}\r\n\r\n`

const raw = (socket: Exchange['socket'], ...parts: readonly (string | Buffer)[]): Promise<void> =>
  new Promise((resolve) => {
    socket.write(Buffer.concat(parts.map((part) => Buffer.from(part as string))), () => resolve())
  })

const encoded =
  (encoding: string, bytesOf: (exchange: Exchange) => Buffer): Respond =>
  (exchange) => {
    const bytes = bytesOf(exchange)
    exchange.response.writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.byteLength })
    exchange.response.end(bytes)
  }

/** One byte of it is another; a negative place counts from the end. */
function withFlippedByte(bytes: Buffer, place: number): Buffer {
  const flipped = Buffer.from(bytes)
  const at = place < 0 ? bytes.byteLength + place : place
  flipped[at] = (flipped[at] ?? 0) ^ 0xff
  return flipped
}

const says =
  (httpStatus: number, body: unknown, headers: Record<string, string | string[]> = {}): Respond =>
  ({ response }) => {
    response.writeHead(httpStatus, { 'content-type': 'application/json', ...headers })
    response.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body))
  }

const failed = (code: unknown, message: string) => ({ status: 'failed', code, message, data: null })
const html = '<html><body><h1>维护中</h1></body></html>'
const later = (at: Date) => at.toUTCString()
/** Zeros beyond the bound, compressed once. */
function bombIn(compress: (bytes: Buffer) => Buffer): () => Buffer {
  let bomb: Buffer | undefined
  return () => {
    bomb ??= compress(Buffer.alloc(maximumAnswerBytes + 1))
    return bomb
  }
}
const junk = Buffer.from('}'.repeat(20))

/** Up to a place within it. */
const partOf = (bytes: Buffer, random: () => number): Buffer =>
  bytes.subarray(0, 1 + Math.floor(random() * (bytes.byteLength - 1)))

/** The beginning of a body behind a head that promises all of it. */
const startOf = (exchange: Exchange, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(head('200 OK', `content-length: ${exchange.body.byteLength}`, ...headers)),
    exchange.body.subarray(0, cutOf(exchange)),
  ])

const chunkedHead = (connection: string): string =>
  head('200 OK', 'transfer-encoding: chunked', `connection: ${connection}`)
const truncatedChunk =
  (connection: string): Respond =>
  (exchange) => {
    const { socket, body } = exchange
    const chunk = body.subarray(0, cutOf(exchange))
    socket.end(
      Buffer.concat([Buffer.from(`${chunkedHead(connection)}${body.byteLength.toString(16)}\r\n`), chunk]),
    )
  }
/** The whole body, behind a head that says this length. */
const ofLength =
  (lengthOf: (body: Buffer) => number, ...behind: string[]): Respond =>
  ({ socket, body }) =>
    void raw(socket, head('200 OK', `content-length: ${lengthOf(body)}`), body, ...behind)

const connectionFaults: readonly Fault[] = [
  ...as('no-answer', 'transient', {
    'a reset before the headers': ({ socket }) => socket.resetAndDestroy(),
    'a FIN before the headers': ({ socket }) => socket.end(),
    'a reset within the headers': ({ socket }) =>
      void raw(socket, 'HTTP/1.1 200 OK\r\ncontent-ty').then(() => socket.resetAndDestroy()),
    'a reset within the body': (exchange) =>
      void raw(exchange.socket, startOf(exchange)).then(() => exchange.socket.resetAndDestroy()),
    'a FIN before the length is reached': (exchange) => exchange.socket.end(startOf(exchange)),
    'a FIN before the length is reached, on a connection to be closed': (exchange) =>
      exchange.socket.end(startOf(exchange, 'connection: close')),
    'a truncated chunk, connection: keep-alive': truncatedChunk('keep-alive'),
    'a truncated chunk, connection: close': truncatedChunk('close'),
    'chunks without their end': ({ socket, body }) => {
      const start = `${chunkedHead('close')}${body.byteLength.toString(16)}\r\n`
      socket.end(Buffer.concat([Buffer.from(start), body, Buffer.from('\r\n')]))
    },
    'a chunk whose size is no number': ({ socket, body }) =>
      void raw(socket, head('200 OK', 'transfer-encoding: chunked'), 'zz\r\n', body),
    'garbage instead of HTTP': ({ socket, random }) =>
      void raw(socket, Buffer.from(Array.from({ length: 64 }, () => 128 + Math.floor(random() * 128)))),
  }),
  ...as('too-large', 'poison', {
    '40 KB of headers': ({ socket, body }) =>
      void raw(socket, head('200 OK', `x: ${'y'.repeat(40_000)}`), body),
    'plain bytes beyond the bound': ({ response }) => void response.end(Buffer.alloc(maximumAnswerBytes + 1)),
  }),
  ...as('damaged', 'poison', {
    'extra bytes': ofLength((body) => body.byteLength, '}}}'),
    'a length in characters, not bytes': ofLength((body) => String(body).length),
  }),
]

const slowFaults = as('timeout', 'transient', {
  'headers that never come': () => undefined,
  'a body that stands still': (exchange) => void raw(exchange.socket, startOf(exchange)),
  'a trickle': ({ socket, response }) => {
    socket.write(head('200 OK', 'content-length: 100000'))
    const drip = setInterval(() => socket.write(' '), 10)
    response.on('close', () => clearInterval(drip))
    socket.on('close', () => clearInterval(drip))
  },
})

const encodingFaults: readonly Fault[] = [
  ...as('damaged', 'poison', {
    'a truncated gzip of matching length': encoded('gzip', ({ body, random }) =>
      partOf(gzipSync(body), random),
    ),
    'a gzip with a wrong checksum': encoded('gzip', ({ body }) => withFlippedByte(gzipSync(body), -6)),
    'plain text that says gzip': encoded('gzip', ({ body }) => body),
    'a truncated brotli': encoded('br', ({ body, random }) => partOf(brotliCompressSync(body), random)),
    'a damaged deflate': encoded('deflate', ({ body }) => withFlippedByte(deflateSync(body), -1)),
    'an unknown encoding': encoded('zstd', ({ body }) => body),
    'two encodings': encoded('gzip, br', ({ body }) => brotliCompressSync(gzipSync(body))),
    'junk after gzip': encoded('gzip', ({ body }) => Buffer.concat([gzipSync(body), junk])),
    'junk after deflate': encoded('deflate', ({ body }) => Buffer.concat([deflateSync(body), junk])),
    'junk after br': encoded('br', ({ body }) => Buffer.concat([brotliCompressSync(body), junk])),
    'zeros after gzip': encoded('gzip', ({ body }) => Buffer.concat([gzipSync(body), Buffer.alloc(8)])),
    'a second gzip member that is cut': encoded('gzip', ({ body, random }) =>
      Buffer.concat([gzipSync(body.subarray(0, 40)), partOf(gzipSync(body.subarray(40)), random)]),
    ),
  }),
  ...as('too-large', 'poison', {
    'a gzip bomb': encoded('gzip', bombIn(gzipSync)),
    'a deflate bomb': encoded('deflate', bombIn(deflateSync)),
    'a brotli bomb': encoded('br', bombIn(brotliCompressSync)),
  }),
]

const unwell = failed(500, '程序处理异常')
const redirect =
  (status: number): Respond =>
  ({ response, elsewhere, request }) =>
    response.writeHead(status, { location: elsewhere + request.url }).end()
const byStatus = (kindOf: (status: number) => string, respond: (status: number) => Respond, all: number[]) =>
  Object.fromEntries(all.map((status) => [kindOf(status), respond(status)]))

const statusFaults: readonly Fault[] = [
  ...as('service', 'transient', {
    ...byStatus(
      (status) => `HTTP ${status}`,
      (status) => says(status, unwell),
      [408, 500, 502, 503, 504],
    ),
    'HTML with 502': says(502, html),
    '503 that says when': says(503, '', { 'retry-after': '1' }),
  }),
  ...as('rate', 'rate', {
    '429 without a time': says(429, ''),
    '429 in seconds': says(429, '', { 'retry-after': '2' }),
    '429 until a date': says(429, '', {
      date: later(new Date(Date.UTC(2015, 9, 21, 7, 28))),
      'retry-after': later(new Date(Date.UTC(2015, 9, 21, 7, 29))),
    }),
    '429 with garbage': says(429, '', { 'retry-after': 'soon' }),
    '429 until before now': says(429, '', { 'retry-after': '-5' }),
    '429 for ever': says(429, '', { 'retry-after': '9'.repeat(400) }),
    '429 said twice': says(429, '', { 'retry-after': ['1', '3'] }),
    '429 in a damaged gzip': says(429, html, { 'content-encoding': 'gzip' }),
  }),
  ...as('quota', 'run', { '402': says(402, html) }),
  ...as('unauthorised', 'run', {
    '401': says(401, { code: 401, message: 'X-API-Key 缺失或无效' }),
    '403': says(403, html),
  }),
  ...as('unknown-code', 'unknown', { '404 as HTML': says(404, html) }),
  ...as(
    'redirect',
    'run',
    byStatus((status) => `a redirect by ${status} to another origin`, redirect, [301, 302, 307, 308]),
  ),
]

const envelopeFaults: readonly Fault[] = [
  ...as('service', 'transient', { 'an envelope of 500': says(200, unwell) }),
  ...as('unknown-code', 'unknown', {
    'an envelope of a code never seen': says(200, failed(299, '未知错误')),
  }),
  ...as('quota', 'run', { 'an envelope that says used up': says(200, failed(500, '账户余额不足，请充值')) }),
  ...as('rate', 'rate', {
    'an envelope that says too fast': says(200, failed(500, '访问过于频繁，请稍后再试')),
  }),
  ...as('rejected', 'job', {
    'an envelope that refuses a parameter': says(200, failed(501, 'keyword 参数不可为空!')),
  }),
]

const bodyFaults = as('shape', 'poison', {
  'HTML with 200': says(200, html),
  'an empty body': says(200, ''),
  '204': ({ response }) => response.writeHead(204).end(),
  null: says(200, 'null'),
  'another envelope': says(200, { ok: true, result: [] }),
  'data of another shape': says(200, { status: 'success', code: 200, data: '无' }),
  'JSON that is cut, whole by HTTP': (exchange) =>
    answerWhole(exchange.response, 200, exchange.body.subarray(0, cutOf(exchange))),
  'JSON that is cut, ended by closing': (exchange) => {
    const start = Buffer.from(head('200 OK', 'connection: close'))
    exchange.socket.end(Buffer.concat([start, exchange.body.subarray(0, cutOf(exchange))]))
  },
  // From the first byte of the first Chinese character.
  'bad UTF-8': ({ response, body }) =>
    answerWhole(
      response,
      200,
      withFlippedByte(
        body,
        body.findIndex((byte) => byte >= 0xe0),
      ),
    ),
  'nesting 7,000 deep': says(
    200,
    `{"status":"success","code":200,"data":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
  ),
  'a member twice, with two values': says(
    200,
    '{"status":"success","code":200,"data":[{"id":"1"}],"data":[{"id":"2"}]}',
  ),
})

/** The whole answer behind other heads, each written by itself. */
const interim =
  (...heads: readonly string[]): Respond =>
  async ({ socket, body }) => {
    for (const one of heads) await raw(socket, one)
    await raw(socket, head('200 OK', `content-length: ${body.byteLength}`), body)
  }

/** Odd, but whole: each must be taken as it is. */
const harmless = as('hit', 'good', {
  'a byte order mark': ({ response, body }) =>
    answerWhole(response, 200, Buffer.concat([Buffer.from('\ufeff'), body])),
  gzip: encoded('gzip', ({ body }) => gzipSync(body)),
  'gzip of two members': encoded('gzip', ({ body }) =>
    Buffer.concat([gzipSync(body.subarray(0, 40)), gzipSync(body.subarray(40))]),
  ),
  brotli: encoded('br', ({ body }) => brotliCompressSync(body)),
  'chunks of all sizes': ({ response, body, random }) => {
    response.writeHead(200)
    for (let at = 0; at < body.byteLength; ) {
      const size = 1 + Math.floor(random() * 400)
      response.write(body.subarray(at, at + size))
      at += size
    }
    response.end()
  },
  'a body that ends with its connection': ({ socket, body }) =>
    socket.end(Buffer.concat([Buffer.from(head('200 OK', 'connection: close')), body])),
  'early hints': ({ response, body }) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    answerWhole(response, 200, body)
  },
  '100 Continue, unasked': interim('HTTP/1.1 100 Continue\r\n\r\n'),
  '100 Continue with headers, unasked': interim('HTTP/1.1 100 Continue\r\nserver: x\r\ndate: today\r\n\r\n'),
  '100, 103 and 100 again, unasked': interim(...[100, 103, 100].map((code) => `HTTP/1.1 ${code} x\r\n\r\n`)),
  '100 Continue, a byte at a time, unasked': interim(...'HTTP/1.1 100 Continue\r\n\r\n'),
})

/** Ways to go wrong whose class is decided by transport, HTTP and envelope. */
export const faults: readonly Fault[] = [
  ...slowFaults.map((fault) => ({ ...fault, isSlow: true })),
  ...[connectionFaults, encodingFaults, statusFaults, envelopeFaults, bodyFaults, harmless].flat(),
]

/** Those that look like a service that is down: nothing but HTTP 5xx, 408 and an envelope of 500. */
export const outages: readonly Fault[] = faults.filter(
  ({ kind, outcome }) => outcome === 'service' && kind !== '503 that says when',
)
