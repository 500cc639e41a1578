import type { JsonObject } from '../../contract/answer.ts'
import type { OperationName } from '../../contract/operations.ts'

/** An answer of the source as it landed: the last conclusive one to its question. */
export interface CollectedAnswer {
  /** See `callKeyOf`. */
  readonly callKey: string
  readonly operation: OperationName
  /** Sorts by start: of two answers about one record that of the later run counts. */
  readonly runId: string
  /** As sent. */
  readonly params: JsonObject
  readonly httpStatus: number
  /** The body as it landed, which is JSON. */
  readonly body: Buffer
}

/** What a warehouse collected, as a mirror reads it. The caller that opens the warehouse hands it in. */
export interface Collected {
  /** One answer a question; those that were forgotten are not among them. Bounded memory. */
  readonly answers: () => AsyncIterable<CollectedAnswer>
  /** From the file system, at the cost of two looks. */
  readonly generation: () => Generation
  /** What stands in the place of a name or id that was forgotten. */
  readonly mask: string
}

export interface Generation {
  /** Differs whenever something was published. */
  readonly published: string
  /** Differs whenever something was forgotten, from the moment on when it was asked for. */
  readonly forgotten: string
  /** Something is being forgotten: what is collected may still hold it. */
  readonly isPurging: boolean
}
