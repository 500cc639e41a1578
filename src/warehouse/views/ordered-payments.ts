import type { AmountRole } from '../../legal/amount-roles.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { boolean, date, integer, money, text, texts } from '../column.ts'
import type { View } from '../table.ts'
import * as columns from './subject-columns.ts'
import { families, isOpenSql, quoted, subjectDocuments, subjectNames } from './subject-sql.ts'

/** Outcomes by which a document orders payment: domain rule 判赔. */
const paying: readonly Outcome[] = [
  'granted',
  'partly_granted',
  'reversed',
  'partly_reversed',
  'mediated',
  'payment_order',
]
/** Sums that are no payment between the parties, or that restate others. */
const noPayment: readonly AmountRole[] = [
  '案件受理费',
  '保全费',
  '执行费',
  '罚款',
  '基数',
  '限额',
  '单价',
  '已付',
  '合计',
]
const isPayment = (role: string): string => `coalesce(${role} NOT IN (${quoted(noPayment)}), true)`

const overturning: readonly Outcome[] = ['reversed', 'remanded']
const upholding: readonly Outcome[] = ['upheld', 'appeal_withdrawn', 'retrial_refused']

/** Names of the subjects, each with those of the same enterprise before it: two that one item names are one payer. */
const payers = `
  SELECT enterprise_id, name_key, nullif(list(name_key) OVER (
    PARTITION BY enterprise_id ORDER BY name_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), []) AS other_keys
  FROM (${subjectNames})`

/** Sums with the subject that pays, or without one where the text names no payer. */
const payments = `
  SELECT a.*, s.enterprise_id FROM (SELECT *, unnest(payer_keys) AS payer_key FROM case_amounts) AS a
  JOIN (${payers}) AS s ON s.name_key = a.payer_key
  WHERE s.other_keys IS NULL OR NOT list_has_any(a.payer_keys, s.other_keys)
  UNION ALL BY NAME
  SELECT *, NULL AS enterprise_id FROM case_amounts WHERE coalesce(len(payer_keys), 0) = 0`

/** What later instances said, one row a family; from every full text held, whoever's list names it. */
const reviews = `
  SELECT coalesce(f.root, c.case_number_key, c.origin_number_key) AS family_key,
    ${reviewed('overturned', `outcome IN (${quoted(overturning)})`)},
    ${reviewed('partly_overturned', "outcome = 'partly_reversed'")},
    ${reviewed('upheld', `outcome IN (${quoted(upholding)})`)},
    max(coalesce(decided_on, DATE '9999-12-31')) AS any_review
  FROM cases AS c LEFT JOIN families AS f ON f.child = coalesce(c.case_number_key, c.origin_number_key)
  WHERE c.number_procedure IN ('二审', '再审', '再审审查', '抗诉再审审查') GROUP BY ALL`

/** Date of the last such decision on appeal or retrial, and on retrial alone: an appeal is not reviewed by itself. */
function reviewed(name: string, condition: string): string {
  const last = (more: string) => `max(coalesce(decided_on, DATE '9999-12-31')) FILTER (${condition}${more})`
  return `${last('')} AS ${name}, ${last(" AND number_procedure <> '二审'")} AS ${name}_by_retrial`
}

/** Whether a review of that kind came after the document, at a higher stage. */
const later = (name: string): string => `coalesce(CASE stage WHEN 'first instance' THEN ${name}
  WHEN 'appeal' THEN ${name}_by_retrial END >= coalesce(decided_on, DATE '0001-01-01'), false)`

/** Date of the last enforcement document of a family that states a sum: each restates what is still owed. */
const enforced = `
  SELECT coalesce(f.root, c.case_number_key, c.origin_number_key) AS family_key, max(c.decided_on) AS last_on
  FROM cases AS c JOIN case_amounts AS a ON a.library = c.library AND a.case_id = c.case_id
  LEFT JOIN families AS f ON f.child = coalesce(c.case_number_key, c.origin_number_key)
  WHERE c.number_category = '执行案件' AND a.amount IS NOT NULL AND ${isPayment('a.role')}
  GROUP BY ALL`

/** Numbers of which one document leaves the case open and another closes it. */
const decided = `
  SELECT DISTINCT case_number_key AS decided_number FROM cases
  WHERE NOT ${isOpenSql('outcome')} AND case_number_key IN (
    SELECT case_number_key FROM cases WHERE ${isOpenSql('outcome')})`

const effectiveness = `
  CASE WHEN basis <> 'ordered' OR outcome NOT IN (${quoted(paying)}) THEN NULL
    WHEN ${later('overturned')} THEN 'superseded'
    WHEN ${later('partly_overturned')} THEN 'partly superseded'
    WHEN stage IN ('appeal', 'retrial') OR outcome IN ('mediated', 'payment_order') OR document_kind IN ('调解书', '支付令')
      THEN 'final'
    WHEN ${later('upheld')} THEN 'upheld'
    WHEN any_review >= coalesce(decided_on, DATE '0001-01-01') THEN 'appealed, result not recognised'
    WHEN stage = 'first instance' THEN 'first instance, no appeal listed' ELSE 'not known' END`

const uncounted = `
  CASE WHEN amount IS NULL THEN 'no exact sum'
    WHEN NOT ${isPayment('amount_role')} THEN 'costs, a base or a total'
    WHEN NOT is_payer AND basis <> 'claimed' THEN 'the text does not say who pays'
    WHEN basis = 'claimed' AND NOT is_open THEN 'the case is closed'
    WHEN basis = 'claimed' AND any_review IS NOT NULL THEN 'the case is closed'
    WHEN basis = 'claimed' AND stage <> 'first instance' THEN 'restates the claim of first instance'
    WHEN basis = 'claimed' AND decided_number IS NOT NULL THEN 'the case is closed'
    WHEN basis = 'enforcement' AND is_restated THEN 'a later enforcement document of the family states a sum'
    WHEN basis <> 'ordered' THEN NULL
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN outcome NOT IN (${quoted(paying)}) THEN 'the document orders no payment: ' || outcome
    WHEN subject_outcome = 'won' AND outcome <> 'reversed' THEN 'won by the subject'
    WHEN effectiveness IN ('superseded', 'partly superseded') THEN 'a later document reversed or remanded it'
    WHEN effectiveness NOT IN ('final', 'upheld', 'first instance, no appeal listed')
      THEN 'whether it took effect is not known' END`

/**
 * Sums of money that documents put on the subject (判赔). Three figures that are never summed: `basis` tells them apart,
 * and in each only rows with `is_counted` count, whose evidence stands beside them.
 */
export const orderedPayments: View = {
  term: '判赔金额',
  meaning:
    'sums ordered against an enterprise, in enforcement against it, and claimed from it; one row a sum',
  columns: {
    enterprise_id: columns.enterpriseId,
    document_id: text('文书id', 'enterprise_documents', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    case_number: text('案号', 'enterprise_documents', 'case number as given', '（2023）京0108民初1024号'),
    decided_on: date('裁判日期', 'cases · enterprise_documents', 'date of the document', '2023-09-18'),
    family_key: columns.familyKey,
    role: columns.role,
    stage: columns.stage,
    outcome: text('结案方式', 'cases · enterprise_documents', 'what the document decides', 'partly_granted'),
    basis: text(
      '口径',
      'derived',
      'ordered (operative part), enforcement (enforcement document) or claimed; never to be summed together',
      'ordered',
    ),
    amount_role: text('金额性质', 'case_amounts', 'what the sum is: 本金, 利息, 违约金 …', '款项'),
    amount: money(
      '金额',
      'case_amounts',
      'in the currency of the row; NULL when the text gives no exact sum',
      '120000.00',
    ),
    currency: text('币种', 'case_amounts', 'ISO 4217', 'CNY'),
    effectiveness: text(
      '效力',
      'derived',
      'of an order to pay: final (appeal, retrial, mediation, payment order), upheld, superseded, partly superseded, ' +
        'first instance, no appeal listed; appealed, result not recognised; not known',
      'first instance, no appeal listed',
    ),
    is_counted: boolean('是否计入', 'derived', 'whether it belongs to the figure of its basis', 'true'),
    not_counted_because: text(
      '不计入原因',
      'derived',
      'why not; NULL when counted',
      'costs, a base or a total',
    ),
    payees: texts(
      '受领人',
      'case_amounts',
      'who is to be paid, as the item names them',
      '["示范建材有限公司"]',
    ),
    evidence: text(
      '依据',
      'case_amounts',
      'the sentence it stands in',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    library: text('案例库', 'cases', 'library of the full text', 'ptal'),
    case_id: text('案例ID', 'cases', 'case id of the full text', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    ordinal: integer('序号', 'case_amounts', 'position of the sum in its case', '1'),
  },
  sql: `
    WITH families AS MATERIALIZED (${families}),
    held AS (
      SELECT d.enterprise_id, d.document_id, d.case_number, d.case_number_key, d.decided_on, d.family_key, d.role, d.stage, d.outcome,
        d.subject_outcome, d.document_kind, ${isOpenSql('d.outcome')} AS is_open, a.role AS amount_role, a.amount, a.currency,
        a.enterprise_id IS NOT NULL AS is_payer, a.payees, a.evidence, a.library, a.case_id, a.ordinal,
        CASE WHEN a.part = 'claim' THEN 'claimed' WHEN d.stage = 'enforcement' THEN 'enforcement' ELSE 'ordered' END AS basis
      FROM (${payments}) AS a
      JOIN (${subjectDocuments({ family: 'families' })}) AS d ON d.case_id = a.case_id AND d.library = a.library
        AND (d.enterprise_id = a.enterprise_id OR (a.enterprise_id IS NULL AND d.role = 'defendant'))
      WHERE basis <> 'ordered' OR a.is_ordered),
    judged AS (
      SELECT h.*, r.any_review, n.decided_number, coalesce(h.decided_on < e.last_on, false) AS is_restated, ${effectiveness} AS effectiveness
      FROM held AS h LEFT JOIN (${reviews}) AS r ON r.family_key = h.family_key
      LEFT JOIN (${enforced}) AS e ON e.family_key = h.family_key
      LEFT JOIN (${decided}) AS n ON n.decided_number = h.case_number_key)
    SELECT enterprise_id, document_id, case_number, decided_on, family_key, role, stage, outcome, basis, amount_role,
      amount, currency, effectiveness, not_counted_because IS NULL AS is_counted, not_counted_because, payees, evidence,
      library, case_id, ordinal
    FROM (SELECT *, ${uncounted} AS not_counted_because FROM judged)`,
}
