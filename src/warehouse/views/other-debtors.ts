import { boolean, date, integer, label, money, parties, text, type View } from '../../rows/tables/table.ts'
import { isPayment, isSued, opening, sumsOfOthers } from './payment-sql.ts'
import * as columns from './subject-columns.ts'
import { subjectNames } from './subject-sql.ts'

/** What others have to pay, how they answer, what of theirs is held, and what marks them, by documents of the suits of the enterprise. */

const kinds = "('冻结', '轮候冻结', '查封', '轮候查封', '扣押', '保全')"
/** Name keys of each enterprise. */
export const ownKeys = `SELECT enterprise_id, list(name_key) AS own_keys FROM (${subjectNames}) GROUP BY enterprise_id`

/** Sums up to which property of others is held. */
const measures = `
  SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, '保全' AS kind, f.against AS names, f.against_keys AS name_keys, max(f.amount) AS amount, max(f.currency) AS currency, min(f.evidence) AS evidence
  FROM (SELECT library, case_id, NULL AS of_document, against, against_keys, amount, currency, evidence FROM case_enforcement WHERE kind IN ${kinds} AND is_ordered AND NOT is_lifted
    UNION ALL SELECT NULL, NULL, document_id, against, against_keys, amount, currency, evidence FROM document_events WHERE kind IN ${kinds} AND is_decided AND NOT is_lifted) AS f
  JOIN subject_documents AS d ON d.role = 'defendant' AND ((d.library = f.library AND d.case_id = f.case_id) OR (d.case_id IS NULL AND d.document_id = f.of_document)) GROUP BY ALL`

const liabilities = `
  SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, f.item, f.kind, [f.name] AS names, f.name_keys, f.evidence
  FROM (SELECT * FROM case_liabilities WHERE kind <> '优先受偿') AS f JOIN subject_documents AS d ON d.library = f.library AND d.case_id = f.case_id AND ${isSued}
  UNION ALL
  SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, TRY_CAST(f.items[1] AS INTEGER), f.kind, f.against, f.against_keys, f.evidence
  FROM (SELECT * FROM document_events WHERE kind IN ('连带', '补充', '一般保证', '按份', '限额内')) AS f JOIN subject_documents AS d ON d.document_id = f.document_id AND d.case_id IS NULL AND ${isSued}`

/** Marks of other defendants and debtors in the disputes of an enterprise, by the last document that says how it stands with them. */
const marks = `
  SELECT enterprise_id, family_key, arg_max(document_id, last) AS document_id, arg_max(decided_on, last) AS decided_on, kind, [name] AS names, [name_key] AS name_keys, arg_max(evidence, last) AS evidence, arg_max(is_lifted, last) AS is_lifted, arg_max(happened_on, last) FILTER (NOT is_lifted) AS since
  FROM (SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, f.kind, f.is_lifted, f.happened_on, unnest(f.against) AS name, unnest(f.against_keys) AS name_key, f.evidence,
      (d.decided_on, f.is_ordered, f.is_lifted, d.document_id) AS last
    FROM (SELECT library, case_id, NULL AS of_document, kind, is_lifted, is_ordered, happened_on, against, against_keys, evidence FROM case_enforcement WHERE kind IN ('失信', '限高')
      UNION ALL SELECT NULL, NULL, document_id, kind, is_lifted, is_decided, happened_on, against, against_keys, evidence FROM document_events WHERE kind IN ('失信', '限高')
      UNION ALL SELECT library, case_id, NULL, '下落不明', false, false, NULL, against, against_keys, evidence FROM case_mentions WHERE matter = 'missing') AS f
    JOIN subject_documents AS d ON (d.library = f.library AND d.case_id = f.case_id) OR (d.case_id IS NULL AND d.document_id = f.of_document))
  WHERE (document_id, name_key) IN (SELECT document_id, name_key FROM document_parties WHERE side = 'defendant')
  GROUP BY ALL`

export const otherDebtors: View = {
  term: '其他义务人',
  meaning:
    'what a decision of a suit against an enterprise orders others to pay, who else answers for a debt in it, what of theirs is held, and who else is marked in its disputes; one row a sum, liability, measure or mark',
  columns: {
    enterprise_id: columns.enterpriseId,
    family_key: opening.family_key,
    document_id: opening.document_id,
    decided_on: opening.decided_on,
    item: integer('判项', 'number of the item, from 1', '2'),
    names: parties('义务人', 'who pays or answers, as named'),
    kind: label(
      '责任方式',
      'how it answers: 连带, 补充, 一般保证, 按份 or 限额内; 保全: property is held; 失信, 限高: marked; 下落不明: not found by the court; NULL for who is ordered to pay a sum',
      '连带',
    ),
    is_lifted: boolean(
      '是否解除',
      'of a mark: whether the last document of the dispute that says how it stands lifts it',
    ),
    since: date('起始日', 'of a mark: since when, as far as its sentence says'),
    amount: money('金额', 'sum to be paid; NULL for a liability'),
    currency: opening.currency,
    evidence: text('依据', 'the sentence', '二、示范建材有限公司对上述债务承担连带清偿责任'),
  },
  sql: `
    SELECT enterprise_id, family_key, document_id, decided_on, item, names, kind, is_lifted, since, amount, currency, evidence
    FROM (
      SELECT enterprise_id, family_key, document_id, decided_on, item, payers AS names, payer_keys AS name_keys, NULL AS kind, amount, currency, evidence
      FROM (${sumsOfOthers}) WHERE amount IS NOT NULL AND ${isPayment('amount_role')}
      UNION ALL BY NAME SELECT *, NULL::DECIMAL(20,2) AS amount FROM (${liabilities})
      UNION ALL BY NAME SELECT *, NULL::DECIMAL(20,2) AS amount FROM (${marks})
      UNION ALL BY NAME (${measures})) AS f
    LEFT JOIN (${ownKeys}) USING (enterprise_id)
    WHERE len(name_keys) > 0 AND NOT list_has_any(name_keys, coalesce(own_keys, []))`,
}
