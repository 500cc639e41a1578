import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { TransportError } from './errors.ts'

/** The largest body that is taken, decompressed. */
export const maximumBodyBytes = 64 << 20

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/**
 * Reads a body whole and decompresses it strictly: truncated or oversized bytes are an error, never a short success.
 * @throws TransportError
 */
export async function readBody(response: Dispatcher.ResponseData): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maximumBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
  return decompressed(bytes, String(response.headers['content-encoding'] ?? 'identity').toLowerCase())
}

async function decompressed(bytes: Buffer, encoding: string): Promise<Buffer> {
  if (encoding === 'identity' || encoding === '') return bytes
  const decode = decoders[encoding as keyof typeof decoders]
  if (decode === undefined) {
    throw new TransportError(`client: unknown content-encoding ${encoding}; expected gzip, deflate or br`, {
      isTransient: false,
    })
  }
  try {
    return await decode(bytes, { maxOutputLength: maximumBodyBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new TransportError(`client: the ${encoding} body is truncated or damaged`, {
      isTransient: true,
      cause: error,
    })
  }
}

const tooLarge = (): TransportError =>
  new TransportError(`client: the body is larger than ${maximumBodyBytes} bytes`, { isTransient: false })
