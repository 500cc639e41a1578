import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { literal } from '../../contract/sql.ts'
import { HashedFile } from '../../disk/durable.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { Source } from './rows.ts'

/** What of a text file is known when it is written. */
export interface WrittenText {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

export interface TextFile {
  /** Absolute. */
  readonly path: string
  readonly encoding: 'utf-8' | 'gb18030'
  /** What stands before the rows. */
  readonly head: string
  /** SQL over c0, c1 …: a row as text, with its line end. */
  readonly line: string
  /** See `Source.selects`. */
  readonly beside?: string | undefined
}

/**
 * Writes a line a row. DuckDB writes the lines to a temporary file: it then reports a failure, and
 * rows do not pass through JavaScript. The bytes are then hashed, and encoded where the format asks for it.
 */
export async function writeText(reader: Reader, source: Source, text: TextFile): Promise<WrittenText> {
  await using file = await HashedFile.create(text.path)
  const encode = encoderOf(text.encoding)
  await file.write(encode.write(text.head))
  const part = `${text.path}.part`
  for await (const select of source.selects(
    `encode(${text.line}) AS line`,
    `${text.path}.parts`,
    text.beside,
  )) {
    await reader.run(`COPY (${select}) TO ${literal(part)} (FORMAT blob)`)
    for await (const bytes of createReadStream(part, { highWaterMark: 1 << 18 }))
      await file.write(encode.bytes(bytes as Buffer))
    await rm(part)
  }
  await file.write(encode.end())
  return { rows: source.measure.rows, ...(await file.finish()) }
}

interface Encode {
  write(text: string): Uint8Array
  bytes(utf8: Buffer): Uint8Array
  end(): Uint8Array
}

const nothing = new Uint8Array()

/** GB18030 has every character of Unicode: none is lost. */
function encoderOf(encoding: TextFile['encoding']): Encode {
  if (encoding === 'utf-8')
    return { write: (text) => Buffer.from(text), bytes: (utf8) => utf8, end: () => nothing }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const encoder = iconv.getEncoder('gb18030')
  return {
    write: (text) => encoder.write(text),
    bytes: (utf8) => encoder.write(decoder.decode(utf8, { stream: true })),
    end: () => Buffer.concat([encoder.write(decoder.decode()), encoder.end() ?? nothing]),
  }
}
