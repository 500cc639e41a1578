import { literals } from '../../contract/sql.ts'
import { coded, date, label, mixed, money, type View } from '../../rows/tables/table.ts'
import { codeWords, inForceEffects } from '../../rows/words/code-words.ts'
import { ofDebts, penaltiesLeft } from './document-remarks.ts'
import { mayAppeal } from './payments.ts'
import * as columns from './subject-columns.ts'
import { branches, subjectNames } from './subject-sql.ts'

type Question = keyof typeof codeWords.openQuestion

/** One question a row of a SELECT, by the condition that asks it; no row where none is true. */
const asked = (when: Partial<Readonly<Record<Question, string>>>): string =>
  `CASE ${Object.entries(when)
    .map(([question, condition]) => `WHEN ${condition} THEN '${question}'`)
    .join(' ')} END AS question`

export const noSum = 'NULL::DECIMAL(20,2) AS amount, NULL::VARCHAR AS currency'

/** Disputes in which something is enforced against the enterprise: how it ended is a matter of that case. A preservation enforces nothing. `likely`: likely_joins. */
export const enforcedDisputes = `
  WITH against AS (SELECT enterprise_id, family_key FROM enforcement_cases WHERE role = 'defendant' AND state <> 'preservation')
  SELECT (enterprise_id, family_key) AS dispute FROM against
  UNION ALL SELECT (enterprise_id, likely_key) FROM against JOIN likely USING (enterprise_id, family_key)`

/** Sums that it was ordered to pay, a document and question: whether they were paid, took effect or stand is not in any source. */
const ordered = `
  SELECT enterprise_id, question, 'subject_documents' AS source, document_id AS row_key, any_value(decided_on) AS happened_on,
    CASE WHEN count(DISTINCT currency) <= 1 THEN sum(amount)::DECIMAL(20,2) END AS amount, CASE WHEN count(DISTINCT currency) = 1 THEN any_value(currency) END AS currency,
    any_value(case_number) AS detail
  FROM (SELECT *, ${asked({
    payer: "not_counted_because IN ('the text does not say who pays', 'a branch of it is ordered to pay')",
    partly_reversed: "not_counted_because = 'partly reversed later: which sums stand is not known'",
    objection:
      "is_counted AND effectiveness = 'payment order, no objection held' AND (enterprise_id, family_key) NOT IN (FROM enforced)",
    lapsed: `effectiveness = 'lapsed' AND (enterprise_id, family_key) NOT IN (
      SELECT (enterprise_id, family_key) FROM subject_documents WHERE stage = 'first instance' AND NOT contains(case_key, '民督')
      UNION ALL SELECT (enterprise_id, family_key) FROM likely)`,
    performed:
      'is_counted AND (enterprise_id, family_key) IN (FROM performed) AND (enterprise_id, family_key) NOT IN (FROM enforced)',
    effect:
      "not_counted_because = 'whether it took effect is not known' OR (is_counted AND effectiveness = 'first instance, no appeal held')",
    payment: `is_counted AND effectiveness IN (${literals(inForceEffects)}) AND (enterprise_id, family_key) NOT IN (FROM enforced)`,
  })} FROM orders)
  GROUP BY enterprise_id, question, document_id`

/** What it answers for beside another debtor, a decision and question, where its dispute raises none by sums of its own: an appeal restates the liability of the decision below. */
const liable = `
  SELECT g.enterprise_id, g.question, 'subject_documents' AS source, g.document_id AS row_key, any_value(g.decided_on) AS happened_on,
    CASE WHEN count(g.most) = count(*) AND count(DISTINCT g.currency) = 1 THEN sum(g.most)::DECIMAL(20,2) END AS amount,
    CASE WHEN count(g.most) = count(*) AND count(DISTINCT g.currency) = 1 THEN any_value(g.currency) END AS currency, any_value(g.case_key) AS detail
  FROM (SELECT *, ${asked({
    effect:
      "effectiveness IN ('first instance, no appeal held', 'appealed, result not recognised', 'an appeal is likely of this case', 'not known')",
    payment: `effectiveness IN (${literals(inForceEffects)}) AND (enterprise_id, family_key) NOT IN (FROM enforced)`,
  })} FROM guarantees) AS g
  ANTI JOIN (SELECT enterprise_id, family_key FROM orders WHERE is_counted) AS o USING (enterprise_id, family_key)
  GROUP BY g.enterprise_id, g.question, g.document_id`

/** Suits that wait, or of which no end is held, which it did not bring or in which it was ordered to pay before; payment orders that lapsed and state no sum. */
const undecided = `
  SELECT enterprise_id, 'pending' AS question, 'subject_documents' AS source, arg_max(document_ids[-1], (coalesce(last_on, DATE '0001-01-01'), document_ids[-1])) AS row_key, max(last_on) AS happened_on, ${noSum}, family_key AS detail
  FROM litigation_cases
  WHERE is_open IS DISTINCT FROM false AND (original_role IS DISTINCT FROM 'plaintiff' OR (is_open AND (enterprise_id, family_key) IN (SELECT (enterprise_id, family_key) FROM orders)))
    AND (enterprise_id, family_key) NOT IN (FROM enforced UNION ALL SELECT (enterprise_id, family_key) FROM likely)
    AND (is_open OR (enterprise_id, family_key) NOT IN (SELECT (enterprise_id, likely_key) FROM likely WHERE NOT contains(family_key, '保')))
  GROUP BY enterprise_id, family_key
  UNION ALL
  SELECT enterprise_id, 'lapsed', 'subject_documents', document_id, decided_on, ${noSum}, case_key
  FROM subject_documents
  WHERE contains(case_key, '民督') AND outcome = 'ended' AND role IS DISTINCT FROM 'plaintiff' AND (enterprise_id, family_key) NOT IN (
    SELECT (enterprise_id, family_key) FROM orders UNION ALL SELECT (enterprise_id, family_key) FROM likely)`

/** Judgments of first instance that free it, also from being a debtor of an enforcement, of which no appeal is held. */
const won = `
  SELECT d.enterprise_id, 'won' AS question, 'subject_documents' AS source, d.document_id AS row_key, d.decided_on AS happened_on, ${noSum}, d.case_key AS detail
  FROM subject_documents AS d
  ANTI JOIN (SELECT enterprise_id, family_key, max(decided_on) AS last_on FROM subject_documents WHERE stage IN ('appeal', 'retrial', 'enforcement') GROUP BY ALL) AS r
    ON r.enterprise_id = d.enterprise_id AND r.family_key = d.family_key AND r.last_on >= d.decided_on + (d.stage <> 'first instance')::INTEGER
  WHERE ((d.stage = 'first instance' AND d.outcome IN ('dismissed', 'granted', 'partly_granted')) OR (d.outcome = 'reversed' AND ${mayAppeal})) AND d.subject_outcome = 'won' AND (coalesce(d.original_role, d.role) = 'defendant' OR (d.role = 'plaintiff' AND regexp_matches(d.cause, '执行异议之诉|追加')))
    AND (d.enterprise_id, d.family_key) NOT IN (SELECT (enterprise_id, family_key) FROM likely UNION ALL SELECT (enterprise_id, likely_key) FROM likely)`

/** Property whose term ended, whose debt was paid, or of which a text only says that it is held. */
const held = `
  SELECT enterprise_id, CASE state WHEN 'expired' THEN 'renewal' WHEN 'paid' THEN 'release' ELSE 'held' END AS question, CASE WHEN source = 'registration' THEN 'enterprise_risks' ELSE 'subject_documents' END AS source,
    row_key, CASE state WHEN 'expired' THEN coalesce(until_on, since) ELSE since END AS happened_on, amount, currency, case_key AS detail, property AS besides
  FROM frozen_property WHERE state IN ('expired', 'paid', 'claimed') OR (state = 'in force' AND NOT is_since_known)`

/** What is enforced, ended or was lifted, without word of what followed. */
const expired = `
  SELECT enterprise_id, 'removal' AS question, CASE WHEN document_id IS NULL THEN 'enterprise_risks' ELSE 'subject_documents' END AS source, row_key,
    usual_end AS happened_on, ${noSum}, case_key AS detail
  FROM enterprise_marks WHERE mark = 'dishonest' AND is_in_force AND (is_since_stated OR sources <> ['registration']) AND usual_end < (SELECT max(fetched_at)::DATE FROM calls)
  UNION ALL
  SELECT enterprise_id, CASE WHEN state = 'ended' AND list_contains(end_reasons, '双方和解') THEN 'settlement' WHEN state = 'ended' THEN 'ended' WHEN is_recent THEN 'executing' ELSE 'silent' END, 'enforcement_cases', case_key, last_on, coalesce(unpaid, amount), currency,
    coalesce(case_number, case_key)
  FROM enforcement_cases WHERE role = 'defendant' AND resumed_by IS NULL AND state IN ('ended', 'open') AND NOT list_contains(end_reasons, '执行依据被撤销')
  UNION ALL
  SELECT enterprise_id, 'executing', 'enforcement_cases', case_key, last_on, coalesce(unpaid, amount), currency, coalesce(case_number, case_key)
  FROM enforcement_cases WHERE role = 'defendant' AND resumed_by IS NULL AND state = 'ended_unpaid' AND unpaid IS NULL AND is_recent
  UNION ALL
  SELECT enterprise_id, 'settled', 'enforcement_cases', case_key, last_on, coalesce(unpaid, amount), currency, coalesce(case_number, case_key)
  FROM enforcement_cases AS e WHERE role = 'defendant' AND state = 'ended_unpaid' AND resumed_by IS NULL AND EXISTS (
    SELECT 1 FROM enterprise_marks AS m WHERE m.enterprise_id = e.enterprise_id AND list_contains(m.case_keys, e.case_key) AND NOT m.is_in_force AND m.lifted_on >= e.last_on)
  UNION ALL
  SELECT e.enterprise_id, 'resumption', 'enforcement_cases', e.case_key, e.last_on, coalesce(e.unpaid, e.amount), e.currency, concat_ws(' → ', coalesce(e.case_number, e.case_key), e.resumed_by)
  FROM enforcement_cases AS e JOIN enforcement_cases AS r ON r.enterprise_id = e.enterprise_id AND r.case_key = e.resumed_by AND r.family_key <> e.family_key AND contains(r.case_key, '执恢')
  WHERE e.role = 'defendant'
  UNION ALL
  SELECT enterprise_id, 'penalty', 'enterprise_risks', ordinal::VARCHAR, coalesce(filed_on, published_on), ${noSum}, coalesce(case_number, 'entry ' || ordinal)
  FROM enterprise_risks WHERE contains(coalesce(kind, description), '处罚') AND NOT contains(coalesce(status, ''), '撤销')
  UNION ALL
  SELECT enterprise_id, 'bankruptcy', CASE WHEN len(document_ids) > 0 THEN 'subject_documents' ELSE 'enterprise_risks' END, coalesce(document_ids[-1], entries[1], case_key),
    stage_on, ${noSum}, case_key
  FROM bankruptcies WHERE is_current`

/** Fines, not those that a text imposes on others. And documents that exist and are not held: withheld ones that decide, and cases that a text cites and no list has, with one of them. */
const unseen = `
  SELECT enterprise_id, CASE text_state WHEN 'withheld' THEN 'withheld' ELSE 'penalty' END AS question, 'subject_documents' AS source, document_id AS row_key, decided_on AS happened_on, ${noSum}, coalesce(case_number, title) AS detail
  FROM subject_documents WHERE (text_state = 'withheld' AND role IS DISTINCT FROM 'third_party')
    OR (outcome IS DISTINCT FROM 'enforcement_refused' AND (enterprise_id, document_id) IN (SELECT (enterprise_id, document_id) FROM orders WHERE amount_role = '罚款' AND effectiveness IS DISTINCT FROM 'superseded'))
    OR (enterprise_id, document_id) IN (SELECT (enterprise_id, document_id) FROM (${penaltiesLeft}) WHERE matter <> '')
    OR (outcome = 'fined' AND role = 'defendant' AND (library, case_id) NOT IN (SELECT (library, case_id) FROM case_amounts WHERE role = '罚款' AND len(payer_keys) > 0))
    OR (outcome = 'fined' AND (enterprise_id, library, case_id) IN (SELECT (n.enterprise_id, a.library, a.case_id)
      FROM (SELECT library, case_id, unnest(payer_keys) AS name_key FROM case_amounts WHERE role = '罚款' AND is_ordered) AS a JOIN (${subjectNames}) AS n USING (name_key)))
    OR (outcome = 'convicted' AND role = 'defendant' AND subject_outcome = 'lost' AND (library, case_id) IN (SELECT (library, case_id) FROM case_amounts WHERE role = '罚款' AND coalesce(len(payer_keys), 0) = 0))`

const unlisted = `
  SELECT u.enterprise_id, 'unlisted' AS question, 'unlisted_cases' AS source, u.case_number_key AS row_key, u.case_number_key AS detail, d.case_key AS besides
  FROM unlisted_cases AS u JOIN subject_documents AS d ON d.enterprise_id = u.enterprise_id AND d.document_id = u.cited_by[1]
  WHERE relation <> 'same' OR (regexp_matches(u.case_number_key, '执恢?[0-9]') AND (u.enterprise_id, u.case_number_key) NOT IN (
    SELECT (enterprise_id, case_number_key) FROM enterprise_risks WHERE case_number_key IS NOT NULL))`

const contradicting = `
  SELECT enterprise_id, 'contradiction' AS question, 'contradictions' AS source, kind AS row_key, max(happened_on) AS happened_on, ${noSum},
    CASE kind ${branches(codeWords.contradiction)} END AS detail
  FROM contradictions GROUP BY enterprise_id, kind`

/** What a reader of a dossier has to ask the enterprise, a court or a register (docs/findings.md, Open questions). */
export const openQuestions: View = {
  term: '待核实事项',
  meaning:
    'what no source answers and a reader has to ask the enterprise, a court or a register; one row a question and the row that raises it; docs/findings.md has the rules',
  columns: {
    enterprise_id: columns.enterpriseId,
    question: coded(codeWords.openQuestion)('待核实事项', 'what is to be asked'),
    source: label('来源表', 'table or view of the row'),
    row_key: label('行', 'key of the row in it'),
    happened_on: date('日期', 'date of the row'),
    amount: money('金额', 'sum that depends on the answer; NULL where none is known'),
    currency: label('币种', 'ISO 4217'),
    detail: mixed('内容', 'what the row is about'),
    besides: mixed(
      '相关',
      'the property that is held, or the case whose document cites the one that no list has',
    ),
  },
  sql: `
    WITH likely AS (SELECT enterprise_id, family_key, likely_key FROM likely_joins), enforced AS (${enforcedDisputes}), performed AS (SELECT (enterprise_id, family_key) FROM (${ofDebts}) WHERE kind = 'performed'), orders AS (SELECT enterprise_id, family_key, document_id, decided_on, amount_role, amount, currency, case_number, effectiveness, is_counted, not_counted_because FROM ordered_payments)
    FROM (
      SELECT * FROM (${ordered}) UNION ALL BY NAME (${liable}) UNION ALL BY NAME (${undecided}) UNION ALL BY NAME (${expired}) UNION ALL BY NAME (${held}) UNION ALL BY NAME (${unseen}) UNION ALL BY NAME (${unlisted}) UNION ALL BY NAME (${contradicting}) UNION ALL BY NAME (${won}))
    WHERE question IS NOT NULL`,
}
