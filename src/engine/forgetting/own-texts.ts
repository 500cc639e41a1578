import { literals } from '../../contract/sql.ts'
import type { Reader } from '../../warehouse/database.ts'

/**
 * Keys of the look-ups of full texts that were listed for these enterprises alone. A document that is listed for another
 * enterprise too, or was found by a question, stays; so does a look-up by a case number that such a document shares.
 */
export async function ownTextCalls(database: Reader, enterpriseIds: readonly string[]): Promise<string[]> {
  if (enterpriseIds.length === 0) return []
  const isTheirs = `coalesce(enterprise_id IN (${literals(enterpriseIds)}), false)`
  const rows = await database.rows(
    `WITH own AS (SELECT document_id, case_number FROM enterprise_documents WHERE ${isTheirs}),
     other AS (
       SELECT document_id, case_number FROM enterprise_documents WHERE NOT ${isTheirs}
       UNION ALL SELECT case_id, case_number FROM case_hits)
     SELECT DISTINCT call_key FROM calls
     WHERE operation = 'rh_case_details' AND outcome <> 'forgotten' AND (
       (params->>'id') IN (SELECT document_id FROM own EXCEPT SELECT document_id FROM other)
       OR (params->>'ah') IN (SELECT case_number FROM own EXCEPT SELECT case_number FROM other))
     ORDER BY call_key`,
  )
  return rows.map(({ call_key }) => String(call_key))
}
