import type { IncomingHttpHeaders } from 'node:http'
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
} from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type Json, maximumAnswerBytes, parseJson } from '../../contract/json.ts'
import type { Connection } from './connection.ts'
import { type Received, TransportError, transportErrorOf } from './errors.ts'

/** What came back, before anybody judged it. */
export interface Answer extends Json {
  readonly httpStatus: number
  /** Retry-After, once for each time that the header came. */
  readonly retryAfter: readonly string[]
  /** The service's clock: its Date header. */
  readonly date?: string | undefined
  readonly body: Buffer
}

export interface Exchanged {
  readonly httpStatus: number
  readonly headers: IncomingHttpHeaders
  /** Decompressed where it could be. */
  readonly body: Buffer
  /** False for a body that cannot be decompressed, where the status alone decides. */
  readonly isReadable: boolean
}

/** How far to read a body, by the answer that it belongs to; undefined is to its end. */
export type HowFar = (answer: Dispatcher.ResponseData) => IsEnough | undefined

/** Called once, when all bytes of a request are with the system's network, or when none ever will be. */
export type Sent = () => void

export interface Sending {
  readonly where: string
  /** Awaited when the connection stands: the request goes out as soon as it resolves. */
  readonly start?: (() => Promise<Sent>) | undefined
  readonly howFar?: HowFar
}

/**
 * One request on one connection, to the end of its answer, or as far as the caller wants it.
 * @throws TransportError, and what `start` throws: then nothing was sent
 */
export async function exchange(
  connection: Connection,
  request: Dispatcher.RequestOptions,
  { where, start, howFar = () => undefined }: Sending,
): Promise<Exchanged> {
  let onSent: Sent | undefined
  if (start !== undefined) {
    await connection.ready(request.signal as AbortSignal).catch((error: unknown) => {
      throw transportErrorOf(where, error)
    })
    onSent = await start()
  }
  try {
    const response = await connection.request(request, onSent)
    const sent = await readBody(response, where, howFar(response))
    connection.served()
    const { statusCode: httpStatus, headers } = response
    if (httpStatus < 300 && connection.excess !== undefined)
      throw followedByMore(httpStatus, sent, connection.excess)
    // What the status alone decides needs no readable body.
    const body = await decompressed(response, sent).catch((error: TransportError) => {
      if (httpStatus < 300) throw error
      return undefined
    })
    return { httpStatus, headers, body: body ?? sent, isReadable: body !== undefined }
  } catch (error) {
    throw transportErrorOf(where, error, { isReusedAndSilent: connection.isSilentSinceServed })
  }
}

/** What came back as an answer, its body parsed. */
export const answerFrom = ({ httpStatus, headers, body, isReadable }: Exchanged): Answer => ({
  httpStatus,
  retryAfter: [headers['retry-after'] ?? []].flat(),
  date: [headers.date ?? []].flat()[0],
  body,
  ...(isReadable ? parseJson(body) : { isJson: false, value: undefined }),
})

/** A body longer than its length says was cut at its length: it is not trusted. */
const followedByMore = (httpStatus: number, body: Buffer, cause: Error): TransportError =>
  new TransportError('client: bytes follow the end of the body; its length is wrong', {
    failure: 'damaged',
    received: { httpStatus, body },
    cause,
  })

/** Of a body beyond that, the bytes that are kept to be looked at. */
const keptBytes = 1 << 20

/** By content coding. A body in several codings is refused as unknown. */
const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

const pieceBytes = 64 << 10

/** Called with each chunk of a body as it comes; returns whether the awaited part is there. */
type IsEnough = (chunk: Buffer) => boolean

/** A stream that goes on after its answer is dropped after this long. If it ends in time, its connection is kept. */
const graceMs = 100

/**
 * Reads a body, as sent: whole, or until it is enough, and then what follows is passed over.
 * @throws TransportError when it is too large, or breaks off
 */
async function readBody(
  response: Dispatcher.ResponseData,
  where: string,
  isEnough?: IsEnough,
): Promise<Buffer> {
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
    const received = receivedOf(response, Buffer.concat(chunks))
    if (leaving === undefined) throw transportErrorOf(where, error, { received })
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
async function decompressed(response: Dispatcher.ResponseData, bytes: Buffer): Promise<Buffer> {
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
