import type { Tally } from '../calling/watch.ts'
import type { BudgetLeft } from './budget.ts'

/** Where a run stands, for a person. Its tally counts what this process saw end. */
export interface Progress extends Tally {
  /** Calls known to be still to make; more may follow from their answers. */
  readonly left: number
  readonly cost: number
  /** Starts a second that are allowed, while the service's refusals hold them below the job's rate; else null. */
  readonly heldTo: number | null
  /** Of what run and month allow; null where nothing limits it. */
  readonly budgetLeft: BudgetLeft
}
