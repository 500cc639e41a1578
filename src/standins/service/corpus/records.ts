import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { GivenFileError, streamOfGivenFile } from '../../../disk/given-file.ts'
import { grouped as groupedPairs } from '../../../legal/text.ts'

/** The corpus cannot be served as it is; the message names the file, the line and what was expected. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError'
}

/** One record of the corpus: its JSON text as it stands in the file, and what the schema read from it. */
export interface CorpusRecord<T> {
  readonly json: string
  readonly value: T
}

/** The files of a corpus folder: its path and the names in it. */
export interface CorpusFolder {
  readonly path: string
  readonly files: readonly string[]
}

/**
 * Streams the records of `<set>.ndjson` or `<set>.ndjson.gz`; nothing when the folder has neither. Blank lines
 * and a BOM are passed over. Throws CorpusError at the first line that is not what the schema expects.
 */
export async function* recordsOf<Schema extends z.ZodType>(
  folder: CorpusFolder,
  set: string,
  schema: Schema,
): AsyncGenerator<CorpusRecord<z.infer<Schema>>> {
  const path = fileOf(folder, set)
  if (path === undefined) return
  let line = 0
  try {
    for await (const bytes of linesOf(path)) {
      line += 1
      const json = textOf(bytes)
      if (json !== '') yield { json, value: parse(json, schema) }
    }
  } catch (cause) {
    const what =
      cause instanceof GivenFileError
        ? `${path} ${cause.message}; expected a file of JSON lines`
        : `${path} line ${line}: ${reasonOf(cause)}`
    throw new CorpusError(what, { cause })
  }
}

function fileOf(folder: CorpusFolder, set: string): string | undefined {
  const [file, other] = [`${set}.ndjson`, `${set}.ndjson.gz`].filter((name) => folder.files.includes(name))
  if (other !== undefined) {
    throw new CorpusError(
      `${folder.path} holds both ${file} and ${other}: expected one of them, remove the other`,
    )
  }
  return file === undefined ? undefined : join(folder.path, file)
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('expected UTF-8 text, got other bytes')
  // trim() takes a BOM for white space.
  return bytes.toString('utf8').trim()
}

function parse<Schema extends z.ZodType>(json: string, schema: Schema): z.infer<Schema> {
  const result = schema.safeParse(parseJson(json))
  if (result.success) return result.data
  throw new Error(
    result.error.issues.map((issue) => [...issue.path.map(String), issue.message].join(': ')).join('; '),
  )
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Error('expected one JSON object a line, got other text', { cause })
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const NEWLINE = 0x0a
const CHUNK_BYTES = 1 << 20
/** As much as an answer of the service may hold. */
const MOST_LINE_BYTES = 1 << 26

/** Streams the lines of a plain or `.gz` file as bytes without their newline; each line is a copy of its own. @throws for a line of more than 64 MiB */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
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
  const file = streamOfGivenFile(path, CHUNK_BYTES)
  if (!path.endsWith('.gz')) return file
  const plain = createGunzip({ chunkSize: CHUNK_BYTES })
  // An async iterator listens to the last stream only: a read error has to travel there.
  file.on('error', (error) => plain.destroy(error))
  plain.on('close', () => file.destroy())
  return file.pipe(plain)
}

/** Order by code unit: the same on every machine, whatever its locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Items by key, in their own order. */
export const grouped = <Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> =>
  groupedPairs(Array.from(items, (item) => [keyOf(item), item] as const))
