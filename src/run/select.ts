import { literal } from '../contract/sql.ts'

/*
 * The SELECTs of a pipeline. What a SELECT takes from its run, and which relations it reads, stands in it as a value of its own: nothing
 * is looked for in its text, and nothing in it is replaced.
 */

/** A value that a step's SELECT takes from its run. */
export type Variable = string | number | boolean | null

/** Where a value of the run stands in a SELECT. */
export interface RunValue {
  readonly value: string
  /** DuckDB's type of it; that of its literal when absent. */
  readonly type?: string
}

/**
 * Rows that several SELECTs read: worked out once for all of them, as a temporary table of this name, when something that they read has
 * grown. Of the run it may take what is the same for all steps: `run_id`, `started_at` and the pipeline's variables.
 */
export interface Relation {
  readonly relation: string
  readonly select: Sql
  /** Relations that it reads, beside those that stand in its SELECT. */
  readonly behind?: readonly Relation[]
}

/** SQL that is made when the run is known, by its id. */
type Made = (runId: string) => string

/** What a step reads, and what decides when it is asked again. */
interface Watched {
  readonly read: string
  readonly watched: string
}

type Part = string | RunValue | Relation | Watched | Made

/** SQL made by `sql`. */
export interface Sql {
  readonly parts: readonly Part[]
}

/** A template of SQL. Other SQL, relations, values of the run and of `variables` may be put into it. */
export const sql = (
  text: TemplateStringsArray,
  ...fragments: readonly (Sql | Exclude<Part, string>)[]
): Sql => ({
  parts: text.flatMap((piece, at) => {
    const fragment = fragments[at]
    if (fragment === undefined) return [piece]
    return 'parts' in fragment ? [piece, ...fragment.parts] : [piece, fragment]
  }),
})

/** What every step may take from its run. `calls_left`: calls of its operation that the budget still allows, NULL when unlimited. */
export const run = {
  run_id: { value: 'run_id' },
  started_at: { value: 'started_at', type: 'TIMESTAMP' },
  /** Answers from then on count as known to the step. */
  fresh_after: { value: 'fresh_after', type: 'TIMESTAMP' },
  calls_left: { value: 'calls_left', type: 'BIGINT' },
} as const satisfies Readonly<Record<string, RunValue>>

/** Values of one step, which no relation may take. */
const ofOneStep: ReadonlySet<string> = new Set(['fresh_after', 'calls_left'])

/** What a pipeline's SELECTs take from a job, by name: called with the settings it gives the values. */
export type Variables<Settings, Values> = ((settings: Settings) => Values) & {
  readonly [Name in keyof Values]: RunValue
}

/** `variables(({ since }: Settings) => ({ since: since ?? null }))`; `.since` of it then stands in SELECTs. */
export const variables = <Settings, Values extends Readonly<Record<string, Variable>>>(
  of: (settings: Settings) => Values,
): Variables<Settings, Values> =>
  new Proxy(of, { get: (_, name): RunValue => ({ value: String(name) }) }) as Variables<Settings, Values>

/** A relation of the steps that read it. @throws TypeError when it takes what differs by step */
export function relation(name: string, select: Sql, behind: readonly Relation[] = []): Relation {
  const ofStep = select.parts.find((part) => isValue(part) && ofOneStep.has(part.value))
  if (ofStep !== undefined)
    throw new TypeError(
      `relation ${name} reads ${(ofStep as RunValue).value}, which differs by step; expected it in the step`,
    )
  return { relation: name, select, behind }
}

/**
 * `call_key`, `run_id` and `fetched_at` of all calls, to join with the rows of their answers. Rows and their calls are loaded together, so
 * a step that reads it is not asked again where only calls have grown.
 */
export const callOfRow: Watched = {
  read: '(SELECT call_key, run_id, fetched_at FROM calls)',
  watched: '(SELECT NULL AS call_key, NULL AS run_id, NULL::TIMESTAMP AS fetched_at)',
}

const isValue = (part: Part): part is RunValue => typeof part === 'object' && 'value' in part
const isRelation = (part: Part): part is Relation => typeof part === 'object' && 'relation' in part

/** Relations that a SELECT reads itself. */
export const relationsIn = ({ parts }: Sql): Relation[] => parts.filter(isRelation)

/** Whether it takes this value of the run. */
export const takes = ({ parts }: Sql, { value }: RunValue): boolean =>
  parts.some((part) => isValue(part) && part.value === value)

/** Values of a run by name; TIMESTAMPs as DuckDB reads them. */
export type RunValues = Readonly<Record<string, Variable>> & { readonly run_id: string }

/**
 * The SQL of a run. `isWatched`: as the tables in it decide when it is asked again.
 * @throws TypeError when the run has no such value
 */
export const rendered = ({ parts }: Sql, values: RunValues, isWatched = false): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (typeof part === 'function') return part(values.run_id)
      if ('relation' in part) return part.relation
      if ('read' in part) return isWatched ? part.watched : part.read
      return literalOf(part, values)
    })
    .join('')

function literalOf({ value, type }: RunValue, values: RunValues): string {
  const given = values[value]
  if (given === undefined) {
    throw new TypeError(
      `a SELECT takes ${value}, which the run does not have; expected one of ${Object.keys(values).join(', ')}`,
    )
  }
  const as = type ?? (given === null ? 'VARCHAR' : undefined)
  return `(${literal(given)}${as === undefined ? '' : `::${as}`})`
}
