import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type LengthOptions, writeCase } from './case-text.ts'
import { docketAt, listOf } from './docket.ts'
import { enterpriseDetail } from './enterprise-record.ts'
import { statuteArticles } from './laws.ts'
import type { CountOptions } from './parties.ts'
import { authoritativeCase, ordinaryCase } from './records.ts'
import type { Document } from './suits.ts'

export interface SampleOptions extends CountOptions, LengthOptions {
  /** Folder to write to; it is made if there is none. */
  readonly out: string
  readonly seed: number
  readonly enterprises: number
  /** Called after each enterprise. */
  readonly onProgress?: (progress: Pick<SampleSummary, 'enterprises' | 'documents'>) => void
}

export interface SampleSummary {
  readonly enterprises: number
  /** Distinct documents; those that two enterprises share count once. */
  readonly documents: number
  readonly files: Readonly<Record<SampleFile, { readonly records: number; readonly bytes: number }>>
}

export const sampleFiles = [
  'enterprises.ndjson',
  'enterprise-documents.ndjson',
  'cases.ndjson',
  'authoritative-cases.ndjson',
  'statutes.ndjson',
] as const
export type SampleFile = (typeof sampleFiles)[number]

/**
 * Writes a synthetic corpus in the record shapes of contract section 2. The same seed gives the same bytes, and
 * enterprise k is the same whatever the number of enterprises. Only one enterprise is in memory at a time.
 */
export async function writeSampleCorpus(options: SampleOptions): Promise<SampleSummary> {
  await mkdir(options.out, { recursive: true })
  const files = await openFiles(options.out)
  try {
    const documents = await writeEnterprises(options, files)
    for (const article of statuteArticles()) await files['statutes.ndjson'].write(article)
    const closed = await Promise.all(
      sampleFiles.map(async (name) => [name, await files[name].close()] as const),
    )
    return { enterprises: options.enterprises, documents, files: byName(closed) }
  } catch (error) {
    await Promise.allSettled(sampleFiles.map((name) => files[name].abandon()))
    throw error
  }
}

type Files = Readonly<Record<SampleFile, NdjsonWriter>>

const openFiles = async (out: string): Promise<Files> =>
  byName(
    await Promise.all(sampleFiles.map(async (name) => [name, await openNdjson(join(out, name))] as const)),
  )

const byName = <T>(entries: readonly (readonly [SampleFile, T])[]): Readonly<Record<SampleFile, T>> =>
  Object.fromEntries(entries) as Record<SampleFile, T>

/** Writes the enterprises one after the other, and returns how many documents they have. */
async function writeEnterprises(options: SampleOptions, files: Files): Promise<number> {
  let documents = 0
  let handedOn: readonly Document[] = []
  for (let index = 0; index < options.enterprises; index++) {
    const { subject, own, next } = docketAt(options, index)
    const all = [...own, ...handedOn]
    const list = listOf(options.seed, subject, all)
    for (const item of list) {
      await files['enterprise-documents.ndjson'].write({ enterprise_id: subject.id, ...item })
    }
    await files['enterprises.ndjson'].write(enterpriseDetail(options.seed, subject, all, list))
    for (const document of own) await writeDocument(document, options, files)
    documents += own.length
    handedOn = own.slice(0, next)
    options.onProgress?.({ enterprises: index + 1, documents })
  }
  return documents
}

async function writeDocument(document: Document, options: SampleOptions, files: Files): Promise<void> {
  if (document.presence === 'nowhere') return
  const text = writeCase(document, options)
  if (document.presence === 'authoritative') {
    await files['authoritative-cases.ndjson'].write(authoritativeCase(document, text))
  } else await files['cases.ndjson'].write(ordinaryCase(document, text))
}

/** Characters that are gathered before a write. */
const chunk = 1 << 20

type NdjsonWriter = Awaited<ReturnType<typeof openNdjson>>

/**
 * Writes records one a line, in chunks, under a temporary name until it is closed. `write` resolves at once
 * while there is room, so memory stays flat whatever the number of records.
 */
async function openNdjson(path: string) {
  const partial = `${path}.partial`
  const handle = await open(partial, 'w')
  let waiting = ''
  let records = 0
  let bytes = 0
  const flush = async (): Promise<void> => {
    const buffer = Buffer.from(waiting)
    waiting = ''
    bytes += buffer.length
    await handle.writeFile(buffer)
  }
  return {
    async write(record: object): Promise<void> {
      waiting += `${JSON.stringify(record)}\n`
      records++
      if (waiting.length > chunk) await flush()
    },
    /** Completes the file under its own name. */
    async close() {
      await flush()
      await handle.close()
      await rename(partial, path)
      return { records, bytes }
    },
    /** Gives up, leaving the partial file. */
    abandon: () => handle.close(),
  }
}
