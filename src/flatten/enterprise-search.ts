import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import type { Rows } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { members } from './members.ts'
import { identityOf, textOf } from './values.ts'

const candidate = members({ name: '企业名称', uscc: '统一社会信用代码' }, ['id'])

/** Candidates of a search by name (contract 2.7), and the search itself. */
export function flattenEnterpriseSearch({ params, records, callKey }: FlattenInput): Rows {
  const query = textOf(params.name) ?? ''
  return {
    enterprise_searches: [{ query, candidates: records.length }],
    enterprise_candidates: records.map((record, index) => {
      const columns = candidate.read(record)
      return {
        query,
        ordinal: index + 1,
        enterprise_id: identityOf(record.id, callKey, index),
        ...columns,
        name_key: columns.name === null ? null : enterpriseNameKey(columns.name),
        extra: candidate.extra(record),
      }
    }),
  }
}
