import type { Client } from '../calls/client/client.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Database } from '../warehouse/database.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import type { BeginOptions } from './begin.ts'
import type { Budget } from './budget.ts'
import type { FreeBytes, PlannedStep } from './estimate.ts'
import type { Planner } from './planner.ts'
import type { Progress } from './progress.ts'

/** What a run is made of, and what it reports to. */
export interface RunOptions extends Omit<BeginOptions, 'database' | 'onFinding'> {
  readonly client: Client
  /** Module that flattens large segments in a thread of its own: stage-thread.ts. Without it they are flattened in this one. */
  readonly stageModule?: string | undefined
  /** Bytes free on a disk: a run that would fill it calls nothing. Without it there is no check. */
  readonly freeBytes?: FreeBytes | undefined
  /** A call that met an obstacle is asked again this many milliseconds later. Default 30,000. */
  readonly probeAfterMs?: number | undefined
  /** Aborts when the run is asked to stop: nothing new is begun, what is under way lands. */
  readonly signal: AbortSignal
  /** Strikes secrets out of the reason before it is kept, such as a key that the service repeated. */
  readonly clean?: (text: string) => string
  readonly onBegin: (run: RunRecord, isResumed: boolean) => void
  readonly onProgress: (progress: Progress) => void
  /** Something to know before more is spent, such as an ambiguous name with its candidates. */
  readonly onFinding: (message: string) => void
}

/** A run that has begun: its options, and its state until it is finished. */
export interface BegunRun {
  readonly options: RunOptions
  /** The working database of the home. */
  readonly database: Database
  /** As it stands in the table `runs`. */
  readonly record: RunRecord
  readonly isResumed: boolean
  readonly budget: Budget
  readonly planner: Planner
  /** What each step needed when the run began. */
  readonly steps: readonly PlannedStep[]
  /** Operations that have answered in this run before. */
  readonly answered: readonly OperationName[]
  /** When the run began in this process, by the monotonic clock. */
  readonly startedMs: number
}
