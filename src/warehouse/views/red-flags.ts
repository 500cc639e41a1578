import { literals } from '../../contract/sql.ts'
import { coded, date, integer, label, mixed, money, type View } from '../../tables/table.ts'
import { codeWords } from '../../words/code-words.ts'

import * as columns from './subject-columns.ts'

/** From what on a thing that is usual in small numbers is a flag. */
const thresholds = {
  /** First-instance cases as defendant within one calendar year, in the last three years that have a document. */
  casesInAYear: 5,
  /** What is to be enforced against the registered capital. */
  shareOfCapital: 0.5,
  /** Changes of one kind within so many months. */
  changes: 2,
  months: 24,
} as const

type Level = keyof typeof codeWords.flagLevel

interface Rule {
  readonly level: Level
  /** SELECT of the rows that it fires on: enterprise_id, source, row_key, happened_on, amount, currency, detail. */
  readonly rows: string
}

/** Rows of enforcement cases against the enterprise. */
const enforced = (condition: string): string => `
  SELECT enterprise_id, 'enforcement_cases' AS source, case_key AS row_key, coalesce(last_on, filed_on) AS happened_on, amount,
    currency, case_number AS detail
  FROM enforcement_cases WHERE role = 'defendant' AND (${condition})`

/** Rows of listed documents. */
const documents = (condition: string, from = 'subject_documents'): string => `
  SELECT enterprise_id, 'subject_documents' AS source, document_id AS row_key, decided_on AS happened_on,
    NULL::DECIMAL(20,2) AS amount, NULL AS currency, concat_ws(' ', case_number, cause) AS detail
  FROM ${from} WHERE ${condition}`

const matches = (value: string, pattern: string): string =>
  `regexp_matches(coalesce(${value}, ''), '${pattern}')`

/** Rows of risk entries of the registration. */
const risks = (pattern: string): string => `
  SELECT enterprise_id, 'enterprise_risks' AS source, ordinal::VARCHAR AS row_key, filed_on AS happened_on, amount, currency,
    concat_ws(' ', kind, case_number, court, description) AS detail
  FROM enterprise_risks WHERE ${matches("concat_ws(' ', kind, description, court)", pattern)}
    AND NOT ${matches('status', '解除|撤销|移出|移除|删除|屏蔽|失效')}`

const status = (condition: string): string => `
  SELECT enterprise_id, 'enterprises' AS source, 'status' AS row_key, NULL::DATE AS happened_on, NULL::DECIMAL(20,2) AS amount,
    NULL AS currency, status AS detail
  FROM enterprises WHERE ${condition}`

/** Changes of the registration that follow each other closely: each one with as many before it as make a flag. */
const changes = (pattern: string): string => `
  SELECT enterprise_id, 'enterprise_changes' AS source, ordinal::VARCHAR AS row_key, changed_on AS happened_on,
    NULL::DECIMAL(20,2) AS amount, NULL AS currency, concat_ws(' ', item, before, '→', after) AS detail
  FROM (
    SELECT *, greatest(
        count(*) OVER (PARTITION BY enterprise_id ORDER BY changed_on RANGE BETWEEN ${window} PRECEDING AND CURRENT ROW),
        count(*) OVER (PARTITION BY enterprise_id ORDER BY changed_on RANGE BETWEEN CURRENT ROW AND ${window} FOLLOWING))
      AS close
    FROM enterprise_changes WHERE changed_on IS NOT NULL AND ${matches('item', pattern)})
  WHERE close >= ${thresholds.changes}`
const window = `INTERVAL ${thresholds.months} MONTH`

const suedOften = `(
  SELECT *, count(DISTINCT case_key) OVER (PARTITION BY enterprise_id, year) AS cases,
    max(year) OVER (PARTITION BY enterprise_id) AS last_year
  FROM subject_documents WHERE stage = 'first instance' AND role = 'defendant')`

/** Cases that are open or ended unpaid, where their sums together reach the share of the registered capital. */
const unsettled = `
  state IN ('open', 'ended_unpaid') AND is_counted AND currency = 'CNY' AND enterprise_id IN (
    SELECT c.enterprise_id FROM enforcement_cases AS c JOIN enterprises AS e USING (enterprise_id)
    WHERE c.role = 'defendant' AND c.state IN ('open', 'ended_unpaid') AND c.is_counted AND c.currency = 'CNY'
      AND e.registered_currency = 'CNY' AND e.registered_amount > 0
    GROUP BY c.enterprise_id, e.registered_amount
    HAVING sum(c.amount) >= ${thresholds.shareOfCapital} * e.registered_amount)`

/** Whether the enterprise was sued in a first instance that it did not win. */
const sued = "stage = 'first instance' AND role = 'defendant' AND subject_outcome IS DISTINCT FROM 'won'"

/** The rules in the order in which a reader needs them (docs/domain.md, Red flags). */
const rules = {
  bankruptcy: {
    level: 'high',
    rows: `${documents(
      "category = '强制清算与破产案件' AND role IS DISTINCT FROM 'plaintiff' AND outcome IS DISTINCT FROM 'bankruptcy_refused'",
    )} UNION ALL ${risks('破产|强制清算')}`,
  },
  revoked: { level: 'high', rows: status("contains(status, '吊销')") },
  deregistered: {
    level: 'high',
    rows: status("contains(status, '注销') AND NOT contains(status, '未注销')"),
  },
  dishonest: { level: 'high', rows: enforced('is_dishonest') },
  ended_unpaid: { level: 'high', rows: enforced("state = 'ended_unpaid'") },
  restricted: { level: 'high', rows: enforced('is_restricted') },
  unpaid_against_capital: { level: 'high', rows: enforced(unsettled) },
  frozen_shares: { level: 'medium', rows: enforced('is_share_frozen') },
  sued_often: {
    level: 'medium',
    rows: documents(`cases >= ${thresholds.casesInAYear} AND year >= last_year - 2`, suedOften),
  },
  wages: {
    level: 'medium',
    rows: documents(`${sued} AND ${matches('cause', '劳动报酬|劳动争议|劳动合同')}`),
  },
  penalties: {
    level: 'medium',
    rows: risks('(环保|环境|生态|税).*(处罚|违法|欠)|(处罚|违法|欠).*(环保|环境|生态|税)'),
  },
  irregular: { level: 'medium', rows: risks('经营异常|严重违法') },
  guarantees: {
    level: 'medium',
    rows: `${documents(`${sued} AND ${matches('cause', '保证合同|担保|追偿权')}`)} UNION ALL ${risks('对外担保|保证担保|动产抵押|股权出质|股权质押')}`,
  },
  representatives: { level: 'low', rows: changes('法定代表人|负责人') },
  addresses: { level: 'low', rows: changes('住所|地址|经营场所') },
} as const satisfies Readonly<Record<keyof typeof codeWords.flag, Rule>>

export const redFlags: View = {
  term: '红旗',
  meaning:
    'red flags of an enterprise: one row a rule that fires and a row that it fires on; the rules and their thresholds are in docs/domain.md',
  columns: {
    enterprise_id: columns.enterpriseId,
    flag: coded(codeWords.flag)('红旗', 'derived', 'name of the rule', 'ended_unpaid'),
    level: coded(codeWords.flagLevel)('级别', 'derived', 'high, medium or low', 'high'),
    rank: integer('序号', 'derived', 'place of the rule, from 1', '5'),
    source: label('来源表', 'derived', 'table or view of the row', 'enforcement_cases'),
    row_key: label(
      '行',
      'derived',
      'case_key of enforcement_cases, document_id, or ordinal in its table',
      '(2024)京0108执301号',
    ),
    happened_on: date('日期', 'derived', 'date of the row', '2024-08-30'),
    amount: money('金额', 'enforcement_cases · enterprise_risks', 'sum of the row', '120000.00'),
    currency: label('币种', 'derived', 'ISO 4217', 'CNY'),
    detail: mixed('内容', 'derived', 'what the row says', '（2024）京0108执301号'),
  },
  sql: Object.entries(rules)
    .map(
      ([name, { level, rows }], index) => `
    SELECT enterprise_id, ${literals([name])} AS flag, ${literals([level])} AS level, ${index + 1}::INTEGER AS rank, source,
      row_key, happened_on, amount, currency, detail FROM (${rows})`,
    )
    .join('\n    UNION ALL'),
}
