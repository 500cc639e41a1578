import type { Freshness } from '../src/run/job/keys.ts'
import { type Step, step } from '../src/run/pipeline.ts'
import { callOfRow, type Relation, relation, run, type Sql, sql } from '../src/run/select.ts'

/**
 * Answers before this day do not count for a document without a full text: a judgment of the last year may be uploaded
 * yet, so that its absence is looked at again after 30 days; that of an older one stands.
 */
const notBefore = sql`
  CASE WHEN decided_on >= ${run.started_at}::DATE - 365
    THEN ${run.started_at} - INTERVAL 30 DAY END`

/** Wanted documents for which no lookup so far has found a full text, with what was tried. */
const missingAmong = (wanted: Relation): Sql => sql`
  WITH lost AS (
    SELECT *, ${notBefore} AS not_before FROM ${wanted}
    WHERE document_id NOT IN (SELECT document_id FROM document_details)),
  looked AS (
    SELECT l.library, l.asked_by, l.asked, c.fetched_at FROM case_lookups AS l
    JOIN ${callOfRow} AS c ON c.call_key = l.call_key AND c.run_id = l.run_id
    WHERE l.asked IN (SELECT document_id FROM lost UNION SELECT case_number FROM lost)),
  tried AS (
    SELECT document_id, unnest(['ptal by id', 'qwal by id']) AS way FROM lost
    WHERE starts_with(document_id, 'unidentified:')
    UNION ALL
    SELECT document_id, unnest(['ptal by id', 'ptal by number']) FROM lost WHERE library = 'qwal'
    UNION ALL
    SELECT document_id, l.library || ' by ' || l.asked_by
    FROM lost JOIN looked AS l ON asked = CASE asked_by WHEN 'id' THEN document_id ELSE case_number END
    WHERE coalesce(l.fetched_at >= not_before, true))
  SELECT lost.*, list(way ORDER BY way) AS tried FROM lost JOIN tried USING (document_id) GROUP BY ALL`

/**
 * Looks up the full texts of documents: by id in the ordinary library, then by case number there, then by
 * id and by number in the authoritative one. A document that is known to be in the authoritative library is asked for there.
 * Each way is tried once those before it are through: few documents are left for it, and they are looked for once.
 *
 * `wanted` yields one row a document: `document_id`, `library` ('ptal', 'qwal' or NULL when it is not known), `case_number`,
 * `case_number_key` (NULL when it cannot be joined on), `decided_on`, `cost_rank` (smaller goes first).
 */
export function fullTextSteps(wanted: Sql, options: { after?: string } = {}): Step[] {
  const documents = relation('wanted_documents', wanted)
  const missing = relation('missing_documents', missingAmong(documents))
  return [
    step(
      'details',
      'rh_case_details',
      sql`
        SELECT document_id AS id, 'ptal' AS type, cost_rank,
          CASE WHEN document_id NOT IN (SELECT document_id FROM document_details) THEN ${notBefore} END AS not_before
        FROM ${documents}
        WHERE NOT starts_with(document_id, 'unidentified:') AND library IS DISTINCT FROM 'qwal'`,
      { freshFor: 'forever', ...options },
    ),
    step(
      'details-by-number',
      'rh_case_details',
      sql`
        SELECT case_number AS ah, 'ptal' AS type, cost_rank, not_before FROM ${missing}
        WHERE case_number_key IS NOT NULL AND list_contains(tried, 'ptal by id') AND library IS DISTINCT FROM 'qwal'`,
      { freshFor: 'forever', after: 'details' },
    ),
    step(
      'authoritative',
      'rh_case_details',
      sql`
        SELECT document_id AS id, 'qwal' AS type, cost_rank, not_before FROM ${missing}
        WHERE (list_contains(tried, 'ptal by number') OR case_number_key IS NULL)
          AND NOT starts_with(document_id, 'unidentified:')`,
      { freshFor: 'forever', after: 'details-by-number' },
    ),
    step(
      'authoritative-by-number',
      'rh_case_details',
      sql`
        SELECT case_number AS ah, 'qwal' AS type, cost_rank, not_before FROM ${missing}
        WHERE case_number_key IS NOT NULL AND list_contains(tried, 'qwal by id')
          AND list_contains(tried, 'ptal by number')`,
      { freshFor: 'forever', after: 'authoritative' },
    ),
  ]
}

/** Articles of one law that are asked for in one call: three versions of each fit into the 50 that an answer holds. */
const articlesPerCall = sql`15`
const mostArticles = sql`50`

/** Lookups of articles whose answers count as known. */
const knownLookups = sql`
  SELECT l.* FROM article_lookups AS l
  JOIN ${callOfRow} AS c ON c.call_key = l.call_key AND c.run_id = l.run_id
  WHERE c.fetched_at >= ${run.fresh_after} OR c.run_id = ${run.run_id}`

/** The distinct articles that cases cite. `cases` yields their `library` and `case_id`. */
export const citedBy = (cases: Sql): Sql => sql`
  SELECT DISTINCT citation_key, law, article, coalesce(article_sub, 0) AS article_sub, article_label
  FROM case_citations
  WHERE citation_key IS NOT NULL AND (library, case_id) IN (SELECT (library, case_id) FROM (${cases}))`

/**
 * Looks up statute articles, several of one law to a call. `cited` yields one row an article:
 * `citation_key`, `law`, `article`, `article_sub` (0 when there is none), `article_label`.
 */
export function statuteSteps(cited: Sql, options: { freshFor: Freshness; after?: string }): Step[] {
  const wanted = relation('wanted_articles', cited)
  return [
    // Known articles are left out one by one before the rest is grouped: grouping first would change the calls, and
    // pay for known articles again, each time the citations grow.
    step(
      'statutes',
      'rh_ft_search',
      sql`
      WITH unknown AS (
        SELECT *, row_number() OVER (PARTITION BY law ORDER BY article, article_sub) - 1 AS position
        FROM ${wanted}
        WHERE citation_key NOT IN (SELECT citation_key FROM (${knownLookups})))
      SELECT law AS fgmc, string_agg(article_label, ' ' ORDER BY position) AS keyword, 'OR' AS search_mode,
        ${mostArticles} AS top_k
      FROM unknown GROUP BY law, position // ${articlesPerCall}`,
      options,
    ),
    // Only an answer that was cut off can have left an article out, or a version of one; a shorter one held all there is.
    step(
      'statutes-singly',
      'rh_ft_search',
      sql`
      WITH lookup AS (
        SELECT citation_key, any_value(law) AS law, any_value(label) AS label FROM (${knownLookups})
        GROUP BY citation_key
        HAVING NOT bool_or(asked_singly) AND max(hits) >= ${mostArticles})
      SELECT law AS fgmc, label AS keyword, ${mostArticles} AS top_k
      FROM lookup WHERE citation_key IN (SELECT citation_key FROM ${wanted})`,
      { freshFor: options.freshFor, after: 'statutes' },
    ),
  ]
}
