import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ReadCall } from '../calls/landing/entry.ts'
import { recordsOf } from '../contract/answer.ts'
import { type Classification, classifyAnswer, type Outcome } from '../contract/classify.ts'
import { operations } from '../contract/operations.ts'
import { timestampOf } from '../contract/sql.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { AnswerOrigin } from '../rows/flatten/index.ts'
import type { Rows, TableRow } from '../rows/tables/index.ts'
import type { StatedScopes } from './scopes.ts'
import { type StagedTable, Staging } from './staging.ts'

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

/** A segment's rows in files of a folder of their own, ready to be merged. */
export interface StagedSegment {
  readonly segment: string
  readonly runId: string
  readonly callKeys: readonly string[]
  readonly bytes: number
  readonly folder: string
  readonly tables: readonly StagedTable[]
  readonly stated: readonly StatedScopes[]
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
  const staging = new Staging(ordinal)
  const seen = { callKeys: [] as string[], bytes: 0, runId: '', repeats: [] as Repeat[] }
  let turn = 0
  for await (const call of calls) {
    const classification = classificationOf(call)
    const origin = { callKey: call.callKey, line: call.line }
    staging.add({ calls: [ledgerRow(segment, call, classification)] }, origin)
    const repeat = classification.outcome === 'hit' ? repeatOf(call, held) : undefined
    if (repeat !== undefined) seen.repeats.push(repeat)
    else if (classification.outcome === 'hit' || classification.outcome === 'empty')
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
