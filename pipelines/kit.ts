/**
 * What a pipeline of your own is made of; a pipeline file imports it as `dossier/pipeline`. See docs/pipelines.md.
 */
export { z } from 'zod'
export { enterpriseEntry, readEnterprises } from '../src/run/job/enterprises.ts'
export { inputOf, type JobInput } from '../src/run/job/input.ts'
export { type Freshness, freshness, strictDate } from '../src/run/job/keys.ts'
export {
  caseFilters,
  caseQuery,
  caseSearchParams,
  citationEntry,
  readCitations,
  statuteSearch,
  statuteSearchParams,
} from '../src/run/job/questions.ts'
export { commonJob, type Job } from '../src/run/job/schema.ts'
export { type Check, definePipeline, type Pipeline, type Step, step } from '../src/run/pipeline.ts'
export { runEnterprises, runListScans, runListSweeps } from '../src/run/relations.ts'
export {
  callOfRow,
  type Relation,
  relation,
  run,
  type Sql,
  sql,
  type Variable,
  variables,
} from '../src/run/select.ts'
export { citedBy, fullTextSteps, statuteSteps } from './steps.ts'
