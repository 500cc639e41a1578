import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ifMissing } from '../disk/durable.ts'
import { ownerText, utc } from '../disk/lock.ts'
import { openOwnFile } from '../disk/own-file.ts'
import { type Home, logOf, runIds } from '../run/home/home.ts'
import {
  type HomeState,
  type RunState,
  type RunWithSummary,
  readRunFile,
  stateOfHome,
} from '../run/home/runs.ts'
import { readProgressFile } from '../run/progress.ts'
import { RefusedError } from './errors.ts'
import { readWaiting, type Waiting } from './schedule/waiting-file.ts'
import type { Settings } from './settings.ts'

export interface RunsOptions {
  readonly job?: string | undefined
  /** Runs, at most. Default 20. */
  readonly limit?: number | undefined
}

/** A run with what it came to; figures are null until it has ended. */
export type ListedRun = Readonly<ReturnType<typeof listedRun>>

/** The runs of the home, newest first; from their files alone, so that it also answers during a run. */
export const listRuns = async ({ home }: Settings, options: RunsOptions = {}): Promise<ListedRun[]> =>
  listed(home, await stateOfHome(home), options)

async function listed(
  home: Home,
  { runs }: HomeState,
  { job, limit = 20 }: RunsOptions,
): Promise<ListedRun[]> {
  const wanted = runs.filter((run) => job === undefined || run.job === job).slice(0, limit)
  return await Promise.all(
    wanted.map(async (state) => listedRun(state, await readRunFile(home, state.run_id))),
  )
}

function listedRun(
  { run_id, job, status, started_at, finished_at, reason, lastSign }: RunState,
  file: RunWithSummary | undefined,
) {
  const summary = file?.summary
  return {
    run_id,
    job,
    status,
    /** `YYYY-MM-DD hh:mm:ss`, UTC. */
    started_utc: utc(started_at),
    seconds:
      finished_at === null ? null : Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000),
    /** Tries, retries included. */
    calls: summary?.calls.made ?? null,
    points: summary?.calls.cost ?? null,
    gaps: summary?.gaps.length ?? null,
    changes:
      summary?.changes === undefined
        ? null
        : Object.values(summary.changes).reduce((all: number, one) => all + Number(one), 0),
    /** Why it ended early, or its gaps; the last sign of an interrupted run; null of a complete one. */
    reason: lastSign === null ? reason : `last sign of it: ${utc(lastSign)} UTC`,
  }
}

/** One run with its summary, by its id, the beginning of it, or `latest`. @throws RefusedError */
export async function oneRun({ home }: Pick<Settings, 'home'>, id: string): Promise<RunWithSummary> {
  const ids = await runIds(home)
  const meant = id === 'latest' ? ids.slice(-1) : ids.filter((known) => known.startsWith(id))
  const [only] = meant
  const run = only === undefined || meant.length > 1 ? undefined : await readRunFile(home, only)
  if (run !== undefined) return run
  throw new RefusedError(
    ids.length === 0
      ? `no run has begun in ${home.root} yet; run a job first: dossier run JOB`
      : meant.length > 1
        ? `${meant.length} runs begin with ${id}; expected more of the id, such as ${ids.at(-1)}`
        : `there is no run ${id} in ${home.root}; expected latest, or an id that \`dossier runs\` lists`,
  )
}

/** Who is running and how far; from files alone. */
export type Activity = Readonly<Awaited<ReturnType<typeof activity>>>

/** The activity, the schedule that is kept, and the last runs, newest first. */
export interface Status extends Activity {
  readonly schedule: Waiting | undefined
  readonly runs: readonly ListedRun[]
}

export async function activity({ home }: Settings) {
  const state = await stateOfHome(home)
  const running = state.runs.find(({ status }) => status === 'running')
  return {
    state,
    running,
    progress: running && (await readProgressFile(home, running.run_id)),
  }
}

/** The activity, and how the last 20 runs ended. */
export async function status(settings: Settings): Promise<Status> {
  const now = await activity(settings)
  const schedule = await readWaiting(settings.home.state.schedule)
  return { ...now, schedule, runs: await listed(settings.home, now.state, {}) }
}

/** A schedule gives a sign of life each minute. */
const mostSilentMs = 5 * 60_000

/**
 * What is wrong with the schedule of the home, a sentence each; nothing when a schedule is alive and each of its jobs that wait left a
 * run when it last began one. How runs ended is for notifications. From files alone.
 */
export async function health(settings: Settings): Promise<string[]> {
  const { home } = settings
  const { owner, runs } = await stateOfHome(home)
  const schedule = await readWaiting(home.state.schedule)
  // A run by hand, or by another scheduler, needs none.
  if (schedule === undefined)
    return owner === undefined
      ? [`no schedule is kept with ${home.root}, and no run is going on; expected dossier schedule JOBS`]
      : []
  const problems: string[] = []
  const silentMs = Date.now() - schedule.seenMs
  if (silentMs > mostSilentMs)
    problems.push(
      `the schedule, ${ownerText(schedule.owner)}, gave no sign of life for ${Math.round(silentMs / 60_000)} minutes; start it again`,
    )
  for (const { job, begun } of schedule.jobs) {
    if (begun === null) continue
    const last = runs.find((run) => run.job === job)
    const isThere =
      last?.status === 'running' || (last && (last.finished_at ?? last.lastSign ?? last.started_at) >= begun)
    if (!isThere)
      problems.push(
        `${job} began at ${utc(begun)} UTC and left no run; see what the schedule printed, or run it by hand: dossier run JOB`,
      )
  }
  return problems
}

export interface LogOptions {
  /** Whether to go on until the run has ended. Default false. */
  readonly follow?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

const followEveryMs = 500

/** The lines of a run's log, each one JSON object, in batches as they come. @throws RefusedError when there is no such run */
export async function* logLines(
  settings: Settings,
  run: string,
  { follow = false, signal = new AbortController().signal }: LogOptions = {},
): AsyncGenerator<readonly string[]> {
  const { run_id } = await oneRun(settings, run)
  const newLines = newLinesOf(logOf(settings.home, run_id))
  for (;;) {
    const isOver = !follow || signal.aborted || !(await isRunning(settings.home, run_id))
    yield await newLines()
    if (isOver) return
    await sleep(followEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

const isRunning = async (home: Home, runId: string): Promise<boolean> =>
  (await stateOfHome(home)).runs.some(({ run_id, status }) => run_id === runId && status === 'running')

/** Whole lines that have come since the last call. Of a file that a purge made shorter, those that were read are not read again. */
function newLinesOf(path: string): () => Promise<string[]> {
  let from = 0
  return async () => {
    const bytes = (await bytesFrom(path, from).catch(ifMissing)) ?? Buffer.alloc(0)
    const end = bytes.lastIndexOf('\n') + 1
    from += end
    return end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n')
  }
}

async function bytesFrom(path: string, start: number): Promise<Buffer> {
  await using file = await openOwnFile(path)
  return await buffer(file.createReadStream({ start, autoClose: false }))
}
