import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { maximumAnswerBytes } from '../../../src/contract/answer.ts'
import type { Failure, FailureClass } from '../../../src/contract/failure.ts'
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

type Row = readonly [kind: string, outcome: Outcome, what: FaultClass, respond: Fault['respond']]

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
  (encoding: string, bytesOf: (exchange: Exchange) => Buffer): Fault['respond'] =>
  (exchange) => {
    const bytes = bytesOf(exchange)
    exchange.response.writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.byteLength })
    exchange.response.end(bytes)
  }

/** One byte of it is another. */
function withFlippedByte(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped[at] = (flipped[at] ?? 0) ^ 0xff
  return flipped
}

const says =
  (httpStatus: number, body: unknown, headers: Record<string, string | string[]> = {}): Fault['respond'] =>
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

const connectionFaults: readonly Row[] = [
  ['a reset before the headers', 'no-answer', 'transient', ({ socket }) => socket.resetAndDestroy()],
  ['a FIN before the headers', 'no-answer', 'transient', ({ socket }) => socket.end()],
  [
    'a reset within the headers',
    'no-answer',
    'transient',
    ({ socket }) => void raw(socket, 'HTTP/1.1 200 OK\r\ncontent-ty').then(() => socket.resetAndDestroy()),
  ],
  [
    'a reset within the body',
    'no-answer',
    'transient',
    (exchange) => {
      const { socket, body } = exchange
      const start = body.subarray(0, cutOf(exchange))
      void raw(socket, head('200 OK', `content-length: ${body.byteLength}`), start).then(() =>
        socket.resetAndDestroy(),
      )
    },
  ],
  [
    'a FIN before the length is reached',
    'no-answer',
    'transient',
    (exchange) => {
      const { socket, body } = exchange
      socket.end(
        Buffer.concat([
          Buffer.from(head('200 OK', `content-length: ${body.byteLength}`)),
          body.subarray(0, cutOf(exchange)),
        ]),
      )
    },
  ],
  [
    'a FIN before the length is reached, on a connection to be closed',
    'no-answer',
    'transient',
    (exchange) => {
      const { socket, body } = exchange
      socket.end(
        Buffer.concat([
          Buffer.from(head('200 OK', `content-length: ${body.byteLength}`, 'connection: close')),
          body.subarray(0, cutOf(exchange)),
        ]),
      )
    },
  ],
  ...(['keep-alive', 'close'] as const).map(
    (connection): Row => [
      `a truncated chunk, connection: ${connection}`,
      'no-answer',
      'transient',
      (exchange) => {
        const { socket, body } = exchange
        const chunk = body.subarray(0, cutOf(exchange))
        const start = head('200 OK', 'transfer-encoding: chunked', `connection: ${connection}`)
        socket.end(Buffer.concat([Buffer.from(`${start}${body.byteLength.toString(16)}\r\n`), chunk]))
      },
    ],
  ),
  [
    'chunks without their end',
    'no-answer',
    'transient',
    ({ socket, body }) => {
      const start = head('200 OK', 'transfer-encoding: chunked', 'connection: close')
      const size = `${body.byteLength.toString(16)}\r\n`
      socket.end(Buffer.concat([Buffer.from(start + size), body, Buffer.from('\r\n')]))
    },
  ],
  [
    'a chunk whose size is no number',
    'no-answer',
    'transient',
    ({ socket, body }) => void raw(socket, head('200 OK', 'transfer-encoding: chunked'), 'zz\r\n', body),
  ],
  [
    'garbage instead of HTTP',
    'no-answer',
    'transient',
    ({ socket, random }) =>
      void raw(socket, Buffer.from(Array.from({ length: 64 }, () => 128 + Math.floor(random() * 128)))),
  ],
  [
    '40 KB of headers',
    'too-large',
    'poison',
    ({ socket, body }) => void raw(socket, head('200 OK', `x: ${'y'.repeat(40_000)}`), body),
  ],
  [
    'extra bytes',
    'damaged',
    'poison',
    ({ socket, body }) => void raw(socket, head('200 OK', `content-length: ${body.byteLength}`), body, '}}}'),
  ],
  [
    'a length in characters, not bytes',
    'damaged',
    'poison',
    ({ socket, body }) => void raw(socket, head('200 OK', `content-length: ${String(body).length}`), body),
  ],
]

const slowFaults: readonly Row[] = [
  ['headers that never come', 'timeout', 'transient', () => undefined],
  [
    'a body that stands still',
    'timeout',
    'transient',
    (exchange) => {
      const { socket, body } = exchange
      void raw(
        socket,
        head('200 OK', `content-length: ${body.byteLength}`),
        body.subarray(0, cutOf(exchange)),
      )
    },
  ],
  [
    'a trickle',
    'timeout',
    'transient',
    ({ socket, response }) => {
      socket.write(head('200 OK', 'content-length: 100000'))
      const drip = setInterval(() => socket.write(' '), 10)
      response.on('close', () => clearInterval(drip))
      socket.on('close', () => clearInterval(drip))
    },
  ],
]

const encodingFaults: readonly Row[] = [
  [
    'a truncated gzip of matching length',
    'damaged',
    'poison',
    encoded('gzip', ({ body, random }) => {
      const whole = gzipSync(body)
      return whole.subarray(0, 1 + Math.floor(random() * (whole.byteLength - 1)))
    }),
  ],
  [
    'a gzip with a wrong checksum',
    'damaged',
    'poison',
    encoded('gzip', ({ body }) => {
      const whole = gzipSync(body)
      return withFlippedByte(whole, whole.byteLength - 6)
    }),
  ],
  ['a gzip bomb', 'too-large', 'poison', encoded('gzip', bombIn(gzipSync))],
  ['plain text that says gzip', 'damaged', 'poison', encoded('gzip', ({ body }) => body)],
  [
    'a truncated brotli',
    'damaged',
    'poison',
    encoded('br', ({ body, random }) => {
      const whole = brotliCompressSync(body)
      return whole.subarray(0, 1 + Math.floor(random() * (whole.byteLength - 1)))
    }),
  ],
  [
    'a damaged deflate',
    'damaged',
    'poison',
    encoded('deflate', ({ body }) => {
      const whole = deflateSync(body)
      return withFlippedByte(whole, whole.byteLength - 1)
    }),
  ],
  ['an unknown encoding', 'damaged', 'poison', encoded('zstd', ({ body }) => body)],
  [
    'two encodings',
    'damaged',
    'poison',
    encoded('gzip, br', ({ body }) => brotliCompressSync(gzipSync(body))),
  ],
  ['a deflate bomb', 'too-large', 'poison', encoded('deflate', bombIn(deflateSync))],
  ['a brotli bomb', 'too-large', 'poison', encoded('br', bombIn(brotliCompressSync))],
  ...(
    [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const
  ).map(
    ([encoding, compress]): Row => [
      `junk after ${encoding}`,
      'damaged',
      'poison',
      encoded(encoding, ({ body }) => Buffer.concat([compress(body), junk])),
    ],
  ),
  [
    'zeros after gzip',
    'damaged',
    'poison',
    encoded('gzip', ({ body }) => Buffer.concat([gzipSync(body), Buffer.alloc(8)])),
  ],
  [
    'a second gzip member that is cut',
    'damaged',
    'poison',
    encoded('gzip', ({ body, random }) => {
      const [first, second] = [gzipSync(body.subarray(0, 40)), gzipSync(body.subarray(40))]
      return Buffer.concat([first, second.subarray(0, 1 + Math.floor(random() * (second.byteLength - 1)))])
    }),
  ],
]

const statusFaults: readonly Row[] = [
  ...[408, 500, 502, 503, 504].map(
    (status): Row => [`HTTP ${status}`, 'service', 'transient', says(status, failed(500, '程序处理异常'))],
  ),
  ['HTML with 502', 'service', 'transient', says(502, html)],
  ['503 that says when', 'service', 'transient', says(503, '', { 'retry-after': '1' })],
  ['429 without a time', 'rate', 'rate', says(429, '')],
  ['429 in seconds', 'rate', 'rate', says(429, '', { 'retry-after': '2' })],
  [
    '429 until a date',
    'rate',
    'rate',
    says(429, '', {
      date: later(new Date(Date.UTC(2015, 9, 21, 7, 28))),
      'retry-after': later(new Date(Date.UTC(2015, 9, 21, 7, 29))),
    }),
  ],
  ['429 with garbage', 'rate', 'rate', says(429, '', { 'retry-after': 'soon' })],
  ['429 until before now', 'rate', 'rate', says(429, '', { 'retry-after': '-5' })],
  ['429 for ever', 'rate', 'rate', says(429, '', { 'retry-after': '9'.repeat(400) })],
  ['429 said twice', 'rate', 'rate', says(429, '', { 'retry-after': ['1', '3'] })],
  ['429 in a damaged gzip', 'rate', 'rate', says(429, html, { 'content-encoding': 'gzip' })],
  ['402', 'quota', 'run', says(402, html)],
  ['401', 'unauthorised', 'run', says(401, { code: 401, message: 'X-API-Key 缺失或无效' })],
  ['403', 'unauthorised', 'run', says(403, html)],
  ['404 as HTML', 'unknown-code', 'unknown', says(404, html)],
  ...[301, 302, 307, 308].map(
    (status): Row => [
      `a redirect by ${status} to another origin`,
      'redirect',
      'run',
      ({ response, elsewhere, request }) =>
        response.writeHead(status, { location: elsewhere + request.url }).end(),
    ],
  ),
]

const envelopeFaults: readonly Row[] = [
  ['an envelope of 500', 'service', 'transient', says(200, failed(500, '程序处理异常'))],
  ['an envelope of a code never seen', 'unknown-code', 'unknown', says(200, failed(299, '未知错误'))],
  ['an envelope that says used up', 'quota', 'run', says(200, failed(500, '账户余额不足，请充值'))],
  ['an envelope that says too fast', 'rate', 'rate', says(200, failed(500, '访问过于频繁，请稍后再试'))],
  [
    'an envelope that refuses a parameter',
    'rejected',
    'job',
    says(200, failed(501, 'keyword 参数不可为空!')),
  ],
]

const bodyFaults: readonly Row[] = [
  ['HTML with 200', 'shape', 'poison', says(200, html)],
  ['an empty body', 'shape', 'poison', says(200, '')],
  ['204', 'shape', 'poison', ({ response }) => response.writeHead(204).end()],
  ['null', 'shape', 'poison', says(200, 'null')],
  ['another envelope', 'shape', 'poison', says(200, { ok: true, result: [] })],
  ['data of another shape', 'shape', 'poison', says(200, { status: 'success', code: 200, data: '无' })],
  [
    'JSON that is cut, whole by HTTP',
    'shape',
    'poison',
    (exchange) => answerWhole(exchange.response, 200, exchange.body.subarray(0, cutOf(exchange))),
  ],
  [
    'JSON that is cut, ended by closing',
    'shape',
    'poison',
    (exchange) => {
      const start = Buffer.from(head('200 OK', 'connection: close'))
      exchange.socket.end(Buffer.concat([start, exchange.body.subarray(0, cutOf(exchange))]))
    },
  ],
  [
    'bad UTF-8',
    'shape',
    'poison',
    ({ response, body }) => {
      // The first byte of the first Chinese character.
      const at = body.findIndex((byte) => byte >= 0xe0)
      answerWhole(response, 200, withFlippedByte(body, at))
    },
  ],
  [
    'nesting 7,000 deep',
    'shape',
    'poison',
    says(200, `{"status":"success","code":200,"data":${'['.repeat(7_000)}${']'.repeat(7_000)}}`),
  ],
]

/** Their class is given by how JSON is parsed, which another part decides. */
const jsonFaults: readonly Row[] = [
  [
    'a member twice, with two values',
    'shape',
    'poison',
    says(200, '{"status":"success","code":200,"data":[{"id":"1"}],"data":[{"id":"2"}]}'),
  ],
]

/** Odd, but whole: each must be taken as it is. */
const harmless: readonly Row[] = [
  [
    'a byte order mark',
    'hit',
    'good',
    ({ response, body }) => answerWhole(response, 200, Buffer.concat([Buffer.from('\ufeff'), body])),
  ],
  ['gzip', 'hit', 'good', encoded('gzip', ({ body }) => gzipSync(body))],
  [
    'gzip of two members',
    'hit',
    'good',
    encoded('gzip', ({ body }) =>
      Buffer.concat([gzipSync(body.subarray(0, 40)), gzipSync(body.subarray(40))]),
    ),
  ],
  ['brotli', 'hit', 'good', encoded('br', ({ body }) => brotliCompressSync(body))],
  [
    'chunks of all sizes',
    'hit',
    'good',
    ({ response, body, random }) => {
      response.writeHead(200)
      for (let at = 0; at < body.byteLength; ) {
        const size = 1 + Math.floor(random() * 400)
        response.write(body.subarray(at, at + size))
        at += size
      }
      response.end()
    },
  ],
  [
    'a body that ends with its connection',
    'hit',
    'good',
    ({ socket, body }) => socket.end(Buffer.concat([Buffer.from(head('200 OK', 'connection: close')), body])),
  ],
  [
    'early hints',
    'hit',
    'good',
    ({ response, body }) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      answerWhole(response, 200, body)
    },
  ],
  ...(
    [
      ['100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n']],
      ['100 Continue with headers', ['HTTP/1.1 100 Continue\r\nserver: x\r\ndate: today\r\n\r\n']],
      ['100, 103 and 100 again', [100, 103, 100].map((code) => `HTTP/1.1 ${code} x\r\n\r\n`)],
      ['100 Continue, a byte at a time', [...'HTTP/1.1 100 Continue\r\n\r\n']],
    ] as const
  ).map(
    ([kind, heads]): Row => [
      `${kind}, unasked`,
      'hit',
      'good',
      async ({ socket, body }) => {
        for (const interim of heads) await raw(socket, interim)
        await raw(socket, head('200 OK', `content-length: ${body.byteLength}`), body)
      },
    ],
  ),
]

const faultOf = ([kind, outcome, what, respond]: Row): Fault => ({ kind, outcome, class: what, respond })

/** Ways to go wrong whose class is decided by transport, HTTP and envelope. */
export const faults: readonly Fault[] = [
  ...slowFaults.map((row) => ({ ...faultOf(row), isSlow: true })),
  ...[
    ...connectionFaults,
    ...encodingFaults,
    ...statusFaults,
    ...envelopeFaults,
    ...bodyFaults,
    ...jsonFaults,
    ...harmless,
  ].map(faultOf),
]

/** Those that another attempt mends when the service is well again, without a pause or a timeout; JSON is no part of it. */
export const recoverable: readonly Fault[] = faults.filter(
  (fault) =>
    fault.isSlow !== true &&
    fault.kind !== '503 that says when' &&
    !jsonFaults.some(([kind]) => kind === fault.kind) &&
    (fault.class === 'transient' || fault.outcome === 'shape' || fault.outcome === 'damaged'),
)

/** Those that look like a service that is down: nothing but HTTP 5xx, 408 and an envelope of 500. */
export const outages: readonly Fault[] = faults.filter(
  ({ kind, outcome }) => outcome === 'service' && kind !== '503 that says when',
)
