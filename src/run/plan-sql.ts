import { type Operation, type ParameterType, parameterTypes } from '../contract/operation.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import { literal, timestampOf } from '../contract/sql.ts'
import { isAboutEnterprise } from '../rows/privacy/forgetter.ts'
import { maskText } from '../rows/privacy/mask.ts'
import { durationMs, type Freshness } from './job/keys.ts'
import type { Step } from './pipeline.ts'
import { type RunValues, rendered, type Variable } from './select.ts'

/*
 * The SQL that turns a step's SELECT into calls to make. A call's key is the MD5 of its operation and its canonical
 * parameters as JSON: names sorted, defaults applied, blank text as absent. It is computed here only; everything
 * after carries it along.
 */

const duckdbTypes: Readonly<Record<ParameterType, string>> = {
  string: 'VARCHAR',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  object: 'JSON',
}

/** A parameter as the step's SELECT gave it, typed; NULL when it did not. */
const given = (columns: ReadonlySet<string>, name: string, type: ParameterType): string => {
  const value = columns.has(name) ? `CAST(w.${name} AS ${duckdbTypes[type]})` : `NULL::${duckdbTypes[type]}`
  return type === 'string' ? `nullif(trim(${value}), '')` : value
}

const structOf = (op: Operation, columns: ReadonlySet<string>, withDefaults: boolean): string => {
  const members = [...parameterTypes(op)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => {
      const fallback = op.defaults[name]
      const value = given(columns, name, type)
      return `${name}: ${withDefaults && fallback !== undefined ? `coalesce(${value}, ${literal(fallback)})` : value}`
    })
  return `to_json({${members.join(', ')}})`
}

const keyOf = (op: Operation, columns: ReadonlySet<string>): string =>
  `md5(${literal(`${op.name} `)} || ${structOf(op, columns, true)})`

/** A step, and the columns that its SELECT yields. */
export interface StepQuery {
  readonly step: Step
  readonly columns: ReadonlySet<string>
}

/** What one step may take of its run, and what the ledger is asked by. */
export type StepValues = RunValues & {
  readonly fresh_after: string
  readonly refused_after: string
  readonly calls_left: number | null
}

/** A run as its steps see it. */
export interface PlannedRun {
  readonly runId: string
  /** UTC. */
  readonly startedAt: Date
  /** UTC: refusals of this run from before then are asked again. */
  readonly retryBefore?: Date | undefined
  readonly variables: Readonly<Record<string, Variable>>
  /** Freshness by step name, overriding the pipeline's own. */
  readonly freshness: Readonly<Record<string, Freshness>>
  /** Calls of an operation that the budget still allows; null when it sets no limit. Asked each time the steps are. */
  readonly callsLeft?: (operation: OperationName) => number | null
}

/** What all steps may take from the run. */
export const valuesOf = ({ runId, startedAt, variables }: PlannedRun): RunValues => ({
  run_id: runId,
  started_at: timestampOf(startedAt),
  ...variables,
})

export function stepValues(run: PlannedRun, step: Step): StepValues {
  const freshFor = run.freshness[step.name] ?? step.freshFor
  return {
    ...valuesOf(run),
    fresh_after: timestampOf(cutoffOf(freshFor, run.startedAt)),
    refused_after: timestampOf(run.retryBefore ?? new Date(0)),
    calls_left: run.callsLeft?.(step.operation) ?? null,
  }
}

/** Answers from then on count as known. */
export function cutoffOf(freshFor: Freshness, startedAt: Date): Date {
  if (freshFor === 'forever') return new Date(0)
  if (freshFor === 'run') return startedAt
  return new Date(startedAt.getTime() - durationMs(freshFor))
}

/**
 * Calls are known when a conclusive answer is in the ledger: from this run, or from after the step's cutoff; with
 * `not_before`, from after that; with `sweep`, from this run, when it has asked that often. A refusal of our parameters is
 * conclusive for its run, unless it is older than `refused_after`; a failed call is not at all.
 * What was forgotten is not asked for: a parameter with a mask in it names it, and its erased answer is conclusive. That of a
 * full text is so for its run only: a later one may want it for another enterprise.
 */
function keyedCalls({ step, columns }: StepQuery, run: StepValues): string {
  const operation = operations[step.operation]
  const notBefore = columns.has('not_before') ? 'CAST(w.not_before AS TIMESTAMP)' : 'NULL::TIMESTAMP'
  const sweep = columns.has('sweep') ? 'CAST(w.sweep AS INTEGER)' : 'NULL::INTEGER'
  const rank = columns.has('cost_rank') ? 'w.cost_rank' : '0'
  const conclusive = isAboutEnterprise(step.operation) ? "'hit', 'empty', 'forgotten'" : "'hit', 'empty'"
  const cutoff = `greatest(${literal(run.fresh_after)}::TIMESTAMP, k.not_before)`
  return `WITH wanted AS (${rendered(step.select, run)}
),
    keyed AS (
      SELECT ${keyOf(operation, columns)} AS call_key, ${structOf(operation, columns, false)} AS params,
        ${rank} AS cost_rank, ${notBefore} AS not_before, ${sweep} AS sweep
      FROM wanted AS w
      WHERE NOT contains(params::VARCHAR, ${literal(maskText)})),
    needed AS (
      SELECT call_key, params, cost_rank, coalesce(sweep, 1) AS sweep FROM keyed AS k
      WHERE NOT EXISTS (
        SELECT 1 FROM calls AS c
        WHERE c.call_key = k.call_key AND (
          (c.outcome IN (${conclusive}) AND c.fetched_at >= ${cutoff} AND k.sweep IS NULL)
          OR (c.outcome = 'forgotten' AND c.run_id = ${literal(run.run_id)})
          OR (c.outcome IN ('hit', 'empty', 'rejected') AND c.run_id = ${literal(run.run_id)} AND k.not_before IS NULL
            AND (k.sweep IS NULL OR c.sweep >= k.sweep)
            AND (c.outcome <> 'rejected' OR c.fetched_at >= ${literal(run.refused_after)}::TIMESTAMP)))))`
}

/** The calls to make next, cheapest rank first; of equal rank by key, so that the order is always the same. */
export const nextCalls = (query: StepQuery, run: StepValues, limit: number): string =>
  `${keyedCalls(query, run)} SELECT call_key, params, sweep FROM needed ORDER BY cost_rank, call_key, sweep LIMIT ${limit}`

/** How many distinct calls the step wants, and how many of them it needs to make. */
export const countCalls = (query: StepQuery, run: StepValues): string =>
  `${keyedCalls(query, run)} SELECT (SELECT count(DISTINCT (call_key, coalesce(sweep, 1))) FROM keyed)::INTEGER AS wanted,
    (SELECT count(DISTINCT (call_key, sweep)) FROM needed)::INTEGER AS needed`

/** The columns that a step's SELECT yields. */
export const describeStep = ({ select }: Step, run: StepValues): string =>
  `DESCRIBE SELECT * FROM (${rendered(select, run)}
)`
