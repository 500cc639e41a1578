import enterpriseDueDiligence from '../../pipelines/enterprise-due-diligence.ts'
import type { Pipeline } from '../engine/pipeline.ts'

/** The pipelines that a job may name. */
export const pipelines: Readonly<Record<string, Pipeline>> = {
  [enterpriseDueDiligence.name]: enterpriseDueDiligence,
}
