import type { JsonObject } from '../contract/answer.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import { caseDetails } from './handlers/case-details.ts'
import { caseSearch } from './handlers/case-search.ts'
import { companyInfo } from './handlers/company-info.ts'
import { enterpriseSearch } from './handlers/enterprise-search.ts'
import type { Handler, Library } from './handlers/handler.ts'
import { litigationList } from './handlers/litigation-list.ts'
import { statuteSearch } from './handlers/statute-search.ts'
import { type Awaitable, failure, type Reply, unexpectedCode, unexpectedMessage } from './reply.ts'

const handlers: Readonly<Record<OperationName, Handler>> = {
  case_vector_search: caseSearch,
  rh_case_details: caseDetails,
  rh_ft_search: statuteSearch,
  rh_enterpriseWritList: litigationList,
  rh_enterpriseSearch: enterpriseSearch,
  rh_company_info: companyInfo,
}

/** Whatever answers the six operations, over HTTP and over the tools alike: a corpus, or the mirror of a warehouse. */
export interface Answers {
  /** Never throws: the unexpected is a failure too (contract 4.3 rule 4). */
  readonly answer: (name: OperationName, params: JsonObject) => Awaitable<Reply>
  readonly close: () => Promise<void>
}

/** Answers from a corpus, which is in memory. */
export const answersOf = (library: Library): Answers => ({
  answer: (name, params) => answer(library, name, params),
  close: async () => undefined,
})

/** Answers one call, whatever brought it. Never throws: the unexpected is a failure too (contract 4.3 rule 4). */
export async function answer(library: Library, name: OperationName, params: JsonObject): Promise<Reply> {
  try {
    return await handlers[name](library, params)
  } catch (error) {
    return { ...failure(operations[name], unexpectedCode, unexpectedMessage), error }
  }
}
