import { access } from 'node:fs/promises'
import { homeAt } from '../../engine/home.ts'
import { lockOwner } from '../../engine/lock.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { openPublished } from '../../warehouse/query.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text-table.ts'

export interface StatusArgs {
  readonly home?: string | undefined
  readonly json: boolean
}

const history = `
  SELECT r.run_id, r.job, r.status, strftime(r.started_at, '%Y-%m-%d %H:%M:%S') AS started_utc,
    date_diff('second', r.started_at, r.finished_at)::INTEGER AS seconds,
    coalesce(sum(c.attempts), 0)::INTEGER AS calls, coalesce(sum(c.cost), 0) AS points, r.reason
  FROM runs AS r LEFT JOIN calls AS c ON c.run_id = r.run_id
  GROUP BY ALL ORDER BY r.run_id DESC LIMIT 20`

async function lastRuns(published: string): Promise<SqlRow[]> {
  await using database = await openPublished(published)
  return await database.rows(history)
}

/** Who is running, and how the last runs ended. */
export const status: Command<StatusArgs> = async (args, { env, out }) => {
  const home = homeAt(homeSetting(args.home, env))
  const running = await lockOwner(home.state.lock)
  const isPublished = await access(home.published).then(
    () => true,
    () => false,
  )
  const runs = isPublished ? await lastRuns(home.published) : []
  if (args.json) out(JSON.stringify({ running: running ?? null, runs }, null, 2))
  else {
    out(
      running === undefined
        ? 'no run is going on'
        : `a run is going on: process ${running.pid} on ${running.host}, since ${running.since}`,
    )
    out(runs.length === 0 ? 'no run was published yet' : textTable(runs))
  }
  return exitCodes.complete
}
