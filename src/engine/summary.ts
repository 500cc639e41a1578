import type { Reader, SqlRow } from '../warehouse/database.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import type { PlannedStep } from './estimate.ts'
import type { Pipeline } from './pipeline.ts'

/** What a run did and found, for a person and for programs. */
export interface RunSummary {
  readonly run: RunRecord
  readonly elapsedMs: number
  readonly calls: { readonly made: number; readonly cost: number; readonly byOperation: readonly SqlRow[] }
  readonly enterprises: Readonly<Record<string, number>>
  readonly lists: Readonly<Record<string, number>>
  /** Questions and statute searches of the job, and what they hit. */
  readonly searches: { readonly total: number; readonly answered: number; readonly hits: number }
  readonly documents: {
    readonly listed: number
    readonly withFullText: number
    /** Looked up in both libraries, by id and by number, and in neither. */
    readonly notFound: number
    /** Not looked up: older than the job asks for, or the run stopped before. */
    readonly notLookedUp: number
  }
  readonly citations: { readonly total: number; readonly joined: number; readonly notFound: number }
  readonly gaps: readonly string[]
  /** Calls that are known to be needed and were not made, by step; none unless the run stopped early. */
  readonly left: readonly PlannedStep[]
}

/** Documents of a run: held, absent once both libraries were asked by id and by number, or open. */
const documentStates = (runId: string): string => `
  SELECT document_id,
    CASE WHEN document_id IN (SELECT document_id FROM document_details) THEN 'held'
      WHEN (starts_with(document_id, 'unidentified:')
          OR document_id IN (SELECT asked FROM case_lookups WHERE library = 'qwal' AND asked_by = 'id'))
        AND (case_number_key IS NULL
          OR case_number IN (SELECT asked FROM case_lookups WHERE library = 'qwal' AND asked_by = 'number'))
        THEN 'absent'
      ELSE 'open' END AS state
  FROM job_documents WHERE run_id = '${runId}'`

export async function summarise(
  database: Reader,
  run: RunRecord,
  { elapsedMs, gaps, left }: Pick<RunSummary, 'elapsedMs' | 'gaps' | 'left'>,
): Promise<RunSummary> {
  const runId = run.run_id
  const byOperation = await database.rows(
    `SELECT operation, sum(attempts)::INTEGER AS calls, sum(cost) AS cost,
       count(*) FILTER (outcome = 'hit')::INTEGER AS hit, count(*) FILTER (outcome = 'empty')::INTEGER AS empty,
       count(*) FILTER (outcome NOT IN ('hit', 'empty', 'forgotten'))::INTEGER AS failed
     FROM calls WHERE run_id = '${runId}' GROUP BY operation ORDER BY operation`,
  )
  const [documents] = await database.rows(
    `SELECT count(*)::INTEGER AS listed,
       count(*) FILTER (state = 'held')::INTEGER AS with_full_text,
       count(*) FILTER (state = 'absent')::INTEGER AS not_found,
       count(*) FILTER (state = 'open')::INTEGER AS not_looked_up
     FROM (${documentStates(runId)})`,
  )
  const [citations] = await database.rows(
    `WITH cited AS (
       SELECT c.citation_key FROM case_citations AS c
       WHERE c.citation_key IS NOT NULL AND (c.library, c.case_id) IN (
         SELECT (library, case_id) FROM document_details
         WHERE document_id IN (SELECT document_id FROM job_documents WHERE run_id = '${runId}'))
       UNION ALL
       SELECT params->>'citation_key' FROM job_inputs WHERE run_id = '${runId}' AND kind = 'citation')
     SELECT count(*)::INTEGER AS total,
       count(*) FILTER (citation_key IN (SELECT citation_key FROM articles))::INTEGER AS joined,
       count(*) FILTER (citation_key NOT IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)
         AND citation_key IN (SELECT citation_key FROM article_lookups))::INTEGER AS not_found
     FROM cited`,
  )
  const [searches] = await database.rows(
    `SELECT count(*)::INTEGER AS total, count(*) FILTER (status = 'answered')::INTEGER AS answered,
       coalesce(sum(hits), 0)::INTEGER AS hits
     FROM job_searches WHERE run_id = '${runId}'`,
  )
  return {
    run,
    elapsedMs: Math.round(elapsedMs),
    calls: {
      made: byOperation.reduce((sum, row) => sum + Number(row.calls), 0),
      cost: byOperation.reduce((sum, row) => sum + Number(row.cost), 0),
      byOperation,
    },
    enterprises: await counted(
      database,
      `SELECT status AS name FROM job_enterprises WHERE run_id = '${runId}'`,
    ),
    lists: await counted(database, `SELECT verdict AS name FROM list_scans WHERE run_id = '${runId}'`),
    searches: {
      total: Number(searches?.total),
      answered: Number(searches?.answered),
      hits: Number(searches?.hits),
    },
    documents: {
      listed: Number(documents?.listed),
      withFullText: Number(documents?.with_full_text),
      notFound: Number(documents?.not_found),
      notLookedUp: Number(documents?.not_looked_up),
    },
    citations: {
      total: Number(citations?.total),
      joined: Number(citations?.joined),
      notFound: Number(citations?.not_found),
    },
    gaps,
    left,
  }
}

async function counted(database: Reader, names: string): Promise<Record<string, number>> {
  const rows = await database.rows(
    `SELECT name, count(*)::INTEGER AS n FROM (${names}) GROUP BY name ORDER BY name`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]))
}

/** How many lists that are incomplete are told of by name. */
const mostNamed = 3

const someOf = (lists: readonly SqlRow[]): string =>
  [
    ...lists.slice(0, mostNamed).map(({ told }) => String(told)),
    ...(lists.length > mostNamed ? ['…'] : []),
  ].join(', ')

/** What a reader of the result must know is missing, one sentence a kind; none when the run is complete. */
export async function gapsOf(
  database: Reader,
  runId: string,
  { steps }: Pick<Pipeline, 'steps'>,
): Promise<string[]> {
  // A pipeline that reads no lists owes none.
  const readsLists = steps.some(({ operation }) => operation === 'rh_enterpriseWritList')
  const [found] = await database.rows(
    `SELECT
       (SELECT count(*) FROM job_enterprises WHERE run_id = '${runId}' AND status = 'not_found')::INTEGER AS not_found,
       (SELECT count(*) FROM job_enterprises WHERE run_id = '${runId}' AND status = 'ambiguous')::INTEGER AS ambiguous,
       (SELECT count(*) FROM job_enterprises WHERE run_id = '${runId}' AND status = 'pending')::INTEGER AS pending,
       (SELECT count(*) FROM job_enterprises AS e WHERE run_id = '${runId}' AND status = 'matched'
         AND e.enterprise_id NOT IN (SELECT enterprise_id FROM list_scans WHERE run_id = '${runId}'
           AND enterprise_id IS NOT NULL))::INTEGER AS unscanned,
       (SELECT count(*) FROM job_searches WHERE run_id = '${runId}' AND status = 'pending')::INTEGER AS unanswered,
       (SELECT count(DISTINCT params->>'citation_key') FROM job_inputs WHERE run_id = '${runId}' AND kind = 'citation'
         AND (params->>'citation_key') NOT IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL)
         AND (params->>'citation_key') IN (SELECT citation_key FROM article_lookups))::INTEGER
         AS no_article,
       (SELECT count(*) FROM (${documentStates(runId)}) WHERE state = 'absent')::INTEGER AS no_text,
       (SELECT count(*) FROM dead_letters WHERE run_id = '${runId}')::INTEGER AS failed`,
  )
  const lists = await database.rows(
    `SELECT coalesce(nullif(enterprise_name, ''), enterprise_id, subject) || ' ' || distinct_documents || ' of '
       || coalesce(declared_total::VARCHAR, 'an untold number') AS told
     FROM list_scans WHERE run_id = '${runId}' AND verdict IN ('incomplete', 'unstable') ORDER BY subject`,
  )
  const kinds: readonly [unknown, string][] = [
    [found?.not_found, 'enterprises not found: # (job_enterprises.status = not_found)'],
    [found?.ambiguous, 'ambiguous enterprises: #; give their uscc or id (job_enterprises.candidates)'],
    [found?.pending, 'enterprises not matched yet: # (job_enterprises.status = pending)'],
    [lists.length, `litigation lists incomplete: # (${someOf(lists)}); see list_scans.reason`],
    [readsLists ? found?.unscanned : 0, 'enterprises whose litigation list was not read: #'],
    [found?.unanswered, 'searches without an answer: # (job_searches.status = pending)'],
    [found?.no_article, 'articles of the job that the service does not have: # (article_lookups)'],
    [found?.no_text, 'listed documents whose full text is in neither library: #'],
    [
      found?.failed,
      'failed or refused calls: # (dead_letters); a resumed run asks for the failed ones again, dossier retry-failed JOB for those of a run that has ended',
    ],
  ]
  return kinds.filter(([count]) => Number(count) > 0).map(([count, text]) => text.replace('#', String(count)))
}
