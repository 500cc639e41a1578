import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { boolean, date, integer, type View } from '../../rows/tables/table.ts'
import * as columns from './subject-columns.ts'
import { threeYearsAgo } from './subject-sql.ts'

/** Outcomes of a suit that goes on. A seizure that was lifted says nothing about it. */
const waiting: readonly Outcome[] = ['jurisdiction', 'seized', 'stayed', 'procedural', 'party_changed']

/** Outcomes that end an instance and leave the dispute waiting for the next one. */
const passedOn: readonly Outcome[] = ['transferred', 'remanded', 'retrial_ordered']

const merits = "(stage IN ('first instance', 'appeal', 'retrial') OR contains(case_key, '民辖'))"

/** 民辖, 民辖终: which court hears a suit. It decides nothing of the suit, which waits in a court whose number may not be listed. */
const isJurisdiction = "contains(case_key, '辖')"

/** One row an instance of a suit; enforcement and preservation by themselves are none, nor is a bankruptcy. */
export const litigationCases: View = {
  term: '诉讼案件',
  meaning:
    'instances of suits of an enterprise, one row a case number: whether one waits for a decision on the merits, and which document says so. Enforcement, preservation and bankruptcy are no such case',
  columns: {
    enterprise_id: columns.enterpriseId,
    case_key: columns.caseKey('number key, or the document id'),
    family_key: columns.familyKey,
    role: columns.role,
    original_role: columns.originalRole('side in the first instance: who sued or was sued at the beginning'),
    stage: columns.stage,
    category: columns.category,
    cause: columns.cause,
    year: integer('年份', 'year of its last document', '2023'),
    last_on: date('最近日期', 'date of its last document'),
    is_open: boolean(
      '是否待裁判',
      'whether it waits for a decision on the merits; NULL where its documents are older than three years or say nothing',
      'false',
    ),
    document_ids: columns.documentIds('its documents, the first by date first'),
  },
  sql: `
    WITH documents AS (
      SELECT *, coalesce(outcome IN (${literals(passedOn)}), false) AS is_passed_on,
        CASE WHEN ${isJurisdiction} THEN 0 WHEN stage = 'first instance' THEN 1 WHEN stage = 'appeal' THEN 2 WHEN stage = 'retrial' THEN 3 END AS place
      FROM subject_documents WHERE ${merits} AND category IS DISTINCT FROM '强制清算与破产案件' AND NOT regexp_matches(case_key, '财保|执')),
    cases AS (
      SELECT enterprise_id, case_key, min(family_key) AS family_key, min(role) AS role, min(original_role) AS original, min(stage) AS stage, min(category) AS category,
        min(cause) AS cause, max(year) AS year, max(decided_on) AS last_on, max(place) AS place, bool_or(closes_case AND NOT is_passed_on) AND max(place) > 0 AS is_closed,
        coalesce(arg_max(outcome, coalesce(decided_on, DATE '0001-01-01')) FILTER (outcome <> 'correction') IN (${literals(waiting)})
          AND bool_or(closes_case IS NOT NULL), false) AS is_waiting, bool_or(is_passed_on) AS is_passed_on,
        bool_and(coalesce(outcome = 'retrial_refused', false)) AS is_refusal,
        max(place) = 0 AS is_jurisdiction, bool_or((closes_case AND is_passed_on AND decided_on < ${threeYearsAgo}) OR (place = 0 AND coalesce(decided_on < ${threeYearsAgo}, true))) AS is_old,
        list(document_id ORDER BY decided_on, document_id) AS document_ids
      FROM documents GROUP BY enterprise_id, case_key),
    later AS (
      SELECT *, max(CASE WHEN NOT is_refusal THEN last_on END) OVER (PARTITION BY enterprise_id, family_key ORDER BY last_on, case_key ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS next_on,
        max(CASE WHEN NOT is_passed_on OR place = 0 THEN place END) OVER (PARTITION BY enterprise_id, family_key) AS furthest,
        min(CASE WHEN place = 1 THEN role END) OVER (PARTITION BY enterprise_id, family_key) AS first_role FROM cases)
    SELECT enterprise_id, case_key, family_key, role, coalesce(first_role, original, CASE WHEN place = 1 OR (is_jurisdiction AND NOT contains(case_key, '终')) THEN role END) AS original_role, stage, category, cause, year,
      last_on, CASE WHEN is_closed OR (place < furthest AND NOT is_passed_on) THEN false WHEN is_passed_on AND next_on IS NOT NULL THEN false
        WHEN is_passed_on OR is_jurisdiction THEN CASE WHEN NOT is_old THEN true END WHEN is_waiting THEN true END AS is_open, document_ids
    FROM later`,
}
