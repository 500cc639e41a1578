import type { Said } from '../calls/stops.ts'
import { literal } from '../contract/sql.ts'
import { citedOnce } from '../rows/tables/cases.ts'
import { type Gap, gapKinds } from '../rows/words/gaps.ts'
import type { Reader, SqlRow } from '../warehouse/database.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { fullTexts } from '../warehouse/views/subject-sql.ts'
import type { BudgetLeft } from './budget.ts'
import type { PlannedStep } from './estimate.ts'
import type { Pipeline } from './pipeline.ts'

/** A share from 0 to 1; null of nothing. */
export type Share = number | null

/** What a run did and found, for a person and for programs. */
export interface RunSummary
  extends Pick<Found, 'enterprises' | 'lists' | 'searches' | 'documents' | 'citations' | 'changes'> {
  readonly run: RunRecord
  /** What ended the run early; null when its steps were done. A file of an earlier version lacks it. */
  readonly stop?: Said | null
  readonly elapsedMs: number
  readonly calls: {
    readonly made: number
    readonly cost: number
    /** Calls that the steps asked for before the first was made: `fresh` were known, the others to be made; null for a run that was resumed. */
    readonly asked: number | null
    /** Those of them that the ledger held fresh. Answers settle some of the others, and ask for more. */
    readonly fresh: number | null
    readonly byOperation: readonly SqlRow[]
  }
  /** The operation with the largest 95th percentile, in milliseconds of an attempt; null when none was called. */
  readonly slowest: { readonly operation: string; readonly medianMs: number; readonly p95Ms: number } | null
  /** Lists read to their end, listed documents with a record or a verified absence, citations with their article. */
  readonly coverage: { readonly lists: Share; readonly documents: Share; readonly citations: Share }
  /** What was expected before the first call, beside what was made; null when nothing was estimated. */
  readonly estimate: {
    readonly calls: number
    readonly cost: number
    readonly isWhole: boolean
    /** Calls made, over those expected. */
    readonly ratio: Share
  } | null
  /** Kinds in the order of reports, each once. */
  readonly gaps: readonly Gap[]
  /** Calls that are known to be needed and were not made, by step; none unless the run stopped early. */
  readonly left: readonly PlannedStep[]
  /** What run and month still allowed at the end of the run. A file of an earlier version lacks it. */
  readonly budgetLeft?: BudgetLeft
}

type Ended = Pick<RunSummary, 'run' | 'stop' | 'elapsedMs' | 'gaps' | 'left' | 'budgetLeft'> & {
  /** As calls have them. */
  readonly planned: Pick<RunSummary['calls'], 'asked' | 'fresh'>
}

export function summarise(found: Found, { planned, ...ended }: Ended): RunSummary {
  const { byOperation, absent, ...kept } = found
  const made = total(byOperation, 'calls')
  return {
    ...ended,
    ...kept,
    elapsedMs: Math.round(ended.elapsedMs),
    calls: { made, cost: total(byOperation, 'cost'), ...planned, byOperation },
    slowest: slowestOf(byOperation),
    coverage: coverageOf(found),
    estimate: estimateOf(ended.run, made),
  }
}

function slowestOf(byOperation: readonly SqlRow[]): RunSummary['slowest'] {
  const [slowest] = [...byOperation].sort((a, b) => Number(b.p95_ms) - Number(a.p95_ms))
  if (slowest === undefined) return null
  const { operation, median_ms, p95_ms } = slowest
  return { operation: String(operation), medianMs: Number(median_ms), p95Ms: Number(p95_ms) }
}

function coverageOf({ lists, documents, citations }: Found): RunSummary['coverage'] {
  const all = Object.values(lists).reduce((sum, count) => sum + count, 0)
  return {
    lists: share((lists.complete ?? 0) + (lists.unchanged ?? 0), all),
    documents: share(documents.listed - documents.notLookedUp, documents.listed),
    citations: share(citations.joined, citations.total),
  }
}

function estimateOf(run: RunRecord, made: number): RunSummary['estimate'] {
  const { estimated_calls: calls, estimated_cost: cost, is_estimate_whole: isWhole } = run
  return calls === null || cost === null
    ? null
    : { calls, cost, isWhole: isWhole === true, ratio: share(made, calls) }
}

const share = (part: number, whole: number): Share =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

const total = (rows: readonly SqlRow[], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

/** What a run made and found, when its calls are in the tables. */
export type Found = Readonly<Awaited<ReturnType<typeof foundBy>>>

export interface Summarised {
  readonly runId: string
  /** The relation that has what `list_scans` has of it. */
  readonly scans: string
  /** Likewise of `job_enterprises`. */
  readonly entries: string
}

/*
 * What DuckDB needs for each of these is to plan it: the views are many joins over few rows. Hence few statements, which
 * look at each view once.
 */
export async function foundBy(database: Reader, { runId, scans, entries }: Summarised) {
  const byOperation = await database.rows(operations(runId))
  const byStatus = await database.rows(entriesByStatus(entries))
  const lists = await database.rows(listsByVerdict(scans))
  const [text] = await database.rows(documentsAndCitations(runId))
  const [search] = await database.rows(searchesOf(runId))
  const [texts, asked] = [numbersIn(text), numbersIn(search)]
  const changes = await database.rows(changesByKind(runId))
  return {
    /** Attempts, points, outcomes and milliseconds of an attempt by operation. */
    byOperation,
    /** Entries of the job by status. */
    enterprises: countsByName(byStatus),
    /** Lists by verdict. */
    lists: countsByName(lists),
    searches: { total: asked('searches'), answered: asked('answered'), hits: asked('hits') },
    documents: {
      listed: texts('listed'),
      withFullText: texts('held'),
      /** The record has sections and no full text. */
      partial: texts('partial'),
      /** The record only says why it is not published. */
      withheld: texts('withheld'),
      /** Looked up in both libraries, by id and by number, and in neither. */
      notFound: texts('absent'),
      /** Not looked up: older than the job asks for, or the run stopped before. */
      notLookedUp: texts('open'),
    },
    /** Articles that full texts and the job cite, each once a text. */
    citations: { total: texts('cited'), joined: texts('joined'), notFound: texts('not_found') },
    /** Documents that are in neither library: how many, and an MD5 over their ids. */
    absent: { count: texts('absent'), digest: String(text?.absent_digest) },
    /** What the last run that looked at the same had not found, by kind: the view `changes`. */
    changes: countsByName(changes),
  }
}

const numbersIn = (row: SqlRow | undefined) => (column: string) => Number(row?.[column])

const countsByName = (rows: readonly SqlRow[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]))

const operations = (runId: string): string => `
  SELECT operation, sum(attempts)::INTEGER AS calls, sum(cost) AS cost,
    count(*) FILTER (outcome = 'hit')::INTEGER AS hit, count(*) FILTER (outcome = 'empty')::INTEGER AS empty,
    count(*) FILTER (outcome NOT IN ('hit', 'empty', 'forgotten'))::INTEGER AS failed,
    round(quantile_cont(latency_ms, 0.5))::INTEGER AS median_ms, round(quantile_cont(latency_ms, 0.95))::INTEGER AS p95_ms
  FROM calls WHERE run_id = '${runId}' GROUP BY operation ORDER BY operation`

const changesByKind = (runId: string): string => `
  SELECT kind AS name, count(*)::INTEGER AS n FROM changes_history WHERE run_id = '${runId}' GROUP BY kind ORDER BY kind`

const entriesByStatus = (entries: string): string =>
  `SELECT status AS name, count(*)::INTEGER AS n FROM ${entries} GROUP BY status ORDER BY status`

const listsByVerdict = (scans: string): string => `
  SELECT verdict AS name, count(*)::INTEGER AS n FROM ${scans} GROUP BY verdict ORDER BY verdict`

/** Documents are held in full, in part or withheld; absent once both libraries were asked by id and by number; or open. */
const documentsAndCitations = (runId: string): string => `
  WITH document AS MATERIALIZED (
    SELECT document_id, case_number, case_number_key FROM job_documents_history WHERE run_id = '${runId}'),
  detail AS MATERIALIZED (
    SELECT document_id, library, case_id FROM document_details
    WHERE document_id IN (SELECT document_id FROM document)),
  looked AS (
    SELECT asked, asked_by FROM case_lookups WHERE library = 'qwal'),
  stated AS (
    SELECT document_id, CASE WHEN t.is_withheld THEN 'withheld' WHEN t.is_partial THEN 'partial' WHEN t.case_id IS NOT NULL THEN 'held'
      WHEN (starts_with(document_id, 'unidentified:')
          OR document_id IN (SELECT asked FROM looked WHERE asked_by = 'id'))
        AND (case_number_key IS NULL OR case_number IN (SELECT asked FROM looked WHERE asked_by = 'number'))
        THEN 'absent'
      ELSE 'open' END AS state
    FROM document LEFT JOIN (SELECT document_id, case_id, is_withheld, is_partial FROM (${fullTexts})) AS t USING (document_id)),
  cited AS (
    SELECT library, case_id, citation_key FROM ${citedOnce}
    WHERE (library, case_id) IN (SELECT (library, case_id) FROM detail)
    UNION ALL
    SELECT DISTINCT NULL, NULL, params->>'citation_key' FROM job_inputs WHERE run_id = '${runId}' AND kind = 'citation')
  SELECT * FROM (
    SELECT count(*) AS listed, count(*) FILTER (state = 'held') AS held, count(*) FILTER (state = 'partial') AS partial,
      count(*) FILTER (state = 'withheld') AS withheld, count(*) FILTER (state = 'absent') AS absent,
      md5(string_agg(document_id, ' ' ORDER BY document_id) FILTER (state = 'absent')) AS absent_digest,
      count(*) FILTER (state = 'open') AS open FROM stated)
  CROSS JOIN (
    SELECT count(*) AS cited,
      count(*) FILTER (citation_key IN (SELECT citation_key FROM articles)) AS joined,
      count(*) FILTER (citation_key NOT IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)
        AND citation_key IN (SELECT citation_key FROM article_lookups)) AS not_found
    FROM cited)`

const searchesOf = (runId: string): string => `
  SELECT count(*) AS searches, count(*) FILTER (status = 'answered') AS answered, coalesce(sum(hits), 0) AS hits
  FROM job_searches_history WHERE run_id = '${runId}'`

/** What is missing of what a run was to find, in the order of reports; none when it is complete. */
export async function gapsOf(
  database: Reader,
  summarised: Summarised,
  { absent }: Pick<Found, 'absent'>,
  { steps }: Pick<Pipeline, 'steps'>,
): Promise<Gap[]> {
  // A pipeline that reads no lists owes none.
  const readsLists = steps.some(({ operation }) => operation === 'rh_enterpriseWritList')
  const rows = await database.rows(missing(summarised, readsLists))
  const known = [...rows, { kind: 'documents', ...absent, named: '[]' }]
  return gapKinds.flatMap((kind) => {
    const row = known.find((one) => one.kind === kind)
    const count = Number(row?.count ?? 0)
    return count === 0
      ? []
      : [{ kind, count, named: JSON.parse(String(row?.named)), digest: String(row?.digest) }]
  })
}

/** All kinds but documents, which may be many: foundBy counts them while it looks at them. */
const missing = ({ runId, scans, entries }: Summarised, readsLists: boolean): string => `
  WITH entry AS MATERIALIZED (
    SELECT status, ordinal, enterprise_id, coalesce(given_name, given_uscc, given_id) AS name,
      concat_ws(' ', given_name, given_uscc, given_id) AS what FROM ${entries}),
  missing(kind, ordinal, name, seen, declared, what) AS (
    SELECT status, ordinal, name, NULL, NULL, what FROM entry WHERE status IN ('not_found', 'ambiguous', 'pending')
    UNION ALL SELECT 'incomplete_lists', row_number() OVER (ORDER BY subject),
      coalesce(nullif(enterprise_name, ''), enterprise_id, subject), distinct_documents, declared_total, subject
    FROM ${scans} WHERE verdict IN ('incomplete', 'unstable')
    UNION ALL SELECT 'unread_lists', ordinal, name, NULL, NULL, what FROM entry
    WHERE ${readsLists} AND status = 'matched' AND enterprise_id NOT IN (
      SELECT enterprise_id FROM list_pages WHERE scan_run_id = ${literal(runId)} AND is_found AND enterprise_id IS NOT NULL)
    UNION ALL SELECT 'searches', NULL, NULL, NULL, NULL, searched FROM job_searches_history
    WHERE run_id = ${literal(runId)} AND status = 'pending'
    UNION ALL SELECT DISTINCT 'articles', NULL, NULL, NULL, NULL, params->>'citation_key' FROM job_inputs
    WHERE run_id = ${literal(runId)} AND kind = 'citation'
      AND (params->>'citation_key') NOT IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)
      AND (params->>'citation_key') IN (SELECT citation_key FROM article_lookups)
    UNION ALL SELECT 'calls', NULL, NULL, NULL, NULL, call_key FROM dead_letters WHERE run_id = ${literal(runId)})
  SELECT kind, count(*)::INTEGER AS count, md5(string_agg(what, ' ' ORDER BY what)) AS digest,
    to_json(coalesce(list({name: name, seen: seen, declared: declared} ORDER BY ordinal) FILTER (name IS NOT NULL), [])[:3])::VARCHAR AS named
  FROM missing GROUP BY kind`
