import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { recordsOf } from '../contract/answer.ts'
import { type Classification, classifyAnswer, type Outcome } from '../contract/classify.ts'
import { operations } from '../contract/operations.ts'
import { timestampOf } from '../contract/sql.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { AnswerOrigin } from '../flatten/index.ts'
import type { ReadCall } from '../landing/entry.ts'
import type { Rows, TableName, TableRow } from '../tables/index.ts'
import type { Database } from './database.ts'
import { loadStatements } from './merge.ts'
import { type StatedScopes, unheldTables } from './scopes.ts'
import { type StagedTable, Staging } from './staging.ts'
import { longText, makeRoomForTexts } from './warehouse.ts'

export interface SegmentSource {
  readonly segment: string
  readonly calls: Iterable<ReadCall> | AsyncIterable<ReadCall>
  readonly flatten: (origin: AnswerOrigin, body: unknown) => Rows
  /** Folder for the rows on their way; made and removed here. */
  readonly stagingFolder: string
  /** Place among the segments that it is merged with: of two answers to one call the later one's counts. Default 0. */
  readonly ordinal?: number
}

/** A segment's rows in files of a folder of their own, ready to be merged. */
export interface StagedSegment {
  readonly segment: string
  readonly runId: string
  readonly callKeys: readonly string[]
  readonly bytes: number
  readonly folder: string
  readonly tables: readonly StagedTable[]
  readonly stated: readonly StatedScopes[]
}

/** Tables that a load brought rows into. */
export type LoadedTables = readonly TableName[]

/** Bytes of answers after which whoever else waits for the event loop has a turn. */
const turnBytes = 512 << 10

/** Flattens the calls of a segment and writes their rows where DuckDB can read them. Needs no database. */
export async function stageSegment({
  segment,
  calls,
  flatten,
  stagingFolder,
  ordinal = 0,
}: SegmentSource): Promise<StagedSegment> {
  const staging = new Staging(ordinal)
  const seen = { callKeys: [] as string[], bytes: 0, runId: '' }
  let turn = 0
  for await (const call of calls) {
    const classification = classificationOf(call)
    const origin = { callKey: call.callKey, line: call.line }
    staging.add({ calls: [ledgerRow(segment, call, classification)] }, origin)
    if (classification.outcome === 'hit' || classification.outcome === 'empty')
      staging.add(flatten(call, call.body), origin)
    seen.callKeys.push(call.callKey)
    seen.bytes += call.bytes
    seen.runId = call.runId
    turn += call.bytes
    if (turn < turnBytes) continue
    turn = 0
    await setImmediate()
  }
  const folder = join(stagingFolder, segment)
  const tables = await staging.write(folder)
  failPoint('load.staged')
  return { segment, ...seen, folder, tables, stated: staging.stated }
}

/** Has the files of staged segments go when whoever merges them is done. */
export const removedAtEnd = (staged: readonly StagedSegment[]): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    for (const { folder } of staged) await rm(folder, { recursive: true, force: true })
  },
})

/**
 * Takes staged segments of one run into the tables: their rows, their ledger entries and their own marks, in one transaction. It
 * costs about the same for one as for several.
 */
export async function mergeSegments(
  database: Database,
  staged: readonly StagedSegment[],
  loadedAt: Date,
): Promise<LoadedTables> {
  const tables = byTable(staged)
  const marks = staged.map(
    ({ segment, callKeys, bytes }) =>
      `('${segment}', ${callKeys.length}, ${bytes}, '${timestampOf(loadedAt)}')`,
  )
  if (staged.some(({ tables: files }) => files.some(({ longestRow }) => longestRow > longText)))
    await makeRoomForTexts(
      database,
      staged.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const runId = staged[0]?.runId ?? ''
  await database.transaction(async (tx) => {
    const unheld = await unheldTables(
      tx,
      staged.flatMap(({ stated }) => stated),
    )
    // All in one go: between two statements the event loop would be asked, which is busy with other segments.
    const statements = loadStatements({ runId, tables, unheld })
    await tx.run([...statements, `INSERT INTO segments VALUES ${marks.join(', ')}`].join(';\n'))
    failPoint('load.merged')
  })
  failPoint('load.committed')
  return [...tables.keys()]
}

function byTable(staged: readonly StagedSegment[]): ReadonlyMap<TableName, readonly StagedTable[]> {
  const tables = new Map<TableName, StagedTable[]>()
  for (const file of staged.flatMap(({ tables: files }) => files))
    tables.set(file.table, [...(tables.get(file.table) ?? []), file])
  return tables
}

/**
 * Stages and merges a segment, unless it is in the tables already: fetching at least once becomes loading exactly
 * once.
 */
export async function loadSegment(
  database: Database,
  source: SegmentSource,
  loadedAt: Date,
): Promise<LoadedTables> {
  const known = await database.rows('SELECT 1 FROM segments WHERE segment = $segment', {
    segment: source.segment,
  })
  if (known.length > 0) return []
  const staged = await stageSegment(source)
  await using _files = removedAtEnd([staged])
  // All of it was set aside.
  if (staged.callKeys.length === 0) return []
  return await mergeSegments(database, [staged], loadedAt)
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
