import { isPayment } from './payment-sql.ts'
import { subjectNames } from './subject-sql.ts'

/*
 * Disputes that are likely one and that no source joins (docs/findings.md, Conclusions).
 */

const court = (key: string): string => `regexp_extract(${key}, '^\\([0-9]{4}\\)([^民刑行执破财]+)', 1)`

/** Numbers before 2016 name a court as it liked: 沙, 一中. */
const isOldStyle = (key: string): string => `substr(${key}, 2, 4) < '2016'`

/** Stages that follow a judgment once. */
const bit = (stage: string): string =>
  `CASE ${stage} WHEN 'appeal' THEN 1 WHEN 'retrial' THEN 2 WHEN 'enforcement' THEN 4 ELSE 0 END`

/** Preservation that no number joins, and payment orders that lapsed: which suit came of them is in no source. */
const isBeforeSuit =
  "(regexp_matches(case_key, '财保|执保') OR (contains(case_key, '民督') AND outcome = 'ended'))"

/**
 * Each with the only suit of its court and side in which all its parties stand: after it, and of preservation during a suit (执保) also before
 * it. The subject is a party of both; the others are looked for by name.
 */
const suits = `
  WITH beside AS (
    SELECT d.enterprise_id, d.document_id, d.family_key, d.case_key, d.role, d.decided_on, p.name_key, count(*) OVER (PARTITION BY d.enterprise_id, d.document_id) AS parties
    FROM subject_documents AS d JOIN (SELECT DISTINCT document_id, name_key FROM document_parties) AS p USING (document_id)
    WHERE family_key = case_key AND ${isBeforeSuit} AND (d.enterprise_id, p.name_key) NOT IN (SELECT (enterprise_id, name_key) FROM (${subjectNames})))
  SELECT enterprise_id, family_key, min(likely_key) AS likely_key FROM (
    SELECT l.enterprise_id, l.family_key, e.family_key AS likely_key
    FROM beside AS l JOIN (SELECT DISTINCT document_id, name_key FROM document_parties WHERE name_key IN (SELECT name_key FROM beside)) AS p USING (name_key)
    JOIN (SELECT * FROM subject_documents WHERE stage = 'first instance' AND family_key = case_key AND NOT regexp_matches(case_key, '保|督')) AS e
      ON e.enterprise_id = l.enterprise_id AND e.document_id = p.document_id AND e.role = l.role
    WHERE ${court('l.case_key')} = ${court('e.case_key')}
      AND e.decided_on BETWEEN l.decided_on - CASE WHEN contains(l.case_key, '执保') THEN INTERVAL 1 YEAR ELSE INTERVAL 0 DAY END AND l.decided_on + INTERVAL 2 YEAR
    GROUP BY l.enterprise_id, l.document_id, l.family_key, e.document_id, e.family_key HAVING count(*) = any_value(l.parties))
  GROUP BY ALL HAVING count(DISTINCT likely_key) = 1`

/** Sums that a decision orders to be paid, whoever pays: of its text, else of its list. */
const ordered = `
  SELECT d.enterprise_id, d.family_key, d.decided_on, sum(a.amount) AS amount FROM decided AS d JOIN (
    SELECT library, case_id, NULL AS document_id, amount FROM case_amounts WHERE is_ordered AND ${isPayment('role')}) AS a USING (library, case_id)
  GROUP BY d.enterprise_id, d.family_key, d.document_id, d.decided_on
  UNION ALL
  SELECT d.enterprise_id, d.family_key, d.decided_on, sum(a.amount) FROM decided AS d JOIN (
    SELECT document_id, amount FROM document_amounts WHERE is_ordered AND ${isPayment('role')}) AS a USING (document_id)
  GROUP BY d.enterprise_id, d.family_key, d.document_id, d.decided_on`

/**
 * An enforcement that is only entered in the registration, which names no creditor, with the only decision of its court in the four years
 * before that orders this very sum, and that nothing listed enforces but a case that is resumed and names none before it.
 */
const entered = `
  WITH entries AS MATERIALIZED (
    SELECT enterprise_id, case_number_key AS family_key, any_value(amount) AS amount, min(filed_on) AS filed_on FROM enterprise_risks
    WHERE contains(case_number_key, '执') AND amount > 0 AND (enterprise_id, case_number_key) NOT IN (SELECT (enterprise_id, case_key) FROM subject_documents)
    GROUP BY ALL HAVING count(DISTINCT amount) = 1),
  decided AS MATERIALIZED (
    SELECT enterprise_id, family_key, document_id, decided_on, library, case_id FROM subject_documents
    WHERE stage IN ('first instance', 'appeal') AND enterprise_id IN (SELECT enterprise_id FROM entries)
      AND (enterprise_id, family_key) NOT IN (SELECT (enterprise_id, family_key) FROM subject_documents WHERE stage = 'enforcement' AND NOT contains(case_key, '执恢'))
      AND family_key NOT IN (SELECT family_key FROM number_families WHERE regexp_matches(number_key, '执[0-9]')))
  SELECT enterprise_id, family_key, min(likely_key) AS likely_key FROM (
    SELECT e.enterprise_id, e.family_key, d.family_key AS likely_key, min(e.family_key) OVER w = max(e.family_key) OVER w AS is_only
    FROM entries AS e JOIN (${ordered}) AS d ON d.enterprise_id = e.enterprise_id AND d.amount = e.amount AND e.filed_on > d.decided_on AND e.filed_on <= d.decided_on + INTERVAL 4 YEAR
    WHERE ${court('e.family_key')} = ${court('d.family_key')} WINDOW w AS (PARTITION BY e.enterprise_id, d.family_key))
  GROUP BY enterprise_id, family_key HAVING count(DISTINCT likely_key) = 1 AND bool_and(is_only)`

/** An enforcement that carries out a decision that is not listed: an appeal, or what was decided again after it was sent back. */
const isOfUnlisted = "(stage = 'enforcement' AND NOT is_listed AND regexp_matches(family_key, '民(初|终)'))"

/** A resumed enforcement of a judgment that no list has: what it resumes, it need not name. */
const isResumedOfUnlisted =
  "(stage = 'enforcement' AND NOT is_listed AND contains(case_key, '执恢') AND contains(family_key, '民初'))"

/** An enforcement that is not listed with a judgment: one that is resumed may go on with it. */
const isAlone =
  "(stage = 'enforcement' AND NOT is_decided AND NOT regexp_matches(case_key, '执(恢|异|复|监|协|他|保)'))"

/** An objection is decided while the enforcement goes on. */
const isOfEnforcement = "(l.stage = 'review' AND e.stage = 'enforcement')"

/** Of each document that may follow another the first and the last dispute that it may belong to: giants have millions of pairs. */
const pairs = (which: string): string => `
  SELECT l.enterprise_id, l.family_key, l.stage, min(e.family_key) AS first_key, max(e.family_key) AS last_key
  FROM followers AS l JOIN decisions AS e
    ON e.enterprise_id = l.enterprise_id AND e.parties = l.parties AND e.everyone = l.everyone AND (l.stage = 'jurisdiction') = e.is_jurisdiction AND (e.decided_on < l.decided_on OR (${isOfEnforcement} AND e.decided_on <= l.decided_on + INTERVAL 4 YEAR))
  WHERE ${which} AND (e.cause = l.cause OR contains(e.family_key, '民督')) AND e.decided_on >= l.since AND (e.stage = 'first instance' OR l.stage IN ('enforcement', 'review', 'resumed')) AND (l.stage <> 'resumed' OR e.stage = 'enforcement')
    AND (e.stage <> 'enforcement' OR ((l.is_resumed OR ${isOfEnforcement}) AND l.family_key <> e.family_key AND NOT regexp_matches(l.family_key, '执[0-9]'))) AND (l.is_resumed OR e.stages & ${bit('l.stage')} = 0)
    AND CASE WHEN l.stage IN ('again', 'enforced again') THEN coalesce(l.decided_on > e.sent_on, false) AND (l.court <> e.court) = e.is_moved
      WHEN l.stage IN ('enforcement', 'review', 'resumed') THEN e.sent_on IS NULL AND CASE WHEN contains(e.family_key, '终') THEN left(l.court, 1) = left(e.court, 1) ELSE l.court = e.first_court END
      ELSE e.is_old_style OR left(l.court, 1) = left(e.court, 1) END
  GROUP BY l.enterprise_id, l.family_key, l.stage`

/**
 * Listed appeals, enforcements and reviews, and texts of enforcements, that name no judgment, each with the one listed judgment between the
 * same parties, of the same court (appeal: the same province), shortly before, that nothing else follows; an appeal
 * about jurisdiction (民辖终) with the ruling on it; an enforcement also with an appeal that follows no listed judgment, with a payment order,
 * and one that is resumed (执恢) with the enforcement before it, also where it names a judgment that is not listed; an objection also with an enforcement that is listed without a judgment; and a judgment, or what enforces one that is not listed, with the one that was
 * sent back before, which is decided again, or with the suit that was moved to another court; neither is enforced itself. A judgment has one
 * appeal and may be enforced several times; a resumed case that names none before it is not known to be its first. Likely, never certain. The parties of a document are one number: a list a document took more memory than a run has.
 */
export const likelyJoins = `
  WITH families AS MATERIALIZED (
    SELECT enterprise_id, family_key, bool_or(case_key = family_key) AS is_listed, bool_or(stage = 'first instance') AS is_judged, bool_or(stage <> 'enforcement') AS is_decided,
      bit_or(CASE WHEN contains(case_key, '执恢') THEN 0 ELSE ${bit('stage')} END)
        | CASE WHEN family_key IN (SELECT family_key FROM number_families WHERE regexp_matches(number_key, '执[0-9]')) THEN 4 ELSE 0 END AS stages,
      CASE WHEN arg_max(outcome, decided_on) FILTER (is_end) IN ('remanded', 'transferred') THEN max(decided_on) FILTER (is_end) END AS sent_on,
      arg_max(outcome, decided_on) FILTER (is_end) = 'transferred' AS is_moved
    FROM (SELECT *, closes_case AND stage IN ('first instance', 'appeal', 'retrial') AS is_end FROM subject_documents) GROUP BY enterprise_id, family_key),
  documents AS (
    SELECT enterprise_id, document_id, family_key, case_key, stage, decided_on, coalesce(cause, '') AS cause, case_id, outcome, coalesce(closes_case, false) AS closes_case,
      is_listed, is_judged, is_decided, stages, sent_on, is_moved
    FROM subject_documents JOIN families USING (enterprise_id, family_key)),
  later AS (
    SELECT enterprise_id, document_id, family_key, case_key, decided_on, cause,
      CASE WHEN ${isOfUnlisted} AND NOT contains(family_key, '终') THEN 'enforced again' WHEN regexp_matches(case_key, '执(异|复|监)') THEN 'review' WHEN contains(case_key, '辖终') THEN 'jurisdiction' ELSE stage END AS stage
    FROM documents WHERE ${isOfUnlisted}
      OR ((case_id IS NULL OR (stage = 'enforcement' AND case_id NOT IN (SELECT case_id FROM case_references WHERE NOT contains(number_key, '执')))) AND (family_key = case_key OR (stage = 'enforcement' AND contains(family_key, '执')))
      AND (stage IN ('appeal', 'retrial', 'enforcement') OR contains(case_key, '辖终')) AND NOT contains(case_key, '保'))
    UNION ALL SELECT enterprise_id, document_id, family_key, case_key, decided_on, cause, 'resumed' FROM documents WHERE ${isResumedOfUnlisted}
    UNION ALL SELECT enterprise_id, document_id, family_key, case_key, decided_on, cause, 'again' FROM documents
    WHERE stage = 'first instance' AND family_key = case_key AND closes_case AND enterprise_id IN (SELECT enterprise_id FROM families WHERE sent_on IS NOT NULL)),
  earlier AS (
    SELECT enterprise_id, document_id, family_key, case_key, decided_on, cause, outcome = 'jurisdiction' AS is_jurisdiction, sent_on, is_moved, stages, stage
    FROM documents
    WHERE (stage = 'first instance' AND family_key = case_key AND (closes_case OR outcome = 'jurisdiction')) OR outcome = 'payment_order' OR ${isAlone}
      OR (stage = 'appeal' AND closes_case AND NOT contains(case_key, '辖') AND NOT is_judged)),
  parties AS (
    SELECT document_id, count(DISTINCT name_key) AS parties, bit_xor(DISTINCT hash(name_key)) AS everyone FROM document_parties
    WHERE document_id IN (SELECT document_id FROM later UNION ALL SELECT document_id FROM earlier) GROUP BY document_id),
  followers AS MATERIALIZED (
    SELECT * EXCLUDE (case_key), ${court('case_key')} AS court, contains(case_key, '执恢') AS is_resumed, CASE WHEN stage IN ('enforcement', 'review', 'enforced again', 'resumed') THEN decided_on - INTERVAL 4 YEAR ELSE decided_on - INTERVAL 2 YEAR END AS since
    FROM later JOIN parties USING (document_id)),
  decisions AS MATERIALIZED (
    SELECT * EXCLUDE (case_key), ${court('case_key')} AS court, ${court('family_key')} AS first_court, ${isOldStyle('case_key')} AS is_old_style FROM earlier JOIN parties USING (document_id)),
  on_judgments AS (${pairs("e.stage NOT IN ('appeal', 'enforcement')")}),
  pairs AS (
    FROM on_judgments
    UNION ALL ${pairs("e.stage IN ('appeal', 'enforcement') AND (e.enterprise_id, e.family_key) NOT IN (SELECT (enterprise_id, family_key) FROM on_judgments WHERE stage IN ('appeal', 'enforcement', 'review')) AND (l.stage <> 'resumed' OR (e.enterprise_id, e.family_key) NOT IN (SELECT (enterprise_id, family_key) FROM on_judgments))")})
  SELECT enterprise_id, family_key, min(likely_key) AS likely_key FROM (
    SELECT enterprise_id, family_key, first_key AS likely_key FROM pairs
    QUALIFY min(first_key) OVER (PARTITION BY enterprise_id, family_key) = max(last_key) OVER (PARTITION BY enterprise_id, family_key)
      AND (stage IN ('enforcement', 'review') OR count(*) FILTER (first_key = last_key) OVER (PARTITION BY enterprise_id, first_key, stage) = 1)
    UNION ALL FROM (${suits})
    UNION ALL FROM (${entered}))
  GROUP BY enterprise_id, family_key HAVING count(DISTINCT likely_key) = 1`
