import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { z } from 'zod'
import { GivenFileError } from '../../disk/given-file.ts'
import { CorpusError } from './corpus-error.ts'
import { linesOf } from './lines.ts'

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
