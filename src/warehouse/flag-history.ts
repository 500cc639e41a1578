import { fileLiteral, literal } from '../contract/sql.ts'
import type { Database, Reader, SqlRow } from './database.ts'

/**
 * Records the red flags of the enterprises of a run, and returns them as NDJSON for its folder. `entries`: the rows of
 * `job_enterprises` of the run. Call it when `runs` has its thresholds and the derived tables are fresh.
 */
export async function recordFlags(
  database: Database,
  { runId, entries }: { readonly runId: string; readonly entries: string },
): Promise<string> {
  const run = literal(runId)
  await database.transaction(async (tx) => {
    await tx.run(`DELETE FROM flag_history WHERE run_id = ${run}`)
    // The view takes the thresholds of the last run that lists an enterprise: this one, once it has its rows.
    await tx.run(
      `INSERT INTO flag_history SELECT DISTINCT ${run}, enterprise_id, []::VARCHAR[] FROM ${entries} WHERE enterprise_id IS NOT NULL`,
    )
    await tx.run(
      `UPDATE flag_history AS h SET flags = f.flags FROM (
         SELECT enterprise_id, list(flag ORDER BY rank) AS flags
         FROM (SELECT DISTINCT enterprise_id, flag, rank FROM red_flags) GROUP BY enterprise_id) AS f
       WHERE h.run_id = ${run} AND f.enterprise_id = h.enterprise_id`,
    )
  })
  const rows = await database.rows(
    `SELECT enterprise_id, flags FROM flag_history WHERE run_id = ${run} ORDER BY enterprise_id`,
  )
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Takes in the flags of a run from the file of its folder; within a transaction. */
export async function loadFlags(tx: Reader, runId: string, file: string): Promise<void> {
  await tx.rows('DELETE FROM flag_history WHERE run_id = $runId', { runId })
  await tx.run(
    `INSERT INTO flag_history SELECT ${literal(runId)}, enterprise_id, flags
     FROM read_ndjson(${fileLiteral(file)}, columns = {enterprise_id: 'VARCHAR', flags: 'VARCHAR[]'})`,
  )
}

/** A red flag of an enterprise that fired or ended since the run before. */
export interface FlagChange {
  /** The enterprise, or its id where no answer names it. */
  readonly enterprise: string
  readonly flag: string
  readonly hasFired: boolean
}

/** What changed in the red flags of a run's enterprises, by their rank: those that fired first. */
export async function flagChangesOf(reader: Reader, runId: string): Promise<FlagChange[]> {
  const rows = await reader.rows(
    `SELECT coalesce(subject_name, subject_id) AS enterprise, coalesce(after, before) AS flag, kind = 'red_flag' AS has_fired
     FROM changes WHERE run_id = $runId AND kind IN ('red_flag', 'red_flag_ended') ORDER BY has_fired DESC, enterprise, flag`,
    { runId },
  )
  return rows.map(changeOf)
}

const changeOf = ({ enterprise, flag, has_fired }: SqlRow): FlagChange => ({
  enterprise: String(enterprise),
  flag: String(flag),
  hasFired: has_fired === true,
})
