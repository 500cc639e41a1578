import type { OperationName } from '../contract/operations.ts'
import type { Reader } from '../warehouse/database.ts'
import { type EarlierRuns, earlierRuns } from '../warehouse/runs.ts'
import type { StepCount } from './planner.ts'

/** A step with what it would cost now, and what its answers may make it cost yet. */
export interface PlannedStep extends StepCount {
  /** Calls that the ledger holds fresh. */
  readonly fresh: number
  /** Points for the calls that are needed. */
  readonly cost: number
  /** Calls that answers still to come may ask for, by what earlier runs needed; null when no earlier run tells. */
  readonly unknown: number | null
  /** Points for those. */
  readonly unknownCost: number | null
}

/** What a run was expected to call before it made its first call. */
export interface Estimate {
  readonly calls: number
  readonly cost: number
  /** False when steps whose calls nobody could know are left out: the run needs at least this. */
  readonly isWhole: boolean
}

export interface EstimateOptions {
  readonly job: string
  readonly pipeline: string
  readonly runId: string
  readonly costOf: (operation: OperationName) => number
}

/** Runs of the job that say what an ordinary one needs. */
const runsToLookAt = 5

/** Prices the steps' counts, and adds what their answers may ask for by what earlier runs of the job or the pipeline needed. */
export async function planSteps(
  database: Reader,
  counts: readonly StepCount[],
  options: EstimateOptions,
): Promise<PlannedStep[]> {
  const expected = expectedCalls(await earlierRuns(database, options))
  let isAnythingNeeded = false
  return counts.map((count) => {
    const price = options.costOf(count.operation)
    isAnythingNeeded ||= count.needed > 0
    const unknown = isAnythingNeeded ? unknownOf(count, expected) : 0
    return {
      ...count,
      fresh: count.wanted - count.needed,
      cost: count.needed * price,
      unknown,
      unknownCost: unknown === null ? null : unknown * price,
    }
  })
}

function unknownOf({ step, needed }: StepCount, expected: ReadonlyMap<string, number> | null): number | null {
  return expected === null ? null : Math.max(0, Math.round(expected.get(step) ?? 0) - needed)
}

/**
 * Calls by step that a run is expected to need yet. A job that ran before needs what it needed on the average of its last runs, its
 * first one aside, which had everything to find out; a new job needs what others of its pipeline needed at first, by the number of
 * their inputs. Null when no run tells.
 */
function expectedCalls({ inputs, made, runs }: EarlierRuns): ReadonlyMap<string, number> | null {
  const own = runs.filter(({ isOwn }) => isOwn)
  const [counted, share] =
    own.length === 0
      ? [runs.filter(({ isFirst }) => isFirst), inputs]
      : [own.filter(({ isFirst }) => !isFirst).slice(-runsToLookAt), null]
  const weight = share === null ? counted.length : counted.reduce((sum, run) => sum + run.inputs, 0)
  if (weight === 0) return null
  const steps = new Set(counted.flatMap(({ calls }) => Object.keys(calls)))
  return new Map(
    [...steps].map((step) => {
      const all = counted.reduce((sum, { calls }) => sum + (calls[step] ?? 0), 0)
      return [step, (all / weight) * (share ?? 1) - (made[step] ?? 0)]
    }),
  )
}

export function estimateOf(steps: readonly PlannedStep[]): Estimate {
  const sum = (of: (step: PlannedStep) => number) => steps.reduce((total, step) => total + of(step), 0)
  return {
    calls: sum(({ needed, unknown }) => needed + (unknown ?? 0)),
    cost: sum(({ cost, unknownCost }) => cost + (unknownCost ?? 0)),
    isWhole: steps.every(({ unknown }) => unknown !== null),
  }
}

/** What answers still to come may add, for a person. */
export function unknownSentence(steps: readonly PlannedStep[]): string {
  const sum = (of: (step: PlannedStep) => number) => steps.reduce((total, step) => total + of(step), 0)
  if (steps.some(({ unknown }) => unknown === null)) {
    const usual =
      sum(({ fresh }) => fresh) === 0
        ? 'as a rule many times as many calls'
        : 'none where the answers are what they were, else what is new in them'
    return (
      `what the answers ask for (pages, full texts, statutes): ${usual}. How many cannot be known yet: ` +
      'that takes a finished run of this job after its first one, or the first run of another job of this pipeline'
    )
  }
  const calls = sum(({ unknown }) => unknown ?? 0)
  return calls === 0
    ? 'nothing: earlier runs needed no more than that'
    : `by what earlier runs needed, the answers ask for about ${calls} more (${sum(({ unknownCost }) => unknownCost ?? 0)} points)`
}
