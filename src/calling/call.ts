import type { OperationName } from '../contract/operations.ts'

/** A call that a step wants and the ledger does not hold. */
export interface PlannedCall {
  readonly callKey: string
  readonly step: string
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
  /** Which time the run asks for this answer, from 1. */
  readonly sweep: number
}
