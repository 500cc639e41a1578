import { boolean, coded, codedList, date, label, labels, money, type View } from '../../tables/table.ts'
import { codeWords } from '../../words/code-words.ts'

import * as columns from './subject-columns.ts'

/*
 * Enforcement and credit: documents and entries of the registration about one case are one row, so that each case counts once
 * and neither source hides what the other says (docs/findings.md, Enforcement and credit).
 */

const matches = (value: string, pattern: string): string =>
  `regexp_matches(coalesce(${value}, ''), '${pattern}')`

/** What an entry of the registration is about: its kind, or its text where it has none. */
const about = 'coalesce(r.kind, r.description)'
const isLifted = matches('r.status', '解除|撤销|移出|移除|删除|屏蔽|失效')

const isShareFreeze = matches(about, '冻结.*股权|股权.*冻结')

/**
 * A sum of the entries of one case: they repeat each other, so that the largest counts and none is added up. What frozen
 * shares are worth is not what is enforced.
 */
const largest = (name: string): string => `max(r.${name}) FILTER (NOT ${isShareFreeze})`

const entries = `
  SELECT r.enterprise_id, coalesce(r.case_number_key, r.case_number, 'entry ' || r.ordinal) AS case_key,
    min(r.case_number) AS case_number, min(r.court) AS court, min(r.filed_on) AS filed_on, max(r.ended_on) AS ended_on,
    ${largest('amount')} AS amount, arg_max(r.currency, r.amount) FILTER (NOT ${isShareFreeze}) AS currency,
    ${largest('collected')} AS collected, ${largest('unpaid')} AS unpaid,
    bool_or(${matches(about, '失信')} AND NOT ${isLifted}) AS is_dishonest,
    bool_or(${matches(about, '限制高?消费|限高|限消')} AND NOT ${isLifted}) AS is_restricted,
    bool_or(${isShareFreeze} AND NOT ${isLifted}) AS is_share_frozen,
    bool_or(${matches(about, '终本|终结本次')} OR ${matches('r.status', '终本|终结本次')}) AS is_ended_unpaid,
    bool_or(${matches('r.status', '(执行|履行|清偿)完毕|已结清|全部已?履行')}) AS is_paid,
    list(r.ordinal::VARCHAR ORDER BY r.ordinal) AS entries
  FROM enterprise_risks AS r
  WHERE ${matches(about, '执行|失信|限制高?消费|限高|限消|终本|终结本次|冻结.*股权|股权.*冻结')}
    OR (r.kind IS NULL AND r.number_category = '执行案件')
  GROUP BY ALL`

/** Which document of a case is the later; of one day by id, so that it is the same every time. */
const later = "(coalesce(d.decided_on, DATE '0001-01-01'), d.document_id)"

/** Outcomes that end an enforcement; whatever comes after them under the same number does not open it again. */
const endings = "('enforcement_suspended', 'enforcement_ended', 'enforcement_refused')"

const seizures = "('seized', 'seizure_lifted', 'property_transferred')"

/** A freeze of shares stands until another document of the case lifts it. */
const isShareSeizure = "contains(coalesce(c.outcome_evidence, e.outcome_evidence), '股权')"

const documents = `
  SELECT d.enterprise_id, d.case_key, min(d.case_number) AS case_number, min(d.court) AS court,
    CASE WHEN bool_or(d.role = 'defendant') THEN 'defendant' WHEN bool_or(d.role = 'plaintiff') THEN 'plaintiff'
      ELSE min(d.role) END AS role,
    min(d.family_key) AS family_key, min(d.decided_on) AS first_on, max(d.decided_on) AS last_on,
    arg_max(d.outcome, ${later}) FILTER (d.outcome IN ${endings}) AS ending,
    coalesce(bool_or(d.outcome = 'listed_dishonest'), false) AS is_dishonest,
    coalesce(bool_or(d.outcome = 'consumption_restricted'), false) AS is_restricted,
    coalesce(arg_max(d.outcome, ${later}) FILTER (${isShareSeizure}) = 'seized', false) AS is_share_frozen,
    list(d.document_id ORDER BY d.decided_on, d.document_id) AS document_ids
  FROM subject_documents AS d
  LEFT JOIN cases AS c ON c.library = d.library AND c.case_id = d.case_id AND c.outcome IN ${seizures}
  LEFT JOIN enterprise_documents AS e ON e.enterprise_id = d.enterprise_id AND e.document_id = d.document_id
    AND e.outcome IN ${seizures}
  WHERE d.stage = 'enforcement' GROUP BY d.enterprise_id, d.case_key`

/** What the documents of a case say is to be taken from the subject: those of one day, or its last that states a sum. */
const documentSums = `
  SELECT enterprise_id, case_key, arg_max(total, (decided_on, document_id)) AS amount,
    arg_max(currency, (decided_on, document_id)) AS currency
  FROM (
    SELECT p.enterprise_id, d.case_key, p.document_id, coalesce(p.decided_on, DATE '0001-01-01') AS decided_on,
      min(p.currency) AS currency, sum(p.amount)::DECIMAL(20,2) AS total
    FROM enforced_payments AS p JOIN subject_documents AS d USING (enterprise_id, document_id)
    WHERE p.is_counted OR p.not_counted_because IN ('a later enforcement document of the family states a sum',
      'another enforcement document of the family states a sum')
    GROUP BY ALL HAVING count(DISTINCT p.currency) = 1)
  GROUP BY ALL`

/**
 * An entry of the registration is against the enterprise; of a case with documents alone, they say on which side it stands.
 * Grouped rather than joined: a condition on the enterprise then reaches the tables.
 */
const cases = `
  SELECT c.enterprise_id, c.case_key, c.case_number, c.court,
    CASE WHEN c.entries IS NULL THEN c.role ELSE coalesce(nullif(c.role, 'third_party'), 'defendant') END AS role,
    coalesce(c.family_key, f.family_key, c.case_key) AS family_key, c.filed_on, greatest(c.last_on, c.ended_on) AS last_on,
    coalesce(c.filed_on, c.first_on) AS since, c.is_dishonest, c.is_restricted, c.is_share_frozen,
    coalesce(c.is_ended_unpaid, false) AS is_ended_unpaid, coalesce(c.is_paid, false) AS is_paid, c.ending, c.amount, c.currency,
    c.collected, c.unpaid, c.entries, c.document_ids
  FROM (
    SELECT enterprise_id, case_key, min(case_number) AS case_number, min(court) AS court, min(role) AS role,
      min(family_key) AS family_key, min(filed_on) AS filed_on, min(first_on) AS first_on, max(last_on) AS last_on,
      max(ended_on) AS ended_on, bool_or(is_dishonest) AS is_dishonest, bool_or(is_restricted) AS is_restricted,
      bool_or(is_share_frozen) AS is_share_frozen, bool_or(is_ended_unpaid) AS is_ended_unpaid, bool_or(is_paid) AS is_paid,
      min(ending) AS ending, min(amount) AS amount, min(currency) AS currency, min(collected) AS collected,
      min(unpaid) AS unpaid, any_value(entries) AS entries, any_value(document_ids) AS document_ids
    FROM ((${entries}) UNION ALL BY NAME (${documents}))
    GROUP BY enterprise_id, case_key) AS c
  LEFT JOIN number_families AS f ON f.number_key = c.case_key`

/** A 终本 is never taken for a payment: a register that says so counts before a document that ends the case otherwise. */
const state = `
  CASE WHEN contains(case_key, '执保') THEN 'preservation'
    WHEN is_ended_unpaid OR ending = 'enforcement_suspended' THEN 'ended_unpaid'
    WHEN is_paid THEN 'paid'
    WHEN ending = 'enforcement_ended' THEN 'ended'
    WHEN ending = 'enforcement_refused' THEN 'refused'
    WHEN entries IS NULL AND regexp_matches(case_key, '执(异|复|监|协|他)') THEN 'review'
    ELSE 'open' END`

/** A resumed enforcement (执恢) restates what is left of the debt: sums of the case before it do not count with it. */
const resumedBy = `
  max(CASE WHEN contains(case_key, '执恢') THEN since END) OVER (PARTITION BY enterprise_id, family_key, role)`

export const enforcementCases: View = {
  term: '执行与信用',
  meaning:
    'enforcement cases of an enterprise, each once: entries of the registration and documents joined by case number; a ' +
    'termination of this enforcement (终本) is ended_unpaid, never settled; preservation (执保) and objections are states of their own',
  columns: {
    enterprise_id: columns.enterpriseId,
    case_key: label(
      '案件键',
      'derived',
      'number key, else the document id or the entry',
      '(2024)京0108执301号',
    ),
    case_number: label(
      '案号',
      'enterprise_documents · enterprise_risks',
      'case number as given',
      '（2024）京0108执301号',
    ),
    role: coded(codeWords.role)(
      '诉讼身份',
      'derived',
      'defendant when it is enforced against, plaintiff when it enforces, third_party',
      'defendant',
    ),
    state: coded(codeWords.enforcementState)(
      '执行状态',
      'derived',
      'open, ended_unpaid (终本), ended (终结执行: whether it was paid is not said), paid, refused, preservation or review',
      'ended_unpaid',
    ),
    family_key: columns.familyKey,
    court: label('法院', 'cases · enterprise_risks', 'court of the enforcement', '北京市海淀区人民法院'),
    filed_on: date('立案时间', 'enterprise_risks', 'date of filing', '2024-02-06'),
    last_on: date('最近日期', 'derived', 'date of its last document or of its end', '2024-08-30'),
    is_dishonest: boolean('是否失信', 'derived', 'whether it is listed as dishonest (失信被执行人)', 'false'),
    is_restricted: boolean(
      '是否限高',
      'derived',
      'whether its consumption is restricted (限制高消费)',
      'false',
    ),
    is_share_frozen: boolean('是否股权冻结', 'derived', 'whether shares are frozen in it', 'false'),
    amount: money(
      '执行标的',
      'enterprise_risks · case_amounts',
      'sum to be enforced: of the registration, else of its last document that states one; NULL when neither does',
      '120000.00',
    ),
    currency: label('币种', 'derived', 'ISO 4217', 'CNY'),
    collected: money('执行到位', 'enterprise_risks', 'sum collected; NULL when not stated', '20000.00'),
    unpaid: money(
      '未执行到位',
      'derived',
      'as stated, else what is to be enforced without what was collected, 0 when paid; NULL when not known',
      '100000.00',
    ),
    is_counted: boolean(
      '是否计入',
      'derived',
      'whether its sums belong to the totals: false for preservation, objections, and where a resumed enforcement (执恢) restates them',
      'true',
    ),
    sources: codedList(codeWords.enforcementSource)(
      '来源',
      'derived',
      'registration, documents or both',
      '["registration","documents"]',
    ),
    entries: labels('风险条目', 'enterprise_risks', 'ordinals of the entries of the registration', '["1"]'),
    document_ids: labels(
      '文书id',
      'subject_documents',
      'its documents, the first by date first',
      '["7b0c5d2e9f4a4c1db6e83a5f1c2d4e90"]',
    ),
  },
  sql: `
    SELECT c.enterprise_id, c.case_key, case_number, role, state, family_key, court, filed_on, last_on, is_dishonest,
      is_restricted, is_share_frozen, coalesce(c.amount, s.amount) AS amount,
      CASE WHEN c.amount IS NULL THEN s.currency ELSE c.currency END AS currency, collected,
      CASE WHEN unpaid IS NOT NULL THEN unpaid WHEN state = 'paid' THEN 0
        WHEN collected <= coalesce(c.amount, s.amount) THEN coalesce(c.amount, s.amount) - collected END::DECIMAL(20,2)
        AS unpaid,
      state NOT IN ('preservation', 'review') AND NOT coalesce(since < resumed_on, false) AS is_counted,
      list_filter(['registration', 'documents'],
        x -> CASE x WHEN 'registration' THEN c.entries IS NOT NULL ELSE c.document_ids IS NOT NULL END) AS sources,
      coalesce(c.entries, []) AS entries, coalesce(c.document_ids, []) AS document_ids
    FROM (SELECT *, ${state} AS state, ${resumedBy} AS resumed_on FROM (${cases})) AS c
    LEFT JOIN (${documentSums}) AS s ON s.enterprise_id = c.enterprise_id AND s.case_key = c.case_key`,
}
