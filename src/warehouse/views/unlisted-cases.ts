import { literals } from '../../contract/sql.ts'
import { coded, labels, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'
import { stageSql, stages } from './subject-sql.ts'

/** Every number that the list of an enterprise has, as the list or the full text gives it. */
const listed = `
  SELECT enterprise_id, case_number_key FROM subject_documents
  UNION SELECT enterprise_id, case_number_key FROM enterprise_documents
  UNION SELECT d.enterprise_id, c.case_number_key FROM subject_documents AS d
  JOIN cases AS c ON c.library = d.library AND c.case_id = d.case_id`

/**
 * Cited numbers of the same dispute: its origin, a number that leads to it, or one of the litigation record. Of another
 * category only what an enforcement carries out is of its dispute.
 */
const cited = `
  SELECT d.enterprise_id, d.document_id, d.family_key, d.stage, r.number_key,
    ${stageSql('r.number_category', 'r.number_procedure')} AS cited_stage
  FROM subject_documents AS d
  JOIN cases AS c ON c.library = d.library AND c.case_id = d.case_id
  JOIN case_references AS r ON r.library = c.library AND r.case_id = c.case_id
  LEFT JOIN number_families AS f ON f.number_key = r.number_key
  WHERE r.number_key IS NOT NULL AND (r.number_key IN (c.origin_number_key, d.family_key) OR f.family_key = d.family_key
    OR (r.source = 'litigation_record' AND (r.number_category = c.category OR c.category = '执行案件')))`

const rankOf = (stage: string): string => `list_position([${literals(stages)}], ${stage})`

export const unlistedCases: View = {
  term: '文书所引未列入列表的案号',
  meaning:
    'case numbers of the same dispute that the full texts of an enterprise cite and that its list does not have, one row a number; whether it is a party there is not known',
  columns: {
    enterprise_id: columns.enterpriseId,
    case_number_key: columns.caseNumberKey('case_references', 'case number without 之N'),
    family_key: columns.familyKey,
    stage: coded(codeWords.stage)('审判阶段', 'stage that the number stands for', 'first instance'),
    relation: coded(codeWords.citedRelation)(
      '与引用文书的关系',
      'earlier, later or same: its stage beside that of the first document that cites it',
      'earlier',
    ),
    cited_by: labels(
      '引用文书',
      'ids of the documents that cite it, sorted',
      '["7b0c5d2e9f4a4c1db6e83a5f1c2d4e90"]',
    ),
  },
  sql: `
    SELECT enterprise_id, number_key AS case_number_key, min(family_key) AS family_key, min(cited_stage) AS stage,
      CASE WHEN min(${rankOf('cited_stage')}) < min(${rankOf('stage')}) THEN 'earlier'
        WHEN min(${rankOf('cited_stage')}) > min(${rankOf('stage')}) THEN 'later' ELSE 'same' END AS relation,
      list(DISTINCT document_id ORDER BY document_id) AS cited_by
    FROM (${cited}) AS c
    WHERE NOT EXISTS (
      SELECT 1 FROM (${listed}) AS l WHERE l.enterprise_id = c.enterprise_id AND l.case_number_key = c.number_key)
    GROUP BY enterprise_id, number_key`,
}
