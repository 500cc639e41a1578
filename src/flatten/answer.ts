import type { JsonObject } from '../contract/answer.ts'

/** One landed answer of an operation, as flatten reads it. */
export interface FlattenInput {
  readonly callKey: string
  readonly runId: string
  /** Which time the run asked for it, from 1. */
  readonly sweep: number
  /** Parameters as sent. */
  readonly params: JsonObject
  /** The records of the answer (contract/answer.ts); none when the service says that there is nothing. */
  readonly records: readonly JsonObject[]
  /** Member `data` of the envelope as it came. */
  readonly data: unknown
  /** The whole envelope as it came. */
  readonly body: unknown
}
