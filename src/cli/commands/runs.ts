import type { RunWithSummary } from '../../app/dossier.ts'
import { byDefault, defineCommand, home, json, optionalArgument, text, wholeNumber } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { summaryText } from '../show-summary.ts'
import { runsTable } from '../text.ts'

export const command = defineCommand({
  words: 'runs [run]',
  does: 'the runs with their calls, points, gaps and changes, or the summary of one',
  places: { run: optionalArgument('run id, or the beginning of one, or latest') },
  flags: {
    home,
    json,
    job: text('only runs of this job'),
    limit: byDefault(wholeNumber(1, 100_000, 'runs at most'), 20),
  },
  examples: [['$0 runs latest', 'what the last run made and found']],
  async run({ run, job, limit, ...args }, context) {
    const dossier = await opened(args, context)
    if (run === undefined) {
      const rows = await dossier.runs({ job, limit })
      context.out(args.json ? JSON.stringify(rows, null, 2) : runsTable(rows.map((row) => ({ ...row }))))
    } else {
      const one = await dossier.runOf(run)
      context.out(args.json ? JSON.stringify(one.summary ?? one, null, 2) : runText(one))
    }
    return exitCodes.complete
  },
})

const runText = ({ summary, ...run }: RunWithSummary): string =>
  summary === undefined
    ? `run          ${run.run_id} ${run.status}${run.reason === null ? '' : `: ${run.reason}`}; it left no summary`
    : summaryText(summary)
