import {
  bigint,
  coded,
  label,
  labels,
  parties,
  party,
  provenance,
  text,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { opponents } from './litigation.ts'
import * as columns from './subject-columns.ts'
import { subjectNames } from './subject-sql.ts'

/* What connects the enterprises of a run (docs/findings.md, Portfolio). A masked name (张某, 某公司) identifies no party. */

/** The enterprises of each run, each once. */
const members = `
  SELECT run_id, enterprise_id, any_value(name) AS name FROM job_enterprises_history GROUP BY ALL`

/** The same with every name that each has or had. A name that two of them have is neither's. */
const named = `
  SELECT m.run_id, n.name_key, any_value(m.enterprise_id) AS enterprise_id, any_value(m.name) AS name
  FROM (${members}) AS m JOIN (${subjectNames}) AS n ON n.enterprise_id = m.enterprise_id
  GROUP BY m.run_id, n.name_key HAVING count(DISTINCT m.enterprise_id) = 1`

const folded = (value: string): string => `regexp_replace(${value}, '[\\s（）()]', '', 'g')`

/** What registrations have that may be shared. A person of the same name may be another person: the name is what is shared. */
const facts = `
  SELECT 'shareholder' AS kind, enterprise_id, name_key AS shared_key, name AS shared FROM enterprise_shareholders
  UNION ALL SELECT 'officer', enterprise_id, ${folded('name')}, name FROM enterprise_members
  UNION ALL SELECT 'officer', enterprise_id, ${folded('legal_representative')}, legal_representative FROM enterprises
  UNION ALL SELECT 'address', enterprise_id, ${folded('address')}, address FROM enterprises
  UNION ALL SELECT 'phone', enterprise_id, ${folded("extra->>'联系电话'")}, extra->>'联系电话' FROM enterprises`

const enterpriseIds = labels('企业ID', 'enterprises of the run, sorted')
const enterpriseNames = parties('企业名称', 'their names, in that order')
const together = `list(enterprise_id ORDER BY enterprise_id) AS enterprise_ids, list(name ORDER BY enterprise_id) AS enterprise_names`

export const portfolioLinks: View = {
  term: '组合关联',
  meaning:
    'what registrations of several enterprises of a run share: shareholders and officers by name (the same name is no proof of the ' +
    'same person), addresses, phones; and who of them holds shares in another',
  columns: {
    run_id: provenance.run_id,
    kind: coded(codeWords.portfolioLink)('关联类型', 'shareholder, officer, address, phone or owner'),
    name: party('共同股东或人员', 'the name that they share, or who holds the shares'),
    place: text('共同地址或电话', 'the address or phone that they share'),
    enterprises: bigint('企业数', 'enterprises of the run that share it'),
    enterprise_ids: enterpriseIds,
    enterprise_names: enterpriseNames,
  },
  sql: `
    SELECT run_id, kind, CASE WHEN kind NOT IN ('address', 'phone') THEN min(shared) END AS name,
      CASE WHEN kind IN ('address', 'phone') THEN min(shared) END AS place, count(*) AS enterprises, ${together}
    FROM (
      SELECT m.run_id, f.kind, f.shared_key, m.enterprise_id, any_value(m.name) AS name, min(f.shared) AS shared
      FROM (${members}) AS m JOIN (${facts}) AS f ON f.enterprise_id = m.enterprise_id
      WHERE f.shared_key <> '' AND NOT contains(f.shared_key, '某') GROUP BY ALL)
    GROUP BY run_id, kind, shared_key HAVING count(*) > 1
    UNION ALL
    SELECT m.run_id, 'owner', h.name, NULL, 2, [h.enterprise_id, m.enterprise_id], [h.name, m.name]
    FROM (${members}) AS m
    JOIN (SELECT DISTINCT enterprise_id, name_key FROM enterprise_shareholders) AS s ON s.enterprise_id = m.enterprise_id
    JOIN (${named}) AS h ON h.run_id = m.run_id AND h.name_key = s.name_key AND h.enterprise_id <> m.enterprise_id`,
}

export const portfolioSuits: View = {
  term: '组合内互诉',
  meaning:
    'who of the enterprises of a run sues or enforces against whom of them; appeals and retrials aside',
  columns: {
    run_id: provenance.run_id,
    plaintiff_id: label('原告方企业ID', 'enterprise that sues'),
    plaintiff_name: party('原告方企业名称', 'its name'),
    defendant_id: label('被告方企业ID', 'enterprise that is sued'),
    defendant_name: party('被告方企业名称', 'its name'),
    documents: bigint('文书数', 'documents in which they stand so'),
    disputes: bigint('争议数', 'distinct case families'),
    ...columns.span,
    document_ids: columns.documentIds('these documents, sorted'),
  },
  // In steps: DuckDB would pair every two enterprises of a run before it looks for their documents.
  sql: `
    WITH named AS MATERIALIZED (${named}),
    listed AS MATERIALIZED (
      SELECT document_id, side, name_key FROM document_parties
      WHERE name_key IN (SELECT name_key FROM named)),
    standing AS MATERIALIZED (
      SELECT n.run_id, n.enterprise_id, n.name, l.document_id, l.side FROM listed AS l JOIN named AS n USING (name_key)
      WHERE l.document_id IN (SELECT document_id FROM listed GROUP BY document_id HAVING min(side) <> max(side)))
    SELECT p.run_id, p.enterprise_id AS plaintiff_id, any_value(p.name) AS plaintiff_name, q.enterprise_id AS defendant_id,
      any_value(q.name) AS defendant_name, count(DISTINCT d.document_id) AS documents, count(DISTINCT d.family_key) AS disputes,
      min(d.decided_on) AS first_on, max(d.decided_on) AS last_on, list(DISTINCT d.document_id ORDER BY d.document_id) AS document_ids
    FROM standing AS p
    JOIN standing AS q ON q.run_id = p.run_id AND q.document_id = p.document_id AND q.enterprise_id <> p.enterprise_id
    JOIN subject_documents AS d ON d.document_id = p.document_id AND d.stage NOT IN ('appeal', 'retrial')
    WHERE p.side = 'plaintiff' AND q.side = 'defendant'
    GROUP BY p.run_id, p.enterprise_id, q.enterprise_id`,
}

export const portfolioConcentrations: View = {
  term: '组合集中度',
  meaning: 'counterparties and courts that several enterprises of a run have in common',
  columns: {
    run_id: provenance.run_id,
    kind: coded(codeWords.portfolioConcentration)('类型', 'counterparty or court'),
    name: party('名称', 'the counterparty or the court'),
    enterprises: bigint('企业数', 'enterprises of the run that have it'),
    documents: bigint('文书数', 'their documents with it, each once'),
    enterprise_ids: enterpriseIds,
    enterprise_names: enterpriseNames,
    documents_each: labels('各企业文书数', 'documents of each enterprise, in that order'),
  },
  sql: `
    WITH met AS (
      SELECT enterprise_id, 'counterparty' AS kind, name_key AS met_key, name AS met, hash(document_id) AS document
      FROM (${opponents}) WHERE NOT contains(name_key, '某')
      UNION ALL
      SELECT enterprise_id, 'court', court, court, hash(document_id) FROM subject_documents WHERE court IS NOT NULL),
    several AS (SELECT kind, met_key FROM met GROUP BY ALL HAVING min(enterprise_id) <> max(enterprise_id)),
    held AS (
      SELECT m.run_id, m.name, c.* FROM (SELECT * FROM met SEMI JOIN several USING (kind, met_key)) AS c
      JOIN (${members}) AS m ON m.enterprise_id = c.enterprise_id),
    whole AS (SELECT run_id, kind, met_key, count(DISTINCT document) AS documents FROM held GROUP BY ALL)
    SELECT run_id, kind, min(met) AS name, count(*) AS enterprises, any_value(w.documents) AS documents,
      ${together}, list(e.documents::VARCHAR ORDER BY enterprise_id) AS documents_each
    FROM (
      SELECT run_id, kind, met_key, enterprise_id, any_value(name) AS name, min(met) AS met, count(DISTINCT document) AS documents
      FROM held GROUP BY run_id, kind, met_key, enterprise_id) AS e
    JOIN whole AS w USING (run_id, kind, met_key)
    GROUP BY run_id, kind, met_key HAVING count(*) > 1`,
}
