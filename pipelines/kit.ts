/**
 * What a pipeline of your own is made of; a pipeline file imports it as `dossier/pipeline`. See docs/pipelines.md.
 */
export { z } from 'zod'
export {
  type Check,
  definePipeline,
  type Pipeline,
  type Sql,
  type Step,
  sql,
  step,
  type Variable,
} from '../src/engine/pipeline.ts'
export { enterpriseEntry, readEnterprises } from '../src/job/enterprises.ts'
export { inputOf, type JobInput } from '../src/job/input.ts'
export {
  caseFilters,
  caseQuery,
  caseSearchParams,
  citationEntry,
  readCitations,
  statuteSearch,
  statuteSearchParams,
} from '../src/job/questions.ts'
export type { Job } from '../src/job/read-job.ts'
export { commonJob, type Freshness, freshness, strictDate } from '../src/job/schema.ts'
export { citedBy, fullTextSteps, statuteSteps } from './steps.ts'
