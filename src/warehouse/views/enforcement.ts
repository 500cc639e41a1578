import { boolean, coded, codedList, date, label, labels, money, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { takenBack } from './document-remarks.ts'
import { dayOf } from './marks.ts'
import { isPayment, sumsForIt } from './payment-sql.ts'
import { holdsOnly } from './payments.ts'
import * as columns from './subject-columns.ts'
import { enforcedRole, isDebtorOfEntry, NAMED, namesOf, threeYearsAgo, withNames } from './subject-sql.ts'

/*
 * Enforcement cases, by documents, what texts and lists say of a number, and entries of the registration
 * (docs/findings.md, States).
 */

/** Sums that are said of a case, one row a document or the registration: of several sums collected the one that is called so. */
const sums = `
  SELECT enterprise_id, case_key, source = 'registration' AS is_register, coalesce(document_id, case_id, 'register') AS said_by, max(${dayOf}) AS day,
    max(amount) FILTER (kind = 'target') AS target, max(amount) FILTER (kind = 'unpaid') AS unpaid, max(currency) AS currency,
    list_sort(list_distinct(coalesce(list(amount) FILTER (kind = 'collected' AND (source = 'registration' OR contains(evidence, '到位'))),
      list(amount) FILTER (kind = 'collected')))) AS parts
  FROM stated_events WHERE kind IN ('target', 'collected', 'unpaid') AND amount IS NOT NULL AND NOT is_lifted
  GROUP BY ALL HAVING count(DISTINCT currency) < 2`

/** Of several sums that came in: the largest if the others add up to it, or the largest or the sum if it is target minus unpaid; else NULL. */
const collectedOf = `
  CASE WHEN parts IS NULL OR len(parts) = 0 THEN NULL WHEN len(parts) = 1 THEN parts[1]
    WHEN 2 * list_max(parts) = list_sum(parts) THEN list_max(parts)
    WHEN target - unpaid = list_max(parts) THEN list_max(parts) WHEN target - unpaid = list_sum(parts) THEN list_sum(parts)::DECIMAL(20,2) END`

const lastSaid = (value: string): string =>
  `arg_max(${value}, (day, said_by)) FILTER (NOT is_register AND ${value} IS NOT NULL)`

const saidSums = `
  SELECT enterprise_id, case_key, max(target) FILTER (is_register) AS target_entry, max(collected) FILTER (is_register) AS collected_entry,
    max(unpaid) FILTER (is_register) AS unpaid_entry, ${lastSaid('target')} AS target, ${lastSaid('collected')} AS collected,
    ${lastSaid('unpaid')} AS unpaid, max(currency) AS currency
  FROM (SELECT * EXCLUDE (parts), ${collectedOf} AS collected FROM (${sums})) GROUP BY ALL`

/** Shares in the enterprise that another holds are enforced against that other. */
const isSharesInIt = `(source <> 'registration' OR (enterprise_id, coalesce(property, '')) IN (
  SELECT (enterprise_id, coalesce(property, '')) FROM stated_events JOIN ${namesOf} USING (enterprise_id)
  WHERE kind = 'shares_frozen' AND CASE WHEN contains(property, '被执行人：') THEN NOT ${isDebtorOfEntry} ELSE instr(${withNames('property')}, '${NAMED}') > greatest(instr(${withNames('property')}, '持有'), 1) END))`

/** What a court takes or holds of the enterprise by its name. */
const ofItsOwn =
  "is_named AND is_decided AND NOT is_lifted AND own_key = case_key AND kind IN ('frozen', 'seized', 'detained', 'taken')"

const review = '执(异|复|监)'

/** Rulings that a later review sets aside, by its own number. */
const setAside =
  "SELECT DISTINCT enterprise_id, case_key, own_key FROM stated_events WHERE kind = 'set_aside' AND is_decided AND len(items) = 0 AND regexp_matches(own_key, '执(复|监)')"
/** When a review that gives no number of a ruling last took one back. */
const takenBackOn = `
  SELECT enterprise_id, family_key, max(decided_on) AS taken_back_on FROM (${takenBack})
  WHERE (enterprise_id, case_key) NOT IN (SELECT (enterprise_id, own_key) FROM (${setAside})) GROUP BY ALL`
/** Whether a ruling was taken back; what a review set aside stands again once that review is set aside. */
const isUndone = (
  number: string,
  day: string,
): string => `(coalesce(taken_back_on > ${day}, taken_back_on IS NOT NULL)
  OR coalesce((enterprise_id, ${number}) IN (SELECT (enterprise_id, case_key) FROM (${setAside}) WHERE (enterprise_id, own_key) NOT IN (SELECT (enterprise_id, case_key) FROM (${setAside}))), false))`

/** How the case stands by what is said of it; whether the registration says it at all. */
const said = `
  SELECT enterprise_id, case_key, min(family_key) AS family_key, CASE WHEN bool_or(role = 'defendant') THEN 'defendant' ELSE min(role) END AS role,
    max(${dayOf}) FILTER (kind = 'ended_unpaid') AS ended_unpaid_on, max(${dayOf}) FILTER (kind = 'paid' OR (kind = 'ended' AND list_contains(reasons, '执行完毕'))) AS paid_on,
    bool_or(kind = 'ended') AS is_ended, arg_max(reasons, (${dayOf}, len(reasons), reasons::VARCHAR)) FILTER (kind = 'ended') AS end_reasons,
    bool_or(kind = 'enforcement_refused') AS is_refused, list(DISTINCT property ORDER BY property) FILTER (kind = 'collected' AND property IS NOT NULL) AS given_property,
    CASE WHEN count(DISTINCT amount) FILTER (kind = 'collected' AND property IS NOT NULL) = 1 THEN max(amount) FILTER (kind = 'collected' AND property IS NOT NULL) END AS given_amount,
    max(${dayOf}) FILTER (kind = 'paid' AND is_named) AS paid_itself_on, bool_or(kind = 'ended' AND is_named) AND NOT bool_or(kind = 'ended_unpaid' AND (is_named OR role IS NOT NULL)) AS is_ended_itself, bool_or(kind = 'resumed' AND NOT is_lifted AND contains(own_key, '执恢')) AS is_said_resumed,
    min(happened_on) FILTER (source = 'registration') AS entered_on,
    CASE WHEN count(DISTINCT happened_on) FILTER (kind = 'filed') = 1 THEN min(happened_on) FILTER (kind = 'filed') END AS stated_on, max(until_on) FILTER (source = 'registration') AS register_ended_on,
    bool_or(${ofItsOwn}) AS is_taken_from, max(amount) FILTER (${ofItsOwn}) AS taken, max(currency) FILTER (${ofItsOwn}) AS taken_currency,
    max(said_on) AS said_on, list(DISTINCT ordinal::VARCHAR ORDER BY ordinal::VARCHAR) FILTER (source = 'registration') AS entries,
    list(DISTINCT document_id ORDER BY document_id) FILTER (document_id IS NOT NULL) AS documents
  FROM stated_events LEFT JOIN (${takenBackOn}) USING (enterprise_id, family_key)
  WHERE kind IN ('target', 'collected', 'unpaid', 'ended_unpaid', 'paid', 'ended', 'enforcement_refused', 'dishonest', 'restricted', 'shares_frozen', 'resumed',
      'frozen', 'seized', 'detained', 'taken', 'filed')
    AND (kind <> 'filed' OR stated_in = 'case_enforcement')
    AND NOT (kind IN ('ended', 'enforcement_refused') AND is_decided AND regexp_matches(own_key, '${review}') AND ${isUndone('own_key', 'said_on')})
    AND NOT (kind = 'shares_frozen' AND ${isSharesInIt})
    AND (is_named OR role IS DISTINCT FROM 'third_party' OR own_key = case_key)
    AND (stated_in = 'enterprise_risks' OR regexp_matches(case_key, '执'))
  GROUP BY enterprise_id, case_key`

const documents = `
  SELECT enterprise_id, case_key, min(case_number) AS case_number, min(court) AS court,
    CASE WHEN bool_or(role = 'defendant') THEN 'defendant' WHEN bool_or(role = 'plaintiff') THEN 'plaintiff' ELSE min(role) END AS role,
    min(family_key) AS family_key, min(decided_on) AS first_on, max(decided_on) AS last_on,
    arg_max(outcome, (decided_on, document_id)) = 'transferred' AS is_sent,
    list(document_id ORDER BY decided_on, document_id) AS document_ids
  FROM (SELECT d.* REPLACE (${enforcedRole('d')} AS role) FROM subject_documents AS d WHERE stage = 'enforcement') GROUP BY enterprise_id, case_key`

/** When reviews refused, as the debtor asked, to enforce the decision of a dispute: it ends what began before. */
const refusals = `
  SELECT enterprise_id, family_key, max(decided_on) AS refused_on, CASE arg_max(role, (decided_on, document_id)) WHEN 'plaintiff' THEN 'defendant' WHEN 'defendant' THEN 'plaintiff' END AS refused_role
  FROM subject_documents LEFT JOIN (${takenBackOn}) USING (enterprise_id, family_key)
  WHERE stage = 'enforcement' AND outcome = 'enforcement_refused' AND regexp_matches(case_key, '${review}') AND NOT ${isUndone('case_key', 'decided_on')}
  GROUP BY ALL`

/** What the documents of a case say is to be taken, from the subject or for it: those of one day, or its last that states a sum. */
const documentSums = `
  SELECT enterprise_id, case_key, arg_max(total, (decided_on, document_id)) AS amount,
    arg_max(currency, (decided_on, document_id)) AS currency
  FROM (
    SELECT p.enterprise_id, d.case_key, p.document_id, coalesce(p.decided_on, DATE '0001-01-01') AS decided_on,
      min(p.currency) AS currency, sum(p.amount)::DECIMAL(20,2) AS total
    FROM enforced_payments AS p JOIN subject_documents AS d USING (enterprise_id, document_id)
    WHERE p.is_counted OR p.not_counted_because IN ('a later enforcement document of the family states a sum',
      'another enforcement document of the family states a sum')
    GROUP BY ALL HAVING count(DISTINCT p.currency) = 1
    UNION ALL
    SELECT enterprise_id, case_number_key, document_id, coalesce(decided_on, DATE '0001-01-01'), min(currency), sum(amount)::DECIMAL(20,2)
    FROM (${sumsForIt}) WHERE amount IS NOT NULL AND ${isPayment('amount_role')} AND NOT (${holdsOnly}) AND case_number_key IS NOT NULL
    GROUP BY ALL HAVING count(DISTINCT currency) = 1)
  GROUP BY ALL`

/** Marks that were imposed in a case, or in a review or another document of its dispute, as they stand now. */
const marks = `
  SELECT enterprise_id, case_key, bool_or(mark = 'dishonest') AS is_dishonest, min(since) FILTER (mark = 'dishonest') AS dishonest_since,
    bool_or(mark = 'restricted') AS is_restricted, min(since) FILTER (mark = 'restricted') AS restricted_since
  FROM (
    SELECT *, unnest(CASE WHEN len(case_keys) > 0 THEN case_keys ELSE family_cases END) AS case_key FROM (
      SELECT m.* EXCLUDE (case_key), coalesce(f.family_cases, [m.case_key]) AS family_cases FROM enterprise_marks AS m LEFT JOIN (
        SELECT enterprise_id, family_key, list(DISTINCT case_key) AS family_cases FROM subject_documents
        WHERE stage = 'enforcement' AND NOT regexp_matches(case_key, '执(异|复|监|保|恢)') GROUP BY ALL) AS f USING (enterprise_id, family_key)
      WHERE m.mark IN ('dishonest', 'restricted') AND m.is_in_force))
  GROUP BY ALL`

const equity = `
  SELECT enterprise_id, case_key, bool_or(is_own_equity) AS is_share_frozen FROM frozen_property
  WHERE is_own_equity IS NOT NULL AND state IN ('in force', 'waiting') GROUP BY ALL`

/**
 * Both halves of a case, grouped, not joined: then a condition on the enterprise reaches the tables. An entry of the
 * registration is against the enterprise.
 */
const cases = `
  SELECT c.*, coalesce(filed_on, first_on) AS since FROM (
    SELECT enterprise_id, case_key, min(case_number) AS case_number, min(court) AS court,
      CASE WHEN any_value(entries) IS NOT NULL THEN 'defendant' ELSE coalesce(min(role) FILTER (has_documents), min(role)) END AS role,
      min(family_key) AS family_key, coalesce(min(entered_on), min(stated_on)) AS filed_on, min(first_on) AS first_on, greatest(max(last_on), max(register_ended_on), max(said_on)) AS last_on, max(last_on) FILTER (has_documents) AS own_last_on,
      max(ended_unpaid_on) AS ended_unpaid_on, max(paid_on) AS paid_on, max(paid_itself_on) AS paid_itself_on, coalesce(bool_or(is_ended), false) AS is_ended, coalesce(bool_or(is_ended_itself), false) AS is_ended_itself, any_value(end_reasons) AS end_reasons, coalesce(bool_or(is_refused), false) AS is_refused, coalesce(bool_or(is_sent), false) AS is_sent, coalesce(bool_or(is_said_resumed), false) AS is_said_resumed,
      coalesce(bool_or(is_taken_from), false) AS is_taken_from, max(taken) AS taken, max(taken_currency) AS taken_currency, any_value(given_property) AS given_property, any_value(given_amount) AS given_amount, any_value(entries) AS entries, any_value(document_ids) AS own_documents, any_value(documents) AS other_documents
    FROM (
      (SELECT *, false AS has_documents FROM (${said}))
      UNION ALL BY NAME (SELECT *, true AS has_documents FROM (${documents}))
      UNION ALL BY NAME (SELECT enterprise_id, coalesce(case_number_key, case_number, 'entry ' || ordinal) AS case_key, min(case_number) AS case_number,
        min(court) AS court, false AS has_documents FROM enterprise_risks GROUP BY ALL))
    GROUP BY enterprise_id, case_key) AS c
  WHERE family_key IS NOT NULL`

/**
 * Who is no debtor of the case, and from whom its court takes all the same: a debtor of the debtor that does not object, who
 * answers for the enforcement, or who paid the debtor against an order. What is to be taken from the debtor is not its debt.
 */
const isTakenFrom = "(c.role = 'third_party' AND (c.is_taken_from OR s.amount IS NOT NULL))"

const isFirst = `NOT regexp_matches(c.case_key, '执(恢|异|复|监|协|他|保)')`

/** A 终本 is never taken for a payment: it stands unless a payment is said later than it, or the case ended for the enterprise by its name and the 终本 is of a document of others. A review only reports the end of what it reviews, unless nothing else of that is known. */
const state = `
  CASE WHEN contains(c.case_key, '执保') THEN 'preservation'
    WHEN entries IS NULL AND regexp_matches(c.case_key, '执(异|复|监|协|他)') THEN CASE WHEN is_refused AND NOT bool_or(${isFirst}) OVER (PARTITION BY c.enterprise_id, c.family_key) THEN 'refused' ELSE 'review' END
    WHEN ended_unpaid_on IS NOT NULL AND NOT is_ended_itself AND NOT coalesce(paid_on > ended_unpaid_on OR paid_itself_on >= ended_unpaid_on, false) THEN 'ended_unpaid'
    WHEN paid_on IS NOT NULL THEN 'paid'
    WHEN is_ended AND coalesce(coalesce(q.collected_entry, q.collected) >= coalesce(q.target_entry, q.target), false) THEN 'paid'
    WHEN is_ended THEN 'ended'
    WHEN is_refused OR (refused_on >= since AND refused_role = c.role) THEN 'refused'
    ELSE 'open' END`

/** A resumed enforcement (执恢) restates what is left of the debt: sums of the case before it do not count with it. */
const resumedIn = (dispute: string) => ({
  by: `arg_max(CASE WHEN contains(c.case_key, '执恢') THEN c.case_key END, since) FILTER (contains(c.case_key, '执恢')) OVER (PARTITION BY c.enterprise_id, ${dispute}, role)`,
  on: `max(CASE WHEN contains(c.case_key, '执恢') THEN since END) OVER (PARTITION BY c.enterprise_id, ${dispute}, role)`,
})
const own = resumedIn('family_key')
/** Where no source says which case it resumes: the one of the likely dispute. */
const likely = resumedIn('dispute')
const isLikelyResumed = `(${isFirst} AND coalesce(since < ${likely.on}, ${likely.on} IS NOT NULL)
  AND count(*) FILTER (${isFirst}) OVER (PARTITION BY c.enterprise_id, dispute, role) = 1)`
/**
 * A case without own documents counts as resumed once its resumption is known; so does one that its resumption names,
 * though a later decision on a mark is listed. A review is never resumed.
 */
const isResumed = `((coalesce(since < ${own.on}, false) OR ((is_said_resumed OR since IS NULL) AND ${own.on} IS NOT NULL AND NOT contains(c.case_key, '执恢')))
  AND NOT regexp_matches(c.case_key, '执(异|复|监|协|他|保)'))`

/** A document of several cases together (执616、717号) that states their sum restates those of each. */
const together = `
  SELECT enterprise_id, case_key AS together_key, concat(regexp_extract(case_key, '^(.*执恢?)[0-9]', 1), unnest(string_split_regex(regexp_extract(case_key, '执恢?([0-9、-]+)号', 1), '[、-]')), '号') AS case_key
  FROM (${saidSums}) WHERE regexp_matches(case_key, '执恢?[0-9]+[、-]') AND (target IS NOT NULL OR unpaid IS NOT NULL)`

/**
 * A case that ended with nothing said of a payment, or that another court took over, is enforced again by the next of the same
 * sum and dispute, where that began no earlier, or restated with others: the debt counts once.
 */
const again = `
  CASE WHEN together_key IS NOT NULL AND state IN ('open', 'ended_unpaid') THEN together_key WHEN amount IS NOT NULL AND (state = 'ended' OR (state = 'open' AND is_sent)) AND lead(since) OVER later >= coalesce(own_last_on, last_on)
    THEN lead(case_key) OVER later END`
const later = `
  WINDOW later AS (PARTITION BY enterprise_id, family_key, role, amount, currency, ${isFirst} ORDER BY since, case_key)`

/** What the days change of cases: a term of frozen shares ends, and an open case falls silent. */
export const agingCases: readonly string[] = [
  `UPDATE enforcement_cases SET is_recent = false WHERE is_recent AND last_on < ${threeYearsAgo}`,
  `UPDATE enforcement_cases SET is_share_frozen = false
    WHERE is_share_frozen AND (enterprise_id, case_key) NOT IN (SELECT (enterprise_id, case_key) FROM (${equity}))`,
]

export const enforcementCases: View = {
  term: '执行与信用',
  meaning:
    'enforcement cases of an enterprise, each once: entries of the registration and documents joined by case number; a ' +
    'termination of this enforcement (终本) is ended_unpaid, never settled; preservation (执保) and objections are states of their own',
  columns: {
    enterprise_id: columns.enterpriseId,
    case_key: label('案件键', 'number key, else the document id or the entry'),
    case_number: label('案号', 'enterprise_documents · enterprise_risks', 'case number as given'),
    role: coded(codeWords.role)(
      '诉讼身份',
      'defendant when it is enforced against or, though no debtor of the case, its own money is taken; plaintiff when it enforces; third_party',
    ),
    state: coded(codeWords.enforcementState)(
      '执行状态',
      'open (no end seen), ended_unpaid (终本), ended (终结执行: whether it was paid is not said), paid, refused, preservation or review',
    ),
    end_reasons: labels('终结原因', 'of one that ended: why, as its texts say (双方和解, 撤回执行申请 …)'),
    family_key: columns.familyKey,
    court: label('法院', 'cases · enterprise_risks', 'court of the enforcement'),
    filed_on: date('立案时间', 'date of filing, as the registration states it, else as texts do'),
    last_on: date('最近日期', 'date of its last document or of its end'),
    is_dishonest: boolean('是否失信', 'whether it is listed as dishonest (失信被执行人)'),
    dishonest_since: date('失信起始日', 'since when, as far as stated; else the date of the source'),
    is_restricted: boolean('是否限高', 'whether its consumption is restricted (限制高消费)'),
    restricted_since: date('限高起始日', 'since when, as far as stated; else the date of the source'),
    is_share_frozen: boolean('是否股权冻结', 'whether shares are frozen in it'),
    amount: money(
      '执行标的',
      'enterprise_risks · case_amounts',
      'sum to be enforced: of the registration, else of its last document that states one; NULL when neither does',
    ),
    is_as_ordered: boolean(
      '是否裁定金额',
      'whether `amount` is what its documents order to be taken or paid, and none states what is to be enforced',
    ),
    currency: label('币种', 'ISO 4217'),
    collected: money(
      '执行到位',
      'sum collected, as the registration, a text or a list states it; NULL when none does',
    ),
    given_property: labels(
      '抵债财产',
      'property that the creditor took in payment, with whose it was; its price is in what was collected',
    ),
    given_amount: money(
      '抵债金额',
      'price at which the creditor took it; NULL where none or more than one is stated',
    ),
    unpaid: money(
      '未执行到位',
      'as stated, else what is to be enforced without what was collected, 0 when paid; NULL when not known',
    ),
    is_counted: boolean(
      '是否计入',
      'whether its sums belong to the totals: false for preservation, objections, and where a later enforcement restates them',
    ),
    is_recent: boolean(
      '是否近三年',
      'whether a document or entry of the last three years is of it, or none has a day: an older open case may have ended unseen',
    ),
    resumed_by: label(
      '后续执行案号',
      'the enforcement that restates its sums: the one that resumed it (执恢), of another family where that is likely and no source says it (likely_joins); or a later one for the same sum, where it ended or was sent to another court',
    ),
    sources: codedList(codeWords.enforcementSource)('来源', 'registration, documents or both'),
    entries: labels('风险条目', 'enterprise_risks', 'ordinals of the entries of the registration'),
    document_ids: columns.documentIds('subject_documents', 'its documents, the first by date first'),
  },
  sql: `
    SELECT c.enterprise_id, c.case_key, case_number, role, state, CASE WHEN state = 'ended' THEN coalesce(end_reasons, []) ELSE [] END AS end_reasons, family_key, court, filed_on, last_on, coalesce(is_dishonest, false) AS is_dishonest,
      dishonest_since, coalesce(is_restricted, false) AS is_restricted, restricted_since, coalesce(is_share_frozen, false) AS is_share_frozen,
      c.amount, c.amount IS NOT NULL AND c.target IS NULL AS is_as_ordered, c.currency, c.collected, coalesce(c.given_property, []) AS given_property, c.given_amount,
      CASE WHEN c.unpaid IS NOT NULL AND state <> 'paid' THEN c.unpaid WHEN state = 'paid' THEN 0 WHEN c.collected <= c.target THEN c.target - c.collected END::DECIMAL(20,2) AS unpaid,
      state NOT IN ('preservation', 'review') AND NOT is_resumed AND again_in IS NULL AS is_counted, CASE WHEN is_resumed THEN resumed_by ELSE again_in END AS resumed_by,
      coalesce(last_on >= ${threeYearsAgo}, true) AS is_recent,
      list_filter(['registration', 'documents'],
        x -> CASE x WHEN 'registration' THEN c.entries IS NOT NULL ELSE len(c.document_ids) > 0 END) AS sources,
      coalesce(c.entries, []) AS entries, c.document_ids
    FROM (
      SELECT *, ${again} AS again_in FROM (
      SELECT c.* REPLACE (CASE WHEN ${isTakenFrom} THEN 'defendant' ELSE c.role END AS role), ${state} AS state, coalesce(${own.by}, ${likely.by}) AS resumed_by, ${isResumed} OR ${isLikelyResumed} AS is_resumed,
        list_concat(coalesce(own_documents, []), list_filter(coalesce(other_documents, []), x -> NOT list_contains(coalesce(own_documents, []), x))) AS document_ids,
        coalesce(q.target_entry, q.target, CASE WHEN q.currency IS NULL OR q.currency = s.currency THEN s.amount END, CASE WHEN ${isTakenFrom} THEN c.taken END) AS amount,
        coalesce(q.target_entry, q.target) AS target, coalesce(q.currency, s.currency, CASE WHEN ${isTakenFrom} THEN c.taken_currency END) AS currency,
        coalesce(q.collected_entry, q.collected) AS collected, coalesce(q.unpaid_entry, q.unpaid) AS unpaid, t.together_key
      FROM (SELECT c.*, refused_on, refused_role, coalesce(likely_key, family_key) AS dispute FROM (${cases}) AS c
        LEFT JOIN likely_joins USING (enterprise_id, family_key) LEFT JOIN (${refusals}) USING (enterprise_id, family_key)) AS c
      LEFT JOIN (${documentSums}) AS s ON s.enterprise_id = c.enterprise_id AND s.case_key = c.case_key
      LEFT JOIN (${together}) AS t ON t.enterprise_id = c.enterprise_id AND t.case_key = c.case_key
      LEFT JOIN (${saidSums}) AS q ON q.enterprise_id = c.enterprise_id AND q.case_key = CASE WHEN NOT ${isTakenFrom} THEN c.case_key END) AS c${later}) AS c
    LEFT JOIN (${marks}) AS m ON m.enterprise_id = c.enterprise_id AND m.case_key = c.case_key
    LEFT JOIN (${equity}) AS e ON e.enterprise_id = c.enterprise_id AND e.case_key = c.case_key`,
}
