import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openGivenFile } from '../../disk/given-file.ts'

const NEWLINE = 0x0a
const CHUNK_BYTES = 1 << 20
/** As much as an answer of the service may hold. */
const MOST_LINE_BYTES = 1 << 26

/** Streams the lines of a plain or `.gz` file as bytes without their newline; each line is a copy of its own. @throws for a line of more than 64 MiB */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let begun = 0
  for await (const chunk of bytesOf(path) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end))
      yield Buffer.concat(parts)
      parts = []
      begun = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    parts.push(chunk.subarray(start))
    begun += chunk.length - start
    if (begun > MOST_LINE_BYTES) throw new Error('expected a line of at most 64 MiB, got a longer one')
  }
  if (parts.length > 0) yield Buffer.concat(parts)
}

function bytesOf(path: string): Readable {
  const file = createReadStream(path, { fd: openGivenFile(path), highWaterMark: CHUNK_BYTES })
  if (!path.endsWith('.gz')) return file
  const plain = createGunzip({ chunkSize: CHUNK_BYTES })
  // An async iterator listens to the last stream only: a read error has to travel there.
  file.on('error', (error) => plain.destroy(error))
  plain.on('close', () => file.destroy())
  return file.pipe(plain)
}
