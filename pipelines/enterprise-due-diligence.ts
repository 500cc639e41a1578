import { z } from 'zod'
import { definePipeline, sql, step } from '../src/engine/pipeline.ts'
import { enterpriseEntry, readEnterprises } from '../src/job/enterprises.ts'
import { commonJob, strictDate } from '../src/job/schema.ts'

/** Job of the pipeline: enterprises to look into, and how far back. */
const job = z
  .strictObject({
    ...commonJob,
    enterprises: z.array(enterpriseEntry).min(1).meta({ description: 'enterprises, or files of them' }),
    litigation: z
      .strictObject({
        since: strictDate.optional().meta({ description: 'full texts of documents from this date on' }),
        rescan: z.enum(['changed', 'always']).default('changed').meta({
          description: 'page on when page 1 or the total has changed since the last complete scan, or always',
        }),
      })
      .prefault({}),
  })
  .refine(({ freshness }) => (freshness.litigation ?? 'run') === 'run', {
    path: ['freshness', 'litigation'],
    error: 'expected run: every run looks at each list anew; litigation.rescan says how far',
  })

/** Articles of one law that are asked for in one call; the answer holds at most 50. */
const articlesPerCall = sql`20`
const mostArticles = sql`50`

const jobEnterpriseIds = sql`
  SELECT enterprise_id FROM job_enterprises
  WHERE run_id = (SELECT run_id FROM this_run) AND enterprise_id IS NOT NULL`

/** Listed documents of the job's enterprises whose full text is wanted, newest first. */
const documents = sql`
  SELECT document_id, any_value(case_number) AS case_number, any_value(case_number_key) AS case_number_key,
    DATE '1900-01-01' - coalesce(max(decided_on), DATE '1900-01-01') AS cost_rank
  FROM enterprise_documents
  WHERE enterprise_id IN (${jobEnterpriseIds})
    AND (decided_on IS NULL OR decided_on >= coalesce((SELECT since::DATE FROM this_run), DATE '0001-01-01'))
  GROUP BY document_id`

/** Documents for which no lookup so far has found a full text, with what was tried. */
const missing = sql`
  WITH lost AS (
    SELECT * FROM (${documents}) WHERE document_id NOT IN (SELECT document_id FROM document_details)),
  tried AS (
    SELECT document_id, unnest(['ptal by id', 'qwal by id']) AS way FROM lost
    WHERE starts_with(document_id, 'unidentified:')
    UNION ALL
    SELECT document_id, library || ' by id'
    FROM lost JOIN case_lookups ON asked_by = 'id' AND asked = document_id
    UNION ALL
    SELECT document_id, library || ' by number'
    FROM lost JOIN case_lookups ON asked_by = 'number' AND asked = case_number)
  SELECT lost.*, list(way) AS tried FROM lost JOIN tried USING (document_id) GROUP BY ALL`

/** Pages of litigation lists that count as known. */
const knownPages = sql`
  SELECT p.* FROM list_pages AS p
  JOIN calls AS c ON c.call_key = p.call_key AND c.run_id = p.run_id
  WHERE c.fetched_at >= (SELECT fresh_after FROM this_run) OR c.run_id = (SELECT run_id FROM this_run)`

/** Pages that are asked for at once: an absurd total must not be paged to its end. */
const pagesAhead = sql`50`

/** Enterprises whose list is the one of the last complete scan, as far as its first page tells. */
const unchangedLists = sql`
  SELECT enterprise_id FROM list_scans
  WHERE run_id = (SELECT run_id FROM this_run) AND verdict = 'unchanged'`

/** Distinct articles that the job's cases cite. */
const citedArticles = sql`
  SELECT DISTINCT citation_key, law, article, coalesce(article_sub, 0) AS article_sub, article_label
  FROM case_citations
  WHERE citation_key IS NOT NULL AND (library, case_id) IN (
    SELECT (library, case_id) FROM document_details WHERE enterprise_id IN (${jobEnterpriseIds}))`

/** Lookups of articles whose answers count as known. */
const knownLookups = sql`
  SELECT l.* FROM article_lookups AS l
  JOIN calls AS c ON c.call_key = l.call_key AND c.run_id = l.run_id
  WHERE c.fetched_at >= (SELECT fresh_after FROM this_run) OR c.run_id = (SELECT run_id FROM this_run)`

export default definePipeline({
  name: 'enterprise-due-diligence',
  meaning: 'litigation of a list of enterprises: registration, documents, full texts, the statutes they cite',
  job,
  inputs: ({ settings, file }) => readEnterprises(settings.enterprises, file),
  variables: ({ litigation }) => ({
    since: litigation.since ?? null,
    rescan_always: litigation.rescan === 'always',
  }),
  steps: [
    // An entry with an id or a known code needs no search; a code that nobody knows falls back to the name.
    step(
      'resolve',
      'rh_enterpriseSearch',
      sql`
        SELECT given_name AS name, min(ordinal) AS cost_rank FROM job_inputs AS i
        WHERE run_id = (SELECT run_id FROM this_run) AND given_name IS NOT NULL AND given_id IS NULL
          AND (uscc_key IS NULL OR EXISTS (
            SELECT 1 FROM list_pages AS p WHERE p.subject = 'uscc:' || i.uscc_key AND NOT p.is_found))
        GROUP BY given_name`,
      { freshFor: '30d' },
    ),
    step(
      'profile',
      'rh_company_info',
      sql`
        SELECT name, min(ordinal) AS cost_rank FROM job_enterprises
        WHERE run_id = (SELECT run_id FROM this_run) AND status = 'matched' AND name IS NOT NULL
        GROUP BY name`,
      { freshFor: '7d' },
    ),
    // Page 1 of each enterprise. Unless that shows an unchanged list: the pages that its total predicts, a few ahead of
    // the last that held something and never past one that says it is the last; and one page beyond the last while it
    // says there is one, but never further than two pages beyond what the total allows.
    step(
      'litigation',
      'rh_enterpriseWritList',
      sql`
        WITH page AS (${knownPages}),
        first_page AS (
          SELECT e.enterprise_id AS id, CASE WHEN e.enterprise_id IS NULL THEN i.uscc_key END AS tyshxydm
          FROM job_enterprises AS e JOIN job_inputs AS i USING (run_id, ordinal)
          WHERE run_id = (SELECT run_id FROM this_run)
            AND (e.enterprise_id IS NOT NULL OR (i.uscc_key IS NOT NULL AND i.given_id IS NULL))
            AND NOT EXISTS (
              SELECT 1 FROM page WHERE page_no = 1 AND subject = 'uscc:' || i.uscc_key AND is_found)),
        reach AS (
          SELECT enterprise_id, max(page_no) AS last_page, arg_max(has_more, page_no) AS has_more,
            ceil(max(declared_total) / coalesce(nullif(max(page_size), 0), 30)) AS predicted,
            coalesce(max(page_no) FILTER (len(document_ids) > 0), 1) + ${pagesAhead} AS ahead,
            coalesce(min(page_no) FILTER (NOT has_more), 2147483647) AS stated_end
          FROM page
          WHERE is_found AND enterprise_id IN (${jobEnterpriseIds})
            AND ((SELECT rescan_always FROM this_run) OR enterprise_id NOT IN (${unchangedLists}))
          GROUP BY enterprise_id)
        SELECT id, tyshxydm, 1 AS pageNo, 1 AS cost_rank FROM first_page
        UNION
        SELECT enterprise_id, NULL, unnest(range(2, least(predicted, ahead, stated_end)::BIGINT + 1)), 2 FROM reach
        UNION
        SELECT enterprise_id, NULL, last_page + 1, 2 FROM reach
        WHERE coalesce(has_more, false) AND last_page < least(predicted + 2, ahead)`,
      { freshFor: 'run', after: 'resolve' },
    ),
    step(
      'details',
      'rh_case_details',
      sql`
        SELECT document_id AS id, 'ptal' AS type, cost_rank FROM (${documents})
        WHERE NOT starts_with(document_id, 'unidentified:')`,
      { freshFor: 'forever' },
    ),
    step(
      'details-by-number',
      'rh_case_details',
      sql`
        SELECT case_number AS ah, 'ptal' AS type, cost_rank FROM (${missing})
        WHERE case_number_key IS NOT NULL AND list_contains(tried, 'ptal by id')`,
      { freshFor: 'forever' },
    ),
    step(
      'authoritative',
      'rh_case_details',
      sql`
        SELECT document_id AS id, 'qwal' AS type, cost_rank FROM (${missing})
        WHERE (list_contains(tried, 'ptal by number') OR case_number_key IS NULL)
          AND NOT starts_with(document_id, 'unidentified:')`,
      { freshFor: 'forever' },
    ),
    step(
      'authoritative-by-number',
      'rh_case_details',
      sql`
        SELECT case_number AS ah, 'qwal' AS type, cost_rank FROM (${missing})
        WHERE case_number_key IS NOT NULL AND list_contains(tried, 'qwal by id')
          AND list_contains(tried, 'ptal by number')`,
      { freshFor: 'forever' },
    ),
    // Known articles are left out one by one before the rest is grouped: grouping first would change the calls, and
    // pay for known articles again, each time the citations grow.
    step(
      'statutes',
      'rh_ft_search',
      sql`
        WITH unknown AS (
          SELECT *, row_number() OVER (PARTITION BY law ORDER BY article, article_sub) - 1 AS position
          FROM (${citedArticles})
          WHERE citation_key NOT IN (SELECT citation_key FROM (${knownLookups})))
        SELECT law AS fgmc, string_agg(article_label, ' ' ORDER BY position) AS keyword, 'OR' AS search_mode,
          ${mostArticles} AS top_k
        FROM unknown GROUP BY law, position // ${articlesPerCall}`,
      { freshFor: '30d', after: 'authoritative-by-number' },
    ),
    // Only an answer that was cut off can have left an article out; a shorter one held all there is.
    step(
      'statutes-singly',
      'rh_ft_search',
      sql`
        WITH lookup AS (
          SELECT citation_key, any_value(law) AS law, any_value(label) AS label FROM (${knownLookups})
          GROUP BY citation_key
          HAVING NOT bool_or(is_found) AND NOT bool_or(asked_singly) AND max(hits) >= ${mostArticles})
        SELECT law AS fgmc, label AS keyword, ${mostArticles} AS top_k
        FROM lookup WHERE citation_key IN (SELECT citation_key FROM (${citedArticles}))`,
      { freshFor: '30d', after: 'statutes' },
    ),
  ],
})
