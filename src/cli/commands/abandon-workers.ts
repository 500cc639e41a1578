import type { Abandoned } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import { consent, defineCommand, home, json } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export const command = defineCommand({
  words: 'abandon-workers',
  does: 'go on without workers whose Redis is gone for good: take home what they landed, count as lost what they had begun',
  flags: { home, json, ...consent('give them up') },
  examples: [['$0 abandon-workers --dry-run', 'what they have, by run; asks no Redis']],
  async run(args, context) {
    const { out, note } = context
    const isDryRun = args.dryRun || !args.yes
    const runs = await (await opened(args, context)).abandonWorkers({ dryRun: isDryRun })
    if (args.json) out(JSON.stringify({ isDryRun, runs }, null, 2))
    else out(runs.length === 0 ? 'workers have nothing of this home' : abandonedText(runs, isDryRun))
    const uncounted = runs.reduce((sum, run) => sum + run.uncounted, 0)
    if (uncounted > 0) note(warning(uncounted))
    if (isDryRun && !args.dryRun && runs.length > 0) throw unconfirmed()
    return exitCodes.complete
  },
})

const warning = (uncounted: number): string =>
  `abandon-workers: WARNING: workers that still live may spend up to ${uncounted} attempts that no budget and no ledger counts, and ` +
  'whose answers are lost; end them (SIGTERM) first, wherever they run'

const unconfirmed = (): RefusedError =>
  new RefusedError(
    'abandon-workers: nothing was done yet. If their Redis is gone for good, give the same command again with --yes; otherwise a run of ' +
      'a job with executor: redis brings all of it home',
  )

const abandonedText = (runs: readonly Abandoned[], isDryRun: boolean): string =>
  `${textTable(runs.map((run) => ({ ...run })))}\n${
    isDryRun
      ? 'would take home what landed, and count as lost what was begun'
      : 'took home what landed, and counted as lost what was begun; dossier run JOB asks for the rest'
  }`
