import type { OperationName } from '../contract/operations.ts'
import type { JobSettings } from '../job/schema.ts'
import type { Spent, SpentBefore } from '../warehouse/runs.ts'
import type { PlannedStep } from './estimate.ts'
import { nothing, rounded, sumOf } from './spent.ts'

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
  /** `unknown`: what is needed now fits, and nobody can tell about the rest. */
  readonly fits: 'yes' | 'no' | 'unknown'
}

/** Every limit that the job sets, with what is left of it and whether the plan fits; empty when the job sets none. */
export function outlookOf(
  { budget }: Pick<JobSettings, 'budget'>,
  before: SpentBefore,
  steps: readonly PlannedStep[],
): Outlook[] {
  const run = sumOf(Object.values(before.run))
  const operations = Object.entries(budget.operations ?? {}).flatMap(([name, most]) => {
    const spent = before.run[name as OperationName] ?? nothing
    return outlook(
      `budget.operations.${name}`,
      most,
      spent,
      steps.filter(({ operation }) => operation === name),
    )
  })
  return [
    ...outlook('budget', budget, run, steps),
    ...outlook('budget.perMonth', budget.perMonth, before.month, steps),
    ...operations,
  ]
}

type Limits = Readonly<Partial<Record<keyof Spent, number | undefined>>>

function outlook(key: string, limits: Limits | undefined, before: Spent, steps: readonly PlannedStep[]) {
  return (['calls', 'cost'] as const).flatMap((unit): Outlook[] => {
    const most = limits?.[unit]
    if (most === undefined) return []
    const [spent, left] = [rounded(before[unit]), rounded(Math.max(0, most - before[unit]))]
    const { needed, expected } = demandOf(steps, unit)
    const fits = (expected ?? needed) > left ? 'no' : expected === null ? 'unknown' : 'yes'
    return [{ limit: `${key}.${unit}`, unit, most, spent, left, needed, expected, fits }]
  })
}

function demandOf(steps: readonly PlannedStep[], unit: keyof Spent): Pick<Outlook, 'needed' | 'expected'> {
  const needed = steps.reduce((sum, step) => sum + (unit === 'calls' ? step.needed : step.cost), 0)
  const more = steps.map(({ unknown, unknownCost }) => (unit === 'calls' ? unknown : unknownCost))
  const expected = more.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    needed,
  )
  return { needed: rounded(needed), expected: expected === null ? null : rounded(expected) }
}

/** Whether a plan fits into the budget, for a person. */
export function outlookSentence(outlooks: readonly Outlook[]): string {
  if (outlooks.length === 0) return 'The job sets no budget: nothing bounds what a run spends.'
  const tight = outlooks.filter(({ fits }) => fits === 'no')
  if (tight.length > 0) {
    const told = tight.map(({ limit, left, unit, needed, expected }) => {
      const wanted = needed > left ? `${needed} are needed` : `about ${expected} are expected`
      return `${limit} leaves ${left} ${unit === 'calls' ? 'calls' : 'points'}, ${wanted}`
    })
    return `It does not fit into the budget: ${told.join('; ')}. The run stops in time, and what is left undone is listed.`
  }
  return outlooks.some(({ fits }) => fits === 'unknown')
    ? 'What is needed now fits into the budget; whether the rest does nobody can tell yet. The run stops in time if it does not.'
    : 'It fits into the budget, as far as no call has to be made again.'
}
