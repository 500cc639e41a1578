import { literals } from '../../contract/sql.ts'
import { coded, date, integer, label, mixed, money, type View } from '../../rows/tables/table.ts'
import {
  codeWords,
  type Flag,
  type FlagThresholdName,
  flagThresholds,
  inForceEffects,
  labourDisputes,
} from '../../rows/words/code-words.ts'
import { grantedToAuthority, isReviewOfAuthority } from './document-remarks.ts'
import { enforcedDisputes, noSum } from './open-questions.ts'
import * as columns from './subject-columns.ts'
import { branches, matches, subjectNames } from './subject-sql.ts'

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
  /** The state that it fires on, and when. */
  readonly on: State
  readonly when: string
}

/** Changes of the registration that follow each other closely: each one with as many around it as make a flag. */
const close = (kind: string): string => {
  const within = (span: string): string =>
    `count(*) FILTER (kind = '${kind}') OVER (PARTITION BY enterprise_id ORDER BY happened_on RANGE BETWEEN ${span})`
  return `kind = '${kind}' AND greatest(${within(`${window} PRECEDING AND CURRENT ROW`)},
    ${within(`CURRENT ROW AND ${window} FOLLOWING`)}) >= ${threshold('registration_changes')}`
}
const window = `to_months(${threshold('months')}::INTEGER)`

/** What is still to be had of it: what is unpaid as far as it is known, else the whole. */
const owedIn = 'coalesce(unpaid, amount)'
/** Documents in which an authority of these words applies. */
function askedBy(words: string): string {
  return `SELECT document_id FROM document_parties WHERE side = 'plaintiff' AND regexp_matches(name, '(${words})[^公司]*局')`
}

/** Cases that ended unpaid, or are open and not silent for three years, whose sums together are set against the registered capital. */
const isUnsettled =
  "(state = 'ended_unpaid' OR (state = 'open' AND is_recent)) AND is_counted AND currency = 'CNY'"

/** Whether a document of it, or an entry that was not removed, says that it is enforced against: an entry of frozen shares may be of who holds them. */
const isAgainstIt = `
  len(document_ids) > 0 OR (enterprise_id, case_key) IN (SELECT (enterprise_id, case_key) FROM stated_events WHERE NOT is_lifted AND kind <> 'shares_frozen')`

/** Convicted at first instance, or by the words of an appeal or retrial. */
const isConvicted = `subject_outcome = 'lost' AND (outcome = 'convicted'
  OR (enterprise_id, library, case_id) IN (SELECT (n.enterprise_id, p.library, p.case_id) FROM case_parties AS p JOIN (${subjectNames}) AS n USING (name_key) WHERE p.result_rule = 'convicted'))`

/** Debts to employees, by the cause of the dispute. */
const isLabour = matches("concat_ws(' ', cause, title)", labourDisputes)

/** The rules (docs/findings.md, Conclusions); src/rows/words/red-flags.json has their order and their words. */
const rules: Readonly<Record<Flag, Rule>> = {
  bankruptcy: {
    level: 'high',
    on: 'bankruptcies',
    when: "is_current OR stage = 'ended'",
  },
  revoked: { level: 'high', on: 'marks', when: "mark = 'revoked'" },
  deregistered: { level: 'high', on: 'marks', when: "mark = 'deregistered'" },
  dishonest: { level: 'high', on: 'marks', when: "mark = 'dishonest'" },
  ended_unpaid: { level: 'high', on: 'enforcement', when: "state = 'ended_unpaid' AND is_counted" },
  enforced: {
    level: 'high',
    on: 'enforcement',
    when: "state = 'open' AND is_counted AND is_recent AND is_against_it",
  },
  restricted: { level: 'high', on: 'marks', when: "mark = 'restricted'" },
  convicted: { level: 'high', on: 'convictions', when: 'true' },
  unpaid_against_capital: {
    level: 'high',
    on: 'enforcement',
    when: `${isUnsettled} AND registered_currency = 'CNY' AND registered_amount > 0
      AND owed >= ${threshold('share_of_capital')} * registered_amount`,
  },
  frozen_shares: { level: 'medium', on: 'property', when: 'is_own_equity' },
  frozen_holdings: { level: 'medium', on: 'property', when: 'NOT is_own_equity' },
  seized: { level: 'medium', on: 'property', when: "is_own_equity IS NULL AND state = 'in force'" },
  judged: { level: 'medium', on: 'judgments', when: 'true' },
  sued_often: {
    level: 'medium',
    on: 'suits',
    when: `year >= last_year - 2 AND sued >= ${threshold('cases_as_defendant')}`,
  },
  wages: { level: 'medium', on: 'disputes', when: 'true' },
  penalties: { level: 'medium', on: 'marks', when: "mark = 'penalty'" },
  irregular: { level: 'medium', on: 'marks', when: "mark = 'irregular'" },
  guarantees: { level: 'medium', on: 'liabilities', when: 'true' },
  representatives: { level: 'low', on: 'changes', when: close('representative_changed') },
  addresses: { level: 'low', on: 'changes', when: close('address_changed') },
}

/** An entry, a document or an enforcement case: what a reader is led to. */
const rowOfMark = `
  CASE WHEN document_id IS NULL AND mark NOT IN ('dishonest', 'restricted') THEN CASE WHEN mark IN ('revoked', 'deregistered') THEN 'enterprises' ELSE 'enterprise_risks' END
    WHEN document_id IS NULL OR contains(case_key, '执') THEN 'enforcement_cases' ELSE 'subject_documents' END`

/** A dispute, under the key of the one that it likely belongs to. */
const dispute = 'coalesce(likely_key, family_key)'
const withLikely = 'LEFT JOIN likely_joins USING (enterprise_id, family_key)'

/** Rows of disputes, without those whose enforcement against it was paid while none in them is open or ended otherwise. */
const notPaid = (rows: string): string => `
  SELECT * FROM (${rows}) ${withLikely} WHERE (enterprise_id, ${dispute}) NOT IN (
    SELECT (enterprise_id, ${dispute}) FROM enforcement_cases ${withLikely} WHERE role = 'defendant'
    GROUP BY enterprise_id, ${dispute} HAVING bool_or(state = 'paid') AND NOT bool_or(is_counted AND state NOT IN ('paid', 'refused')))`

/** Sums that it is ordered to pay, which several states read as `orders`: to work them out twice takes 20 MB. */
export const ordersOfStates =
  'SELECT enterprise_id, family_key, document_id, decided_on, amount_role, amount, currency, case_number, effectiveness, is_counted FROM ordered_payments'
const finedIn = "SELECT (enterprise_id, document_id) FROM orders WHERE amount_role = '罚款'"

/** What a dispute leaves the enterprise to pay: a sum that counts, or an enforcement against it that is not paid, also where only its review is held. */
const owing = `
  SELECT enterprise_id, family_key, sum(amount)::DECIMAL(20,2) AS amount, min(currency) AS currency FROM (${notPaid(`
    SELECT enterprise_id, family_key, amount, currency FROM orders WHERE is_counted
    UNION ALL
    SELECT enterprise_id, family_key, NULL, NULL FROM enforcement_cases
    WHERE role = 'defendant' AND ((is_counted AND state IN ('open', 'ended_unpaid')) OR state = 'review')`)})
  GROUP BY enterprise_id, family_key`

/** Penalties that a court lets an authority enforce: of the tax authority, which also collects for the social insurance, where a fine is stated. */
const enforcedPenalties = `
  SELECT * FROM (${grantedToAuthority}) WHERE document_id IN (${askedBy('生态环境|环境保护|环保')})
    OR (document_id IN (${askedBy('税务')}) AND (enterprise_id, document_id) IN (${finedIn}))`

/** Wages that a court lets an authority enforce, by their sum, or by a text of the authority for labour. */
const enforcedWages = `
  SELECT * FROM (${grantedToAuthority}) WHERE (enterprise_id, document_id) IN (SELECT (enterprise_id, document_id) FROM orders WHERE amount_role = '劳动报酬')
    OR (document_id IN (${askedBy('人力资源|劳动')}) AND (library, case_id) IN (SELECT (library, case_id) FROM cases WHERE contains(case_number_key, '行审') AND regexp_matches(content, '责令[^。；]{0,60}(?:支付|补发|清偿|发放)[^。；]{0,60}(?:工资|劳动报酬)')))`

/** The states that rules fire on, with what their conditions ask; each is read once for all rules. */
const states = {
  marks: `
    SELECT enterprise_id, mark, source, CASE source WHEN 'enforcement_cases' THEN case_key WHEN 'subject_documents' THEN document_id WHEN 'enterprises' THEN 'status'
      ELSE row_key END AS row_key, since AS happened_on, ${noSum}, CASE WHEN contains(case_key, '执') THEN case_key ELSE evidence END AS detail
    FROM (SELECT *, ${rowOfMark} AS source FROM enterprise_marks WHERE is_in_force AND mark <> 'pledged')
    UNION ALL
    SELECT enterprise_id, 'penalty', 'subject_documents', document_id, decided_on, ${noSum}, concat_ws(' ', coalesce(case_number, case_key), cause) FROM (${enforcedPenalties})`,
  bankruptcies: `
    SELECT *, CASE WHEN len(document_ids) > 0 THEN 'subject_documents' ELSE 'enterprise_risks' END AS source, coalesce(document_ids[-1], entries[1], case_key) AS row_key,
      stage_on AS happened_on, ${noSum}, concat_ws(' ', case_key, CASE stage ${branches(codeWords.bankruptcyStage)} END) AS detail FROM bankruptcies`,
  enforcement: `
    SELECT c.* REPLACE (${owedIn} AS amount), t.share_of_capital, 'enforcement_cases' AS source, case_key AS row_key, coalesce(last_on, filed_on) AS happened_on,
      coalesce(case_number, case_key) AS detail, e.registered_amount, e.registered_currency,
      sum(CASE WHEN ${isUnsettled} THEN ${owedIn} END) OVER (PARTITION BY c.enterprise_id) AS owed, ${isAgainstIt} AS is_against_it
    FROM enforcement_cases AS c LEFT JOIN (
      SELECT enterprise_id, registered_amount, registered_currency FROM enterprises) AS e USING (enterprise_id)
    ${withThresholds}
    WHERE role = 'defendant'`,
  property: `
    SELECT * EXCLUDE (source, row_key), CASE WHEN is_case THEN 'enforcement_cases' WHEN source = 'registration' THEN 'enterprise_risks' ELSE 'subject_documents' END AS source,
      CASE WHEN is_case THEN case_key ELSE row_key END AS row_key, since AS happened_on, evidence AS detail
    FROM (SELECT *, (enterprise_id, case_key) IN (SELECT (enterprise_id, case_key) FROM enforcement_cases) AS is_case FROM frozen_property
      WHERE state IN ('in force', 'waiting'))`,
  judgments: `
    WITH likely AS (FROM likely_joins), enforced AS (${enforcedDisputes})
    SELECT enterprise_id, 'subject_documents' AS source, document_id AS row_key, any_value(decided_on) AS happened_on,
      CASE WHEN count(DISTINCT currency) = 1 THEN sum(amount)::DECIMAL(20,2) END AS amount, CASE WHEN count(DISTINCT currency) = 1 THEN any_value(currency) END AS currency,
      any_value(case_number) AS detail
    FROM orders WHERE is_counted AND effectiveness IN (${literals(inForceEffects)}) AND (enterprise_id, family_key) NOT IN (FROM enforced)
    GROUP BY enterprise_id, document_id`,
  suits: `
    SELECT c.*, 'subject_documents' AS source, document_ids[1] AS row_key, last_on AS happened_on, ${noSum}, concat_ws(' ', case_key, cause) AS detail, t.cases_as_defendant,
      count(*) OVER (PARTITION BY enterprise_id, year) AS sued, max(year) OVER (PARTITION BY enterprise_id) AS last_year
    FROM (SELECT * FROM litigation_cases WHERE stage = 'first instance' AND role = 'defendant') AS c ${withThresholds}`,
  convictions: `
    SELECT *, 'subject_documents' AS source, document_id AS row_key, decided_on AS happened_on, ${noSum}, concat_ws(' ', coalesce(case_number, case_key), cause) AS detail
    FROM (SELECT * FROM subject_documents WHERE ${isConvicted}) AS d
    ANTI JOIN (SELECT * FROM subject_documents WHERE stage IN ('appeal', 'retrial') AND (outcome IN ('remanded', 'set_aside', 'acquitted')
      OR (outcome = 'partly_reversed' AND subject_outcome = 'won') OR (outcome = 'reversed' AND NOT (${isConvicted}) AND (enterprise_id, document_id) NOT IN (${finedIn})))) AS later
      ON later.enterprise_id = d.enterprise_id AND later.family_key = d.family_key AND later.decided_on >= d.decided_on`,
  disputes: `
    SELECT o.enterprise_id, 'subject_documents' AS source, d.document_id AS row_key, d.decided_on AS happened_on, o.amount, o.currency,
      concat_ws(' ', d.case_number, d.cause) AS detail, d.cause, d.title
    FROM (${owing}) AS o JOIN (
      SELECT * FROM subject_documents WHERE ${isLabour}
      QUALIFY row_number() OVER (PARTITION BY enterprise_id, family_key ORDER BY stage = 'enforcement', decided_on DESC, document_id) = 1) AS d
      ON d.enterprise_id = o.enterprise_id AND d.family_key = o.family_key
    UNION ALL
    SELECT enterprise_id, 'subject_documents', document_id, decided_on, ${noSum}, concat_ws(' ', coalesce(case_number, case_key), cause), cause, title FROM (${enforcedWages})`,
  liabilities: `
    SELECT * EXCLUDE (currency), 'subject_documents' AS source, document_id AS row_key, decided_on AS happened_on, ${noSum}, concat_ws(' ', case_key, evidence) AS detail
    FROM (${notPaid("FROM guarantees WHERE effectiveness NOT IN ('superseded', 'lapsed')")})
    UNION ALL BY NAME
    SELECT enterprise_id, 'enterprise_risks' AS source, row_key, since AS happened_on, ${noSum}, evidence AS detail FROM enterprise_marks WHERE mark = 'pledged' AND is_in_force`,
  changes: `
    SELECT e.enterprise_id, kind, 'enterprise_changes' AS source, ordinal::VARCHAR AS row_key, happened_on, ${noSum}, evidence AS detail, t.registration_changes, t.months
    FROM (SELECT * FROM stated_events WHERE kind IN ('representative_changed', 'address_changed')) AS e ${withThresholds}`,
} as const

type State = keyof typeof states

/** Relations that the rows of a state come from, each with its condition. */
const sources: Readonly<Record<State, readonly string[]>> = {
  marks: ['stated_events', `subject_documents WHERE ${isReviewOfAuthority}`],
  bankruptcies: ['stated_events', "subject_documents WHERE category = '强制清算与破产案件'"],
  enforcement: ['enforcement_cases'],
  property: ["stated_events WHERE kind IN ('shares_frozen', 'frozen', 'seized', 'detained', 'waiting')"],
  judgments: ["case_amounts WHERE part IN ('order', 'upheld')", 'document_amounts'],
  suits: ['subject_documents'],
  convictions: [`subject_documents WHERE ${isConvicted}`],
  disputes: [`subject_documents WHERE ${isLabour} OR ${isReviewOfAuthority}`],
  liabilities: ["stated_events WHERE kind IN ('liable', 'pledged')"],
  changes: ['stated_events'],
}

/** Rows of one state with each rule that fires on them. */
function firedOn(state: State): string {
  const fired = Object.entries(rules).flatMap(([name, { level, on, when }], index) =>
    on === state
      ? [
          `CASE WHEN ${when} THEN {flag: ${literals([name])}, level: ${literals([level])}, rank: ${index + 1}} END`,
        ]
      : [],
  )
  return `
    SELECT enterprise_id, fired.flag, fired.level, fired.rank::INTEGER AS rank, source, row_key, happened_on, amount, currency, detail
    FROM (SELECT *, unnest([${fired.join(', ')}]) AS fired FROM (${states[state]})) WHERE fired IS NOT NULL`
}

const names = Object.keys(states) as State[]

/** The flags of each state, over `orders` and without the names of enterprises, and what they come from: to plan all of them takes 0.2 s. */
export const flagsOfStates = Object.fromEntries(
  names.map((state) => [state, { sql: firedOn(state), from: sources[state] }]),
)

export const redFlags: View = {
  term: '红旗',
  meaning:
    'red flags of an enterprise: one row a rule that fires and a row that it fires on; docs/findings.md has the rules; the thresholds are those of the last run that lists the enterprise',
  columns: {
    enterprise_id: columns.enterpriseId,
    flag: coded(codeWords.flag)('红旗', 'name of the rule'),
    level: coded(codeWords.flagLevel)('级别', 'high, medium or low'),
    rank: integer('序号', 'place of the rule, from 1'),
    source: label('来源表', 'table or view of the row'),
    row_key: label('行', 'case_key of enforcement_cases, document_id, or ordinal in its table'),
    happened_on: date('日期', 'date of the row'),
    amount: money('金额', 'enforcement_cases · enterprise_risks', 'sum of the row'),
    currency: label('币种', 'ISO 4217'),
    detail: mixed('内容', 'what the row says'),
  },
  sql: `
  WITH orders AS (
    ${ordersOfStates})${names.map(firedOn).join('\n    UNION ALL')}`,
}
