import type { JobPlan } from '../../app/dossier.ts'
import { defineCommand, home, job, json } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted, textTable } from '../text.ts'

type PlannedStep = JobPlan['steps'][number]

export const command = defineCommand({
  words: 'plan <job>',
  does: 'what a run would call now and what it would cost; makes no call',
  places: { job },
  flags: { home, json },
  examples: [['$0 plan jobs/sample-due-diligence.yaml', 'calls and points by step']],
  async run(args, context) {
    const planned = await (await opened(args, context)).plan(args.job)
    context.out(args.json ? JSON.stringify(planned, null, 2) : await planText(planned))
    return exitCodes.complete
  },
})

async function planText(planned: JobPlan): Promise<string> {
  const { planSentences } = await import('../../app/job.ts')
  const { mayFollow, outlook } = planSentences(planned)
  const { steps, budget } = planned
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
      `may follow     ${mayFollow}`,
    ].join('\n'),
    ...(limits.length === 0 ? [] : [textTable(limits)]),
    outlook,
  ].join('\n\n')
}

const notKnownYet = 'not known yet'

const followText = ({ unknown, unknownCost }: PlannedStep): string =>
  unknown === null || unknownCost === null
    ? notKnownYet
    : unknown === 0
      ? 'nothing'
      : `about ${counted(unknown, 'call')}, ${counted(unknownCost, 'point')}`
