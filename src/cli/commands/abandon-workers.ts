import { type Abandoned, abandonWorkers as abandonIn } from '../../engine/by-workers/homecoming.ts'
import { exists, homeAt } from '../../engine/home/home.ts'
import type { Command } from '../context.ts'
import { createRunLog, systemEffects } from '../effects.ts'
import { UsageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

export interface AbandonWorkersArgs {
  readonly home?: string | undefined
  readonly dryRun: boolean
  readonly yes: boolean
  readonly json: boolean
}

/** Shows what workers have of a home, and with `--yes` goes on without them. */
export const abandonWorkers: Command<AbandonWorkersArgs> = async (args, { env, out, note }) => {
  const home = homeAt(homeSetting(args.home, env))
  if (!(await exists(home.runs)))
    throw new UsageError(
      `abandon-workers: there is nothing at ${home.root}; expected the folder of earlier runs: --home`,
    )
  const isDryRun = args.dryRun || !args.yes
  const effects = systemEffects(createRunLog().log)
  const runs = await abandonIn({ home, effects, isDryRun, onDamage: note })
  if (args.json) out(JSON.stringify({ isDryRun, runs }, null, 2))
  else out(runs.length === 0 ? 'workers have nothing of this home' : abandonedText(runs, isDryRun))
  const uncounted = runs.reduce((sum, run) => sum + run.uncounted, 0)
  if (uncounted > 0) note(warning(uncounted))
  if (isDryRun && !args.dryRun && runs.length > 0) throw unconfirmed()
  return exitCodes.complete
}

const warning = (uncounted: number): string =>
  `abandon-workers: WARNING: workers that still live may spend up to ${uncounted} attempts that no budget and no ledger counts, and ` +
  'whose answers nobody keeps; end them (SIGTERM) first, wherever they run'

const unconfirmed = (): UsageError =>
  new UsageError(
    'abandon-workers: nothing was done yet. If their Redis is gone for good, give the same command again with --yes; otherwise a run of ' +
      'a job with executor: redis brings all of it home',
  )

const abandonedText = (runs: readonly Abandoned[], isDryRun: boolean): string =>
  `${textTable(runs.map((run) => ({ ...run })))}\n${
    isDryRun
      ? 'would take home what landed, and count as lost what was begun'
      : 'took home what landed, and counted as lost what was begun; dossier run JOB asks for the rest'
  }`
