import type { PlannedCall } from '../calls/landing/entry.ts'
import { parameterTypes } from '../contract/operation.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { Reader } from '../warehouse/database.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { sourcesOf } from '../warehouse/schema.ts'
import type { JobSettings } from './job/schema.ts'
import { type Check, type Pipeline, PipelineError, type Step, variablesOf } from './pipeline.ts'
import {
  countCalls,
  describeStep,
  nextCalls,
  type PlannedRun,
  type StepQuery,
  type StepValues,
  stepValues,
  valuesOf,
} from './plan-sql.ts'
import { Relations } from './relations.ts'
import { type Relation, relationsIn, rendered, run as runValues, takes } from './select.ts'

export interface StepCount {
  readonly step: string
  readonly operation: OperationName
  /** Distinct calls that the step asks for, as far as the warehouse knows now. */
  readonly wanted: number
  /** Those of them that the ledger does not hold fresh. */
  readonly needed: number
}

/** Calls that must not be planned again. */
export interface UnderWay {
  /** Keys of the calls that were planned and whose answers are not loaded yet. */
  readonly outstanding: ReadonlySet<string>
  /** Keys of the calls that failed or were refused in this process; a later one may try them again. */
  readonly givenUp: ReadonlySet<string>
  /** Those of them that will be tried once more: what waits for their steps waits for them, too. */
  readonly again?: ReadonlySet<string>
  /** Operations whose budget is used up: their steps are passed over. */
  readonly closed?: ReadonlySet<OperationName>
}

/** What a check of the pipeline found, one sentence a row. */
export interface Finding {
  readonly message: string
  /** The run ends here. */
  readonly isFatal: boolean
}

/** A check with what the job says of its findings; asked each time its step drains again. */
type OpenCheck = Omit<Check, 'stops'> & Pick<Finding, 'isFatal'>

const reserved = new Set(['cost_rank', 'not_before', 'sweep'])

interface PreparedStep extends StepQuery {
  /** Made each time: what the budget allows may have changed. */
  readonly values: () => StepValues
  /** What it reads (see `sourcesOf`), and relations that it reads itself. */
  readonly sources: ReadonlySet<string>
  readonly reads: readonly string[]
  /** State of the relations that it reads, when it was last asked. */
  relations: string
  /** Nothing that it reads has grown since it was last asked. */
  isKnown: boolean
  /** Calls that it yielded then, but for those that were given up for good; null when there were more than were taken. */
  yielded: ReadonlySet<string> | null
  /** The checks that stand after it were looked at since it was last asked. */
  isChecked: boolean
}

/** The planner of a run of a job. @throws PipelineError */
export const plannerOf = (
  database: Reader,
  { run_id, started_at }: Pick<RunRecord, 'run_id' | 'started_at'>,
  pipeline: Pipeline,
  settings: JobSettings,
  more: Pick<PlannedRun, 'retryBefore' | 'callsLeft'> = {},
): Promise<Planner> =>
  Planner.create(
    database,
    {
      ...pipeline,
      checks: (pipeline.checks ?? []).map(({ stops, ...check }) => ({ ...check, isFatal: stops(settings) })),
    },
    {
      runId: run_id,
      startedAt: new Date(started_at),
      variables: variablesOf(pipeline, settings),
      freshness: settings.freshness,
      ...more,
    },
  )

/** Asks a pipeline's steps what to call next. */
export class Planner {
  readonly #database: Reader
  readonly #steps: readonly PreparedStep[]
  readonly #checks: readonly OpenCheck[]
  readonly #relations: Relations
  /** Messages that were reported; each is reported once. */
  readonly #reported = new Set<string>()
  readonly #findings: Finding[] = []

  private constructor(
    database: Reader,
    steps: readonly PreparedStep[],
    checks: readonly OpenCheck[],
    relations: Relations,
  ) {
    this.#database = database
    this.#steps = steps
    this.#checks = checks
    this.#relations = relations
  }

  /** Checks every step's columns against the contract. @throws PipelineError */
  static async create(
    database: Reader,
    pipeline: Pick<Pipeline, 'name' | 'steps'> & { readonly checks?: readonly OpenCheck[] },
    run: PlannedRun,
  ): Promise<Planner> {
    const checks = pipeline.checks ?? []
    const selects = [...pipeline.steps, ...checks].map(({ select }) => select)
    const prepared = async () => {
      for (const { select, after } of checks) {
        const of = pipeline.steps.find(({ name }) => name === after)
        if (of !== undefined) await sourcesOf(database, rendered(select, stepValues(run, of)))
      }
      return await Relations.create(database, valuesOf(run), selects)
    }
    const relations = await prepared().catch((cause: Error) => {
      throw new PipelineError(`pipeline ${pipeline.name}: ${cause.message}`, { cause })
    })
    const steps = []
    for (const step of pipeline.steps) {
      const values = () => stepValues(run, step)
      steps.push({
        step,
        values,
        ...(await readingOf(database, pipeline.name, step, values())),
        reads: relationsIn(step.select).map(({ relation }) => relation),
        relations: '',
        isKnown: false,
        yielded: null,
        isChecked: false,
      })
    }
    return new Planner(database, steps, checks, relations)
  }

  /** Notes what a load changed: the steps that read any of it are asked again. */
  loaded(changed: readonly string[]): void {
    this.#relations.loaded(changed)
    for (const step of this.#steps) {
      if (changed.some((source) => step.sources.has(source))) step.isKnown = false
    }
  }

  /** Notes that calls which were given up may be planned again: every step is asked again. */
  reconsider(): void {
    for (const step of this.#steps) step.isKnown = false
  }

  /**
   * Up to `limit` calls in the order of the steps, without those under way or given up. A step that waits for another
   * is asked only when that one and all before it have neither needed nor outstanding calls.
   */
  async next(limit: number, underWay: UnderWay): Promise<PlannedCall[]> {
    const calls = new Map<string, PlannedCall>()
    /** Steps that have nothing pending, nor has any before them. */
    const drained = new Set<string>()
    let isDrained = true
    for (const prepared of this.#steps) {
      if (calls.size >= limit) break
      const { step } = prepared
      if (!underWay.closed?.has(step.operation)) {
        if (step.after !== undefined && !drained.has(step.after)) continue
        await this.#renew(prepared)
        if (!isAnswered(prepared, underWay)) await this.#ask(prepared, limit, underWay, calls)
        isDrained &&= prepared.yielded?.size === 0
        if (isDrained && !prepared.isChecked) await this.#check(prepared)
      }
      if (isDrained) drained.add(step.name)
    }
    return [...calls.values()]
  }

  /** Brings a relation up to date that a step or the summary reads; returns its name. */
  async renew({ relation }: Relation): Promise<string> {
    await this.#relations.renew([relation])
    return relation
  }

  /** What the checks found since this was last asked. */
  takeFindings(): Finding[] {
    return this.#findings.splice(0)
  }

  async #check(prepared: PreparedStep): Promise<void> {
    const { step, values } = prepared
    prepared.isChecked = true
    for (const check of this.#checks) {
      if (check.after !== step.name) continue
      const rows = await this.#database.rows(rendered(check.select, values()))
      const messages = rows
        .map(({ message }) => String(message))
        .filter((message) => !this.#reported.has(message))
      for (const message of messages) this.#reported.add(message)
      this.#findings.push(...messages.map((message) => ({ message, isFatal: check.isFatal })))
    }
  }

  /** Brings what the step reads up to date. */
  async #renew(prepared: PreparedStep): Promise<void> {
    const state = await this.#relations.renew(prepared.reads)
    if (state !== prepared.relations) prepared.isKnown = false
    prepared.relations = state
  }

  async #ask(
    prepared: PreparedStep,
    limit: number,
    { outstanding, givenUp, again }: UnderWay,
    calls: Map<string, PlannedCall>,
  ): Promise<void> {
    const most = limit - calls.size + outstanding.size + givenUp.size
    const rows = await this.#database.rows(nextCalls(prepared, prepared.values(), most))
    const open = rows
      .map((row) => ({ row, callKey: String(row.call_key) }))
      .filter(({ callKey }) => !givenUp.has(callKey) || again?.has(callKey))
    prepared.isKnown = true
    prepared.yielded = rows.length < most ? new Set(open.map(({ callKey }) => callKey)) : null
    prepared.isChecked = false
    for (const { row, callKey } of open) {
      // Of one call in two sweeps the earlier comes first; the other is asked for once that is loaded.
      if (calls.size < limit && ![outstanding, givenUp, calls].some((known) => known.has(callKey))) {
        calls.set(callKey, plannedCall(prepared.step, row, callKey))
      }
    }
  }

  /** The first step that the budget alone keeps from going on, though some of it is left: a list is not read in parts. */
  async heldBack({
    givenUp,
  }: Pick<UnderWay, 'givenUp'>): Promise<Pick<StepCount, 'step' | 'operation'> | null> {
    for (const prepared of this.#steps) {
      const { step, values } = prepared
      if (values().calls_left === null || !takes(step.select, runValues.calls_left)) continue
      await this.#renew(prepared)
      const rows = await this.#database.rows(nextCalls(prepared, withoutLimit(values()), givenUp.size + 1))
      if (rows.some((row) => !givenUp.has(String(row.call_key))))
        return { step: step.name, operation: step.operation }
    }
    return null
  }

  /** What each step wants and needs, as far as the warehouse knows now, whatever the budget allows. */
  async count(): Promise<StepCount[]> {
    const counts = []
    for (const prepared of this.#steps) {
      const { step, values } = prepared
      await this.#renew(prepared)
      const [row] = await this.#database.rows(countCalls(prepared, withoutLimit(values())))
      const needed = Number(row?.needed ?? 0)
      // What needs nothing now need not be asked until what it reads grows.
      if (needed === 0 && !takes(step.select, runValues.calls_left)) {
        prepared.isKnown = true
        prepared.yielded = new Set()
      }
      counts.push({ step: step.name, operation: step.operation, wanted: Number(row?.wanted ?? 0), needed })
    }
    return counts
  }
}

/** Whether to ask the step now would say nothing new: each call that it yielded is under way, or waits to be tried again. */
const isAnswered = ({ isKnown, yielded }: PreparedStep, { outstanding, again }: UnderWay): boolean =>
  isKnown &&
  yielded !== null &&
  [...yielded].every((callKey) => outstanding.has(callKey) || again?.has(callKey))

/** As if no budget kept a step from anything. */
const withoutLimit = (values: StepValues): StepValues => ({ ...values, calls_left: null })

/** What a step's SELECT reads and yields. Nothing of it is run before it is known to be one SELECT of the warehouse. */
async function readingOf(
  database: Reader,
  pipeline: string,
  step: Step,
  run: StepValues,
): Promise<Pick<PreparedStep, 'sources' | 'columns'>> {
  const where = `pipeline ${pipeline}, step ${step.name}`
  const described = async () => {
    const sources = await sourcesOf(database, rendered(step.select, run, true))
    return { sources, rows: await database.rows(describeStep(step, run)) }
  }
  const { sources, rows } = await described().catch((error: Error) => {
    throw new PipelineError(`${where}: its SELECT cannot be planned: ${error.message}`, { cause: error })
  })
  const columns = new Set(rows.map((row) => String(row.column_name)))
  const known = parameterTypes(operations[step.operation])
  const unknown = [...columns].filter((column) => !known.has(column) && !reserved.has(column))
  if (unknown.length > 0) {
    throw new PipelineError(
      `${where}: ${step.operation} takes no parameter ${unknown.join(', ')}; ` +
        `expected columns among ${[...known.keys(), ...reserved].join(', ')}`,
    )
  }
  return { columns, sources }
}

function plannedCall(step: Step, row: Readonly<Record<string, unknown>>, callKey: string): PlannedCall {
  const all = JSON.parse(String(row.params)) as Record<string, unknown>
  const params = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
  const checked = operations[step.operation].params.safeParse(params)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new PipelineError(
      `step ${step.name}: ${step.operation} refuses ${JSON.stringify(params)}: ${issue?.path.join('.')} ${issue?.message}`,
    )
  }
  return { callKey, step: step.name, operation: step.operation, params, sweep: Number(row.sweep) }
}
