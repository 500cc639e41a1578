import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ReadCall } from '../calls/landing/entry.ts'
import { type Classification, classifyAnswer, type Outcome, recordsOf } from '../contract/classify.ts'
import { operations } from '../contract/operations.ts'
import { timestampOf } from '../contract/sql.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { AnswerOrigin } from '../rows/flatten/values.ts'
import type { Rows, TableName, TableRow } from '../rows/tables/index.ts'
import { collectAfterGiant } from './garbage.ts'

export interface SegmentSource {
  readonly segment: string
  readonly calls: Iterable<ReadCall> | AsyncIterable<ReadCall>
  readonly flatten: (origin: AnswerOrigin, body: unknown) => Rows
  /** Folder for the rows on their way; made and removed here. */
  readonly stagingFolder: string
  /** Place among the segments that it is merged with: of two answers to one call the later one's counts. Default 0. */
  readonly ordinal?: number
  /** What answers may repeat instead of being read. Default: nothing. */
  readonly held?: HeldPages | undefined
}

/** One table's rows in a file that DuckDB reads by itself, which is many times faster than row by row. */
export interface StagedTable {
  readonly table: TableName
  readonly file: string
  readonly bytes: number
  /** Bytes of the longest row; DuckDB sizes its read buffers by it. */
  readonly longestRow: number
}

/** A segment's rows in files of a folder of their own, ready to be merged. */
export interface StagedSegment {
  readonly segment: string
  readonly runId: string
  readonly callKeys: readonly string[]
  readonly bytes: number
  readonly folder: string
  readonly tables: readonly StagedTable[]
  readonly repeats: readonly Repeat[]
}

/** First pages of lists whose rows the tables hold as they were answered, by call key. */
export type HeldPages = ReadonlyMap<string, HeldPage>

interface HeldPage {
  /** The run that the rows come from. */
  readonly runId: string
  /** Hash of the answer. */
  readonly sha256: string
  /** Listed documents, each once. */
  readonly documents: number
}

/** An answer that repeats a page that is held. */
export interface Repeat extends Omit<HeldPage, 'sha256'> {
  readonly callKey: string
}

/** Bytes of answers after which other work on the event loop has a turn. */
const turnBytes = 64 << 10

/** Flattens the calls of a segment and writes their rows where DuckDB can read them. Needs no database. */
export async function stageSegment({
  segment,
  calls,
  flatten,
  stagingFolder,
  ordinal = 0,
  held = new Map(),
}: SegmentSource): Promise<StagedSegment> {
  const lines: Lines = new Map()
  const seen = { callKeys: [] as string[], bytes: 0, runId: '', repeats: [] as Repeat[] }
  let turn = 0
  for await (const call of calls) {
    const classification = classificationOf(call)
    // What every row has besides its own; the run is the same for all rows of a segment.
    const origin = `,"call_key":"${call.callKey}","line_":${ordinal * linesOfSegment + call.line}}\n`
    addRows(lines, { calls: [ledgerRow(segment, call, classification)] }, origin)
    const repeat = classification.outcome === 'hit' ? repeatOf(call, held) : undefined
    if (repeat !== undefined) seen.repeats.push(repeat)
    else if (classification.outcome === 'hit' || classification.outcome === 'empty')
      addRows(lines, flatten(call, call.body), origin)
    seen.callKeys.push(call.callKey)
    seen.bytes += call.bytes
    seen.runId = call.runId
    turn += call.bytes
    if (turn < turnBytes) continue
    turn = 0
    await setImmediate()
  }
  const folder = join(stagingFolder, segment)
  const tables = await writeLines(lines, folder)
  collectAfterGiant(seen.bytes)
  failPoint('load.staged')
  return { segment, ...seen, folder, tables }
}

/** NDJSON by table. Bytes at once: they cost the heap nothing. */
type Lines = Map<TableName, Buffer[]>

/** More than the lines of any segment. */
const linesOfSegment = 2 ** 32

function addRows(lines: Lines, rows: Rows, origin: string): void {
  for (const [table, of] of Object.entries(rows) as [TableName, readonly object[]][]) {
    const own = lines.get(table) ?? []
    for (const row of of) own.push(Buffer.from(wellFormed(JSON.stringify(row)).slice(0, -1) + origin))
    lines.set(table, own)
  }
}

/**
 * DuckDB refuses a file with half a surrogate pair, which JSON.stringify leaves as an escape: it becomes U+FFFD; raw
 * keeps it. Escapes are read one by one, because a backslash may be escaped itself.
 */
const wellFormed = (json: string): string =>
  json.includes('\\ud')
    ? json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escaped) => (escaped.length > 2 ? '\ufffd' : escaped))
    : json

async function writeLines(lines: Lines, folder: string): Promise<StagedTable[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const staged: StagedTable[] = []
  for (const [table, rows] of lines) {
    if (rows.length === 0) continue
    const file = join(folder, `${table}.ndjson`)
    const content = Buffer.concat(rows)
    await writeFile(file, content, { mode: 0o600 })
    lines.delete(table)
    const longestRow = rows.reduce((most, { length }) => Math.max(most, length), 0)
    staged.push({ table, file, bytes: content.length, longestRow })
  }
  return staged
}

/** The held page that an answer repeats byte for byte. */
function repeatOf({ callKey, runId, sweep, sha256, masked }: ReadCall, held: HeldPages): Repeat | undefined {
  const page = held.get(callKey)
  const isSame = page?.sha256 === sha256 && page.runId < runId && sweep === 1 && masked === undefined
  return isSame ? { callKey, runId: page.runId, documents: page.documents } : undefined
}

/** An erased call is worth nothing any more, and it did not fail. */
type Seen = Omit<Classification, 'outcome'> & { readonly outcome: Outcome | 'forgotten' }

/** What the bytes are worth is derived from them each time, never stored beside them. */
const classificationOf = (call: ReadCall): Seen => {
  if (call.forgotten) return { outcome: 'forgotten', failure: null, code: null, message: null }
  if (call.httpStatus === null || call.error !== null)
    return { outcome: 'failed', failure: call.transport ?? 'no-answer', code: null, message: call.error }
  return classifyAnswer({ ...call, httpStatus: call.httpStatus })
}

const ledgerRow = (segment: string, call: ReadCall, seen: Seen): TableRow<'calls'> => ({
  segment,
  line: call.line,
  operation: call.operation,
  step: call.step,
  params: call.params,
  sweep: call.sweep,
  outcome: seen.outcome,
  failure: seen.failure,
  http_status: call.httpStatus,
  code: seen.code,
  message: seen.message,
  records: recordsOf(operations[call.operation], call.body)?.length ?? null,
  attempts: call.attempts,
  cost: call.cost,
  fetched_at: timestampOf(call.fetchedAt),
  latency_ms: call.latencyMs,
  bytes: call.bytes,
  sha256: call.sha256,
  masked: call.masked ?? null,
})
