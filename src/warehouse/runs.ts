import type { JobInput } from '../job/input.ts'
import type { Reader, SqlValue } from './database.ts'

export type RunStatus = 'running' | 'complete' | 'gaps' | 'stopped' | 'failed' | 'unauthorised' | 'abandoned'

/** A run of a job, as its run.json and the table `runs` have it. Times are ISO 8601, UTC. */
export interface RunRecord {
  readonly run_id: string
  readonly job: string
  readonly title: string | null
  readonly pipeline: string
  readonly job_digest: string
  readonly status: RunStatus
  readonly reason: string | null
  readonly started_at: string
  /** Spending counts from here: the start, or the last orderly stop. A crash does not give the budget anew. */
  readonly budget_from: string
  readonly finished_at: string | null
  readonly version: string
}

const columns = [
  'run_id',
  'job',
  'title',
  'pipeline',
  'job_digest',
  'status',
  'reason',
  'started_at',
  'budget_from',
  'finished_at',
  'version',
] as const satisfies readonly (keyof RunRecord)[]

/** Writes or replaces the row of a run; within a transaction. */
export async function saveRun(tx: Reader, run: RunRecord): Promise<void> {
  await tx.rows('DELETE FROM runs WHERE run_id = $run_id', { run_id: run.run_id })
  await tx.rows(
    `INSERT INTO runs (${columns.join(', ')}) VALUES (${columns.map((name) => `$${name}`).join(', ')})`,
    Object.fromEntries(columns.map((name) => [name, columnValue(run, name)])),
  )
}

const columnValue = (run: RunRecord, name: keyof RunRecord): SqlValue =>
  /_(at|from)$/.test(name) ? (run[name]?.replace('T', ' ').replace('Z', '') ?? null) : run[name]

/** The newest run of a job. */
export async function lastRunOf(database: Reader, job: string): Promise<RunRecord | undefined> {
  const [row] = await database.rows(
    `SELECT * REPLACE (${isoOf('started_at')}, ${isoOf('budget_from')}, ${isoOf('finished_at')}) FROM runs WHERE job = $job
     ORDER BY run_id DESC LIMIT 1`,
    { job },
  )
  return row as unknown as RunRecord | undefined
}

const isoOf = (column: string): string => `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ') AS ${column}`

/** What a run has spent since its budget began, by the ledger. */
export async function spentBy(database: Reader, run: RunRecord): Promise<{ calls: number; cost: number }> {
  const [row] = await database.rows(
    `SELECT sum(attempts)::INTEGER AS calls, sum(cost) AS cost FROM calls
     WHERE run_id = $runId AND fetched_at >= $from::TIMESTAMP`,
    { runId: run.run_id, from: columnValue(run, 'budget_from') },
  )
  return { calls: Number(row?.calls ?? 0), cost: Number(row?.cost ?? 0) }
}

/** Number of the last segment of a run, as its name ends; 0 when it has none. */
export async function lastSegmentOf(database: Reader, runId: string): Promise<number> {
  const [row] = await database.rows(
    "SELECT max(segment) AS segment FROM segments WHERE starts_with(segment, $runId || '-')",
    { runId },
  )
  return Number(String(row?.segment ?? '').slice(runId.length + 1))
}

const inputColumns = {
  kind: 'VARCHAR',
  given_name: 'VARCHAR',
  given_uscc: 'VARCHAR',
  given_id: 'VARCHAR',
  name_key: 'VARCHAR',
  uscc_key: 'VARCHAR',
  params: 'JSON',
  source: 'VARCHAR',
  is_forgotten: 'BOOLEAN',
} as const satisfies Record<keyof JobInput, string>

/** Takes in what the job of a run lists from the NDJSON file that keeps it; within a transaction. */
export async function loadInputs(tx: Reader, runId: string, file: string): Promise<void> {
  const names = Object.keys(inputColumns).join(', ')
  const types = Object.entries(inputColumns).map(([name, type]) => `${name}: '${type}'`)
  await tx.rows('DELETE FROM job_inputs WHERE run_id = $runId', { runId })
  // Files of version 0.1.0 list enterprises only and do not say so.
  await tx.run(
    `INSERT INTO job_inputs (run_id, ordinal, ${names})
     SELECT '${runId}', row_number() OVER ()::INTEGER, * REPLACE (coalesce(kind, 'enterprise') AS kind)
     FROM (SELECT ${names} FROM read_ndjson('${file.replaceAll("'", "''")}', columns = {${types.join(', ')}}))`,
  )
}

/** One line of that file. */
export const inputLine = (input: JobInput): string => `${JSON.stringify(input)}\n`
