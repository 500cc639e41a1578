import { stat } from 'node:fs/promises'
import { type Stop, stops } from '../calls/stops.ts'
import type { Database, Reader } from '../warehouse/database.ts'
import { type EarlierRuns, earlierRuns, meanBytes, type RunRecord, type Spent } from '../warehouse/runs.ts'
import { type Account, type Budget, rounded, units } from './budget.ts'
import { exists, type Home } from './home/home.ts'
import type { Planner, StepCount } from './planner.ts'

/** A step with what it would cost now, and what its answers may make it cost yet. */
export interface PlannedStep extends StepCount {
  /** Calls that the ledger holds fresh. */
  readonly fresh: number
  /** Points for the calls that are needed. */
  readonly cost: number
  /** Calls that answers still to come may ask for, by what earlier runs needed; null without earlier runs. */
  readonly unknown: number | null
  /** Points for those. */
  readonly unknownCost: number | null
}

/** Runs of the job that say what an ordinary one needs. */
const runsToLookAt = 5

/** Counts and prices the calls known to be needed, and adds the further calls that earlier runs of the job needed. */
export async function planSteps(
  database: Reader,
  planner: Pick<Planner, 'count'>,
  { job, run_id: runId }: Pick<RunRecord, 'job' | 'run_id'>,
  { costOf }: Pick<Budget, 'costOf'>,
): Promise<PlannedStep[]> {
  const counts = await planner.count()
  const expected = expectedCalls(await earlierRuns(database, { job, runId }))
  let isAnythingNeeded = false
  return counts.map((count) => {
    const price = costOf(count.operation)
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
 * Calls by step that a run is expected to need: the average of the job's last runs, without the first, which had everything to find out.
 * Null without such runs.
 */
function expectedCalls({ made, later }: EarlierRuns): ReadonlyMap<string, number> | null {
  const counted = later.slice(-runsToLookAt)
  if (counted.length === 0) return null
  const steps = new Set(counted.flatMap((calls) => Object.keys(calls)))
  return new Map(
    [...steps].map((step) => {
      const all = counted.reduce((sum, calls) => sum + (calls[step] ?? 0), 0)
      return [step, all / counted.length - (made[step] ?? 0)]
    }),
  )
}

const sum = (steps: readonly PlannedStep[], of: (step: PlannedStep) => number): number =>
  steps.reduce((total, step) => total + of(step), 0)

/** What a run is expected to call before it makes its first call. */
export const estimateOf = (steps: readonly PlannedStep[]) => ({
  calls: sum(steps, ({ needed, unknown }) => needed + (unknown ?? 0)),
  cost: sum(steps, ({ cost, unknownCost }) => cost + (unknownCost ?? 0)),
  /** False when steps whose calls could not be known are left out: the run needs at least this. */
  isWhole: steps.every(({ unknown }) => unknown !== null),
})

/** What answers still to come may add, for a person. */
export function unknownSentence(steps: readonly PlannedStep[]): string {
  if (steps.some(({ unknown }) => unknown === null)) {
    const usual =
      sum(steps, ({ fresh }) => fresh) === 0
        ? 'as a rule many times as many calls'
        : 'none where the answers are what they were, else what is new in them'
    return (
      `what the answers ask for (pages, full texts, statutes): ${usual}. How many cannot be known yet: ` +
      'that takes a finished run of this job after its first one'
    )
  }
  const calls = sum(steps, ({ unknown }) => unknown ?? 0)
  if (calls === 0) return 'nothing: earlier runs needed no more than that'
  const more = `${calls} more (${sum(steps, ({ unknownCost }) => unknownCost ?? 0)} points)`
  return `by what earlier runs needed, the answers ask for about ${more}`
}

/** A limit of the budget beside what a plan would take of it. */
export interface Outlook {
  /** Key of the job file that sets the limit. */
  readonly limit: string
  readonly unit: keyof Spent
  readonly most: number
  /** Taken already: by the run that would be resumed, or by all runs of the month in Beijing. */
  readonly spent: number
  readonly left: number
  /** What the plan is sure to take, without retries. */
  readonly needed: number
  /** That and what answers are expected to ask for; null when there is nothing to estimate it by. */
  readonly expected: number | null
  /** `unknown`: what is needed now fits, and the rest cannot be known. */
  readonly fits: 'yes' | 'no' | 'unknown'
}

/** Every limit that the job sets, with what is left of it and whether the plan fits; empty when the job sets none. */
export const outlookOf = (accounts: readonly Account[], steps: readonly PlannedStep[]): Outlook[] =>
  accounts.flatMap(({ key, most: limits, spent: before, operation }) => {
    const concerned = steps.filter((step) => operation === null || step.operation === operation)
    const whole = estimateOf(concerned)
    return units.flatMap((unit): Outlook[] => {
      const most = limits[unit]
      if (most === undefined) return []
      const [spent, left] = [rounded(before[unit]), rounded(Math.max(0, most - before[unit]))]
      const needed = rounded(sum(concerned, (step) => (unit === 'calls' ? step.needed : step.cost)))
      const expected = whole.isWhole ? rounded(whole[unit]) : null
      const fits = needed > left ? 'no' : expected === null ? 'unknown' : expected <= left ? 'yes' : 'no'
      return [{ limit: `${key}.${unit}`, unit, most, spent, left, needed, expected, fits }]
    })
  })

/** Whether a plan fits into the budget, for a person. */
export function outlookSentence(outlooks: readonly Outlook[]): string {
  if (outlooks.length === 0) return 'The job sets no budget: nothing bounds what a run spends.'
  const tight = outlooks.filter(({ fits }) => fits === 'no')
  if (tight.length > 0) {
    const shortfalls = tight.map(({ limit, left, unit, needed, expected }) => {
      const wanted =
        needed > left ? `${needed} ${needed === 1 ? 'is' : 'are'} needed` : `about ${expected} are expected`
      return `${limit} leaves ${left} ${unit === 'calls' ? 'call' : 'point'}${left === 1 ? '' : 's'}, ${wanted}`
    })
    return `It does not fit into the budget: ${shortfalls.join('; ')}. The run stops in time, and what is left undone is listed.`
  }
  return outlooks.some(({ fits }) => fits === 'unknown')
    ? 'What is needed now fits into the budget; whether the rest does is not known yet. The run stops in time if it does not.'
    : 'It fits into the budget, as long as no call has to be retried.'
}

/** Bytes that are free where a home is, or would be. */
export type FreeBytes = (folder: string) => Promise<number>

/** Bytes of an answer where there is no earlier one: a full text of the sample is 13 KB, a record 20 KB (docs/performance.md). */
const unknownAnswer = 20_000
/**
 * An answer is on disk as it landed, then as rows, while DuckDB writes them a second time before its checkpoint, and, compressed to a
 * quarter, in the archive.
 */
const copiesOfAnswer = 3.25
/** What must be left for everything else: staging, logs, exports. */
const reserve = 64 << 20

/**
 * What a run needs on disk at its highest, by its plan: its answers, by the size of earlier ones of their operations, and a second copy of the warehouse
 * while it is published. Less than that when the estimate leaves out what could not be known.
 */
export async function diskNeed(database: Database, home: Home, steps: readonly PlannedStep[]) {
  const means = await meanBytes(database)
  const calls = steps.map(({ operation, needed, unknown }) => ({ operation, count: needed + (unknown ?? 0) }))
  const answers = calls.reduce(
    (sum, { operation, count }) => sum + count * (means.get(operation) ?? unknownAnswer),
    0,
  )
  const warehouse = (await exists(home.state.warehouse)) ? (await stat(home.state.warehouse)).size : 0
  return {
    calls: calls.reduce((sum, { count }) => sum + count, 0),
    bytes: Math.round(answers * copiesOfAnswer) + warehouse + reserve,
  }
}

/** Why a run may not begin to call, when the disk would be full before its end; null when there is room. */
export function noRoom(
  { calls, bytes }: Awaited<ReturnType<typeof diskNeed>>,
  free: number,
  home: Home,
): Stop | null {
  if (free >= bytes) return null
  return stops.noRoom({ folder: home.root, free, need: bytes, calls })
}
