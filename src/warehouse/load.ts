import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { recordsOf } from '../contract/answer.ts'
import { type Classification, classify, type Outcome } from '../contract/classify.ts'
import { operations } from '../contract/operations.ts'
import { timestampOf } from '../contract/sql.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { AnswerOrigin } from '../flatten/index.ts'
import type { ReadCall } from '../landing/entry.ts'
import type { Database } from './database.ts'
import { mergeStatements } from './merge.ts'
import { readStaged, type StagedTable, Staging } from './staging.ts'
import type { Rows, TableName, TableRow } from './tables/index.ts'

export interface SegmentSource {
  readonly segment: string
  readonly calls: Iterable<ReadCall> | AsyncIterable<ReadCall>
  readonly flatten: (origin: AnswerOrigin, body: unknown) => Rows
  /** Folder for the rows on their way; made and removed here. */
  readonly stagingFolder: string
}

/** A segment's rows in files, ready to be merged. Disposable: the files go with it. */
export interface StagedSegment extends AsyncDisposable {
  readonly segment: string
  readonly runId: string
  readonly callKeys: readonly string[]
  readonly bytes: number
  readonly tables: readonly StagedTable[]
}

/** Tables that a load brought rows into. */
export type LoadedTables = readonly TableName[]

/** A segment whose calls are being flattened, one by one, as they land or as they are read. Needs no database. */
export interface OpenStage {
  add(call: ReadCall): void
  /** Writes the rows where DuckDB can read them. */
  finish(): Promise<StagedSegment>
}

export function openStage({ segment, flatten, stagingFolder }: Omit<SegmentSource, 'calls'>): OpenStage {
  const staging = new Staging(join(stagingFolder, segment))
  const seen = { callKeys: [] as string[], bytes: 0, runId: '' }
  return {
    add(call) {
      const classification = classificationOf(call)
      const origin = { callKey: call.callKey, runId: call.runId, line: call.line }
      staging.add({ calls: [ledgerRow(segment, call, classification)] }, origin)
      if (classification.outcome === 'hit' || classification.outcome === 'empty') {
        staging.add(flatten(call, call.body), origin)
      }
      seen.callKeys.push(call.callKey)
      seen.bytes += call.bytes
      seen.runId = call.runId
    },
    async finish() {
      const tables = await staging.write()
      failPoint('load.staged')
      return { segment, ...seen, tables, [Symbol.asyncDispose]: () => staging[Symbol.asyncDispose]() }
    },
  }
}

/** Bytes of answers after which whoever else waits for the event loop has a turn. */
const turnBytes = 512 << 10

/** Flattens the calls of a whole segment. */
export async function stageSegment(source: SegmentSource): Promise<StagedSegment> {
  const stage = openStage(source)
  let bytes = 0
  for await (const call of source.calls) {
    stage.add(call)
    bytes += call.bytes
    if (bytes < turnBytes) continue
    bytes = 0
    await setImmediate()
  }
  return await stage.finish()
}

/** Takes a staged segment into the tables: its rows, its ledger entries and its own mark, in one transaction. */
export async function mergeSegment(
  database: Database,
  { segment, runId, callKeys, bytes, tables }: StagedSegment,
  loadedAt: Date,
): Promise<LoadedTables> {
  const mark = `INSERT INTO segments
    VALUES ('${segment}', ${callKeys.length}, ${bytes}, '${timestampOf(loadedAt)}')`
  const statements = [...tables.map(readStaged), ...mergeStatements(tables, runId), mark]
  // All in one go: between two statements the event loop would be asked, which is busy with other segments.
  await database.transaction(async (tx) => {
    await tx.run(statements.join(';\n'))
    failPoint('load.merged')
  })
  failPoint('load.committed')
  return tables.map(({ table }) => table)
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
  await using staged = await stageSegment(source)
  // All of it was set aside.
  if (staged.callKeys.length === 0) return []
  return await mergeSegment(database, staged, loadedAt)
}

/** An erased call is worth nothing any more, and it did not fail. */
type Seen = Omit<Classification, 'outcome'> & { readonly outcome: Outcome | 'forgotten' }

/** What the bytes are worth is derived from them each time, never stored beside them. */
const classificationOf = (call: ReadCall): Seen => {
  if (call.forgotten) return { outcome: 'forgotten', failure: null, code: null, message: null }
  if (call.httpStatus === null || call.error !== null)
    return { outcome: 'failed', failure: call.transport ?? 'no-answer', code: null, message: call.error }
  return classify(operations[call.operation], call.httpStatus, call.body, call.reason)
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
