import type { SqlRow } from '../warehouse/database.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import type { PlannedStep } from './estimate.ts'
import type { Found } from './found.ts'

/** What a run did and found, for a person and for programs. */
export interface RunSummary
  extends Pick<Found, 'enterprises' | 'lists' | 'searches' | 'documents' | 'citations'> {
  readonly run: RunRecord
  readonly elapsedMs: number
  readonly calls: { readonly made: number; readonly cost: number; readonly byOperation: readonly SqlRow[] }
  readonly gaps: readonly string[]
  /** Calls that are known to be needed and were not made, by step; none unless the run stopped early. */
  readonly left: readonly PlannedStep[]
}

export const summarise = (
  { byOperation, enterprises, lists, searches, documents, citations }: Found,
  { run, elapsedMs, gaps, left }: Pick<RunSummary, 'run' | 'elapsedMs' | 'gaps' | 'left'>,
): RunSummary => ({
  run,
  elapsedMs: Math.round(elapsedMs),
  calls: { made: total(byOperation, 'calls'), cost: total(byOperation, 'cost'), byOperation },
  enterprises,
  lists,
  searches,
  documents,
  citations,
  gaps,
  left,
})

const total = (rows: readonly SqlRow[], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)
