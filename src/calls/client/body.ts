import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
} from 'node:zlib'
import type { Dispatcher } from 'undici'
import { maximumAnswerBytes } from '../../contract/answer.ts'
import type { TransportFailure } from '../../contract/failure.ts'
import { type Received, TransportError } from './errors.ts'

/** Of a body beyond that, the bytes that are kept to be looked at. */
const keptBytes = 1 << 20

/** By content coding. A body in several codings is refused as unknown. */
const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

/** Bytes that are decompressed at once. */
const pieceBytes = 64 << 10

/** A body that could not be read to its end, with what of it had come. */
export class BrokenBodyError extends Error {
  override name = 'BrokenBodyError'
  readonly received: Received

  constructor(received: Received, cause: unknown) {
    super('the body broke off', { cause })
    this.received = received
  }
}

/** Called with each chunk of a body as it comes; returns whether the awaited part is there. */
export type IsEnough = (chunk: Buffer) => boolean

/** A stream whose answer is there and which goes on is left after this long; one that ends keeps its connection. */
const graceMs = 100

/**
 * Reads a body, as sent: whole, or until it is enough, and then what follows is passed over.
 * @throws TransportError when it is too large, BrokenBodyError when it breaks off
 */
export async function readBody(response: Dispatcher.ResponseData, isEnough?: IsEnough): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let leaving: NodeJS.Timeout | undefined
  try {
    for await (const chunk of response.body) {
      if (leaving !== undefined) continue
      size += chunk.length
      chunks.push(chunk)
      if (size > maximumAnswerBytes) throw tooLarge(receivedOf(response, Buffer.concat(chunks, keptBytes)))
      if (isEnough?.(chunk)) leaving = setTimeout(() => response.body.destroy(), graceMs)
    }
  } catch (error) {
    if (error instanceof TransportError) throw error
    if (leaving === undefined) throw new BrokenBodyError(receivedOf(response, Buffer.concat(chunks)), error)
  } finally {
    clearTimeout(leaving)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

/**
 * Decompresses strictly: truncated, damaged or oversized bytes are an error, never a short success, and so are bytes behind the end.
 * A gzip of several members is one (RFC 1952 2.2).
 * @throws TransportError with the bytes as sent
 */
export async function decompressed(response: Dispatcher.ResponseData, bytes: Buffer): Promise<Buffer> {
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || encoding === '') return bytes
  const received = receivedOf(response, bytes)
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined
  if (decode === undefined) {
    throw new TransportError(`client: unknown content-encoding ${encoding}; expected gzip, deflate or br`, {
      failure: 'damaged',
      received,
    })
  }
  const whole = await wholeOf(decode({ chunkSize: pieceBytes }), bytes).catch((cause: unknown) => {
    throw new TransportError(`client: the ${encoding} body is truncated or damaged`, {
      failure: 'damaged',
      received,
      cause,
    })
  })
  if (whole === undefined) throw tooLarge(received)
  return whole
}

/** What bytes unpack to, in memory piece by piece: no more than the bound is ever there. Undefined beyond it. */
async function wholeOf(decoder: Gunzip | BrotliDecompress, bytes: Buffer): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  decoder.end(bytes)
  for await (const piece of decoder) {
    size += piece.length
    if (size > maximumAnswerBytes) return undefined
    pieces.push(piece)
  }
  const excess = bytes.byteLength - decoder.bytesWritten
  if (excess > 0) throw new Error(`${excess} bytes follow the end of what is compressed`)
  return Buffer.concat(pieces)
}

const receivedOf = ({ statusCode }: Dispatcher.ResponseData, body: Buffer): Received => ({
  httpStatus: statusCode,
  body,
})

const tooLarge = (received: Received): TransportError =>
  new TransportError(`client: the body is larger than ${maximumAnswerBytes} bytes`, {
    failure: 'too-large',
    received,
  })

/** Codes of Node, of undici and of its parser, by what they mean; anything else is no answer. */
const failuresByCode: readonly (readonly [RegExp, TransportFailure])[] = [
  [/CERT|TLS|SSL|UNABLE_TO_|EPROTO/, 'tls'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'timeout'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'too-large'],
]

/** What a socket dies of. */
const isDeath = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/

/** An error of ours or a defect is passed on; what undici throws while it talks becomes a TransportError. */
export function transportErrorOf(where: string, error: unknown, isReusedAndSilent: boolean): unknown {
  if (error instanceof TransportError) return error
  const received = error instanceof BrokenBodyError ? error.received : undefined
  const cause = received === undefined ? error : (error as Error).cause
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (/INVALID_ARG/.test(code)) return error
  const failure = failureOf(code, cause)
  const charged = failure === 'timeout' ? '; it may have been charged' : ''
  return new TransportError(`client: ${where} failed: ${`${code} ${message}`.trim()}${charged}`, {
    failure,
    isStale: isReusedAndSilent && isDeath.test(code),
    received: somethingOf(received),
    cause,
  })
}

function failureOf(code: string, cause: unknown): TransportFailure {
  // On a connection that stands, the request may have arrived.
  if (code === 'ETIMEDOUT' && (cause as NodeJS.ErrnoException).syscall !== 'connect') return 'timeout'
  return failuresByCode.find(([codes]) => codes.test(code))?.[1] ?? 'no-answer'
}

/** Headers alone are no bytes to keep. */
const somethingOf = (received: Received | undefined): Received | undefined =>
  received !== undefined && received.body.byteLength > 0 ? received : undefined

/** The total deadline; what came until then comes along. */
export const tookTooLong = (operation: string, ms: number, cause: unknown): TransportError =>
  new TransportError(`client: ${operation} took longer than ${ms} ms; it may have been charged`, {
    failure: 'timeout',
    received: cause instanceof TransportError ? cause.received : undefined,
    cause,
  })
