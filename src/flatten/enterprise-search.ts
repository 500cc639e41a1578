import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import type { Rows } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { extraOf, identityOf, textOf } from './values.ts'

const mapped = new Set(['id', '企业名称', '统一社会信用代码'])

/** Candidates of a search by name (contract 2.7), and the search itself. */
export function flattenEnterpriseSearch({ params, records, callKey }: FlattenInput): Rows {
  const query = textOf(params.name) ?? ''
  return {
    enterprise_searches: [{ query, candidates: records.length }],
    enterprise_candidates: records.map((record, index) => {
      const name = textOf(record.企业名称)
      return {
        query,
        ordinal: index + 1,
        enterprise_id: identityOf(record.id, callKey, index),
        name,
        name_key: name === null ? null : enterpriseNameKey(name),
        uscc: textOf(record.统一社会信用代码),
        extra: extraOf(record, mapped),
      }
    }),
  }
}
