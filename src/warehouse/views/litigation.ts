import { label } from '../column.ts'
import type { View } from '../table.ts'

/** Which case record is the full text of which document of a list or a case search. */
export const documentDetails: View = {
  term: '文书全文对应',
  meaning: 'documents with the case record that holds their full text, one row a match',
  columns: {
    document_id: label(
      '文书id',
      'derived',
      'document id; by id that of the case itself',
      '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90',
    ),
    library: label('案例库', 'derived', 'library of the case record', 'ptal'),
    case_id: label('案例ID', 'derived', 'case id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    found_by: label('查找方式', 'derived', 'id, or number when the id answered nothing', 'id'),
  },
  sql: `
    WITH found AS (
      SELECT DISTINCT library, asked FROM case_lookups WHERE asked_by = 'number' AND hits > 0),
    listed AS (
      SELECT DISTINCT d.document_id, d.case_number_key, d.document_kind, f.library
      FROM enterprise_documents AS d JOIN found AS f ON f.asked = d.case_number
      UNION
      SELECT h.case_id, h.case_number_key, h.document_kind, f.library
      FROM case_hits AS h JOIN found AS f ON f.asked = h.case_number),
    held AS (
      SELECT case_id FROM cases WHERE case_id IN (SELECT document_id FROM listed))
    SELECT case_id AS document_id, library, case_id, 'id' AS found_by FROM cases
    UNION ALL
    SELECT l.document_id, c.library, c.case_id, 'number'
    FROM listed AS l JOIN cases AS c ON c.library = l.library AND c.case_number_key = l.case_number_key
      AND c.document_kind IS NOT DISTINCT FROM l.document_kind
    WHERE l.document_id NOT IN (SELECT case_id FROM held)`,
}
