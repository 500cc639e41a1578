import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type Received, TransportError } from './errors.ts'

/** The largest body that is taken, as sent and decompressed. */
export const maximumBodyBytes = 64 << 20
/** Of a body beyond that, the bytes that are kept to be looked at. */
const keptBytes = 1 << 20

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** A body that could not be read to its end, with what of it had come. */
export class BrokenBodyError extends Error {
  override name = 'BrokenBodyError'
  readonly received: Received

  constructor(received: Received, cause: unknown) {
    super('the body broke off', { cause })
    this.received = received
  }
}

/** Told each chunk of a body as it comes; says whether what somebody waits for is there. */
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
      if (size > maximumBodyBytes) throw tooLarge(receivedOf(response, Buffer.concat(chunks, keptBytes)))
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
 * Decompresses strictly: truncated, damaged or oversized bytes are an error, never a short success.
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
  try {
    return await decode(bytes, { maxOutputLength: maximumBodyBytes })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(received)
    throw new TransportError(`client: the ${encoding} body is truncated or damaged`, {
      failure: 'damaged',
      received,
      cause,
    })
  }
}

const receivedOf = ({ statusCode }: Dispatcher.ResponseData, body: Buffer): Received => ({
  httpStatus: statusCode,
  body,
})

const tooLarge = (received: Received): TransportError =>
  new TransportError(`client: the body is larger than ${maximumBodyBytes} bytes`, {
    failure: 'too-large',
    received,
  })
