import type { OperationName } from '../contract/operations.ts'
import { fileLiteral, literal, timestampOf } from '../contract/sql.ts'
import { requireFile } from '../disk/own-file.ts'
import { ownTables } from '../rows/tables/index.ts'
import type { FlagThresholds } from '../rows/words/code-words.ts'
import type { JobInput } from '../run/job/input.ts'
import { type Database, hasRow, type Reader, type SqlRow, type SqlValue } from './database.ts'
import { flagsOfStates, ordersOfStates } from './views/red-flags.ts'

export type RunStatus =
  | 'running'
  | 'complete'
  | 'gaps'
  | 'stopped'
  | 'blocked'
  | 'failed'
  | 'unauthorised'
  | 'abandoned'

/** A run of a job, as its run.json and the table `runs` have it. Times are ISO 8601, UTC. */
export interface RunRecord {
  readonly run_id: string
  readonly job: string
  readonly title: string | null
  readonly pipeline: string
  readonly job_digest: string
  readonly status: RunStatus
  readonly reason: string | null
  /** `budget` when a limit of the budget ended the run. */
  readonly reason_code: 'budget' | null
  readonly started_at: string
  /** Spending counts from here: the start, or the last orderly stop. A crash does not renew the budget. */
  readonly budget_from: string
  readonly finished_at: string | null
  /** What the run was expected to need before its first call; NULL before that is known. */
  readonly estimated_calls: number | null
  readonly estimated_cost: number | null
  /** False when the estimate leaves out what could not be known: the run needs at least that. */
  readonly is_estimate_whole: boolean | null
  /** Thresholds of the red flags that the job sets; the others are as usual. A file of an earlier version lacks it. */
  readonly red_flags?: FlagThresholds | null
  readonly version: string
}

const columns = Object.keys(ownTables.runs.columns) as (keyof RunRecord)[]

/** Writes or replaces the row of a run; within a transaction. */
export async function saveRun(tx: Reader, run: RunRecord): Promise<void> {
  await tx.rows('DELETE FROM runs WHERE run_id = $run_id', { run_id: run.run_id })
  await tx.rows(
    `INSERT INTO runs (${columns.join(', ')}) VALUES (${columns.map((name) => `$${name}`).join(', ')})`,
    Object.fromEntries(columns.map((name) => [name, columnValue(run, name)])),
  )
}

/** A run file of an earlier version may lack a member. */
function columnValue(run: RunRecord, name: keyof RunRecord): SqlValue {
  const value = run[name] ?? null
  if (typeof value === 'object') return value === null ? null : JSON.stringify(value)
  return /_(at|from)$/.test(name) && typeof value === 'string' ? timestampOf(value) : value
}

/** The newest run of a job. */
export async function lastRunOf(database: Reader, job: string): Promise<RunRecord | undefined> {
  const [row] = await database.rows(`${records()} WHERE job = $job ORDER BY run_id DESC LIMIT 1`, { job })
  return row === undefined ? undefined : recordOf(row)
}

/** All runs, oldest first. */
export const recordedRuns = async (database: Reader): Promise<RunRecord[]> =>
  (await database.rows(`${records()} ORDER BY run_id`)).map(recordOf)

const recordOf = (row: SqlRow): RunRecord =>
  ({
    ...row,
    red_flags: row.red_flags === null ? null : JSON.parse(String(row.red_flags)),
  }) as unknown as RunRecord

const records = (): string =>
  `SELECT * REPLACE (${isoOf('started_at')}, ${isoOf('budget_from')}, ${isoOf('finished_at')}) FROM runs`

const isoOf = (column: string): string => `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ') AS ${column}`

/** Attempts and points. */
export interface Spent {
  readonly calls: number
  readonly cost: number
}

/** Spending of a run by operation, and of all runs in a month. */
export type SpentBefore = Readonly<Awaited<ReturnType<typeof spentBefore>>>

/** What the ledger says was spent: by a run since its budget began, operation by operation, and by all runs since `month`. */
export async function spentBefore(database: Reader, run: RunRecord, month: Date) {
  const byOperation = await database.rows(
    `SELECT operation, sum(attempts)::INTEGER AS calls, sum(cost) AS cost FROM calls
     WHERE run_id = $runId AND fetched_at >= $from::TIMESTAMP GROUP BY operation`,
    { runId: run.run_id, from: columnValue(run, 'budget_from') },
  )
  const [inMonth] = await database.rows(
    'SELECT sum(attempts)::INTEGER AS calls, sum(cost) AS cost FROM calls WHERE fetched_at >= $month::TIMESTAMP',
    { month: timestampOf(month) },
  )
  return {
    run: Object.fromEntries(byOperation.map((row) => [String(row.operation), spentOf(row)])),
    month: spentOf(inMonth),
  }
}

const spentOf = (row: SqlRow | undefined): Spent => ({
  calls: Number(row?.calls ?? 0),
  cost: Number(row?.cost ?? 0),
})

type CallsByStep = Readonly<Record<string, number>>

/** What a job's runs called: the given one so far, and the finished ones after the first, oldest first. */
export type EarlierRuns = Readonly<Awaited<ReturnType<typeof earlierRuns>>>

export async function earlierRuns(
  database: Reader,
  { job, runId }: { readonly job: string; readonly runId: string },
) {
  const rows = await database.rows(
    `WITH counted AS (
       SELECT run_id, step, count(DISTINCT call_key)::INTEGER AS calls FROM calls GROUP BY run_id, step),
     steps AS (
       SELECT run_id, json_group_object(step, calls) AS calls FROM counted GROUP BY run_id)
     SELECT row_number() OVER (ORDER BY run_id) = 1 AS is_first, coalesce(steps.calls, '{}') AS calls,
       run_id = $runId AS is_given, status IN ('complete', 'gaps') AS is_finished
     FROM (SELECT run_id, status FROM runs WHERE job = $job
       UNION SELECT $runId, 'running' WHERE $runId NOT IN (SELECT run_id FROM runs))
     LEFT JOIN steps USING (run_id) ORDER BY run_id`,
    { job, runId },
  )
  const later = rows.filter(
    (row) => row.is_first !== true && row.is_given !== true && row.is_finished === true,
  )
  return { made: callsOf(rows.find((row) => row.is_given === true)), later: later.map(callsOf) }
}

const callsOf = (row: SqlRow | undefined): CallsByStep => JSON.parse(String(row?.calls ?? '{}'))

/** Attempts that landed in a run's segments from one on, by call key. */
export async function attemptsLanded(
  database: Reader,
  { runId, firstSegment }: { readonly runId: string; readonly firstSegment: string },
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.rows(
    `SELECT call_key, sum(attempts)::INTEGER AS attempts FROM calls
     WHERE run_id = $runId AND segment >= $firstSegment GROUP BY call_key`,
    { runId, firstSegment },
  )
  return new Map(rows.map(({ call_key, attempts }) => [String(call_key), Number(attempts)]))
}

/** Calls of a run that are dead letters: failed or refused, and not answered since. */
export async function failedCallsOf(database: Reader, runId: string): Promise<number> {
  const [row] = await database.rows(
    'SELECT count(*)::INTEGER AS calls FROM dead_letters WHERE run_id = $runId',
    { runId },
  )
  return Number(row?.calls ?? 0)
}

/** Operations that answered a call of the run. */
export async function answeredBy(database: Reader, runId: string): Promise<OperationName[]> {
  const rows = await database.rows(
    "SELECT DISTINCT operation FROM calls WHERE run_id = $runId AND outcome IN ('hit', 'empty') ORDER BY operation",
    { runId },
  )
  return rows.map(({ operation }) => operation as OperationName)
}

/** Number of the last segment that this machine landed for a run, as its name ends; 0 when it has none. */
export async function lastSegmentOf(database: Reader, runId: string): Promise<number> {
  const [row] = await database.rows(
    "SELECT max(segment) AS segment FROM segments WHERE starts_with(segment, $runId || '-') AND regexp_matches(segment, '-\\d{6}$')",
    { runId },
  )
  return Number(String(row?.segment ?? '').slice(runId.length + 1))
}

/** Bytes of an answer by operation, on the average of all. */
export async function meanBytes(database: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await database.rows(
    'SELECT operation, avg(bytes) AS bytes FROM calls WHERE bytes > 0 GROUP BY operation',
  )
  return new Map(rows.map(({ operation, bytes }) => [String(operation), Number(bytes)]))
}

const { run_id: _run, ordinal: _ordinal, ...inputColumns } = ownTables.job_inputs.columns

/** Takes in what the job of a run lists from the NDJSON file that keeps it; within a transaction. */
export async function loadInputs(tx: Reader, runId: string, file: string): Promise<void> {
  await requireFile(file)
  const names = Object.keys(inputColumns).join(', ')
  const types = Object.entries(inputColumns).map(([name, { type }]) => `${name}: '${type}'`)
  await tx.rows('DELETE FROM job_inputs WHERE run_id = $runId', { runId })
  // Files of version 0.1.0 list enterprises only and do not say so.
  await tx.run(
    `INSERT INTO job_inputs (run_id, ordinal, ${names})
     SELECT '${runId}', row_number() OVER ()::INTEGER, * REPLACE (coalesce(kind, 'enterprise') AS kind)
     FROM (SELECT ${names} FROM read_ndjson(${fileLiteral(file)}, columns = {${types.join(', ')}}))`,
  )
}

/** One line of that file. */
export const inputLine = (input: JobInput): string => `${JSON.stringify(input)}\n`

/**
 * Records the red flags of the enterprises of a run, and returns them as NDJSON for its folder. `entries`: the rows of
 * `job_enterprises_history` of the run. Call it when `runs` has its thresholds and the derived tables are fresh.
 */
export async function recordFlags(
  database: Database,
  { runId, entries }: { readonly runId: string; readonly entries: string },
): Promise<string> {
  const run = literal(runId)
  await database.transaction(async (tx) => {
    await tx.run(`DELETE FROM flag_history WHERE run_id = ${run}`)
    // The view takes the thresholds of the last run that lists an enterprise: this one, once it has its rows.
    const [added] = await tx.rows(
      `INSERT INTO flag_history SELECT DISTINCT ${run}, enterprise_id, []::VARCHAR[] FROM ${entries} WHERE enterprise_id IS NOT NULL`,
    )
    if (Number(added?.Count) === 0) return
    // State by state: all of them in one statement took more memory than a run has at 20,000 judgments.
    await tx.run(
      'CREATE OR REPLACE TEMP TABLE fired_flags (enterprise_id VARCHAR, flag VARCHAR, rank INTEGER)',
    )
    // Once: to plan it takes most of the time of a state that reads it.
    await tx.run(`CREATE OR REPLACE TEMP TABLE orders AS ${ordersOfStates}`)
    for (const { sql, from } of Object.values(flagsOfStates))
      if (await hasRow(tx, from))
        await tx.run(`INSERT INTO fired_flags SELECT DISTINCT enterprise_id, flag, rank FROM (${sql})`)
    await tx.run(
      `UPDATE flag_history AS h SET flags = f.flags
       FROM (SELECT enterprise_id, list(flag ORDER BY rank) AS flags FROM fired_flags GROUP BY enterprise_id) AS f
       WHERE h.run_id = ${run} AND f.enterprise_id = h.enterprise_id`,
    )
    await tx.run('DROP TABLE fired_flags; DROP TABLE orders')
  })
  const rows = await database.rows(
    `SELECT enterprise_id, flags FROM flag_history WHERE run_id = ${run} ORDER BY enterprise_id`,
  )
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Takes in the flags of a run from the file of its folder; within a transaction. */
export async function loadFlags(tx: Reader, runId: string, file: string): Promise<void> {
  await requireFile(file)
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
    `SELECT coalesce(subject_name, subject_id) AS enterprise, coalesce(after, before) AS flag, kind = 'red_flag' AS "hasFired"
     FROM changes_history WHERE run_id = $runId AND kind IN ('red_flag', 'red_flag_ended') ORDER BY "hasFired" DESC, enterprise, flag`,
    { runId },
  )
  return rows as unknown as FlagChange[]
}
