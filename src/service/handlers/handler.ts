import type { JsonObject } from '../../contract/answer.ts'
import type { DocumentPage, EnterpriseCandidate, StatuteArticle } from '../../contract/records.ts'
import type { CaseLibrary } from '../corpus/cases.ts'
import type { Awaitable, Reply } from '../reply.ts'

import type { CaseSearch } from '../search/case-search.ts'
import type { StatuteQuery } from '../search/statutes.ts'

/** What the handlers answer from: a corpus, or what a warehouse holds. An empty answer means that there is nothing in it. */
export interface Library {
  /** Cases as JSON texts, spliced into the answer as they are; a number is folded. */
  readonly cases: (
    library: CaseLibrary,
    by: { readonly id: string } | { readonly number: string },
  ) => Awaitable<readonly Buffer[]>
  readonly searchCases: CaseSearch
  readonly searchStatutes: (query: StatuteQuery) => Awaitable<readonly StatuteArticle[]>
  /** A page of a litigation list; undefined when the enterprise is not known. */
  readonly documentPage: (of: ListOwner, pageNo: number) => Awaitable<DocumentPage | undefined>
  /** Enterprises whose folded name holds this text, in the order of names, then of ids. */
  readonly candidates: (nameKey: string) => readonly NamedCandidate[]
  /** Detail records of the enterprises of a folded name: current, former, then short. */
  readonly companies: (nameKey: string) => Awaitable<readonly JsonObject[]>
}

/** Whose list is asked for: an id counts before a code (contract 4.4). One of them is not ''. */
export interface ListOwner {
  readonly id: string
  readonly creditCode: string
}

export interface NamedCandidate {
  /** The name under which spellings of different width are one. */
  readonly nameKey: string
  readonly candidate: EnterpriseCandidate
}

/** One operation: parameters as they arrived, to the whole answer. May throw, see `answer`. */
export type Handler = (library: Library, params: JsonObject) => Awaitable<Reply>
