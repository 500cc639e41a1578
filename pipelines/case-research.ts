import { basename } from 'node:path'
import { z } from 'zod'
import { inputOf } from '../src/run/job/input.ts'
import { key, someOf } from '../src/run/job/keys.ts'
import { caseFilters, caseQuery, caseSearchParams } from '../src/run/job/questions.ts'
import { commonJob } from '../src/run/job/schema.ts'
import { definePipeline, step } from '../src/run/pipeline.ts'
import { run, sql, variables } from '../src/run/select.ts'
import { citedBy, fullTextSteps, statuteSteps } from './steps.ts'

/** Less than a day: a run that starts at the same time every night asks again. */
const daily = '20h'

/** Job of the pipeline: questions, and how to narrow them down. */
const job = z.strictObject({
  ...commonJob,
  queries: key('questions, each with conditions of its own if wanted', someOf(caseQuery)),
  filters: key('conditions that all questions share', caseFilters.prefault({})),
  fullTexts: key('look up the full texts of the hits, and the statutes they cite', z.boolean().default(true)),
})

/** The job as it is written. */
export type CaseResearchJob = z.input<typeof job>

const given = variables(({ fullTexts }: z.infer<typeof job>) => ({ full_texts: fullTexts }))

/** Hits of the job's questions, one row a case, the best rank first. */
const hits = sql`
  SELECT h.case_id AS document_id, any_value(h.library) AS library, any_value(h.case_number) AS case_number,
    any_value(h.case_number_key) AS case_number_key, max(h.closed_on) AS decided_on, min(h.rank) AS cost_rank
  FROM job_searches_history AS s JOIN case_hits AS h USING (search_key)
  WHERE s.run_id = ${run.run_id} AND ${given.full_texts}
  GROUP BY h.case_id`

const fullTexts = sql`
  SELECT library, case_id FROM document_details WHERE document_id IN (SELECT document_id FROM (${hits}))`

export default definePipeline({
  name: 'case-research',
  meaning:
    'similar cases to a list of questions: hits with rank and score, full texts, the statutes they cite',
  job,
  inputs: async function* ({ settings, file }) {
    for (const query of settings.queries) {
      yield inputOf('case_search', caseSearchParams(query, settings.filters), basename(file))
    }
  },
  variables: given,
  steps: [
    step(
      'search',
      'case_vector_search',
      sql`
        SELECT params->>'query' AS query, (params->>'rewrite_flag')::BOOLEAN AS rewrite_flag,
          (params->>'return_num')::INTEGER AS return_num, params->'wenshu_filter' AS wenshu_filter,
          ordinal AS cost_rank
        FROM job_inputs WHERE run_id = ${run.run_id} AND kind = 'case_search'`,
      { freshFor: daily },
    ),
    ...fullTextSteps(hits, { after: 'search' }),
    ...statuteSteps(citedBy(fullTexts), { freshFor: '30d', after: 'authoritative-by-number' }),
  ],
})
