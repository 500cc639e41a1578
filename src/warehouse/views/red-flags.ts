import { literals } from '../../contract/sql.ts'
import { type FlagThresholdName, flagThresholds } from '../../tables/flag-thresholds.ts'
import { coded, date, integer, label, mixed, money, type View } from '../../tables/table.ts'
import { codeWords } from '../../words/code-words.ts'

import * as columns from './subject-columns.ts'

const thresholdNames = Object.keys(flagThresholds) as FlagThresholdName[]

/** A threshold of the row's enterprise, over `withThresholds`. */
const threshold = (name: FlagThresholdName): string => `coalesce(${name}, ${flagThresholds[name].usual})`

/** The thresholds that the last run of an enterprise set; NULL where it set none. */
const withThresholds = `LEFT JOIN (
  SELECT h.enterprise_id, ${thresholdNames
    .map(
      (name) =>
        `(r.red_flags->>'${name}')::${flagThresholds[name].isWhole ? 'INTEGER' : 'DOUBLE'} AS ${name}`,
    )
    .join(', ')}
  FROM (SELECT enterprise_id, max(run_id) AS run_id FROM flag_history GROUP BY enterprise_id) AS h
  JOIN runs AS r ON r.run_id = h.run_id) AS t USING (enterprise_id)`

type Level = keyof typeof codeWords.flagLevel

interface Rule {
  readonly level: Level
  /** Conditions on the rows that it fires on, by where they stand. */
  readonly cases?: string
  readonly documents?: string
  readonly risks?: string
  readonly status?: string
  readonly changes?: string
}

const matches = (value: string, pattern: string): string =>
  `regexp_matches(coalesce(${value}, ''), '${pattern}')`

/** Entries of the registration that say something and were not lifted. */
const says = (pattern: string): string =>
  `${matches("concat_ws(' ', kind, description, court)", pattern)} AND NOT ${matches('status', '解除|撤销|移出|移除|删除|屏蔽|失效')}`

/** Changes of the registration that follow each other closely: each one with as many around it as make a flag. */
const close = (pattern: string): string => {
  const within = (span: string): string =>
    `count(*) FILTER (${matches('item', pattern)}) OVER (PARTITION BY enterprise_id ORDER BY changed_on RANGE BETWEEN ${span})`
  return `${matches('item', pattern)} AND greatest(${within(`${window} PRECEDING AND CURRENT ROW`)},
    ${within(`CURRENT ROW AND ${window} FOLLOWING`)}) >= ${threshold('registration_changes')}`
}
const window = `to_months(${threshold('months')})`

const isSued = "stage = 'first instance' AND role = 'defendant'"

/** Cases that are open or ended unpaid, whose sums together are set against the registered capital. */
const isUnsettled = "state IN ('open', 'ended_unpaid') AND is_counted AND currency = 'CNY'"

/** The rules in the order in which a reader needs them (docs/findings.md, Red flags). */
const rules: Readonly<Record<keyof typeof codeWords.flag, Rule>> = {
  bankruptcy: {
    level: 'high',
    documents:
      "category = '强制清算与破产案件' AND role IS DISTINCT FROM 'plaintiff' AND outcome IS DISTINCT FROM 'bankruptcy_refused'",
    risks: says('破产|强制清算'),
  },
  revoked: { level: 'high', status: "contains(status, '吊销')" },
  deregistered: { level: 'high', status: "contains(status, '注销') AND NOT contains(status, '未注销')" },
  dishonest: { level: 'high', cases: 'is_dishonest' },
  ended_unpaid: { level: 'high', cases: "state = 'ended_unpaid'" },
  restricted: { level: 'high', cases: 'is_restricted' },
  unpaid_against_capital: {
    level: 'high',
    cases: `${isUnsettled} AND registered_currency = 'CNY' AND registered_amount > 0
      AND owed >= ${threshold('share_of_capital')} * registered_amount`,
  },
  frozen_shares: { level: 'medium', cases: 'is_share_frozen' },
  sued_often: {
    level: 'medium',
    documents: `${isSued} AND year >= last_year - 2 AND sued >= ${threshold('cases_as_defendant')}`,
  },
  wages: {
    level: 'medium',
    documents: `${isSued} AND NOT is_won AND ${matches('cause', '劳动报酬|劳动争议|劳动合同')}`,
  },
  penalties: {
    level: 'medium',
    risks: says('(环保|环境|生态|税).*(处罚|违法|欠)|(处罚|违法|欠).*(环保|环境|生态|税)'),
  },
  irregular: { level: 'medium', risks: says('经营异常|严重违法') },
  guarantees: {
    level: 'medium',
    documents: `${isSued} AND NOT is_won AND ${matches('cause', '保证合同|担保|追偿权')}`,
    risks: says('对外担保|保证担保|动产抵押|股权出质|股权质押'),
  },
  representatives: { level: 'low', changes: close('法定代表人|负责人') },
  addresses: { level: 'low', changes: close('住所|地址|经营场所') },
}

const noSum = 'NULL::DECIMAL(20,2) AS amount, NULL::VARCHAR AS currency'

/** Where rows come from, with what the conditions of the rules ask of them; each is read once for all rules. */
const sources: Readonly<Record<Exclude<keyof Rule, 'level'>, string>> = {
  cases: `
    SELECT c.*, t.share_of_capital, 'enforcement_cases' AS source, case_key AS row_key, coalesce(last_on, filed_on) AS happened_on, case_number AS detail,
      e.registered_amount, e.registered_currency,
      sum(CASE WHEN ${isUnsettled} THEN amount END) OVER (PARTITION BY c.enterprise_id) AS owed
    FROM enforcement_cases AS c LEFT JOIN (
      SELECT enterprise_id, registered_amount, registered_currency FROM enterprises) AS e USING (enterprise_id)
    ${withThresholds}
    WHERE role = 'defendant'`,
  documents: `
    SELECT *, 'subject_documents' AS source, document_id AS row_key, decided_on AS happened_on, ${noSum},
      concat_ws(' ', case_number, cause) AS detail, coalesce(subject_outcome = 'won', false) AS is_won,
      count(DISTINCT CASE WHEN ${isSued} THEN case_key END) OVER (PARTITION BY enterprise_id, year) AS sued,
      max(CASE WHEN ${isSued} THEN year END) OVER (PARTITION BY enterprise_id) AS last_year
    FROM subject_documents ${withThresholds} WHERE role IS DISTINCT FROM 'plaintiff' AND (${isSued} OR category = '强制清算与破产案件')`,
  risks: `
    SELECT *, 'enterprise_risks' AS source, ordinal::VARCHAR AS row_key, filed_on AS happened_on,
      concat_ws(' ', kind, case_number, court, description) AS detail
    FROM enterprise_risks`,
  status: `
    SELECT *, 'enterprises' AS source, 'status' AS row_key, NULL::DATE AS happened_on, ${noSum}, status AS detail FROM enterprises`,
  changes: `
    SELECT *, 'enterprise_changes' AS source, ordinal::VARCHAR AS row_key, changed_on AS happened_on, ${noSum},
      concat_ws(' ', item, before, '→', after) AS detail
    FROM enterprise_changes ${withThresholds} WHERE changed_on IS NOT NULL`,
}

/** Rows of one source with each rule that fires on them. */
function firedOn(source: keyof typeof sources): string {
  const fired = Object.entries(rules).flatMap(([name, rule], index) => {
    const condition = rule[source]
    return condition === undefined
      ? []
      : [
          `CASE WHEN ${condition} THEN {flag: ${literals([name])}, level: ${literals([rule.level])}, rank: ${index + 1}} END`,
        ]
  })
  return `
    SELECT enterprise_id, fired.flag, fired.level, fired.rank::INTEGER AS rank, source, row_key, happened_on, amount, currency, detail
    FROM (SELECT *, unnest([${fired.join(', ')}]) AS fired FROM (${sources[source]})) WHERE fired IS NOT NULL`
}

export const redFlags: View = {
  term: '红旗',
  meaning:
    'red flags of an enterprise: one row a rule that fires and a row that it fires on; docs/findings.md has the rules; the thresholds are those of the last run that lists the enterprise',
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
  sql: (Object.keys(sources) as (keyof typeof sources)[]).map(firedOn).join('\n    UNION ALL'),
}
