import { date, integer, text } from '../column.ts'
import { provenance, type View } from '../table.ts'
import * as columns from './subject-columns.ts'
import { subjectDocuments as documents } from './subject-sql.ts'

/** The listed documents of each enterprise as it stands in them: what the views of its litigation are made of. */
export const subjectDocuments: View = {
  term: '主体涉诉文书',
  meaning: 'one row an enterprise and listed document, from its side: by the full text where one is held',
  columns: {
    enterprise_id: columns.enterpriseId,
    document_id: text('文书id', 'enterprise_documents', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    title: text(
      '标题',
      'enterprise_documents',
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
    case_number: text('案号', 'enterprise_documents', 'case number as given', '（2023）京0108民初1024号'),
    case_number_key: text(
      '案号匹配键',
      'enterprise_documents · cases',
      'case number without 之N; NULL when unreadable',
      '(2023)京0108民初1024号',
    ),
    document_kind: text('文书种类', 'enterprise_documents', 'document kind', '判决书'),
    role: columns.role,
    original_role: text(
      '原审诉讼身份',
      'case_parties',
      'side of the subject in the lower instance; NULL when the full text does not tell',
      'defendant',
    ),
    category: columns.category,
    stage: columns.stage,
    procedure: text(
      '审判程序',
      'cases · enterprise_documents',
      'trial procedure as given, else by the case number',
      '一审',
    ),
    court: columns.court,
    court_level: columns.courtLevel,
    province: columns.province,
    city: columns.city,
    cause: columns.cause,
    decided_on: date('裁判日期', 'cases · enterprise_documents', 'date of the document', '2023-09-18'),
    year: integer('结案年份', 'derived', 'year of that date', '2023'),
    outcome: text('结案方式', 'cases · enterprise_documents', 'what the document decides', 'partly_granted'),
    subject_outcome: text(
      '对主体的结果',
      'derived',
      'won, lost, partly or neutral: what the outcome means for the side of the subject',
      'partly',
    ),
    family_key: columns.familyKey,
    library: text('案例库', 'cases', 'library of the full text; NULL when none is held', 'ptal'),
    case_id: text('案例ID', 'cases', 'case id of the full text', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    ...provenance,
  },
  sql: `
    SELECT enterprise_id, document_id, title, case_number, case_number_key, document_kind, role, original_role, category,
      stage, procedure, court, court_level, province, city, cause, decided_on, year, outcome, subject_outcome, family_key,
      library, case_id, call_key, run_id
    FROM (${documents({ family: true, originalRole: true, cause: true })})`,
}
