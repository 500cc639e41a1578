import { basename } from 'node:path'
import { z } from 'zod'
import { inputOf } from '../src/run/job/input.ts'
import { key } from '../src/run/job/keys.ts'
import { citationEntry, readCitations, statuteSearch, statuteSearchParams } from '../src/run/job/questions.ts'
import { commonJob } from '../src/run/job/schema.ts'
import { definePipeline, step } from '../src/run/pipeline.ts'
import { run, sql } from '../src/run/select.ts'
import { statuteSteps } from './steps.ts'

/** Less than a day: a run that starts at the same time every night asks again. */
const daily = '20h'

/** Job of the pipeline: what to search for, and which articles to keep an eye on. */
const job = z
  .strictObject({
    ...commonJob,
    searches: key('searches by keywords and conditions', z.array(statuteSearch).default([])),
    citations: key('articles by citation', z.array(citationEntry).default([])),
  })
  .refine(({ searches, citations }) => searches.length + citations.length > 0, {
    path: ['searches'],
    error: 'expected at least one search or citation',
  })

/** The job as it is written. */
export type StatuteWatchJob = z.input<typeof job>

const listed = sql`
  SELECT DISTINCT params->>'citation_key' AS citation_key, params->>'law' AS law,
    (params->>'article')::INTEGER AS article, (params->>'article_sub')::INTEGER AS article_sub,
    params->>'article_label' AS article_label
  FROM job_inputs WHERE run_id = ${run.run_id} AND kind = 'citation'`

export default definePipeline({
  name: 'statute-watch',
  meaning: 'articles by keyword or citation, with what changed about their regulations since the last run',
  job,
  inputs: async function* ({ settings, file }) {
    for (const search of settings.searches) {
      yield inputOf('statute_search', statuteSearchParams(search), basename(file))
    }
    yield* readCitations(settings.citations, file)
  },
  variables: () => ({}),
  steps: [
    step(
      'search',
      'rh_ft_search',
      sql`
        SELECT params->>'keyword' AS keyword, params->>'search_mode' AS search_mode, params->>'fgmc' AS fgmc,
          params->>'xljb_1' AS xljb_1, params->>'sxx' AS sxx, params->>'dy' AS dy,
          params->>'fbrq_start' AS fbrq_start, params->>'fbrq_end' AS fbrq_end,
          params->>'ssrq_start' AS ssrq_start, params->>'ssrq_end' AS ssrq_end,
          (params->>'top_k')::INTEGER AS top_k, ordinal AS cost_rank
        FROM job_inputs WHERE run_id = ${run.run_id} AND kind = 'statute_search'`,
      { freshFor: daily },
    ),
    ...statuteSteps(listed, { freshFor: daily }),
  ],
})
