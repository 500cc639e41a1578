import { isObject, type JsonObject, recordsOf } from '../contract/answer.ts'
import { codeOf } from '../contract/classify.ts'
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
import { extraOf, isBlank } from './values.ts'

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

/** What an answer holds around its records and no row does. The case search keeps its own envelope. */
function envelopeRest(operation: OperationName, body: unknown): JsonObject | null {
  if (!isObject(body) || operations[operation].envelope === 'A') return null
  const around = aroundRecords(operation, body)
  const rest = { ...extraOf(body, readOf(body)), ...(around !== null && { data: around }) }
  return Object.keys(rest).length === 0 ? null : rest
}

/** Members of envelope B (contract 2.1) that are read: its text and code are in the ledger, unless they are no such thing. */
const readOf = ({ code, message }: JsonObject): ReadonlySet<string> =>
  new Set([
    'status',
    'data',
    ...(codeOf(code) === null ? [] : ['code']),
    ...(typeof message === 'string' ? ['message'] : []),
  ])

/** What stands in `data` beside a list of records, or in place of records. */
function aroundRecords(operation: OperationName, body: JsonObject): unknown {
  const { data } = body
  if (recordsOf(operations[operation], body) === undefined) return isBlank(data) ? null : data
  return isObject(data) && Array.isArray(data.lst) ? extraOf(data, new Set(['lst'])) : null
}
