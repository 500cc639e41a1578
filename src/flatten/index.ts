import { isObject, type JsonObject, recordsOf } from '../contract/answer.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { Rows } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { flattenCaseDetails } from './case-details.ts'
import { flattenCaseSearch } from './case-search.ts'
import { flattenCompanyInfo } from './company-info.ts'
import { flattenEnterpriseSearch } from './enterprise-search.ts'
import { flattenLitigationList } from './litigation-list.ts'
import { flattenStatuteSearch } from './statute-search.ts'
import { unlistedMembers } from './unlisted.ts'
import { extraOf } from './values.ts'

const byOperation: { readonly [Name in OperationName]: (input: FlattenInput) => Rows } = {
  case_vector_search: flattenCaseSearch,
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
  /** Which time the run asked for it, from 1. */
  readonly sweep: number
}

/** The rows that one answered call (hit or empty) says, by table. Pure: the same answer gives the same rows. */
export function flatten(origin: AnswerOrigin, body: unknown): Rows {
  const { operation, callKey, runId } = origin
  const records = recordsOf(operations[operation], body) ?? []
  const data = isObject(body) ? body.data : null
  const rows = byOperation[operation]({ ...origin, records, data, body })
  const unlisted = unlistedMembers(rows, envelopeRest(operation, body))
  if (unlisted.length === 0) return rows
  return {
    ...rows,
    unlisted_members: unlisted.map((member) => ({
      seen_run_id: runId,
      seen_by: callKey,
      operation,
      ...member,
    })),
  }
}

/** Members of envelope B (contract 2.1); its text and code are in the ledger. */
const envelopeB = new Set(['status', 'code', 'message', 'data'])

/** What an answer holds around its records and no row does. The case search keeps its own envelope. */
function envelopeRest(operation: OperationName, body: unknown): JsonObject | null {
  if (!isObject(body) || operations[operation].envelope === 'A') return null
  const { data } = body
  const around = isObject(data) && Array.isArray(data.lst) ? extraOf(data, new Set(['lst'])) : null
  const rest = { ...extraOf(body, envelopeB), ...(around !== null && { data: around }) }
  return Object.keys(rest).length === 0 ? null : rest
}
