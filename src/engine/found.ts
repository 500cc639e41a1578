import type { Reader, SqlRow } from '../warehouse/database.ts'
import { listScansOfRun } from '../warehouse/views/list-scans.ts'

/** What a run made and found, when its calls are in the tables. Its gaps and its summary both come from here. */
export interface Found {
  /** Attempts, points, outcomes and milliseconds of an attempt by operation. */
  readonly byOperation: readonly SqlRow[]
  /** Entries of the job by status. */
  readonly enterprises: Readonly<Record<string, number>>
  /** Matched entries whose litigation list was not looked at. */
  readonly unscanned: number
  /** Lists by verdict. */
  readonly lists: Readonly<Record<string, number>>
  readonly searches: { readonly total: number; readonly answered: number; readonly hits: number }
  /** Searches that nothing has answered. */
  readonly unanswered: number
  readonly documents: {
    readonly listed: number
    readonly withFullText: number
    /** Looked up in both libraries, by id and by number, and in neither. */
    readonly notFound: number
    /** Not looked up: older than the job asks for, or the run stopped before. */
    readonly notLookedUp: number
  }
  readonly citations: { readonly total: number; readonly joined: number; readonly notFound: number }
  /** Articles that the job asks for by their citation and that nobody has. */
  readonly noArticle: number
  /** Calls that failed or were refused. */
  readonly failed: number
  /** What the last run that looked at the same had not found, by kind: the view `changes`. */
  readonly changes: Readonly<Record<string, number>>
}

/*
 * What DuckDB needs for each of these is to plan it: the views are many joins over few rows. Hence few statements, which
 * look at each view once.
 */
export async function foundBy(database: Reader, runId: string): Promise<Found> {
  const byOperation = await database.rows(operations(runId))
  const entries = await database.rows(entriesByStatus(runId))
  const lists = await database.rows(listsByVerdict(runId))
  const texts = await numbersOf(database, documentsAndCitations(runId))
  const asked = await numbersOf(database, searchesAndFailures(runId))
  const changes = await database.rows(changesByKind(runId))
  return {
    byOperation,
    enterprises: countsByName(entries),
    unscanned: Number(entries.find(({ name }) => name === 'matched')?.unscanned ?? 0),
    lists: countsByName(lists),
    searches: { total: asked('searches'), answered: asked('answered'), hits: asked('hits') },
    unanswered: asked('unanswered'),
    documents: {
      listed: texts('listed'),
      withFullText: texts('held'),
      notFound: texts('absent'),
      notLookedUp: texts('open'),
    },
    citations: { total: texts('cited'), joined: texts('joined'), notFound: texts('not_found') },
    noArticle: asked('no_article'),
    failed: asked('failed'),
    changes: countsByName(changes),
  }
}

/** The numbers of a statement of one row, by column. */
async function numbersOf(database: Reader, sql: string): Promise<(column: string) => number> {
  const [row] = await database.rows(sql)
  return (column) => Number(row?.[column])
}

const countsByName = (rows: readonly SqlRow[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]))

const operations = (runId: string): string => `
  SELECT operation, sum(attempts)::INTEGER AS calls, sum(cost) AS cost,
    count(*) FILTER (outcome = 'hit')::INTEGER AS hit, count(*) FILTER (outcome = 'empty')::INTEGER AS empty,
    count(*) FILTER (outcome NOT IN ('hit', 'empty', 'forgotten'))::INTEGER AS failed,
    round(quantile_cont(latency_ms, 0.5))::INTEGER AS median_ms, round(quantile_cont(latency_ms, 0.95))::INTEGER AS p95_ms
  FROM calls WHERE run_id = '${runId}' GROUP BY operation ORDER BY operation`

const changesByKind = (runId: string): string => `
  SELECT kind AS name, count(*)::INTEGER AS n FROM changes WHERE run_id = '${runId}' GROUP BY kind ORDER BY kind`

const entriesByStatus = (runId: string): string => `
  SELECT status AS name, count(*)::INTEGER AS n,
    count(*) FILTER (enterprise_id NOT IN (
      SELECT enterprise_id FROM list_pages WHERE scan_run_id = '${runId}' AND is_found AND enterprise_id IS NOT NULL))::INTEGER AS unscanned
  FROM job_enterprises WHERE run_id = '${runId}' GROUP BY status ORDER BY status`

const listsByVerdict = (runId: string): string => `
  SELECT verdict AS name, count(*)::INTEGER AS n
  FROM (${listScansOfRun(runId)}) GROUP BY verdict ORDER BY verdict`

/** Documents are held, absent once both libraries were asked by id and by number, or open. */
const documentsAndCitations = (runId: string): string => `
  WITH document AS MATERIALIZED (
    SELECT document_id, case_number, case_number_key FROM job_documents WHERE run_id = '${runId}'),
  detail AS MATERIALIZED (
    SELECT document_id, library, case_id FROM document_details
    WHERE document_id IN (SELECT document_id FROM document)),
  looked AS (
    SELECT asked, asked_by FROM case_lookups WHERE library = 'qwal'),
  stated AS (
    SELECT CASE WHEN document_id IN (SELECT document_id FROM detail) THEN 'held'
      WHEN (starts_with(document_id, 'unidentified:')
          OR document_id IN (SELECT asked FROM looked WHERE asked_by = 'id'))
        AND (case_number_key IS NULL OR case_number IN (SELECT asked FROM looked WHERE asked_by = 'number'))
        THEN 'absent'
      ELSE 'open' END AS state
    FROM document),
  cited AS (
    SELECT citation_key FROM case_citations
    WHERE citation_key IS NOT NULL AND (library, case_id) IN (SELECT (library, case_id) FROM detail)
    UNION ALL
    SELECT params->>'citation_key' FROM job_inputs WHERE run_id = '${runId}' AND kind = 'citation')
  SELECT * FROM (
    SELECT count(*) AS listed, count(*) FILTER (state = 'held') AS held, count(*) FILTER (state = 'absent') AS absent,
      count(*) FILTER (state = 'open') AS open FROM stated)
  CROSS JOIN (
    SELECT count(*) AS cited,
      count(*) FILTER (citation_key IN (SELECT citation_key FROM articles)) AS joined,
      count(*) FILTER (citation_key NOT IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)
        AND citation_key IN (SELECT citation_key FROM article_lookups)) AS not_found
    FROM cited)`

const searchesAndFailures = (runId: string): string => `
  SELECT count(*) AS searches, count(*) FILTER (status = 'answered') AS answered,
    count(*) FILTER (status = 'pending') AS unanswered, coalesce(sum(hits), 0) AS hits,
    (SELECT count(DISTINCT params->>'citation_key') FROM job_inputs WHERE run_id = '${runId}' AND kind = 'citation'
      AND (params->>'citation_key') NOT IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)
      AND (params->>'citation_key') IN (SELECT citation_key FROM article_lookups)) AS no_article,
    (SELECT count(*) FROM dead_letters WHERE run_id = '${runId}') AS failed
  FROM job_searches WHERE run_id = '${runId}'`
