import type { JsonObject } from '../../contract/answer.ts'
import type { Corpus } from '../corpus/corpus.ts'
import type { Reply } from '../reply.ts'

/** What the handlers answer from. */
export interface Library {
  readonly corpus: Corpus
  /** Items a page of the litigation list (contract 4.4). */
  readonly pageSize: number
}

/** One operation: parameters as they arrived, to the whole answer. Pure; may throw, see `answer`. */
export type Handler = (library: Library, params: JsonObject) => Reply
