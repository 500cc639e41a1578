import type { BudgetLeft } from './budget.ts'

/** Where a run stands, for a person. */
export interface Progress {
  readonly step: string
  /** Calls finished in this process. */
  readonly done: number
  /** Calls known to be still to make; more may follow from their answers. */
  readonly left: number
  readonly cost: number
  readonly failed: number
  /** Calls a second since the start. */
  readonly rate: number
  /** Starts a second that are allowed, while the service's refusals hold them below the job's rate; else null. */
  readonly heldTo: number | null
  readonly elapsedMs: number
  /** Of what run and month allow; null where nothing limits it. */
  readonly budgetLeft: BudgetLeft
  /** What the last call that failed or was refused ended in; null when none did. */
  readonly lastError: string | null
}
