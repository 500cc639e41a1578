import { unknownSentence } from '../../engine/estimate.ts'
import { homeAt } from '../../engine/home.ts'
import { outlookSentence } from '../../engine/outlook.ts'
import { type JobPlan, planJob } from '../../engine/plan-job.ts'
import { readJob } from '../../job/read-job.ts'
import { relationNames } from '../../warehouse/schema.ts'
import type { Command } from '../context.ts'
import { systemEffects } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'
import { pipelines } from '../pipelines.ts'
import { createRunLog } from '../run-log.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text-table.ts'
import { version } from '../version.ts'

export interface PlanArgs {
  readonly job: string
  readonly home?: string | undefined
  readonly json: boolean
}

/** What a run would call now, and what that would cost. Makes no call. */
export const plan: Command<PlanArgs> = async (args, context) => {
  const { job, pipeline } = await readJob(args.job, pipelines, relationNames())
  const planned = await planJob({
    home: homeAt(homeSetting(args.home, context.env)),
    job,
    pipeline,
    effects: systemEffects(createRunLog().log),
    version: version(),
    onDamage: context.note,
  })
  context.out(args.json ? JSON.stringify(planned, null, 2) : planText(planned))
  return exitCodes.complete
}

function planText({ steps, budget }: JobPlan): string {
  const calls = steps.reduce((sum, { needed }) => sum + needed, 0)
  const cost = steps.reduce((sum, step) => sum + step.cost, 0)
  const rows = steps.map((step) => ({
    step: step.step,
    operation: step.operation,
    fresh: step.fresh,
    needed: step.needed,
    points: step.cost,
    unknown: step.unknown ?? '?',
    'unknown points': step.unknownCost ?? '?',
  }))
  const limits = budget.map(({ limit, most, spent, left, needed, expected, fits }) => ({
    limit,
    most,
    spent,
    left,
    needed,
    expected: expected ?? '?',
    fits: fits === 'unknown' ? '?' : fits,
  }))
  return [
    textTable(rows),
    `${calls} calls for ${cost} points are needed as far as the warehouse knows. ${unknownSentence(steps)}`,
    ...(limits.length === 0 ? [] : [textTable(limits)]),
    outlookSentence(budget),
  ].join('\n\n')
}
