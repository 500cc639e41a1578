import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import {
  bigint,
  boolean,
  type Columns,
  coded,
  codedList,
  integer,
  label,
  labels,
  party,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { mayAppeal } from './payments.ts'
import * as columns from './subject-columns.ts'
import { documentColumns, picked } from './subject-columns.ts'
import { stages, subjectNames } from './subject-sql.ts'

/** Counts of the subject's documents and cases, by what its readers ask for. */

const tallied = (term: string, what: string, by: Columns): View => ({
  term,
  meaning: `documents and cases of an enterprise by ${what}`,
  columns: { ...by, ...columns.tallyColumns },
  sql: `
    SELECT ${Object.keys(by).join(', ')}, ${columns.tallySql}
    FROM subject_documents GROUP BY ${Object.keys(by).join(', ')}`,
})

const overviewBy = picked(documentColumns, 'enterprise_id', 'role', 'category', 'stage')

export const litigationOverview: View = {
  term: '涉诉全景',
  meaning: 'documents and cases of an enterprise by its side, case category and stage',
  columns: {
    ...overviewBy,
    ...columns.tallyColumns,
    closed_cases: bigint('已裁判案件数', 'suits that wait for no decision on the merits (litigation_cases)'),
    open_cases: bigint(
      '待裁判案件数',
      'suits that wait for a decision on the merits; enforcement, preservation and bankruptcy are none, and one of which it is not known is neither',
    ),
  },
  sql: `
    SELECT ${Object.keys(overviewBy).join(', ')}, ${columns.tallySql},
      count(DISTINCT case_key) FILTER (is_open = false) AS closed_cases, count(DISTINCT case_key) FILTER (is_open) AS open_cases
    FROM (SELECT d.*, c.is_open FROM subject_documents AS d LEFT JOIN (SELECT enterprise_id, case_key, is_open FROM litigation_cases) AS c
      ON c.enterprise_id = d.enterprise_id AND c.case_key = d.case_key) GROUP BY ALL`,
}

export const litigationByYear = tallied('年度分布', 'year, its side and stage', {
  enterprise_id: columns.enterpriseId,
  year: integer('结案年份', 'year of the document; NULL without a date'),
  ...picked(documentColumns, 'role', 'stage'),
})

export const litigationByCause = tallied(
  '案由分布',
  'cause of action and its side',
  picked(documentColumns, 'enterprise_id', 'cause', 'role'),
)

export const litigationByCourt = tallied(
  '法院与地域分布',
  'court, its level and place',
  picked(documentColumns, 'enterprise_id', 'court', 'court_level', 'province', 'city'),
)

/** Which case record is the full text of which document of a list or a case search. */
export const documentDetails: View = {
  term: '文书全文对应',
  meaning: 'documents with the case record that holds their full text, one row a match',
  columns: {
    document_id: columns.documentId('document id; by id that of the case itself'),
    library: label('案例库', 'library of the case record'),
    case_id: columns.caseId('case id'),
    found_by: label(
      '查找方式',
      'id, or number when the id answered nothing: the text of another listed document is of its own day only',
    ),
  },
  sql: `
    WITH found AS (
      SELECT DISTINCT library, asked FROM case_lookups WHERE asked_by = 'number' AND hits > 0),
    listed AS (
      SELECT DISTINCT d.document_id, d.case_number_key, d.document_kind, d.decided_on, f.library
      FROM enterprise_documents AS d JOIN found AS f ON f.asked = d.case_number
      UNION
      SELECT h.case_id, h.case_number_key, h.document_kind, h.closed_on, f.library
      FROM case_hits AS h JOIN found AS f ON f.asked = h.case_number),
    held AS (
      SELECT case_id FROM cases WHERE case_id IN (SELECT document_id FROM listed))
    SELECT case_id AS document_id, library, case_id, 'id' AS found_by FROM cases
    UNION ALL
    SELECT l.document_id, c.library, c.case_id, 'number'
    FROM listed AS l JOIN cases AS c ON c.library = l.library AND c.case_number_key = l.case_number_key
      AND c.document_kind IS NOT DISTINCT FROM l.document_kind
      AND (c.decided_on IS NOT DISTINCT FROM l.decided_on OR c.case_id NOT IN (SELECT document_id FROM enterprise_documents))
    WHERE l.document_id NOT IN (SELECT case_id FROM held)`,
}

/** 某公司, 李某, 张××, 赵X, 某某银行: no name that two documents share. */
const hiddenName = '某|[×＊○〇*]|^.[xX]{1,2}$|[xX]{2}'

/** Sides of the first instance that full texts give the parties of an appeal or retrial. */
const originalSides = `
  SELECT library, case_id, name_key, min(original_side) AS side FROM case_parties
  WHERE original_side IN ('plaintiff', 'defendant') GROUP BY ALL HAVING min(original_side) = max(original_side)`

/** Who stands against an enterprise in a document: by the sides of the first instance where both have one, else by those of the document. */
export const opponents = `
  SELECT d.enterprise_id, d.document_id, d.family_key, d.decided_on, p.name_key, min(p.name) AS name,
    bool_or(CASE WHEN p.side = 'third_party' THEN o.side ELSE p.side END = 'plaintiff') AS is_suing
  FROM subject_documents AS d JOIN document_parties AS p USING (document_id)
  LEFT JOIN (${originalSides}) AS o ON o.library = d.library AND o.case_id = d.case_id AND o.name_key = p.name_key
  WHERE CASE WHEN d.original_role IN ('plaintiff', 'defendant') AND o.side IS NOT NULL THEN o.side <> d.original_role
      ELSE d.role IN ('plaintiff', 'defendant') AND p.side IN ('plaintiff', 'defendant') AND d.role <> p.side END
    AND (d.enterprise_id, p.name_key) NOT IN (${subjectNames})
  GROUP BY ALL`

/** Opposing sides only: who stands beside the subject, also against its appeal, and third parties are no counterparties. */
export const counterparties: View = {
  term: '对手方',
  meaning: 'names on the other side of the listed documents of an enterprise',
  columns: {
    enterprise_id: columns.enterpriseId,
    name_key: party('名称匹配键', 'document_parties', 'name after width, bracket and space folding'),
    name: party(
      '对方当事人',
      'document_parties',
      'the name as given; of several spellings the first by code',
    ),
    documents: bigint('文书数', 'documents in which it stands on the other side'),
    disputes: bigint('争议数', 'distinct case families: a case with its appeal and its enforcement is one'),
    is_hidden: boolean(
      '是否隐名',
      'whether the name hides who it is (某公司, 李某): its documents may be of several parties',
    ),
    is_repeat: boolean(
      '是否多次',
      'whether there is more than one dispute, those that are likely one (likely_joins) counted once; NULL for a hidden name that stands in several',
    ),
    roles: codedList(codeWords.role)(
      '对方当事人身份',
      'document_parties',
      'its sides: plaintiff, defendant or both; on appeal the plaintiff is who appealed',
    ),
    ...columns.span,
    document_ids: columns.documentIds('these documents, sorted'),
  },
  sql: `
    SELECT enterprise_id, name_key, name, documents, disputes, regexp_matches(name_key, '${hiddenName}') AS is_hidden,
      CASE WHEN likely_disputes = 1 THEN false WHEN NOT is_hidden THEN true END AS is_repeat,
      CASE WHEN suing = 0 THEN ['defendant'] WHEN suing = documents THEN ['plaintiff'] ELSE ['defendant', 'plaintiff'] END
        AS roles, first_on, last_on, document_ids
    FROM (
      SELECT o.enterprise_id, o.name_key, min(o.name) AS name, count(*) AS documents,
        count(DISTINCT hash(o.family_key)) AS disputes,
        count(DISTINCT hash(coalesce(l.likely_key, o.family_key))) AS likely_disputes, count(*) FILTER (o.is_suing) AS suing,
        min(o.decided_on) AS first_on, max(o.decided_on) AS last_on, list(o.document_id ORDER BY o.document_id) AS document_ids
      FROM (${opponents}) AS o
      LEFT JOIN likely_joins AS l ON l.enterprise_id = o.enterprise_id AND l.family_key = o.family_key
      GROUP BY o.enterprise_id, o.name_key)`,
}

const rank = `CASE stage ${stages.map((name, index) => `WHEN '${name}' THEN ${index}`).join(' ')} END`

/** The order of the documents of a dispute: by date, then stage (other first), then a hash of the id, always the same. */
const position = `(((coalesce(decided_on, DATE '0001-01-01') - DATE '0001-01-01')::BIGINT << 36)
  | (CASE WHEN stage = 'other' THEN 0 ELSE 1 + ${rank} END::BIGINT << 32) | (hash(document_id) >> 32)::BIGINT)`

/** Outcomes after which the decision below is in force. */
const confirming: readonly Outcome[] = ['upheld', 'appeal_withdrawn', 'retrial_refused']

/** Outcomes between the parties without a winner, which replace what was decided before. */
const withoutWinner: readonly Outcome[] = [
  'mediated',
  'withdrawn',
  'rejected',
  'set_aside',
  'inadmissible',
  'remanded',
  'retrial_ordered',
  'ended',
]

const decides = `(stage IN ('first instance', 'appeal', 'retrial') OR (outcome = 'ended' AND contains(case_key, '民督'))) AND outcome NOT IN (${literals(confirming)})
          AND (subject_outcome <> 'neutral' OR outcome IN (${literals(withoutWinner)}))`

/** How the last enforcement of a dispute stands. */
const enforcedStates = `
  SELECT enterprise_id, family_key, CASE arg_max(CASE WHEN state <> 'open' OR is_recent THEN state ELSE 'old' END, (coalesce(last_on, filed_on, DATE '0001-01-01'), case_key)) WHEN 'open' THEN 'in enforcement'
    WHEN 'ended_unpaid' THEN 'ended unpaid' WHEN 'paid' THEN 'paid' END AS state
  FROM enforcement_cases WHERE is_counted GROUP BY ALL`

/** Decisions that are in force by the words of a text, or that are being enforced. */
const saidInForce = `
  SELECT DISTINCT enterprise_id, family_key, true AS is_said FROM stated_events WHERE kind IN ('in_force', 'carried_out')`

/** Outcomes after which nothing is to be paid, unless the decision orders it to: who sues may be refused and have to pay. */
const endings: readonly Outcome[] = [
  'withdrawn',
  'rejected',
  'inadmissible',
  'dismissed',
  'ended',
  'set_aside',
]

export const caseFamilies: View = {
  term: '关联案件',
  meaning: 'disputes of an enterprise: first instance, appeal, retrial and enforcement under one key',
  columns: {
    enterprise_id: columns.enterpriseId,
    family_key: columns.familyKey,
    documents: bigint('文书数', 'listed documents of the dispute'),
    cases: bigint('案件数', 'distinct case numbers; a document without a readable one is a case'),
    stages: codedList(codeWords.stage)('审判阶段', 'stages that its documents belong to, in their order'),
    latest_stage: coded(codeWords.stage)('最近阶段', 'stage of the last document'),
    latest_outcome: coded(codeWords.outcome)('最近结案方式', 'outcome of the last document that has one'),
    latest_subject_outcome: coded(codeWords.result)(
      '最近对主体的结果',
      'what the last such document means for it',
    ),
    original_role: columns.originalRole(
      'side of the subject in first instance: of its document there, else as a later full text states it',
    ),
    dispute_outcome: coded(codeWords.result)(
      '争议结果',
      'what the decision in force means for it: the last one that decides the dispute; one that upholds, refuses a retrial or ' +
        'withdraws an appeal leaves the decision below in force, which alone tells who won; enforcement decides nothing',
    ),
    state: coded(codeWords.disputeState)(
      '争议状态',
      'where it stands: open, decided, in force, in enforcement, ended unpaid, paid, closed (without a duty to pay), or unknown, also after it was sent back',
    ),
    likely_key: columns.likelyKey(
      'the dispute that it likely belongs to (likely_joins); NULL where nothing says so',
    ),
    ...columns.span,
    case_numbers: labels('案号', 'distinct number keys, sorted'),
  },
  sql: `
    SELECT f.enterprise_id, f.family_key, f.documents, f.unnumbered + len(f.case_numbers) AS cases,
      list_filter([${literals(stages)}], lambda s: list_contains(f.stages, s)) AS stages, f.latest_stage, f.latest_outcome, f.latest_subject_outcome, f.original_role, f.dispute_outcome,
      CASE WHEN c.is_open THEN 'open' WHEN e.state IS NOT NULL THEN e.state WHEN f.is_revoked THEN 'decided' WHEN f.decision IN ('remanded', 'retrial_ordered') OR s.sent_on > f.last_on OR (f.decision IS NULL AND NOT f.is_final) THEN 'unknown'
        WHEN f.decision IN (${literals(endings)}) AND o.family_key IS NULL THEN 'closed' WHEN f.is_final OR (p.is_said AND NOT f.is_appealable) THEN 'in force' ELSE 'decided' END AS state,
      l.likely_key, f.first_on, f.last_on, f.case_numbers
    FROM (
      SELECT enterprise_id, family_key, count(*) AS documents,
        count(*) FILTER (case_number_key IS NULL) AS unnumbered, list(stage) AS stages,
        arg_max(stage, position) AS latest_stage, arg_max(outcome, position) AS latest_outcome,
        arg_max(subject_outcome, position) AS latest_subject_outcome,
        coalesce(arg_min(role, position) FILTER (stage = 'first instance'), min(original_role),
          arg_min(role, position) FILTER (stage NOT IN ('appeal', 'retrial'))) AS original_role,
        coalesce(arg_max(CASE WHEN outcome IN (${literals(withoutWinner)}) THEN 'neutral' ELSE subject_outcome END, position) FILTER (${decides}),
          arg_max(subject_outcome, position) FILTER (stage = 'first instance')) AS dispute_outcome,
        arg_max(outcome, position) FILTER (${decides}) AS decision,
        coalesce(bool_or((stage IN ('appeal', 'retrial') AND NOT may_appeal AND closes_case AND outcome NOT IN ('remanded', 'retrial_ordered', 'transferred')) OR outcome = 'mediated'), false) AS is_final,
        coalesce(arg_max(may_appeal, position) FILTER (closes_case), false) AS is_appealable,
        -- A judgment on the suit of a third party may be appealed against.
        coalesce(arg_max(contains(case_key, '民撤') AND outcome IN ('reversed', 'partly_reversed', 'set_aside'), position) FILTER (outcome IS NOT NULL), false) AS is_revoked,
        min(decided_on) AS first_on, max(decided_on) AS last_on, list(case_number_key) AS numbers,
        CASE WHEN documents > 1 THEN list_sort(list_distinct(numbers)) WHEN numbers[1] IS NULL THEN [] ELSE numbers END
          AS case_numbers
      FROM (SELECT *, ${position} AS position, ${mayAppeal} AS may_appeal FROM subject_documents)
      GROUP BY ALL) AS f
    LEFT JOIN (SELECT enterprise_id, family_key, bool_or(is_open) AS is_open FROM litigation_cases GROUP BY ALL) AS c
      ON c.enterprise_id = f.enterprise_id AND c.family_key = f.family_key
    LEFT JOIN (${enforcedStates}) AS e ON e.enterprise_id = f.enterprise_id AND e.family_key = f.family_key
    LEFT JOIN (SELECT enterprise_id, case_key, max(coalesce(happened_on, said_on)) AS sent_on FROM stated_events WHERE kind = 'remanded' GROUP BY ALL) AS s
      ON s.enterprise_id = f.enterprise_id AND s.case_key = f.family_key
    LEFT JOIN (${saidInForce}) AS p ON p.enterprise_id = f.enterprise_id AND p.family_key = f.family_key
    LEFT JOIN (SELECT DISTINCT enterprise_id, family_key FROM ordered_payments WHERE is_counted) AS o
      ON o.enterprise_id = f.enterprise_id AND o.family_key = f.family_key
    LEFT JOIN likely_joins AS l ON l.enterprise_id = f.enterprise_id AND l.family_key = f.family_key`,
}
