import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { coded, type View } from '../../tables/table.ts'
import { codeWords } from '../../words/code-words.ts'

import {
  claimedSums,
  dueSums,
  ending,
  familyOfCase,
  isPayment,
  joinFamily,
  notASum,
  notPaidBy,
  opening,
  owedSums,
  selected,
} from './payment-sql.ts'

import { isOpenSql } from './subject-sql.ts'

/** What appeals and retrials did to the decisions before them, as pieces of SQL. */

const overturning: readonly Outcome[] = ['reversed', 'remanded']
const upholding: readonly Outcome[] = ['upheld', 'appeal_withdrawn', 'retrial_refused']

/** What later instances said, one row a family; from every full text held, in any enterprise's list. */
const reviews = `
  SELECT ${familyOfCase} AS family_key,
    ${reviewed('overturned', `outcome IN (${literals(overturning)})`)},
    ${reviewed('partly_overturned', "outcome = 'partly_reversed'")},
    ${reviewed('upheld', `outcome IN (${literals(upholding)})`)},
    max(coalesce(decided_on, DATE '9999-12-31')) AS any_review
  FROM cases AS c ${joinFamily}
  WHERE c.number_procedure IN ('二审', '再审', '再审审查', '抗诉再审审查') GROUP BY ALL`

/** Date of the last such decision on appeal or retrial, and on retrial alone: an appeal is not reviewed by itself. */
function reviewed(name: string, condition: string): string {
  const last = (more: string) => `max(coalesce(decided_on, DATE '9999-12-31')) FILTER (${condition}${more})`
  return `${last('')} AS ${name}, ${last(" AND number_procedure <> '二审'")} AS ${name}_by_retrial`
}

/** Whether a review of that kind came after the document, at a higher stage. */
const later = (name: 'overturned' | 'partly_overturned' | 'upheld'): string =>
  `coalesce(CASE stage WHEN 'first instance' THEN ${name}
  WHEN 'appeal' THEN ${name}_by_retrial END >= coalesce(decided_on, DATE '0001-01-01'), false)`

/** Outcomes by which a document orders payment (docs/findings.md, The three figures). */
const paying: readonly Outcome[] = [
  'granted',
  'partly_granted',
  'reversed',
  'partly_reversed',
  'mediated',
  'payment_order',
]

/** The list states the sums of the judgment that an appeal upholds. */
const listsUpheld = "(basis = 'list' AND outcome = 'upheld')"

/** Who sued and lost may owe what the same judgment orders: an employer, or who answers a counterclaim. */
const ordersPayment = (counterclaim: string): string =>
  `(outcome IN (${literals(paying)}) OR ${listsUpheld} OR (outcome = 'dismissed' AND ${counterclaim}))`
const ordersSubject = ordersPayment("role = 'plaintiff' AND is_payer")
const ordersOthers = ordersPayment("role = 'defendant'")

const effectiveness = (orders: string): string => `
  CASE WHEN NOT ${orders} THEN NULL
    WHEN ${later('overturned')} THEN 'superseded'
    WHEN ${later('partly_overturned')} THEN 'partly superseded'
    WHEN stage IN ('appeal', 'retrial') OR outcome IN ('mediated', 'payment_order') OR document_kind IN ('调解书', '支付令')
      THEN 'final'
    WHEN ${later('upheld')} THEN 'upheld'
    WHEN stage = 'first instance' AND is_upheld_in_text THEN 'upheld'
    WHEN any_review >= coalesce(decided_on, DATE '0001-01-01') OR (stage = 'first instance' AND NOT is_upheld_in_text)
      THEN 'appealed, result not recognised'
    WHEN stage = 'first instance' THEN 'first instance, no appeal held' ELSE 'not known' END`

const uncounted = (orders: string, more = ''): string => `
  CASE ${notASum} ${more === '' ? '' : notPaidBy}
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN NOT ${orders} THEN 'the document orders no payment' ${more}
    WHEN effectiveness = 'superseded' THEN 'a later document reversed or remanded it'
    WHEN effectiveness = 'partly superseded' THEN 'partly reversed later: which sums stand is not known'
    WHEN effectiveness NOT IN ('final', 'upheld', 'first instance, no appeal held')
      THEN 'whether it took effect is not known'
    WHEN is_restated THEN 'stands in the judgment that it upholds'
    WHEN is_copy THEN 'stands in another copy of this document' END`

/** One document under several ids: one number, kind and day. Hashes, because a million rows are grouped by them. */
const documentHash = (row: string): string =>
  `hash(${['enterprise_id', 'case_number_key', 'document_kind', 'decided_on'].map((name) => `${row}.${name}`).join(', ')})`

const copies = `
  SELECT ${documentHash('d')} AS document, min(hash(d.document_id)) AS first_copy FROM enterprise_documents AS d
  WHERE d.case_number_key IS NOT NULL GROUP BY document HAVING count(*) > 1`

/**
 * Published cases of first instance whose text names an appeal or retrial, and whether the last word was that they stand. An ordinary
 * judgment does not know what came after it: later numbers there are of other cases.
 */
const reviewsInText = `
  SELECT c.library, c.case_id, coalesce(${wordBeforeOwnNumber('维持')} AND NOT ${wordBeforeOwnNumber('撤销')}, false) AS is_upheld_in_text
  FROM cases AS c WHERE c.library = 'qwal' AND EXISTS (
    SELECT 1 FROM case_references AS r WHERE r.library = c.library AND r.case_id = c.case_id
      AND r.number_procedure IN ('二审', '再审') AND substr(r.number_key, 2, 4) >= c.case_year::VARCHAR)`

/** Whether the text has the word before the case's own number, in one sentence. */
function wordBeforeOwnNumber(word: string): string {
  return `regexp_matches(c.content, '${word}[^。；;]{0,60}' || regexp_escape(c.case_number))`
}

const ordered = "part = 'order' AND is_ordered"

const columns = {
  ...opening,
  effectiveness: coded(codeWords.effectiveness)(
    '效力',
    'derived',
    'final (appeal, retrial, mediation, payment order), upheld, superseded, partly superseded, ' +
      'first instance, no appeal held (the warehouse knows of none); appealed, result not recognised; not known',
    'first instance, no appeal held',
  ),
  ...ending,
}

const isWon = `WHEN subject_outcome = 'won' AND outcome <> 'reversed' AND NOT ${listsUpheld} THEN 'won by the subject'`

const firstHasIt = (of: string): string =>
  `bool_or(stage = 'first instance') OVER (PARTITION BY h.enterprise_id, h.amount${of})`

/**
 * Whether a judgment of first instance held orders the same sum: that of the dispute, or any where the dispute is not known.
 * An appeal whose first instance is not known is a family of its own.
 */
const isInFirstInstance = `CASE WHEN h.family_key IS DISTINCT FROM coalesce(h.case_number_key, h.document_id)
  THEN ${firstHasIt(', h.family_key')} ELSE ${firstHasIt('')} END`

/** Sums ordered in judgments, with what later instances and copies do to them. */
const judged = (sums: string, orders: string): string => `
    WITH judged AS (
      SELECT h.*, ${effectiveness(orders)} AS effectiveness, coalesce(hash(h.document_id) <> c.first_copy, false) AS is_copy,
        ${listsUpheld} AND ${isInFirstInstance} AS is_restated
      FROM (${sums}) AS h
      LEFT JOIN (${reviewsInText}) AS t ON t.library = h.library AND t.case_id = h.case_id
      LEFT JOIN (${reviews}) AS r ON r.family_key = h.family_key
      LEFT JOIN (${copies}) AS c ON c.document = ${documentHash('h')}
      WHERE stage <> 'enforcement')`

/** Sums that documents order the subject to pay. Only rows with `is_counted` count; their evidence stands beside them. */
export const orderedPayments: View = {
  term: '判赔金额',
  meaning:
    'sums that full texts held order an enterprise to pay (判赔), enforcement aside; one row a sum. Interest that runs on has no sum ' +
    'and no row; joint debtors each owe the whole; what is not looked up (coverage) is not here',
  columns,
  sql: `${judged(owedSums(ordered), ordersSubject)}
    SELECT ${selected(columns)} FROM (SELECT *, ${uncounted(ordersSubject, isWon)} AS not_counted_because FROM judged)`,
}

/** What is owed to the subject: sums that documents order others to pay to it. */
export const awardedPayments: View = {
  term: '应收金额',
  meaning:
    'sums that documents order others to pay to an enterprise (应收), enforcement aside; one row a sum. What is enforced for it and ' +
    'what came in is in enforcement_cases; never to be set off against what it owes',
  columns,
  sql: `${judged(dueSums(ordered), ordersOthers)}
    SELECT ${selected(columns)} FROM (SELECT *, ${uncounted(ordersOthers)} AS not_counted_because FROM judged)`,
}

/** Families that a later instance has dealt with. */
const reviewedFamilies = `
  SELECT DISTINCT ${familyOfCase} AS family_key
  FROM cases AS c ${joinFamily}
  WHERE c.number_procedure IN ('二审', '再审', '再审审查', '抗诉再审审查')`

/** Numbers of which one document leaves the case open and another closes it. */
const decided = `
  SELECT DISTINCT case_number_key FROM cases
  WHERE NOT ${isOpenSql('outcome')} AND case_number_key IN (
    SELECT case_number_key FROM cases WHERE ${isOpenSql('outcome')})`

const uncountedClaim = `
  CASE ${notASum}
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN closes_case OR family_key IN (${reviewedFamilies}) THEN 'the case is closed'
    WHEN closes_case IS NULL THEN 'whether the case is still open is not known'
    WHEN stage <> 'first instance' THEN 'restates the claim of first instance'
    WHEN case_number_key IN (${decided}) THEN 'the case is closed' END`

const claimColumns = { ...opening, ...ending }

/** Sums claimed in cases of the subject; they count while their case is open, and are never to be added to those ordered. */
export const claimedPayments: View = {
  term: '在审标的金额',
  meaning:
    'sums claimed from an enterprise (role defendant) or by it (role plaintiff), of which those of cases still open count ' +
    '(is_counted); never to be added to those ordered; one row a sum',
  columns: claimColumns,
  sql: `
    SELECT ${selected(claimColumns)}
    FROM (SELECT h.*, ${uncountedClaim} AS not_counted_because FROM (${claimedSums}) AS h)`,
}

/**
 * Whether the sentence of a sum only holds property fast (冻结, 查封), up to that sum: nothing is taken by it. 冻结、划拨 takes.
 * A sum that a party is ordered to pay counts as taken, even where the sentence also freezes.
 */
const holdsOnly = `NOT is_ordered AND regexp_matches(evidence, '冻结|查封|扣押|扣留')
  AND NOT regexp_matches(evidence, '扣划|划拨|划转|划付|提取|扣缴|拍卖|变卖|变价')`

/** 执保 carries out a preservation order of a case that may not be decided yet. */
const isPreservation = (number: string): string => `coalesce(contains(${number}, '执保'), false)`

/**
 * The last enforcement document of a family that states a sum to be taken or paid: each restates what is still owed. Of one
 * day, by id.
 */
const enforced = `
  SELECT ${familyOfCase} AS family_key,
    arg_max(c.case_id, (coalesce(c.decided_on, DATE '0001-01-01'), c.case_id)) AS last_case
  FROM (SELECT * FROM cases WHERE number_category = '执行案件' AND NOT ${isPreservation('case_number_key')}) AS c
  JOIN (SELECT library, case_id FROM case_amounts
    WHERE part = 'order' AND amount IS NOT NULL AND ${isPayment('role')} AND NOT (${holdsOnly})) AS a
    ON a.library = c.library AND a.case_id = c.case_id
  ${joinFamily}
  GROUP BY ALL`

/** The same of those that only the list states, by enterprise. */
const lastListed = `
  arg_max(document_id, (coalesce(decided_on, DATE '0001-01-01'), document_id))
    FILTER (basis = 'list' AND amount IS NOT NULL AND ${isPayment('amount_role')} AND NOT (${holdsOnly}))
    OVER (PARTITION BY enterprise_id, family_key)`

const uncountedEnforcement = `
  CASE ${notASum}
    WHEN ${isPreservation('case_number_key')} THEN 'preservation only'
    WHEN ${holdsOnly} THEN 'only frozen or seized: nothing is taken by it'
    ${notPaidBy}
    WHEN basis = 'list' AND (last_case IS NOT NULL OR document_id <> last_listed)
      THEN 'another enforcement document of the family states a sum'
    WHEN case_id <> last_case THEN 'a later enforcement document of the family states a sum' END`

const enforcementColumns = { ...opening, ...ending }

/** Sums in enforcement against the subject: what is enforced, never to be added to what was ordered. */
export const enforcedPayments: View = {
  term: '执行金额',
  meaning:
    'sums in the operative part of enforcement documents against an enterprise, of which those to be paid or taken count: what is ' +
    'only frozen, and preservation, is none; never to be added to those ordered; one row a sum',
  columns: enforcementColumns,
  sql: `
    SELECT ${selected(enforcementColumns)}
    FROM (
      SELECT h.*, ${uncountedEnforcement} AS not_counted_because
      FROM (SELECT *, ${lastListed} AS last_listed FROM (${owedSums("part = 'order'")}) WHERE stage = 'enforcement') AS h
      LEFT JOIN (${enforced}) AS e ON e.family_key = h.family_key)`,
}
