import { isObject, type JsonObject, recordsOf } from '../contract/answer.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { Rows } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { flattenCaseDetails } from './case-details.ts'
import { flattenCompanyInfo } from './company-info.ts'
import { flattenEnterpriseSearch } from './enterprise-search.ts'
import { flattenLitigationList } from './litigation-list.ts'
import { flattenStatuteSearch } from './statute-search.ts'

const byOperation: { readonly [Name in OperationName]?: (input: FlattenInput) => Rows } = {
  rh_case_details: flattenCaseDetails,
  rh_ft_search: flattenStatuteSearch,
  rh_enterpriseWritList: flattenLitigationList,
  rh_enterpriseSearch: flattenEnterpriseSearch,
  rh_company_info: flattenCompanyInfo,
}

/** Where an answer comes from. */
export interface AnswerOrigin {
  readonly operation: OperationName
  readonly params: JsonObject
  readonly callKey: string
  readonly runId: string
}

/** The rows that one answered call (hit or empty) says, by table. Pure: the same answer gives the same rows. */
export function flatten(origin: AnswerOrigin, body: unknown): Rows {
  const records = recordsOf(operations[origin.operation], body) ?? []
  const data = isObject(body) ? body.data : null
  return byOperation[origin.operation]?.({ ...origin, records, data }) ?? {}
}
