import { type Home, homeAt, runIds } from '../../engine/home/home.ts'
import { type RunState, readRunFile, stateOfHome, type ToldRun } from '../../engine/home/runs.ts'

import type { Command } from '../context.ts'
import { UsageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { homeSetting } from '../settings.ts'
import { summaryText } from '../show-summary.ts'
import { textTable } from '../text.ts'

export interface RunsArgs {
  /** Id of a run, or the beginning of one, or `latest`. */
  readonly run?: string | undefined
  readonly job?: string | undefined
  readonly home?: string | undefined
  readonly limit: number
  readonly json: boolean
}

/** The runs of a home, newest first, or the summary of one; from their files alone, so that it also answers during a run. */
export const runs: Command<RunsArgs> = async (args, { env, out }) => {
  const home = homeAt(homeSetting(args.home, env))
  if (args.run !== undefined) {
    const told = await runOf(home, args.run)
    out(args.json ? JSON.stringify(told.summary ?? told, null, 2) : textOf(told))
    return exitCodes.complete
  }
  const rows = await listed(home, args)
  out(args.json ? JSON.stringify(rows, null, 2) : runsTable(rows))
  return exitCodes.complete
}

async function listed(home: Home, { job, limit }: RunsArgs): Promise<Record<string, unknown>[]> {
  const { runs } = await stateOfHome(home, new Set())
  const wanted = runs.filter((run) => job === undefined || run.job === job).slice(0, limit)
  return await Promise.all(wanted.map(async (state) => rowOf(state, await readRunFile(home, state.run_id))))
}

/** Figures of a run that has not ended are not known here: `dossier status` tells those of the one that is going on. */
function rowOf({ run_id, job, status, started_at, finished_at }: RunState, told: ToldRun | undefined) {
  const summary = told?.summary
  const seconds =
    finished_at === null ? null : Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000)
  return {
    run_id,
    job,
    status,
    started_utc: started_at.slice(0, 19).replace('T', ' '),
    seconds,
    calls: summary?.calls.made ?? null,
    points: summary?.calls.cost ?? null,
    gaps: summary?.gaps.length ?? null,
    changes: summary?.changes === undefined ? null : sum(Object.values(summary.changes)),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const textOf = ({ summary, ...run }: ToldRun): string =>
  summary === undefined
    ? `run          ${run.run_id} ${run.status}${run.reason === null ? '' : `: ${run.reason}`}; it left no summary`
    : summaryText(summary)

/** The run that a person means. @throws UsageError */
export async function runOf(home: Home, given: string): Promise<ToldRun> {
  const ids = await runIds(home).catch(() => [])
  const meant = given === 'latest' ? ids.slice(-1) : ids.filter((id) => id.startsWith(given))
  const [id] = meant
  const told = id === undefined || meant.length > 1 ? undefined : await readRunFile(home, id)
  if (told !== undefined) return told
  throw new UsageError(
    ids.length === 0
      ? `runs: no run has begun in ${home.root} yet; run a job first: dossier run JOB`
      : meant.length > 1
        ? `runs: ${meant.length} runs begin with ${given}; expected more of the id, such as ${ids.at(-1)}`
        : `runs: there is no run ${given} in ${home.root}; expected latest, or an id that \`dossier runs\` lists`,
  )
}

/** Runs for a person. What JSON has as `calls` are the tries at them, which the budget counts: so the column is called. */
export const runsTable = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  rows.length === 0
    ? 'no run has begun yet'
    : textTable(
        rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name === 'calls' ? 'tries' : name, value]),
          ),
        ),
      )
