import { type Sql, type Step, sql, step } from '../../src/engine/pipeline.ts'
import type { Freshness } from '../../src/job/schema.ts'

/** Articles of one law that are asked for in one call: three versions of each fit into the 50 that an answer holds. */
const articlesPerCall = sql`15`
const mostArticles = sql`50`

/** Lookups of articles whose answers count as known. */
const knownLookups = sql`
  SELECT l.* FROM article_lookups AS l
  JOIN calls AS c ON c.call_key = l.call_key AND c.run_id = l.run_id
  WHERE c.fetched_at >= (SELECT fresh_after FROM this_run) OR c.run_id = (SELECT run_id FROM this_run)`

/** The distinct articles that cases cite. `cases` yields their `library` and `case_id`. */
export const citedBy = (cases: Sql): Sql => sql`
  SELECT DISTINCT citation_key, law, article, coalesce(article_sub, 0) AS article_sub, article_label
  FROM case_citations
  WHERE citation_key IS NOT NULL AND (library, case_id) IN (SELECT (library, case_id) FROM (${cases}))`

/**
 * Looks up statute articles (contract 4.3), several of one law to a call. `cited` yields one row an article:
 * `citation_key`, `law`, `article`, `article_sub` (0 when there is none), `article_label`.
 */
export const statuteSteps = (cited: Sql, options: { freshFor: Freshness; after?: string }): Step[] => [
  // Known articles are left out one by one before the rest is grouped: grouping first would change the calls, and
  // pay for known articles again, each time the citations grow.
  step(
    'statutes',
    'rh_ft_search',
    sql`
      WITH unknown AS (
        SELECT *, row_number() OVER (PARTITION BY law ORDER BY article, article_sub) - 1 AS position
        FROM (${cited})
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
      FROM lookup WHERE citation_key IN (SELECT citation_key FROM (${cited}))`,
    { freshFor: options.freshFor, after: 'statutes' },
  ),
]
