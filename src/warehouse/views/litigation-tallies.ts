import { bigint, integer } from '../column.ts'
import type { Columns, View } from '../table.ts'
import * as columns from './subject-columns.ts'

/** Counts of the subject's documents and cases, by what its readers ask for. */

const tally = (by: Columns): string => `
    SELECT ${Object.keys(by).join(', ')}, ${columns.tallySql}
    FROM subject_documents GROUP BY ${Object.keys(by).join(', ')}`

const overviewBy = {
  enterprise_id: columns.enterpriseId,
  role: columns.role,
  category: columns.category,
  stage: columns.stage,
}

export const litigationOverview: View = {
  term: '涉诉全景',
  meaning: 'documents and cases of an enterprise by its side, case category and stage',
  columns: {
    ...overviewBy,
    ...columns.tallyColumns,
    closed_cases: bigint('已结案件数', 'derived', 'cases of which a document disposes of the case', '1'),
    open_cases: bigint(
      '未结案件数',
      'derived',
      'cases whose documents leave them open, such as preservation and jurisdiction; one whose outcomes no rule recognises is neither',
      '0',
    ),
  },
  sql: `
    SELECT * REPLACE (open_cases - closed_cases AS open_cases) FROM (
      SELECT ${Object.keys(overviewBy).join(', ')}, ${columns.tallySql},
        count(DISTINCT case_key) FILTER (closes_case) AS closed_cases,
        count(DISTINCT case_key) FILTER (closes_case IS NOT NULL) AS open_cases
      FROM subject_documents GROUP BY ALL)`,
}

const yearBy = {
  enterprise_id: columns.enterpriseId,
  year: integer('结案年份', 'derived', 'year of the document; NULL without a date', '2023'),
  role: columns.role,
  stage: columns.stage,
}

export const litigationByYear: View = {
  term: '年度分布',
  meaning: 'documents and cases of an enterprise by year, its side and stage',
  columns: { ...yearBy, ...columns.tallyColumns },
  sql: tally(yearBy),
}

const causeBy = { enterprise_id: columns.enterpriseId, cause: columns.cause, role: columns.role }

export const litigationByCause: View = {
  term: '案由分布',
  meaning: 'documents and cases of an enterprise by cause of action and its side',
  columns: { ...causeBy, ...columns.tallyColumns },
  sql: tally(causeBy),
}

const courtBy = {
  enterprise_id: columns.enterpriseId,
  court: columns.court,
  court_level: columns.courtLevel,
  province: columns.province,
  city: columns.city,
}

export const litigationByCourt: View = {
  term: '法院与地域分布',
  meaning: 'documents and cases of an enterprise by court, its level and place',
  columns: { ...courtBy, ...columns.tallyColumns },
  sql: tally(courtBy),
}
