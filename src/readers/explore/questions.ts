/** The questions that analysts ask most, as SELECTs over the warehouse; the names are those of their addresses, and of their words in texts.json. */
export const questions = {
  unpaid: `SELECT e.name, c.case_number, c.court, c.amount, c.unpaid, c.last_on
FROM enforcement_cases c JOIN enterprises e USING (enterprise_id)
WHERE c.role = 'defendant' AND c.state = 'ended_unpaid' AND c.is_counted
ORDER BY c.amount DESC NULLS LAST, c.case_number, e.name`,
  dishonest: `SELECT e.name, m.mark, m.case_key, m.since, m.usual_end, m.lifted_on, m.evidence
FROM enterprise_marks m JOIN enterprises e USING (enterprise_id)
WHERE m.mark IN ('dishonest', 'restricted')
ORDER BY m.is_in_force DESC, m.since DESC, m.case_key, e.name, m.mark`,
  flags: `SELECT e.name, f.level, f.flag, count(*) AS rows, max(f.happened_on) AS latest
FROM red_flags f JOIN enterprises e USING (enterprise_id)
GROUP BY e.name, f.level, f.flag ORDER BY min(f.rank), rows DESC, e.name, f.flag`,
  ordered: `SELECT e.name, p.case_number, p.decided_on, p.amount_role, p.amount, p.basis, p.effectiveness, p.evidence
FROM ordered_payments p JOIN enterprises e USING (enterprise_id)
WHERE p.is_counted ORDER BY p.amount DESC NULLS LAST, p.case_number, p.ordinal, e.name`,
  claimed: `SELECT e.name, p.role, p.case_number, p.decided_on, p.amount_role, p.amount, p.evidence
FROM claimed_payments p JOIN enterprises e USING (enterprise_id)
WHERE p.is_counted ORDER BY p.amount DESC NULLS LAST, p.case_number, p.ordinal, e.name`,
  sued: `SELECT e.name, l.year, sum(l.cases) AS cases, sum(l.won) AS won, sum(l.lost) AS lost
FROM litigation_by_year l JOIN enterprises e USING (enterprise_id)
WHERE l.role = 'defendant' GROUP BY ALL ORDER BY e.name, l.year DESC`,
  causes: `SELECT e.name, c.cause, c.role, sum(c.cases) AS cases
FROM litigation_by_cause c JOIN enterprises e USING (enterprise_id)
GROUP BY ALL ORDER BY cases DESC, c.cause, c.role, e.name`,
  counterparties: `SELECT e.name AS enterprise, c.name AS counterparty, c.disputes, c.documents, c.last_on
FROM counterparties c JOIN enterprises e USING (enterprise_id)
WHERE c.is_repeat ORDER BY c.disputes DESC, e.name, c.name`,
  shared_counterparties: `SELECT min(c.name) AS counterparty, count(DISTINCT c.enterprise_id) AS enterprises, sum(c.disputes) AS disputes
FROM counterparties c WHERE NOT c.is_hidden GROUP BY c.name_key HAVING count(DISTINCT c.enterprise_id) > 1 ORDER BY enterprises DESC, disputes DESC, counterparty, c.name_key`,
  families: `SELECT e.name, f.family_key, f.stages, f.latest_outcome, f.dispute_outcome, f.last_on
FROM case_families f JOIN enterprises e USING (enterprise_id)
WHERE f.documents > 1 ORDER BY f.last_on DESC, f.family_key, e.name`,
  articles: `SELECT law, article_label, count(DISTINCT enterprise_id) AS enterprises, sum(documents) AS documents, sum(documents_unchanged) AS documents_unchanged
FROM cited_articles GROUP BY ALL ORDER BY documents DESC, law, article_label`,
  repealed: `SELECT e.name, a.law, a.article_label, a.documents, a.documents_changed, a.now, a.last_cited_on
FROM cited_articles a JOIN enterprises e USING (enterprise_id)
WHERE a.documents_changed > 0 ORDER BY a.last_cited_on DESC, e.name, a.law, a.article_label`,
  changes: `SELECT run_id, kind, subject_name, field, before, after
FROM changes ORDER BY run_id DESC, kind, subject_name, field, before, after`,
  coverage: `SELECT enterprise_name, verdict, declared_total, listed, full_texts, not_looked_up, data_as_of
FROM coverage WHERE run_id = (SELECT max(run_id) FROM coverage) ORDER BY enterprise_name, enterprise_id`,
  gaps: `SELECT given_name, given_uscc, status, source
FROM job_enterprises WHERE run_id = (SELECT max(run_id) FROM job_enterprises) AND status <> 'matched' ORDER BY ordinal`,
} as const

export type QuestionName = keyof typeof questions
