import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { boolean, coded, date, integer, labels, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'
import { stageSql, stages, threeYearsAgo } from './subject-sql.ts'

/** Outcomes of a suit that goes on. A seizure that was lifted says nothing about it. */
const waiting: readonly Outcome[] = ['jurisdiction', 'seized', 'stayed', 'procedural', 'party_changed']

/** Outcomes that end an instance and leave the dispute waiting for the next one. */
const passedOn: readonly Outcome[] = ['transferred', 'remanded', 'retrial_ordered']

const merits = "(stage IN ('first instance', 'appeal', 'retrial') OR contains(case_key, '民辖'))"

/** 民辖, 民辖终: a ruling on jurisdiction. The suit itself stays undecided, under a number that may not be listed. */
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
    role: columns.documentColumns.role,
    original_role: columns.originalRole('side in the first instance: who sued or was sued at the beginning'),
    ...columns.picked(columns.documentColumns, 'stage', 'category', 'cause'),
    year: integer('年份', 'year of its last document'),
    last_on: date('最近日期', 'date of its last document'),
    is_open: boolean(
      '是否待裁判',
      'whether it waits for a decision on the merits; NULL where its documents are older than three years or say nothing, and where it was sent back and likely decided again',
    ),
    document_ids: columns.documentIds('its documents, the first by date first'),
  },
  sql: `
    WITH documents AS (
      SELECT *, coalesce(outcome IN (${literals(passedOn)}), false) AS is_passed_on,
        CASE WHEN ${isJurisdiction} THEN 0 WHEN stage = 'first instance' THEN 1 WHEN stage = 'appeal' THEN 2 ELSE 3 END AS place
      FROM subject_documents WHERE ${merits} AND category IS DISTINCT FROM '强制清算与破产案件' AND NOT regexp_matches(case_key, '财保|执')),
    cases AS (
      SELECT enterprise_id, case_key, min(family_key) AS family_key, min(role) AS role, min(original_role) AS original, min(stage) AS stage, min(category) AS category,
        min(cause) AS cause, max(year) AS year, max(decided_on) AS last_on, max(place) AS place, bool_or(closes_case AND NOT is_passed_on) AND NOT ${isJurisdiction} AS is_closed,
        coalesce(arg_max(outcome, (coalesce(decided_on, DATE '0001-01-01'), document_id)) FILTER (outcome <> 'correction') IN (${literals(waiting)})
          AND bool_or(closes_case IS NOT NULL), false) AS is_waiting, bool_or(is_passed_on) AS is_passed_on,
        bool_and(coalesce(outcome = 'retrial_refused', false)) AS is_refusal,
        ${isJurisdiction} AS is_jurisdiction, bool_or((is_passed_on OR place = 0) AND coalesce(decided_on < ${threeYearsAgo}, true)) AS is_old,
        list(document_id ORDER BY decided_on, document_id) AS document_ids
      FROM documents GROUP BY enterprise_id, case_key),
    later AS (
      SELECT *, bool_or(NOT is_refusal AND last_on IS NOT NULL) OVER (PARTITION BY enterprise_id, family_key ORDER BY last_on, case_key ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS is_followed,
        max(CASE WHEN NOT is_passed_on THEN place END) OVER (PARTITION BY enterprise_id, family_key) AS furthest,
        min(CASE WHEN place = 1 THEN role END) OVER (PARTITION BY enterprise_id, family_key) AS first_role FROM cases)
    SELECT enterprise_id, case_key, family_key, role, coalesce(first_role, original, CASE WHEN is_jurisdiction AND NOT contains(case_key, '终') THEN role END) AS original_role, stage, category, cause, year,
      last_on, CASE WHEN is_closed OR (place < furthest AND NOT is_passed_on) THEN false WHEN is_passed_on AND is_followed THEN false
        WHEN is_passed_on AND (enterprise_id, family_key) IN (SELECT (enterprise_id, likely_key) FROM likely_joins WHERE NOT contains(family_key, '保')) THEN NULL
        WHEN is_passed_on OR is_jurisdiction THEN CASE WHEN NOT is_old THEN true END WHEN is_waiting THEN true END AS is_open, document_ids
    FROM later`,
}

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
    stage: coded(codeWords.stage)('审判阶段', 'stage that the number stands for'),
    relation: coded(codeWords.citedRelation)(
      '与引用文书的关系',
      'earlier, later or same: its stage beside that of the first document that cites it',
    ),
    cited_by: labels('引用文书', 'ids of the documents that cite it, sorted'),
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
