import type { SqlRow } from '../warehouse/database.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import type { PlannedStep } from './estimate.ts'
import type { Found } from './found.ts'

/** A share from 0 to 1; null of nothing. */
export type Share = number | null

/** What a run did and found, for a person and for programs. */
export interface RunSummary
  extends Pick<Found, 'enterprises' | 'lists' | 'searches' | 'documents' | 'citations' | 'changes'> {
  readonly run: RunRecord
  readonly elapsedMs: number
  readonly calls: {
    readonly made: number
    readonly cost: number
    /** Calls that the ledger held fresh when the run began; null for a run that was resumed. */
    readonly fresh: number | null
    readonly byOperation: readonly SqlRow[]
  }
  /** The operation with the largest 95th percentile, in milliseconds of an attempt; null when none was called. */
  readonly slowest: { readonly operation: string; readonly medianMs: number; readonly p95Ms: number } | null
  /** Lists read to their end, listed documents with full text or a verified absence, citations with their article. */
  readonly coverage: { readonly lists: Share; readonly documents: Share; readonly citations: Share }
  /** What was expected before the first call, beside what was made; null when nothing was estimated. */
  readonly estimate: {
    readonly calls: number
    readonly cost: number
    readonly isWhole: boolean
    /** Calls made, over those expected. */
    readonly ratio: Share
  } | null
  readonly gaps: readonly string[]
  /** Calls that are known to be needed and were not made, by step; none unless the run stopped early. */
  readonly left: readonly PlannedStep[]
}

type Told = Pick<RunSummary, 'run' | 'elapsedMs' | 'gaps' | 'left'> & { readonly fresh: number | null }

export function summarise(found: Found, { fresh, ...told }: Told): RunSummary {
  const { byOperation, unscanned, unanswered, noArticle, failed, ...kept } = found
  const made = total(byOperation, 'calls')
  return {
    ...told,
    ...kept,
    elapsedMs: Math.round(told.elapsedMs),
    calls: { made, cost: total(byOperation, 'cost'), fresh, byOperation },
    slowest: slowestOf(byOperation),
    coverage: coverageOf(found),
    estimate: estimateOf(told.run, made),
  }
}

function slowestOf(byOperation: readonly SqlRow[]): RunSummary['slowest'] {
  const [slowest] = [...byOperation].sort((a, b) => Number(b.p95_ms) - Number(a.p95_ms))
  if (slowest === undefined) return null
  const { operation, median_ms, p95_ms } = slowest
  return { operation: String(operation), medianMs: Number(median_ms), p95Ms: Number(p95_ms) }
}

function coverageOf({ lists, documents, citations }: Found): RunSummary['coverage'] {
  const all = Object.values(lists).reduce((sum, count) => sum + count, 0)
  return {
    lists: share((lists.complete ?? 0) + (lists.unchanged ?? 0), all),
    documents: share(documents.withFullText + documents.notFound, documents.listed),
    citations: share(citations.joined, citations.total),
  }
}

function estimateOf(run: RunRecord, made: number): RunSummary['estimate'] {
  const { estimated_calls: calls, estimated_cost: cost, is_estimate_whole: isWhole } = run
  return calls === null || cost === null
    ? null
    : { calls, cost, isWhole: isWhole === true, ratio: share(made, calls) }
}

const share = (part: number, whole: number): Share =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

const total = (rows: readonly SqlRow[], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)
