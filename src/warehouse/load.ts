import { join } from 'node:path'
import { recordsOf } from '../contract/answer.ts'
import { type Classification, classify } from '../contract/classify.ts'
import { operations } from '../contract/operations.ts'
import type { AnswerOrigin } from '../flatten/index.ts'
import type { ReadCall } from '../landing/entry.ts'
import type { Database } from './database.ts'
import { mergeStatements } from './merge.ts'
import { readStaged, type StagedTable, Staging } from './staging.ts'
import type { Rows, TableRow } from './tables/index.ts'

export interface SegmentSource {
  readonly segment: string
  readonly calls: Iterable<ReadCall> | AsyncIterable<ReadCall>
  readonly flatten: (origin: AnswerOrigin, body: unknown) => Rows
  /** Folder for the rows on their way; made and removed here. */
  readonly stagingFolder: string
  /** UTC. */
  readonly loadedAt: Date
}

/** What a loaded segment held; nothing when it was loaded before. */
export interface LoadedSegment {
  readonly callKeys: readonly string[]
  /** Distinct case records and the like, by table. */
  readonly rows: Readonly<Record<string, number>>
}

/**
 * Takes a sealed segment into the tables: its rows, its ledger entries and its own mark, in one transaction. Loading
 * a segment twice does nothing, so fetching at least once becomes loading exactly once.
 */
export async function loadSegment(database: Database, source: SegmentSource): Promise<LoadedSegment> {
  if (await isLoaded(database, source.segment)) return { callKeys: [], rows: {} }
  await using staging = new Staging(join(source.stagingFolder, source.segment))
  const seen = { callKeys: [] as string[], bytes: 0, runId: '' }
  for await (const call of source.calls) {
    const classification = classificationOf(call)
    const origin = { callKey: call.callKey, runId: call.runId, line: call.line }
    staging.add({ calls: [ledgerRow(source.segment, call, classification)] }, origin)
    if (classification.outcome === 'hit' || classification.outcome === 'empty') {
      staging.add(source.flatten(call, call.body), origin)
    }
    seen.callKeys.push(call.callKey)
    seen.bytes += call.bytes
    seen.runId = call.runId
  }
  const staged = await staging.write()
  await merge(database, staged, source, seen)
  return {
    callKeys: seen.callKeys,
    rows: Object.fromEntries(staged.map(({ table, rows }) => [table, rows])),
  }
}

async function isLoaded(database: Database, segment: string): Promise<boolean> {
  const rows = await database.rows('SELECT 1 FROM segments WHERE segment = $segment', { segment })
  return rows.length > 0
}

async function merge(
  database: Database,
  staged: readonly StagedTable[],
  { segment, loadedAt }: SegmentSource,
  seen: { callKeys: readonly string[]; bytes: number; runId: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const table of staged) await tx.run(readStaged(table))
    for (const statement of mergeStatements(staged, seen.runId)) await tx.run(statement)
    await tx.rows('INSERT INTO segments VALUES ($segment, $calls, $bytes, $loadedAt::TIMESTAMP)', {
      segment,
      calls: seen.callKeys.length,
      bytes: seen.bytes,
      loadedAt: sqlTimestamp(loadedAt.toISOString()),
    })
  })
}

/** What the bytes are worth is derived from them each time, never stored beside them. */
const classificationOf = (call: ReadCall): Classification =>
  call.httpStatus === null
    ? { outcome: 'failed', failure: null, code: null, message: call.error }
    : classify(operations[call.operation], call.httpStatus, call.body)

const ledgerRow = (segment: string, call: ReadCall, seen: Classification): TableRow<'calls'> => ({
  segment,
  line: call.line,
  operation: call.operation,
  step: call.step,
  params: call.params,
  outcome: seen.outcome,
  failure: call.httpStatus === null ? 'no-answer' : seen.failure,
  http_status: call.httpStatus,
  code: seen.code,
  message: seen.message,
  records: recordsOf(operations[call.operation], call.body)?.length ?? null,
  attempts: call.attempts,
  cost: call.cost,
  fetched_at: sqlTimestamp(call.fetchedAt),
  latency_ms: call.latencyMs,
  bytes: call.bytes,
  sha256: call.sha256,
})

/** ISO 8601 in UTC to what DuckDB reads as a TIMESTAMP. */
const sqlTimestamp = (iso: string): string => iso.replace('T', ' ').replace('Z', '')
