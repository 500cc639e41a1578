import type { z } from 'zod'
import { isOperationName, type OperationName, operationNames } from '../contract/operations.ts'
import type { JobInput } from './job/input.ts'
import { type Freshness, freshness } from './job/keys.ts'
import type { Job, JobSettings } from './job/schema.ts'
import type { Sql, Variable } from './select.ts'

/**
 * One step: an operation and a SELECT whose rows are the parameters of the calls to make, by name. The engine leaves
 * out what the ledger holds fresh, makes the rest, loads the answers and asks again, until no step yields a new call.
 *
 * Reserved columns, never sent: `cost_rank` (smaller goes first), `not_before` (TIMESTAMP: ask for something newer
 * than that), `sweep` (INTEGER from 1: ask the same call again within the run; it is known when this run has an answer
 * that was asked for with this sweep or a later one). What the SELECT takes from its run, and the relations that it shares with other
 * steps, are put into it as values: select.ts.
 */
export interface Step {
  readonly name: string
  readonly operation: OperationName
  readonly select: Sql
  readonly freshFor: Freshness
  /** Wait until this step and every step listed before it have nothing pending. */
  readonly after?: string
}

/** What a reader of the run must know before the steps behind it spend anything. */
export interface Check<Settings extends JobSettings = JobSettings> {
  /** Looked at once this step and every step listed before it have nothing pending. */
  readonly after: string
  /** Yields `message`, one row a finding; none when all is well. */
  readonly select: Sql
  /** Whether a finding ends the run there. */
  stops(settings: Settings): boolean
}

/** A pipeline as data: its job schema, what it puts into the warehouse, its steps. */
export interface Pipeline<Settings extends JobSettings = JobSettings> {
  readonly name: string
  readonly meaning: string
  readonly job: z.ZodType<Settings>
  /** What a job lists (table job_inputs), read lazily. `tell` is given sentences for a person, such as rows that were merged. */
  inputs(job: Job<Settings>, tell?: (remark: string) => void): AsyncIterable<JobInput>
  /** What the steps' SELECTs may take from a job: made by `variables`, or a function of the settings. */
  variables(settings: Settings): Readonly<Record<string, Variable>>
  readonly steps: readonly Step[]
  readonly checks?: readonly Check<Settings>[]
}

export const step = (
  name: string,
  operation: OperationName,
  select: Sql,
  options: Pick<Step, 'freshFor' | 'after'>,
): Step => ({ name, operation, select, ...options })

/** Checks what types cannot: operations exist, step names are unique, `after` names an earlier step, that of a check any. */
export function definePipeline<Settings extends JobSettings>(
  pipeline: Pipeline<Settings>,
): Pipeline<Settings> {
  pipeline.steps.forEach(({ name, operation, freshFor, after }, index) => {
    if (!isOperationName(operation)) {
      throw new TypeError(
        `pipeline ${pipeline.name}: step ${name} calls ${operation}; expected one of ${operationNames.join(', ')}`,
      )
    }
    if (!freshness.safeParse(freshFor).success) {
      throw new TypeError(
        `pipeline ${pipeline.name}: step ${name} is fresh for ${freshFor}; expected forever, run or a duration such as 20h or 7d`,
      )
    }
    const earlier = pipeline.steps.slice(0, index).map((other) => other.name)
    if (earlier.includes(name)) throw new TypeError(`pipeline ${pipeline.name}: two steps are named ${name}`)
    if (after !== undefined && !earlier.includes(after)) {
      throw new TypeError(
        `pipeline ${pipeline.name}: step ${name} waits for ${after}, which is no earlier step`,
      )
    }
  })
  for (const { after } of pipeline.checks ?? []) {
    if (pipeline.steps.some(({ name }) => name === after)) continue
    throw new TypeError(`pipeline ${pipeline.name}: a check stands after ${after}, which is no step`)
  }
  return pipeline
}

/** A pipeline asks for something that the service does not offer. Nothing was called. */
export class PipelineError extends Error {
  override name = 'PipelineError'
}

/** What a pipeline's SELECTs may read of a job. @throws PipelineError when the pipeline's own function fails */
export function variablesOf(pipeline: Pipeline, settings: JobSettings): Readonly<Record<string, Variable>> {
  try {
    return pipeline.variables(settings)
  } catch (cause) {
    throw new PipelineError(
      `pipeline ${pipeline.name}: its variables cannot be made of this job: ${(cause as Error).message}; ` +
        'expected a function of the settings: variables: (settings) => ({ name: value })',
      { cause },
    )
  }
}
