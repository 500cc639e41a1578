import { z } from 'zod'
import { registerName } from '../src/contract/operations/enterprises.ts'
import { enterpriseEntry, readEnterprises } from '../src/run/job/enterprises.ts'
import { key, optional, someOf, strictDate } from '../src/run/job/keys.ts'
import { commonJob } from '../src/run/job/schema.ts'
import { definePipeline, step } from '../src/run/pipeline.ts'
import {
  namesLookedUp,
  namesSearched,
  runEnterprises,
  runListScans,
  runListSweeps,
} from '../src/run/relations.ts'
import { callOfRow, run, sql, variables } from '../src/run/select.ts'
import { pagesToAsk } from '../src/warehouse/views/list-life.ts'
import { citedBy, fullTextSteps, statuteSteps } from './steps.ts'

const litigation = z.strictObject({
  since: optional('full texts of documents from this date on', strictDate),
  rescan: key(
    'page on when page 1 or the total has changed since the last complete scan, or always',
    z.enum(['changed', 'always']).default('changed'),
  ),
  confirm: key(
    'what is asked for again once a list was read, to see that it did not change meanwhile: page 1, at one call a list; ' +
      'or every page but the last, at twice the calls, which also sees one document replacing another beyond page 1',
    z.enum(['first-page', 'every-page']).default('first-page'),
  ),
})

/** Job of the pipeline: enterprises to look into, and how far back. */
const job = z
  .strictObject({
    ...commonJob,
    enterprises: key('enterprises, or files of them', someOf(enterpriseEntry)),
    ambiguous: key(
      'what to do when a name may be several enterprises: go on with the others, or stop before anything is spent on them',
      z.enum(['continue', 'stop']).default('continue'),
    ),
    litigation: key('how far the litigation lists are read, and their full texts', litigation.prefault({})),
  })
  .refine(({ freshness }) => (freshness.litigation ?? 'run') === 'run', {
    path: ['freshness', 'litigation'],
    error: 'expected run: every run looks at each list again; litigation.rescan says how far',
  })

const given = variables(({ litigation }: z.infer<typeof job>) => ({
  since: litigation.since ?? null,
  rescan_always: litigation.rescan === 'always',
  every_page: litigation.confirm === 'every-page',
}))

/** The job as it is written. */
export type DueDiligenceJob = z.input<typeof job>

/** The name to ask for: another spelling where that was answered, so that nothing is paid for twice. */
const asked = (answered: string, name: string): string =>
  `CASE WHEN ${answered}.found > 0 THEN ${answered}.query ELSE ${registerName(name)} END`

/** Records of enterprises of one former or short name that are distinguished. */
const mostRecords = sql`10`

const jobEnterpriseIds = sql`SELECT enterprise_id FROM ${runEnterprises} WHERE enterprise_id IS NOT NULL`

/** Listed documents of the job's enterprises whose full text is wanted, newest first. */
const documents = sql`
  SELECT document_id, NULL::VARCHAR AS library, any_value(case_number) AS case_number, any_value(case_number_key) AS case_number_key,
    max(decided_on) AS decided_on, DATE '1900-01-01' - coalesce(max(decided_on), DATE '1900-01-01') AS cost_rank
  FROM enterprise_documents
  WHERE enterprise_id IN (${jobEnterpriseIds})
    AND (decided_on IS NULL OR decided_on >= coalesce(${given.since}::DATE, DATE '0001-01-01'))
  GROUP BY document_id`

/** Lists that may cost calls: those that the last complete scan had as they are now, as far as page 1 shows, are left alone. */
const openLists = sql`
  SELECT *, ${given.every_page} AS every_page, ${run.calls_left} AS calls_left FROM ${runListSweeps}
  WHERE enterprise_id IN (${jobEnterpriseIds}) AND (${given.rescan_always} OR enterprise_id NOT IN (
    SELECT enterprise_id FROM ${runListScans} WHERE verdict = 'unchanged'))`

/** Full texts of all documents that are listed for the job's enterprises. */
const fullTexts = sql`
  SELECT library, case_id FROM document_details WHERE document_id IN (
    SELECT document_id FROM enterprise_documents WHERE enterprise_id IN (${jobEnterpriseIds}))`

/** Enterprises whose details were answered lately, under whatever name they were asked for. */
const knownProfiles = sql`
  SELECT e.enterprise_id FROM enterprises AS e JOIN ${callOfRow} AS c ON c.call_key = e.call_key AND c.run_id = e.run_id
  WHERE c.fetched_at >= ${run.fresh_after}`

export default definePipeline({
  name: 'enterprise-due-diligence',
  meaning: 'litigation of a list of enterprises: registration, documents, full texts, the statutes they cite',
  job,
  inputs: ({ settings, file }, tell) => readEnterprises(settings.enterprises, file, tell),
  variables: given,
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
        FROM ${runEnterprises} WHERE status = 'ambiguous'
        UNION ALL
        SELECT any_value(e.source) || ': ' || c.message AS message
        FROM ${runEnterprises} AS e JOIN calls AS c ON ${() => registerName("c.params->>'name'")} = ${() => registerName('e.given_name')}
        WHERE e.enterprise_id IS NULL AND c.run_id = e.run_id AND c.operation = 'rh_company_info' AND c.failure = 'mismatch'
        GROUP BY e.ordinal, c.message
        ORDER BY message`,
    },
  ],
  steps: [
    // An entry with an id or a known code needs no search; an unknown code falls back to the name. An answer without the
    // name that was asked for stands for its run only, here and below.
    step(
      'resolve',
      'rh_enterpriseSearch',
      sql`
        SELECT ${() => asked('s', 'i.given_name')} AS name, min(i.ordinal) AS cost_rank,
          CASE WHEN count(c.query) > 0 AND NOT coalesce(bool_or(c.name_key = i.name_key OR c.uscc = i.uscc_key), false)
            THEN ${run.started_at} END AS not_before
        FROM job_inputs AS i
        LEFT JOIN ${namesSearched} AS s ON s.register_name = ${() => registerName('i.given_name')}
        LEFT JOIN enterprise_candidates AS c ON c.query = s.query
        WHERE i.run_id = ${run.run_id} AND given_name IS NOT NULL AND given_id IS NULL
          AND (uscc_key IS NULL OR EXISTS (
            SELECT 1 FROM list_pages AS p WHERE p.subject = 'uscc:' || i.uscc_key AND NOT p.is_found))
        GROUP BY 1`,
      { freshFor: '30d' },
    ),
    // A name that no candidate has may be a former name or the short name of a stock: this operation knows those.
    step(
      'resolve-by-other-name',
      'rh_company_info',
      sql`
        SELECT ${() => asked('l', 'given_name')} AS name, ${mostRecords} AS num, min(ordinal) AS cost_rank,
          CASE WHEN NOT bool_or(enterprise_id IS NOT NULL) AND max(l.found) > 0 THEN ${run.started_at} END AS not_before
        FROM ${runEnterprises}
        LEFT JOIN ${namesLookedUp} AS l ON l.register_name = ${() => registerName('given_name')}
        WHERE given_id IS NULL AND given_name IS NOT NULL
          AND (matched_by = 'other_name' OR (
            enterprise_id IS NULL AND EXISTS (
              SELECT 1 FROM ${namesSearched} AS s WHERE s.register_name = ${() => registerName('given_name')})))
          AND namesakes <= 1
        GROUP BY 1`,
      { freshFor: '30d', after: 'resolve' },
    ),
    step(
      'profile',
      'rh_company_info',
      sql`
        SELECT name, min(ordinal) AS cost_rank,
          CASE WHEN EXISTS (
            SELECT 1 FROM company_lookups AS l
            WHERE l.query = name AND l.hits > 0 AND NOT list_contains(l.enterprise_ids, any_value(enterprise_id)))
            THEN ${run.started_at} END AS not_before
        FROM ${runEnterprises}
        WHERE status = 'matched' AND name IS NOT NULL
          AND enterprise_id NOT IN (${knownProfiles})
        GROUP BY name`,
      { freshFor: '7d', after: 'resolve-by-other-name' },
    ),
    // Page 1 of each enterprise; the rest of each list; and again what says whether it stood still meanwhile.
    step(
      'litigation',
      'rh_enterpriseWritList',
      sql`
        WITH open AS (${openLists})
        SELECT e.enterprise_id AS id, CASE WHEN e.enterprise_id IS NULL THEN i.uscc_key END AS tyshxydm, 1 AS pageNo,
          1 AS sweep, 1 AS cost_rank
        FROM ${runEnterprises} AS e JOIN job_inputs AS i USING (run_id, ordinal)
        WHERE run_id = ${run.run_id}
          AND (e.enterprise_id IS NOT NULL OR (i.uscc_key IS NOT NULL AND i.given_id IS NULL))
          AND NOT EXISTS (
            SELECT 1 FROM list_pages AS p
            WHERE p.scan_run_id = e.run_id AND p.page_no = 1 AND p.subject = 'uscc:' || i.uscc_key AND p.is_found)
        UNION
        SELECT enterprise_id, NULL, page_no, sweep, 2 FROM (${() => pagesToAsk('open')})`,
      { freshFor: 'run', after: 'resolve-by-other-name' },
    ),
    ...fullTextSteps(documents),
    ...statuteSteps(citedBy(fullTexts), { freshFor: '30d', after: 'authoritative-by-number' }),
  ],
})
