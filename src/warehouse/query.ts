import { Database } from './database.ts'
import { QueryError, QueryFailedError } from './errors.ts'

/** One SELECT over a published warehouse, and how much it may take. */
export interface QueryRequest {
  readonly path: string
  readonly sql: string
  readonly mostRows: number
  /** Of the result, as JSON. */
  readonly mostBytes: number
  /** As DuckDB writes it: `1GB`. */
  readonly memory: string
  /** Whether 64-bit integers and decimals are numbers where that keeps every digit, as programs want them; else they are text. */
  readonly hasNumbers?: boolean
}

/** A result in the order in which it comes: its columns, its rows in batches, whether there were more. */
export type QueryPart =
  | { readonly columns: readonly string[] }
  /** Rows as JSON, each a list of values in the order of the columns. */
  | { readonly rows: readonly string[] }
  | { readonly isCut: boolean }

/** Bytes of rows that are handed on together. */
const batchBytes = 256 * 1024

/**
 * Opens a published warehouse for reading alone: no other file, no spilling. DuckDB takes what a query needs; the
 * views of a million documents need 0.5 to 1 GB.
 */
export const openPublished = (path: string, memoryLimit = '1GB'): Promise<Database> =>
  Database.open(path, { isSealed: true, memoryLimit })

/**
 * Runs one SELECT on a published warehouse (docs/security.md). Memory, rows and bytes are bounded, time is not: run it
 * in a process that you can end. @throws QueryError, QueryFailedError
 */
export async function* answerQuery(request: QueryRequest): AsyncGenerator<QueryPart> {
  const { path, memory } = request
  await using database = await openPublished(path, memory).catch((cause: Error) => {
    throw new QueryFailedError(
      `${path} cannot be opened as a warehouse (${cause.message})`,
      'expected what a run published: dossier run JOB',
      { cause },
    )
  })
  try {
    yield* partsOf(database, request)
  } catch (cause) {
    throw cause instanceof QueryFailedError ? cause : errorOf(cause as Error, memory)
  }
}

async function* partsOf(
  database: Database,
  { sql, mostRows, mostBytes, hasNumbers }: QueryRequest,
): AsyncGenerator<QueryPart> {
  // One row more than may be shown shows whether there are more.
  const { columns, chunks } = await database.select(sql, mostRows + 1, hasNumbers)
  yield { columns }
  let count = 0
  let bytes = 0
  for await (const chunk of chunks) {
    for (const batch of batchesOf(chunk)) {
      bytes += batch.bytes
      if (bytes > mostBytes) throw tooLarge(mostBytes, count)
      count += batch.rows.length
      yield { rows: count > mostRows ? batch.rows.slice(0, mostRows - count) : batch.rows }
    }
  }
  yield { isCut: count > mostRows }
}

/** Rows as JSON, one at a time, so that no more of them than a batch is held twice. */
function* batchesOf(chunk: Iterable<readonly unknown[]>): Generator<{ rows: string[]; bytes: number }> {
  let rows: string[] = []
  let bytes = 0
  for (const row of chunk) {
    const text = JSON.stringify(row)
    rows.push(text)
    bytes += Buffer.byteLength(text)
    if (bytes < batchBytes) continue
    yield { rows, bytes }
    rows = []
    bytes = 0
  }
  yield { rows, bytes }
}

const tooLarge = (mostBytes: number, count: number): QueryFailedError =>
  new QueryFailedError(
    `the result is larger than ${mostBytes} bytes, of which ${count} rows took all`,
    'ask for fewer columns or rows, or for all of it with --format csv',
  )

function errorOf(cause: Error, memory: string): QueryError | QueryFailedError {
  if (/^Out of Memory Error|^FATAL Error.*memory/.test(cause.message)) {
    return new QueryFailedError(
      `it needs more than ${memory} of memory`,
      'ask for less, or allow more: --memory',
      { cause },
    )
  }
  return new QueryError(cause.message, { cause })
}
