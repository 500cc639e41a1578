import type { Classification } from '../contract/classify.ts'
import type { Failure } from '../contract/failure.ts'
import type { OperationName } from '../contract/operations.ts'
import type { LandedCall, ReadCall } from './landing/entry.ts'

/*
 * One call has four forms, each on disk before the next begins: planned (here), begun (`BegunAttempt`, landing/attempts.ts), landed
 * (`LandedCall`, landing/entry.ts), and read back (`ReadCall`, there too).
 */

/** A call that a step wants and the ledger does not hold. */
export interface PlannedCall {
  readonly callKey: string
  readonly step: string
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
  /** Which time the run asks for this answer, from 1. */
  readonly sweep: number
}

/** A call that came to an end, made here or read back, and what its answer is worth; null when no answer came. */
export interface EndedCall<Call = LandedCall | ReadCall> {
  readonly landed: Call
  readonly classification: Classification | null
}

/** Why a call failed; null when its answer is conclusive. */
export const failureOf = ({ landed, classification }: EndedCall): Failure | null =>
  classification === null ? (landed.transport ?? 'no-answer') : classification.failure
