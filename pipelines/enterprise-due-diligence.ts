import { z } from 'zod'
import { definePipeline, sql, step } from '../src/engine/pipeline.ts'
import { enterpriseEntry, readEnterprises } from '../src/job/enterprises.ts'
import { commonJob, strictDate } from '../src/job/schema.ts'
import { fullTextSteps } from './steps/full-texts.ts'
import { citedBy, statuteSteps } from './steps/statutes.ts'

/** Job of the pipeline: enterprises to look into, and how far back. */
const job = z
  .strictObject({
    ...commonJob,
    enterprises: z.array(enterpriseEntry).min(1).meta({ description: 'enterprises, or files of them' }),
    ambiguous: z.enum(['continue', 'stop']).default('continue').meta({
      description:
        'what to do when a name may be several enterprises: go on with the others, or stop before anything is spent on them',
    }),
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

/** Records of enterprises of one former or short name that are told apart. */
const mostRecords = sql`10`

const jobEnterpriseIds = sql`
  SELECT enterprise_id FROM job_enterprises
  WHERE run_id = (SELECT run_id FROM this_run) AND enterprise_id IS NOT NULL`

/** Listed documents of the job's enterprises whose full text is wanted, newest first. */
const documents = sql`
  SELECT document_id, NULL::VARCHAR AS library, any_value(case_number) AS case_number, any_value(case_number_key) AS case_number_key,
    max(decided_on) AS decided_on, DATE '1900-01-01' - coalesce(max(decided_on), DATE '1900-01-01') AS cost_rank
  FROM enterprise_documents
  WHERE enterprise_id IN (${jobEnterpriseIds})
    AND (decided_on IS NULL OR decided_on >= coalesce((SELECT since::DATE FROM this_run), DATE '0001-01-01'))
  GROUP BY document_id`

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

/** Full texts of all documents that are listed for the job's enterprises. */
const fullTexts = sql`
  SELECT library, case_id FROM document_details WHERE document_id IN (
    SELECT document_id FROM enterprise_documents WHERE enterprise_id IN (${jobEnterpriseIds}))`

/** Enterprises whose details were answered lately, under whatever name they were asked for. */
const knownProfiles = sql`
  SELECT e.enterprise_id FROM enterprises AS e JOIN calls AS c ON c.call_key = e.call_key AND c.run_id = e.run_id
  WHERE c.fetched_at >= (SELECT fresh_after FROM this_run)`

export default definePipeline({
  name: 'enterprise-due-diligence',
  meaning: 'litigation of a list of enterprises: registration, documents, full texts, the statutes they cite',
  job,
  inputs: ({ settings, file }) => readEnterprises(settings.enterprises, file),
  variables: ({ litigation }) => ({
    since: litigation.since ?? null,
    rescan_always: litigation.rescan === 'always',
  }),
  checks: [
    {
      after: 'resolve-by-other-name',
      stops: ({ ambiguous }) => ambiguous === 'stop',
      select: sql`
        SELECT source || ': ' || given_name || CASE json_array_length(candidates)
            WHEN 1 THEN ' may be this enterprise, but nothing in its record says so; pin it by its id:'
            ELSE ' may be ' || json_array_length(candidates) || ' enterprises; pin one of them by its id:' END || (
            SELECT string_agg(chr(10) || '  - id: ' || (c->>'id') || ' # ' || concat_ws(' ', c->>'name', c->>'uscc'), '')
            FROM (SELECT unnest(CAST(candidates AS JSON[])) AS c)) AS message
        FROM job_enterprises WHERE run_id = (SELECT run_id FROM this_run) AND status = 'ambiguous' ORDER BY ordinal`,
    },
  ],
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
    // A name that no candidate has may be a former name or the short name of a stock: this operation knows those.
    step(
      'resolve-by-other-name',
      'rh_company_info',
      sql`
        SELECT given_name AS name, ${mostRecords} AS num, min(ordinal) AS cost_rank FROM job_enterprises
        WHERE run_id = (SELECT run_id FROM this_run) AND given_id IS NULL AND given_name IS NOT NULL
          AND (matched_by = 'other_name' OR (enterprise_id IS NULL AND status <> 'pending'))
          AND namesakes <= 1
        GROUP BY given_name`,
      { freshFor: '30d', after: 'resolve' },
    ),
    step(
      'profile',
      'rh_company_info',
      sql`
        SELECT name, min(ordinal) AS cost_rank FROM job_enterprises
        WHERE run_id = (SELECT run_id FROM this_run) AND status = 'matched' AND name IS NOT NULL
          AND enterprise_id NOT IN (${knownProfiles})
        GROUP BY name`,
      { freshFor: '7d', after: 'resolve-by-other-name' },
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
      { freshFor: 'run', after: 'resolve-by-other-name' },
    ),
    ...fullTextSteps(documents),
    ...statuteSteps(citedBy(fullTexts), { freshFor: '30d', after: 'authoritative-by-number' }),
  ],
})
