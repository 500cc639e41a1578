import { outlookSentence, type PlannedStep, unknownSentence } from '../../engine/estimate.ts'
import { homeAt } from '../../engine/home/home.ts'

import { type JobPlan, planJob } from '../../engine/plan-job.ts'
import { readJob } from '../../job/read-job.ts'
import { relationNames } from '../../warehouse/schema.ts'
import type { Command } from '../context.ts'
import { createRunLog, systemEffects } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'
import { pipelines } from '../pipelines.ts'
import { homeSetting } from '../settings.ts'
import { counted, textTable } from '../text.ts'

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
    onFinding: context.note,
  })
  context.out(args.json ? JSON.stringify(planned, null, 2) : planText(planned))
  return exitCodes.complete
}

function planText({ steps, budget }: JobPlan): string {
  const sum = (of: (step: PlannedStep) => number): number => steps.reduce((all, step) => all + of(step), 0)
  const [fresh, needed] = [sum((step) => step.fresh), sum((step) => step.needed)]
  const rows = steps.map((step) => ({
    step: step.step,
    operation: step.operation,
    'known, fresh': step.fresh,
    'to call now': step.needed,
    points: step.cost,
    'may follow': followText(step),
  }))
  const limits = budget.map((limit) => ({
    limit: limit.limit,
    most: limit.most,
    spent: limit.spent,
    left: limit.left,
    'to call now': limit.needed,
    'with what follows': limit.expected ?? notKnownYet,
    fits: limit.fits === 'unknown' ? notKnownYet : limit.fits,
  }))
  return [
    textTable(rows),
    [
      `known          ${counted(fresh, 'call')} answered in the ledger and fresh: not made again, without cost`,
      `to call now    ${
        needed === 0
          ? 'nothing'
          : `${counted(needed, 'call')} for ${counted(
              sum(({ cost }) => cost),
              'point',
            )}, each tried once`
      }`,
      `may follow     ${unknownSentence(steps)}`,
    ].join('\n'),
    ...(limits.length === 0 ? [] : [textTable(limits)]),
    outlookSentence(budget),
  ].join('\n\n')
}

const notKnownYet = 'not known yet'

const followText = ({ unknown, unknownCost }: PlannedStep): string =>
  unknown === null || unknownCost === null
    ? notKnownYet
    : unknown === 0
      ? 'nothing'
      : `about ${counted(unknown, 'call')}, ${counted(unknownCost, 'point')}`
