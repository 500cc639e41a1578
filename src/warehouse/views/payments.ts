import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { coded, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { freedFrom, withFreed } from './freed.ts'
import { dayOf } from './marks.ts'
import {
  claimedSums,
  counted,
  dueSums,
  ending,
  familyOfCase,
  isPayment,
  joinFamily,
  notASum,
  notPaidBy,
  opening,
  owedSums,
} from './payment-sql.ts'
import { branches, decidedIn, NAMED, withNamed } from './subject-sql.ts'

/** What appeals and retrials did to the decisions before them, as pieces of SQL. */

/** What an outcome of a later instance does to the decisions before it. */
const fateOf = {
  reversed: 'overturned',
  remanded: 'overturned',
  set_aside: 'overturned',
  partly_reversed: 'partly overturned',
  upheld: 'upheld',
  appeal_withdrawn: 'in force',
  retrial_refused: 'in force',
  application_withdrawn: 'in force',
} satisfies Partial<Record<Outcome, string>>

const placeOf = (procedure: string): string => `CASE WHEN ${procedure} = '二审' THEN 2 ELSE 3 END`
const reviewing = "('二审', '再审', '再审审查', '抗诉再审审查')"
/** A mediation takes the place of the decision below, and a suit that is withdrawn takes it away: Civil Procedure Law, article 179; its interpretation, articles 336 and 408. 撤诉 may be of the appeal, and 撤回对…的起诉 of one defendant. */
const replaces = `outcome = 'mediated' OR (outcome = 'withdrawn' AND regexp_matches(outcome_evidence, '撤回(本案|一审|原审|其|的)*起诉'))`
const fateSql = `CASE WHEN number_procedure IN ('二审', '再审') AND (${replaces}) THEN 'overturned' ELSE CASE outcome ${branches(fateOf)} ELSE 'unknown' END END`

/** A judgment of first instance, such as one on the suit of a third party (民撤), may be appealed against: what it revokes may stand. Source: Civil Procedure Law, articles 59 and 171. */
const isOfFirst = "regexp_matches(own_key, '民撤|[民商知海][^终再监申]{0,3}初')"
const revoked = 'revoked at first instance'

/** What is said of a decision by its number, item by item: any document, list or entry, also one of another dispute; of its own alone that it is final. */
const saidFates = `
  SELECT DISTINCT unnest(list_distinct([e.family_key, coalesce(n.family_key, case_key)])) AS family_key, case_key AS target, own_key AS by_key, ${dayOf} AS day, 9 AS place, items,
    CASE WHEN kind IN ('set_aside', 'changed') AND is_decided AND own_key <> case_key AND ${isOfFirst} THEN '${revoked}'
      WHEN kind IN ('appeal_withdrawn', 'retrial_refused', 'in_force', 'carried_out') THEN 'in force' WHEN kind IN ('upheld', 'lapsed') THEN kind
      ELSE 'overturned' END AS fate
  FROM stated_events AS e LEFT JOIN number_families AS n ON n.number_key = e.case_key WHERE kind IN ('upheld', 'set_aside', 'changed', 'remanded', 'appeal_withdrawn', 'retrial_refused', 'in_force', 'carried_out', 'lapsed')
    AND (own_key <> case_key OR kind = 'in_force')
    -- One of several who appeal gave that up.
    AND NOT (kind = 'appeal_withdrawn' AND own_key IN (SELECT case_number_key FROM cases WHERE outcome = 'procedural' AND case_number_key IS NOT NULL))`

const revoking = `(SELECT by_key FROM said WHERE fate = '${revoked}')`

/**
 * What later instances decided, one row a decision: of every full text held, in any list, and of lists alone. What they
 * say item by item of the decision below counts before their outcome. An appeal against a revocation is about that alone.
 */
const reviewFates = `
  SELECT DISTINCT ${familyOfCase} AS family_key, CASE WHEN c.origin_number_key IN ${revoking} THEN c.origin_number_key END AS target, c.case_number_key AS by_key, coalesce(c.decided_on, DATE '9999-12-31') AS day,
    ${placeOf('c.number_procedure')} AS place, []::VARCHAR[] AS items, ${fateSql} AS fate
  FROM (SELECT case_number_key, origin_number_key, number_procedure, decided_on, outcome, outcome_evidence FROM cases WHERE number_procedure IN ${reviewing}
    UNION ALL SELECT d.case_number_key, NULL, d.number_procedure, d.decided_on, d.outcome, d.outcome_evidence FROM enterprise_documents AS d
    WHERE d.number_procedure IN ${reviewing} AND d.case_number_key NOT IN (SELECT case_number_key FROM cases WHERE case_number_key IS NOT NULL)) AS c
  ${joinFamily}`

/** An enforcement of the dispute shows that a decision is in force; a suit after a payment order, that the order lapsed. */
const followed = `
  SELECT DISTINCT family_key, NULL::VARCHAR AS target, case_key AS by_key, coalesce(decided_on, DATE '9999-12-31') AS day, 8 AS place, []::VARCHAR[] AS items,
    CASE WHEN stage = 'enforcement' THEN 'in force' ELSE 'sued' END AS fate
  FROM subject_documents
  WHERE family_key <> case_key AND (stage = 'first instance' OR (stage = 'enforcement' AND NOT regexp_matches(case_key, '执(保|异|复|监)')))
  UNION
  SELECT family_key, NULL, case_key, coalesce(decided_on, DATE '9999-12-31'), 8, [], 'lapsed' FROM subject_documents WHERE contains(case_key, '民督') AND outcome = 'ended'`

/** What became of a revocation itself. */
const ofRevocation = (...names: readonly string[]): string =>
  `by_key IN (SELECT target FROM decided WHERE fate IN (${literals(names)}))`

export const fates = `
  WITH said AS MATERIALIZED (${saidFates}), decided AS MATERIALIZED (
    SELECT * FROM said
    UNION ALL SELECT r.* FROM (${reviewFates}) AS r ANTI JOIN (SELECT * FROM said WHERE fate IN ('upheld', 'overturned')) AS s
      ON s.family_key = r.family_key AND s.by_key = r.by_key)
  SELECT family_key, list({target: target, by_key: by_key, day: day, place: place, items: items, fate: fate}) AS fates FROM (
    SELECT * REPLACE (CASE WHEN fate = '${revoked}' AND ${ofRevocation('upheld', 'in force')} THEN 'overturned' ELSE fate END AS fate)
    FROM decided WHERE fate <> '${revoked}' OR NOT coalesce(${ofRevocation('overturned')}, false)
    UNION ALL SELECT * FROM (${followed}))
  GROUP BY family_key`

/** A later instance supersedes a retrial only by naming its number. */
const ownPlace = `CASE WHEN contains(case_number_key, '民督') THEN 0 WHEN stage = 'first instance' OR may_appeal THEN 1 WHEN stage = 'appeal' THEN 2 END`

/** A retrial of what no appeal had decided may be appealed against, as its closing says. Source: Civil Procedure Law (2023), article 218. */
export const mayAppeal = `coalesce(stage = 'retrial' AND case_number_key IN (
  SELECT case_number_key FROM cases WHERE number_procedure = '再审' AND regexp_matches(${decidedIn('content')}, '不服本(?:判决|裁定)[^。；]{0,120}上诉')), false)`

/** Whether one of these became of the decision, or of the item of the sum, later and at a higher instance. */
const became = (...names: readonly string[]): string => `
  len(list_filter(coalesce(fates, []), lambda f: f.fate IN (${literals(names)}) AND f.day >= coalesce(decided_on, DATE '0001-01-01')
    AND CASE WHEN f.target IS NULL THEN (NOT may_appeal OR f.by_key IS DISTINCT FROM case_number_key) AND f.place > coalesce(${ownPlace}, 9) ELSE f.target = case_number_key END
    AND (len(f.items) = 0 OR item IS NULL OR list_contains(f.items, item::VARCHAR)))) > 0`

/** A decision of which only other items were changed stands for this one. */
const otherItems = `
  len(list_filter(coalesce(fates, []), lambda f: f.fate = 'overturned' AND f.target = case_number_key AND len(f.items) > 0)) > 0`

/** Outcomes by which a document orders payment (docs/findings.md, Conclusions). */
const paying: readonly Outcome[] = [
  'granted',
  'partly_granted',
  'reversed',
  'partly_reversed',
  'mediated',
  'payment_order',
]

/** A list, and the text of an appeal, state the sums of the judgment that is upheld, or what stands of it. */
const statesBelow = "(part = 'upheld' OR outcome = 'upheld')"

/** Who sued and lost may owe what the same judgment orders: an employer, or who answers a counterclaim. A conviction orders what it names a party for. */
const ordersPayment = (counterclaim: string): string =>
  `(outcome IN (${literals(paying)}) OR outcome = 'upheld' OR (outcome = 'dismissed' AND ${counterclaim}) OR (outcome = 'convicted' AND is_payer))`
const ordersSubject = ordersPayment("role = 'plaintiff' AND is_payer")
const ordersOthers = ordersPayment("role = 'defendant'")

export const effectiveness = (orders: string, freed = 'NULL'): string => `
  CASE WHEN NOT ${orders} THEN NULL
    WHEN ${freed} IS NOT NULL THEN ${freed}
    WHEN ${became('overturned')} THEN 'superseded'
    WHEN outcome = 'payment_order' AND ${became('lapsed', 'sued')} THEN 'lapsed'
    WHEN ${became('partly overturned')} THEN 'partly superseded'
    WHEN ${became(revoked)} THEN 'not known'
    WHEN outcome = 'payment_order' THEN CASE WHEN ${became('in force')} THEN 'in force' ELSE 'payment order, no objection held' END
    WHEN (stage IN ('appeal', 'retrial') AND NOT may_appeal) OR outcome = 'mediated' OR document_kind = '调解书' THEN 'final'
    WHEN ${became('upheld')} OR ${otherItems} OR (stage = 'first instance' AND is_upheld_in_text) THEN 'upheld'
    WHEN ${became('in force')} THEN 'in force'
    WHEN ${became('unknown')} OR (stage = 'first instance' AND NOT is_upheld_in_text) THEN 'appealed, result not recognised'
    WHEN stage = 'first instance' OR may_appeal THEN CASE likely WHEN 'upheld' THEN 'upheld, as is likely' WHEN 'enforced' THEN 'in force, as is likely'
      WHEN 'other' THEN 'an appeal is likely of this case' ELSE 'first instance, no appeal held' END
    ELSE 'not known' END`

const uncounted = (orders: string, more = ''): string => `
  CASE ${notASum} ${more === '' ? '' : notPaidBy}
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN NOT ${orders} THEN 'the document orders no payment' ${more}
    WHEN effectiveness = 'superseded' THEN 'a later document reversed or remanded it'
    WHEN effectiveness = 'partly superseded' THEN 'partly reversed later: which sums stand is not known'
    WHEN effectiveness = 'lapsed' THEN 'the payment order lapsed'
    WHEN effectiveness NOT IN ('final', 'upheld', 'upheld, as is likely', 'in force', 'in force, as is likely', 'payment order, no objection held', 'first instance, no appeal held')
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
 * Published cases of first instance whose text names an appeal or retrial, and whether they stand in the end. An
 * ordinary judgment knows nothing of later ones: its later numbers are of other cases.
 */
const reviewsInText = `
  SELECT c.library, c.case_id, coalesce(${wordBeforeOwnNumber('维持')} AND NOT ${wordBeforeOwnNumber('撤销')}, false) AS is_upheld_in_text
  FROM cases AS c WHERE c.library = 'qwal' AND EXISTS (
    SELECT 1 FROM case_references AS r WHERE r.library = c.library AND r.case_id = c.case_id
      AND r.number_procedure IN ('二审', '再审') AND substr(r.number_key, 2, 4) >= c.case_year::VARCHAR)`

/** Whether the text has the word before the case's own number, in one sentence. */
function wordBeforeOwnNumber(word: string): string {
  return `regexp_matches(${withNamed('c.content', 'c.case_number')}, '${word}[^。；;]{0,60}${NAMED}')`
}

/** What likely follows a judgment: what an appeal between the same parties made of it, or that it is enforced. */
export const likelyFollowed = `
  SELECT l.enterprise_id, l.likely_key AS family_key, CASE WHEN bool_and(d.stage = 'enforcement') THEN 'enforced'
    WHEN bool_and(d.outcome IN ('upheld', 'appeal_withdrawn')) FILTER (d.stage <> 'enforcement') THEN 'upheld' ELSE 'other' END AS likely
  FROM likely_joins AS l JOIN subject_documents AS d ON d.enterprise_id = l.enterprise_id AND d.family_key = l.family_key
  WHERE d.stage IN ('appeal', 'retrial', 'enforcement') AND NOT contains(d.case_key, '保') GROUP BY ALL`

/** Columns of a view of sums that says nothing of their effect. */
const sumColumns = { ...opening, ...ending }

const ordered = "part IN ('order', 'upheld') AND is_ordered"

export const judgedColumns = {
  ...opening,
  effectiveness: coded(codeWords.effectiveness)(
    '效力',
    'final (appeal, retrial, mediation), upheld, in force (a text says so, an appeal was withdrawn, or its enforcement is held), payment order, no objection held, lapsed, ' +
      'superseded, partly superseded, first instance, no appeal held (the warehouse knows of none); upheld, as is likely, an appeal is likely of ' +
      'this case, and in force, as is likely (an appeal or enforcement between the same parties that names no judgment below); appealed, result not recognised; not known',
  ),
  ...ending,
}

const isWon = `WHEN subject_outcome = 'won' AND outcome <> 'reversed' AND NOT ${statesBelow} THEN 'won by the subject'`

const firstHasIt = (of: string): string =>
  `bool_or(stage = 'first instance') OVER (PARTITION BY h.enterprise_id, h.amount${of})`

/**
 * Whether a held judgment of first instance orders the same sum, in the dispute or, where that is not known, in any:
 * an appeal whose first instance is not known is a family of its own.
 */
const isInFirstInstance = `CASE WHEN h.family_key IS DISTINCT FROM coalesce(h.case_number_key, h.document_id)
  THEN ${firstHasIt(', h.family_key')} ELSE ${firstHasIt('')} END`

/** Sums ordered in judgments, with what later instances and copies do to them. */
const judged = (sums: string, orders: string, freed?: string): string => `
      SELECT h.*, ${effectiveness(orders, freed)} AS effectiveness, coalesce(hash(h.document_id) <> c.first_copy, false) AS is_copy,
        ${statesBelow} AND ${isInFirstInstance} AS is_restated
      FROM (SELECT *, ${mayAppeal} AS may_appeal FROM (${sums})) AS h
      LEFT JOIN (${reviewsInText}) AS t ON t.library = h.library AND t.case_id = h.case_id
      LEFT JOIN (${fates}) AS r ON r.family_key = h.family_key
      LEFT JOIN (${likelyFollowed}) AS l ON l.enterprise_id = h.enterprise_id AND l.family_key = h.family_key
      LEFT JOIN (${copies}) AS c ON c.document = ${documentHash('h')}
      WHERE stage <> 'enforcement'`

/** Sums that documents order the subject to pay. Only rows with `is_counted` count; their evidence stands beside them. */
export const orderedPayments: View = {
  term: '判赔金额',
  meaning:
    'sums that full texts held order an enterprise to pay (判赔), enforcement aside; one row a sum. Interest that runs on has no sum ' +
    'and no row; joint debtors each owe the whole; what is not looked up (coverage) is not here',
  columns: judgedColumns,
  sql: counted(
    judged(withFreed(owedSums(ordered)), ordersSubject, freedFrom),
    uncounted(ordersSubject, isWon),
  ),
}

/** What is owed to the subject: sums that documents order others to pay to it. */
export const awardedPayments: View = {
  term: '应收金额',
  meaning:
    'sums that documents order others to pay to an enterprise (应收), enforcement aside; one row a sum. What is enforced for it and ' +
    'what came in is in enforcement_cases; never to be set off against what it owes',
  columns: judgedColumns,
  sql: counted(judged(dueSums(ordered), ordersOthers), uncounted(ordersOthers)),
}

const uncountedClaim = `
  CASE ${notASum}
    WHEN is_sent_back AND stage = 'first instance' THEN NULL
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN is_open = false OR closes_case THEN 'the case is closed'
    WHEN is_open IS NULL THEN 'whether the case is still open is not known'
    WHEN stage <> 'first instance' THEN 'restates the claim of first instance' END`

/** Sums claimed in cases of the subject; they count while their case is open, and are never to be added to those ordered. */
export const claimedPayments: View = {
  term: '在审标的金额',
  meaning:
    'sums claimed from an enterprise (role defendant) or by it (role plaintiff), of which those of cases still open count ' +
    '(is_counted); never to be added to those ordered; one row a sum',
  columns: sumColumns,
  sql: counted(
    `SELECT h.*, c.is_open, coalesce(b.is_sent_back, false) AS is_sent_back FROM (${claimedSums}) AS h
    LEFT JOIN (SELECT enterprise_id, document_id, bool_or(is_open) AS is_open FROM (
      SELECT enterprise_id, unnest(document_ids) AS document_id, is_open FROM litigation_cases) GROUP BY ALL) AS c USING (enterprise_id, document_id)
    LEFT JOIN (SELECT enterprise_id, family_key, bool_or(is_open AND stage IN ('appeal', 'retrial') AND NOT contains(case_key, '辖')) AS is_sent_back
      FROM litigation_cases GROUP BY ALL) AS b USING (enterprise_id, family_key)`,
    uncountedClaim,
  ),
}

/**
 * Whether the sentence only freezes or seizes up to the sum (冻结, 查封), and takes nothing; 冻结、划拨 takes. A sum that a
 * party is ordered to pay counts, even where the sentence also freezes.
 */
export const holdsOnly = `NOT is_ordered AND regexp_matches(evidence, '冻结|查封|扣押|扣留')
  AND NOT regexp_matches(evidence, '扣划|划拨|划转|划付|提取|扣缴|拍卖|变卖|变价')`

/** 执保 carries out a preservation order of a case that may not be decided yet. */
const isPreservation = "coalesce(contains(case_number_key, '执保'), false)"

/** The last enforcement document of a family with a sum to take or pay: each restates the rest. Of one day, by id. */
const enforced = `
  SELECT ${familyOfCase} AS family_key,
    arg_max(c.case_id, (coalesce(c.decided_on, DATE '0001-01-01'), c.case_id)) AS last_case
  FROM (SELECT * FROM cases WHERE number_category = '执行案件' AND NOT ${isPreservation}) AS c
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
    WHEN ${isPreservation} THEN 'preservation only'
    WHEN ${holdsOnly} THEN 'only frozen or seized: nothing is taken by it'
    ${notPaidBy}
    WHEN basis = 'list' AND (last_case IS NOT NULL OR document_id <> last_listed)
      THEN 'another enforcement document of the family states a sum'
    WHEN case_id <> last_case THEN 'a later enforcement document of the family states a sum' END`

/** Sums in enforcement against the subject: what is enforced, never to be added to what was ordered. */
export const enforcedPayments: View = {
  term: '执行金额',
  meaning:
    'sums in the operative part of enforcement documents against an enterprise, of which those to be paid or taken count: what is ' +
    'only frozen, and preservation, is none; never to be added to those ordered; one row a sum',
  columns: sumColumns,
  sql: counted(
    `SELECT h.*, last_case FROM (SELECT *, ${lastListed} AS last_listed FROM (${owedSums("part = 'order'")}) WHERE stage = 'enforcement') AS h
    LEFT JOIN (${enforced}) AS e ON e.family_key = h.family_key`,
    uncountedEnforcement,
  ),
}
