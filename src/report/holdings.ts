import type { z } from 'zod'
import { literal, literals } from '../contract/sql.ts'
import type { Reader, SqlRow } from '../warehouse/database.ts'
import { type RegisterName, registerNames, registerSql } from './registers.ts'
import * as rows from './rows.ts'

/** A question to the published warehouse that is asked once for many enterprises. */
interface Source<Row extends { readonly enterprise_id: string }> {
  readonly row: z.ZodType<Row>
  /** SELECT over the enterprises that `among`, a condition on a column enterprise_id, is true of; `run` is a literal. */
  readonly sql: (among: string, run: string) => string
}

const source = <Row extends { readonly enterprise_id: string }>(
  row: z.ZodType<Row>,
  sql: (among: string, run: string) => string,
): Source<Row> => ({ row, sql })

/** The outcome's sentence and rule are those of whichever gave the outcome: the full text, else the list. */
const documents = (among: string): string => `
  WITH held AS (SELECT document_id, library, case_id FROM subject_documents WHERE ${among}),
  named AS (
    SELECT document_id, list(DISTINCT name ORDER BY name) AS persons FROM (
      SELECT document_id, name FROM document_parties WHERE document_id IN (SELECT document_id FROM held)
      UNION ALL SELECT h.document_id, p.name FROM held AS h JOIN case_parties AS p USING (library, case_id))
    WHERE name IS NOT NULL GROUP BY document_id),
  cited AS (
    SELECT library, case_id, count(*) AS citations,
      count(*) FILTER (citation_key IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)) AS citations_joined
    FROM case_citations WHERE citation_key IS NOT NULL AND case_id IN (SELECT case_id FROM held)
    GROUP BY library, case_id)
  SELECT s.* EXCLUDE (run_id), c.call_key AS text_call, n.persons, coalesce(t.citations, 0) AS citations,
    coalesce(t.citations_joined, 0) AS citations_joined,
    CASE WHEN c.outcome IS NOT NULL THEN c.outcome_rule ELSE d.outcome_rule END AS outcome_rule,
    CASE WHEN c.outcome IS NOT NULL THEN c.outcome_evidence ELSE d.outcome_evidence END AS evidence
  FROM (SELECT * FROM subject_documents WHERE ${among}) AS s
  JOIN (SELECT enterprise_id, document_id, outcome_rule, outcome_evidence FROM enterprise_documents WHERE ${among}) AS d
    USING (enterprise_id, document_id)
  LEFT JOIN cases AS c ON c.library = s.library AND c.case_id = s.case_id
  LEFT JOIN cited AS t ON t.library = s.library AND t.case_id = s.case_id
  LEFT JOIN named AS n ON n.document_id = s.document_id
  ORDER BY s.enterprise_id, s.decided_on DESC NULLS LAST, s.document_id`

const paymentColumns =
  'enterprise_id, document_id, amount_role, amount, currency, is_counted, not_counted_because, payees, evidence, ' +
  'library, case_id, ordinal'

const payments = (among: string): string => `
  SELECT p.*, c.call_key AS text_call FROM (
    SELECT 'ordered' AS view, effectiveness, ${paymentColumns} FROM ordered_payments WHERE ${among}
    UNION ALL BY NAME SELECT 'enforced' AS view, ${paymentColumns} FROM enforced_payments WHERE ${among}
    UNION ALL BY NAME SELECT 'claimed' AS view, ${paymentColumns} FROM claimed_payments WHERE ${among}) AS p
  JOIN cases AS c ON c.library = p.library AND c.case_id = p.case_id
  ORDER BY p.enterprise_id, p.is_counted DESC, p.amount DESC NULLS LAST, p.document_id, p.ordinal`

/** Names on the other side, as the view counterparties takes them, with the documents they stand in. */
const counterparties = (among: string): string => `
  SELECT n.*, o.document_ids FROM (SELECT * FROM counterparties WHERE ${among}) AS n JOIN (
    SELECT d.enterprise_id, p.name_key, list(DISTINCT d.document_id) AS document_ids
    FROM (SELECT * FROM subject_documents WHERE ${among}) AS d JOIN document_parties AS p USING (document_id)
    WHERE (d.role = 'plaintiff' AND p.side = 'defendant') OR (d.role = 'defendant' AND p.side = 'plaintiff')
    GROUP BY ALL) AS o USING (enterprise_id, name_key)
  ORDER BY n.enterprise_id, n.disputes DESC, n.documents DESC, n.name_key`

const articles = (among: string): string => `
  SELECT a.* EXCLUDE (article_text), o.document_ids FROM (SELECT * FROM cited_articles WHERE ${among}) AS a JOIN (
    SELECT d.enterprise_id, c.citation_key, list(d.document_id) AS document_ids
    FROM (SELECT * FROM subject_documents WHERE ${among}) AS d
    JOIN case_citations AS c ON c.case_id = d.case_id AND c.library = d.library
    WHERE c.citation_key IS NOT NULL GROUP BY ALL) AS o USING (enterprise_id, citation_key)
  ORDER BY a.enterprise_id, a.documents DESC, a.citation_key`

const coverage = (among: string, run: string): string => `
  SELECT c.*, s.subject, s.sweeps, s.reason, s.is_total_stable, r.refused
  FROM (SELECT * FROM coverage WHERE run_id = ${run} AND ${among}) AS c
  LEFT JOIN (SELECT * FROM list_scans WHERE run_id = ${run} AND ${among}
    QUALIFY row_number() OVER (PARTITION BY enterprise_id ORDER BY subject DESC) = 1) AS s USING (enterprise_id)
  LEFT JOIN (
    SELECT params->>'id' AS enterprise_id,
      arg_min(concat_ws(' ', 'HTTP ' || http_status, failure, message), segment || ' ' || line) AS refused
    FROM calls AS f WHERE run_id = ${run} AND operation = 'rh_enterpriseWritList' AND outcome IN ('failed', 'rejected')
      AND NOT EXISTS (SELECT 1 FROM calls AS a WHERE a.call_key = f.call_key AND a.run_id = f.run_id
        AND a.sweep IS NOT DISTINCT FROM f.sweep AND a.outcome IN ('hit', 'empty'))
    GROUP BY ALL) AS r USING (enterprise_id)`

const pages = (among: string, run: string): string => `
  SELECT enterprise_id, sweep, page_no, document_ids, call_key, run_id FROM list_pages
  WHERE scan_run_id = ${run} AND ${among} ORDER BY ALL`

/** Every call that a row about the enterprise was read from, of all runs; one for statutes serves many, and is not here. */
const calls = (among: string): string => `
  WITH held AS (SELECT enterprise_id, document_id, case_number FROM subject_documents WHERE ${among}),
  made AS (
    SELECT enterprise_id, subject AS asked, NULL AS document_id, call_key, run_id FROM list_pages WHERE ${among}
    UNION SELECT enterprise_id, NULL, NULL, call_key, run_id FROM enterprises WHERE ${among}
    UNION SELECT n.enterprise_id, s.query, NULL, s.call_key, s.run_id FROM (
      SELECT DISTINCT enterprise_id, call_key FROM enterprise_candidates WHERE ${among}) AS n
    JOIN enterprise_searches AS s USING (call_key)
    UNION SELECT h.enterprise_id, NULL, h.document_id, l.call_key, l.run_id FROM held AS h
    JOIN case_lookups AS l ON l.asked_by = 'id' AND l.asked = h.document_id
    UNION SELECT h.enterprise_id, NULL, min(h.document_id), l.call_key, l.run_id FROM held AS h
    JOIN case_lookups AS l ON l.asked_by = 'number' AND l.asked = h.case_number GROUP BY ALL)
  SELECT m.enterprise_id, c.operation, c.sweep, coalesce(m.asked, c.params::VARCHAR) AS asked, m.document_id, c.outcome,
    c.fetched_at, c.call_key, c.run_id
  FROM made AS m JOIN calls AS c ON c.call_key = m.call_key AND c.run_id = m.run_id
  ORDER BY m.enterprise_id, c.fetched_at, c.call_key`

const changes = (among: string, run: string): string => `
  SELECT subject_id AS enterprise_id, * EXCLUDE (subject_id, run_id) FROM changes
  WHERE run_id = ${run} AND ${among.replace('enterprise_id', 'subject_id')}
    AND kind IN ('new_document', 'registration', 'shareholder_joined', 'shareholder_left', 'shareholder_changed')
  ORDER BY enterprise_id, kind DESC, field, after`

const earlier = (among: string, run: string): string => `
  SELECT enterprise_id, max(scan_run_id) AS earlier_run_id FROM list_pages
  WHERE scan_run_id < ${run} AND is_found AND ${among} GROUP BY enterprise_id`

const plain = (table: string) => (among: string) => `SELECT * FROM ${table} WHERE ${among} ORDER BY ALL`

const facts = {
  documents: source(rows.documentRow, documents),
  payments: source(rows.paymentRow, payments),
  families: source(
    rows.familyRow,
    (among) => `SELECT * FROM case_families WHERE ${among} ORDER BY last_on DESC NULLS LAST, family_key`,
  ),
  counterparties: source(rows.counterpartyRow, counterparties),
  articles: source(rows.articleRow, articles),
  coverage: source(rows.coverageRow, coverage),
  pages: source(rows.pageRow, pages),
  calls: source(rows.callRow, calls),
  changes: source(rows.changeRow, changes),
  earlier: source(rows.earlierRow, earlier),
  registration: source(rows.registrationRow, plain('enterprises')),
}

const lists = Object.fromEntries(
  registerNames.map((name) => [name, source(rows.listedRow, (among) => registerSql(name, among))]),
) as Record<RegisterName, Source<rows.ListedRow>>

/** All questions of a dossier. */
export const sources = { facts, lists }

type RowsOf<S> = { readonly [Name in keyof S]: S[Name] extends Source<infer Row> ? readonly Row[] : never }

/** What the warehouse holds of one enterprise. */
export interface Holdings extends RowsOf<typeof facts> {
  readonly lists: RowsOf<typeof lists>
}

/** Changes of laws that a run found, by regulation; they are of no enterprise. */
export const statuteChanges = (run: string): string =>
  `SELECT subject_id, subject_name, kind, before, after, earlier_run_id FROM changes WHERE run_id = ${literal(run)}
    AND kind IN ('statute_validity', 'new_version') ORDER BY ALL`

/** Reads what is held of a batch of enterprises, one question at a time: memory is that of the batch. */
export async function readHoldings(
  reader: Reader,
  runId: string,
  enterpriseIds: readonly string[],
): Promise<Map<string, Holdings>> {
  const among = `enterprise_id IN (${literals(enterpriseIds)})`
  const facts = await answers(reader, sources.facts, among, literal(runId))
  const lists = await answers(reader, sources.lists, among, literal(runId))
  return new Map(enterpriseIds.map((id) => [id, { ...facts(id), lists: lists(id) } as Holdings]))
}

type Asked = Readonly<
  Record<string, { row: { parse(row: unknown): unknown }; sql(among: string, run: string): string }>
>

/** The rows of every source, to be had by enterprise. */
async function answers(reader: Reader, asked: Asked, among: string, run: string) {
  const found = new Map<string, Map<string, unknown[]>>()
  for (const [name, { row, sql }] of Object.entries(asked))
    found.set(name, byEnterprise(await reader.rows(sql(among, run)), row))
  return (id: string): Record<string, readonly unknown[]> =>
    Object.fromEntries([...found].map(([name, rows]) => [name, rows.get(id) ?? []]))
}

function byEnterprise(rows: readonly SqlRow[], shape: Asked[string]['row']): Map<string, unknown[]> {
  const grouped = new Map<string, unknown[]>()
  for (const row of rows) {
    const id = String(row.enterprise_id)
    const held = grouped.get(id)
    if (held === undefined) grouped.set(id, [shape.parse(row)])
    else held.push(shape.parse(row))
  }
  return grouped
}
