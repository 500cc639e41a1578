import { codeWords } from '../../words/code-words.ts'
import { bigint, boolean, codedList, date, party } from '../column.ts'
import type { View } from '../table.ts'
import * as columns from './subject-columns.ts'
import { subjectNames } from './subject-sql.ts'

/** Opposing sides only: who stands beside the subject, and third parties on either hand, are no counterparties. */
export const counterparties: View = {
  term: '对手方',
  meaning: 'names on the other side of the listed documents of an enterprise',
  columns: {
    enterprise_id: columns.enterpriseId,
    name_key: party(
      '名称匹配键',
      'document_parties',
      'name after width, bracket and space folding',
      '示范建材有限公司',
    ),
    name: party(
      '对方当事人',
      'document_parties',
      'the name as given; of several spellings the first by code',
      '示范建材有限公司',
    ),
    documents: bigint('文书数', 'derived', 'documents in which it stands on the other side', '1'),
    disputes: bigint(
      '争议数',
      'derived',
      'distinct case families: a case with its appeal and its enforcement is one',
      '1',
    ),
    is_repeat: boolean('是否多次', 'derived', 'whether there is more than one dispute', 'false'),
    roles: codedList(codeWords.role)(
      '对方当事人身份',
      'document_parties',
      'its sides: plaintiff, defendant or both; on appeal the plaintiff is who appealed',
      '["plaintiff"]',
    ),
    first_on: date('最早日期', 'derived', 'date of the first document', '2023-09-18'),
    last_on: date('最近日期', 'derived', 'date of the last document', '2023-09-18'),
  },
  sql: `
    SELECT enterprise_id, name_key, name, documents, disputes, disputes > 1 AS is_repeat,
      CASE WHEN suing = 0 THEN ['defendant'] WHEN suing = documents THEN ['plaintiff'] ELSE ['defendant', 'plaintiff'] END
        AS roles, first_on, last_on
    FROM (
      SELECT d.enterprise_id, p.name_key, min(p.name) AS name, count(*) AS documents,
        count(DISTINCT hash(d.family_key)) AS disputes, count(*) FILTER (d.role = 'defendant') AS suing,
        min(d.decided_on) AS first_on, max(d.decided_on) AS last_on
      FROM subject_documents AS d JOIN document_parties AS p ON p.document_id = d.document_id
      WHERE (d.role = 'plaintiff' AND p.side = 'defendant') OR (d.role = 'defendant' AND p.side = 'plaintiff')
      GROUP BY d.enterprise_id, p.name_key)
    WHERE (enterprise_id, name_key) NOT IN (${subjectNames})`,
}
