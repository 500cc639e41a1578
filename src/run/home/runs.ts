import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing, makeFolder, replaceDurably } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { type LockOwner, lockOwner } from '../../disk/lock.ts'
import { readOwnText } from '../../disk/own-file.ts'
import type { RunRecord, RunStatus } from '../../warehouse/runs.ts'
import type { RunSummary } from '../summary.ts'
import { type Home, runFolder, runIds } from './home.ts'

/** A run as its file has it, with its summary once it has ended. */
export type RunWithSummary = RunRecord & { readonly summary?: RunSummary }

/** What runs/<run-id>/run.json says of a run; undefined when there is none. */
export async function readRunFile(home: Home, runId: string): Promise<RunWithSummary | undefined> {
  const text = await readOwnText(join(runFolder(home, runId), 'run.json')).catch(ifMissing)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Writes runs/<run-id>/run.json whole or not at all; `more` stands beside the record. */
export async function writeRunFile(home: Home, run: RunRecord, more: object = {}): Promise<void> {
  const text = `${JSON.stringify({ ...run, ...more }, null, 2)}\n`
  await writeWhole(runFolder(home, run.run_id), 'run.json', text, 'run-file')
}

/** Writes runs/<run-id>/flags.ndjson whole or not at all: raw data too, for no answer holds the flags of a moment. */
export async function writeFlags(home: Home, runId: string, lines: string): Promise<void> {
  await writeWhole(runFolder(home, runId), 'flags.ndjson', lines, 'flags')
}

async function writeWhole(folder: string, name: string, text: string, point: 'run-file' | 'flags') {
  const temporary = join(folder, `.${name}`)
  await writeFile(temporary, text, { mode: 0o600 })
  failPoint(`${point}.written`)
  await replaceDurably(temporary, join(folder, name))
  failPoint(`${point}.replaced`)
}

/**
 * Writes run.json again from the table `runs` where the file is lost or damaged, and returns those runs. Their summaries
 * are lost.
 */
export async function restoreRunFiles(home: Home, runs: readonly RunRecord[]): Promise<string[]> {
  const restored: string[] = []
  for (const run of runs) {
    const kept = await readRunFile(home, run.run_id).catch((error) => {
      if (!(error instanceof SyntaxError)) throw error
    })
    if (kept !== undefined) continue
    await makeFolder(runFolder(home, run.run_id))
    await writeRunFile(home, run)
    restored.push(run.run_id)
  }
  return restored
}

/** A run as a process sees it that may not open the working database. */
export interface RunState
  extends Pick<RunRecord, 'run_id' | 'job' | 'reason' | 'started_at' | 'finished_at'> {
  /** `interrupted`: its process is gone and never said that the run ended. */
  readonly status: RunStatus | 'interrupted'
  /** Of an interrupted run: when the last of it was written. ISO 8601, UTC. */
  readonly lastSign: string | null
}

/** Who has a home, and its runs, newest first. */
export type HomeState = Readonly<Awaited<ReturnType<typeof stateOfHome>>>

/**
 * The state of a home without its lock: of a run that has not ended, run.json says that it began, and nothing else does, for it
 * was never published. A run is going on when the process that holds the lock began it, or began it again; a run that says the same
 * but has no such process was cut off, or replaced when the job has a later one.
 */
export async function stateOfHome(home: Home) {
  const owner = await lockOwner(home.state.lock)
  const runs: RunState[] = []
  const later = new Set<string>()
  for (const runId of (await runIds(home)).reverse()) {
    const run = await readRunFile(home, runId).catch(() => undefined)
    if (run === undefined) continue
    const isReplaced = later.has(run.job)
    later.add(run.job)
    runs.push(
      run.status === 'running' ? await openRun(home, run, owner, isReplaced) : stateOf(run, run.status),
    )
  }
  return { owner, runs }
}

/** The last run of a job in a home, finished or not. */
export const lastRunOf = async (home: Home, job: string): Promise<RunState | undefined> =>
  (await stateOfHome(home)).runs.find((run) => run.job === job)

const stateOf = (
  { run_id, job, reason, started_at, finished_at }: RunRecord,
  status: RunState['status'],
  lastSign: string | null = null,
): RunState => ({ run_id, job, reason, started_at, finished_at, status, lastSign })

async function openRun(
  home: Home,
  run: RunRecord,
  owner: LockOwner | undefined,
  isReplaced: boolean,
): Promise<RunState> {
  const begun = await writtenAt(join(runFolder(home, run.run_id), 'run.json'))
  // A process that begins or resumes a run takes the lock first and then writes run.json.
  if (owner !== undefined && begun >= Date.parse(owner.since)) return stateOf(run, 'running')
  if (isReplaced) return stateOf(run, 'abandoned')
  return stateOf(run, 'interrupted', await lastSignOf(home, run.run_id))
}

/** When the newest of its files was written; what has landed and is not archived yet bears the run's id. */
async function lastSignOf(home: Home, runId: string): Promise<string> {
  const landed = (await readdir(home.state.landing)).filter((name) => name.startsWith(runId))
  const folder = runFolder(home, runId)
  const written = await Promise.all([
    ...landed.map((name) => writtenAt(join(home.state.landing, name))),
    ...['run.json', 'log.ndjson'].map((name) => writtenAt(join(folder, name))),
  ])
  return new Date(Math.max(...written)).toISOString()
}

/** Milliseconds since the epoch; 0 when there is no such file, or no longer. */
const writtenAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
