import { z } from 'zod'
import { literal, literals } from '../../contract/sql.ts'
import { citedOnce } from '../../rows/tables/cases.ts'
import type { Reader } from '../../warehouse/database.ts'
import { type RegisterName, registerNames, registerSql } from './registers.ts'
import {
  type AnyQuery,
  code,
  count,
  flag,
  groupsBy,
  list,
  parsed,
  type Query,
  query,
  questions,
  type RowOf,
  result,
  role,
  stage,
  text,
  texts,
  viewQuery,
} from './rows.ts'

/** The outcome's sentence and rule are those of whichever gave the outcome: the full text, else the list. */
const documents = query(
  {
    document_id: z.string(),
    ...texts('title', 'case_number', 'document_kind', 'category', 'procedure', 'court', 'court_level'),
    ...texts('province', 'cause', 'decided_on', 'outcome', 'outcome_rule', 'evidence', 'text_call'),
    ...texts('case_id'),
    case_key: z.string(),
    family_key: z.string(),
    role,
    /** Its side in the lower instance, as far as a later one states it. */
    original_role: role,
    stage,
    stay_ground: code('stayGround').nullable(),
    year: z.number().nullable(),
    subject_outcome: result,
    call_key: z.string(),
    /** Of its full text; null without one. */
    library: text,
    text_state: code('textState'),
    /** Resolved citations of statutes in its full text, and those of them whose article is held. */
    citations: count,
    citations_joined: count,
    /** Names of its parties, organisations among them: privacy looks for them in its texts. */
    persons: list.nullable(),
  },
  (among) => `
    WITH held AS (SELECT document_id, library, case_id FROM subject_documents WHERE ${among}),
    named AS (
      SELECT document_id, list(DISTINCT name ORDER BY name) AS persons FROM (
        SELECT document_id, name FROM document_parties WHERE document_id IN (SELECT document_id FROM held)
        UNION ALL SELECT h.document_id, p.name FROM held AS h JOIN case_parties AS p USING (library, case_id))
      WHERE name IS NOT NULL GROUP BY document_id),
    cited AS (
      SELECT library, case_id, count(*) AS citations,
        count(*) FILTER (citation_key IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)) AS citations_joined
      FROM ${citedOnce} WHERE case_id IN (SELECT case_id FROM held)
      GROUP BY library, case_id)
    SELECT s.* EXCLUDE (run_id), c.call_key AS text_call, n.persons, coalesce(t.citations, 0) AS citations,
      coalesce(t.citations_joined, 0) AS citations_joined,
      CASE WHEN c.outcome IS NOT NULL THEN c.outcome_rule ELSE d.outcome_rule END AS outcome_rule,
      CASE WHEN c.outcome IS NOT NULL THEN c.outcome_evidence ELSE d.outcome_evidence END AS evidence, c.stay_ground
    FROM (SELECT * FROM subject_documents WHERE ${among}) AS s
    JOIN (SELECT enterprise_id, document_id, outcome_rule, outcome_evidence FROM enterprise_documents WHERE ${among}) AS d
      USING (enterprise_id, document_id)
    LEFT JOIN cases AS c ON c.library = s.library AND c.case_id = s.case_id
    LEFT JOIN cited AS t ON t.library = s.library AND t.case_id = s.case_id
    LEFT JOIN named AS n ON n.document_id = s.document_id
    ORDER BY s.enterprise_id, s.decided_on DESC NULLS LAST, s.document_id`,
)

const paymentColumns =
  'enterprise_id, document_id, family_key, role, outcome, amount_role, amount, currency, is_counted, basis, not_counted_because, payees, evidence, ' +
  'library, case_id, ordinal'

const payments = query(
  {
    view: z.enum(['ordered', 'awarded', 'enforced', 'claimed']),
    /** What its figure rests on: sums of the two are added up apart. */
    basis: code('sumBasis'),
    role,
    document_id: z.string(),
    family_key: z.string(),
    ...texts('outcome', 'amount_role', 'amount', 'currency', 'effectiveness', 'not_counted_because'),
    ...texts('evidence'),
    is_counted: z.boolean(),
    payees: list.nullable(),
    /** The call that its text came by: of the full text, else of the list. */
    text_call: text,
  },
  (among) => `
    SELECT p.*, coalesce(c.call_key, d.call_key) AS text_call FROM (
      SELECT 'ordered' AS view, effectiveness, ${paymentColumns} FROM ordered_payments WHERE ${among}
      UNION ALL BY NAME SELECT 'awarded' AS view, effectiveness, ${paymentColumns} FROM awarded_payments WHERE ${among}
      UNION ALL BY NAME SELECT 'enforced' AS view, ${paymentColumns} FROM enforced_payments WHERE ${among}
      UNION ALL BY NAME SELECT 'claimed' AS view, ${paymentColumns} FROM claimed_payments WHERE ${among}) AS p
    LEFT JOIN cases AS c ON c.library = p.library AND c.case_id = p.case_id
    JOIN (SELECT enterprise_id, document_id, call_key FROM enterprise_documents WHERE ${among}) AS d USING (enterprise_id, document_id)
    ORDER BY p.enterprise_id, p.is_counted DESC, p.basis, p.amount DESC NULLS LAST, p.document_id, p.ordinal`,
)

const coverage = query(
  {
    ...texts('subject', 'reason_code', 'based_on_run', 'data_as_of'),
    declared_total: count.nullable(),
    listed: count.nullable(),
    sweeps: count.nullable(),
    verdict: z.string(),
    at_bound: list,
    is_total_stable: flag,
    reason_number: count.nullable(),
    reason_other_number: count.nullable(),
    /** What the service said of the first page of the list that it did not give; null when it gave all that were asked for. */
    refused: text,
  },
  (among, run) => `
    SELECT c.*, s.subject, s.sweeps, s.reason_code, s.reason_number, s.reason_other_number, s.is_total_stable, r.refused
    FROM (SELECT * FROM coverage_history WHERE run_id = ${run} AND ${among}) AS c
    LEFT JOIN (SELECT * FROM list_scans_history WHERE run_id = ${run} AND ${among}
      QUALIFY row_number() OVER (PARTITION BY enterprise_id ORDER BY subject DESC) = 1) AS s USING (enterprise_id)
    LEFT JOIN (
      SELECT params->>'id' AS enterprise_id,
        arg_min(concat_ws(' ', 'HTTP ' || http_status, failure, message), segment || ' ' || line) AS refused
      FROM calls AS f WHERE run_id = ${run} AND operation = 'rh_enterpriseWritList' AND outcome IN ('failed', 'rejected')
        AND NOT EXISTS (SELECT 1 FROM calls AS a WHERE a.call_key = f.call_key AND a.run_id = f.run_id
          AND a.sweep IS NOT DISTINCT FROM f.sweep AND a.outcome IN ('hit', 'empty'))
      GROUP BY ALL) AS r USING (enterprise_id)`,
)

/** Every call that a row about the enterprise was read from, of all runs; one for statutes serves many, and is not here. */
const calls = query(
  {
    operation: z.string(),
    sweep: count.nullable(),
    asked: text,
    document_id: text,
    outcome: z.string(),
    fetched_at: text,
    call_key: z.string(),
    run_id: z.string(),
  },
  (among) => `
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
    ORDER BY m.enterprise_id, c.fetched_at, c.call_key`,
)

const registration = viewQuery('enterprises', 'call_key', {
  ...texts('name', 'uscc', 'legal_representative', 'registration_number', 'registered_capital'),
  ...texts('registered_amount', 'registered_currency', 'enterprise_type', 'industry', 'established_text'),
  ...texts('established_on', 'operating_term', 'approved_on', 'registration_authority', 'address', 'status'),
  ...texts('business_scope'),
  uscc_valid: flag,
  call_key: z.string(),
})

const joins = viewQuery('likely_joins', 'family_key', { family_key: z.string(), likely_key: z.string() })

/** What every dossier is made of; what one section alone needs, it asks by a query of its own. */
const facts = { documents, payments, coverage, calls, registration, joins }

export type DocumentRow = RowOf<typeof documents>
export type PaymentRow = RowOf<typeof payments>
export type CoverageRow = RowOf<typeof coverage>
export type CallRow = RowOf<typeof calls>

/** A row of one of the lists of a registration: its cells in the order of their headers. */
const listQuery = (name: RegisterName) =>
  query({ call_key: z.string(), cells: z.array(text) }, (among) => registerSql(name, among))

const lists = Object.fromEntries(registerNames.map((name) => [name, listQuery(name)])) as Record<
  RegisterName,
  ReturnType<typeof listQuery>
>

type RowsOf<Queries> = {
  readonly [Name in keyof Queries]: readonly RowOf<Queries[Name]>[]
}

export interface Holdings extends RowsOf<typeof facts> {
  readonly lists: RowsOf<typeof lists>
  rows<Row extends { readonly enterprise_id: string }>(query: Query<Row>): readonly Row[]
}

/** Reads what is held of a batch of enterprises, one question at a time: memory is that of the batch. */
export async function readHoldings(
  reader: Reader,
  runId: string,
  enterpriseIds: readonly string[],
): Promise<Map<string, Holdings>> {
  const among = `enterprise_id IN (${literals(enterpriseIds)})`
  const answers = new Map<AnyQuery, Map<string, { readonly enterprise_id: string }[]>>()
  for (const query of questions) {
    const found = await parsed(reader, query.row, query.sql(among, literal(runId)))
    answers.set(
      query,
      groupsBy(found, ({ enterprise_id }) => enterprise_id),
    )
  }
  const holdingsOf = (id: string): Holdings => {
    const held = <Row extends { readonly enterprise_id: string }>(query: Query<Row>) =>
      (answers.get(query)?.get(id) ?? []) as unknown as readonly Row[]
    const all = <Queries extends Readonly<Record<string, AnyQuery>>>(asked: Queries) =>
      Object.fromEntries(Object.entries(asked).map(([name, query]) => [name, held(query)])) as RowsOf<Queries>
    return { ...all(facts), lists: all(lists), rows: held }
  }
  return new Map(enterpriseIds.map((id) => [id, holdingsOf(id)]))
}
