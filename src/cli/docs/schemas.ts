import { z } from 'zod'
import caseResearch from '../../../pipelines/case-research.ts'
import enterpriseDueDiligence from '../../../pipelines/enterprise-due-diligence.ts'
import statuteWatch from '../../../pipelines/statute-watch.ts'
import type { Pipeline } from '../../engine/pipeline.ts'

/** As much of JSON Schema as zod writes of a job. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
}

const all: readonly Pipeline[] = [enterpriseDueDiligence, caseResearch, statuteWatch]

/** The schema of the job files of each pipeline, as editors take it: JSON Schema 2020-12, of what a person writes. */
export const jobSchemas = (): ReadonlyMap<string, JsonSchema> =>
  new Map(all.map((pipeline) => [pipeline.name, jobSchema(pipeline)]))

function jobSchema({ name, meaning, job }: Pipeline): JsonSchema {
  const schema = z.toJSONSchema(job, { io: 'input' }) as JsonSchema
  const { pipeline, ...others } = schema.properties ?? {}
  return {
    ...schema,
    ...{ title: `dossier job: ${name}` },
    description: meaning,
    properties: { pipeline: { ...pipeline, const: name }, ...others },
  }
}
