import { access } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerText } from '../../disk/lock.ts'
import { type Home, homeAt } from '../../engine/home/home.ts'
import { type HomeState, type RunState, stateOfHome } from '../../engine/home/runs.ts'
import { readProgressFile, type ToldProgress } from '../../engine/progress.ts'
import { readWaiting, type Waiting } from '../../schedule/waiting-file.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { openPublished } from '../../warehouse/query.ts'
import type { WorkerEntry } from '../../workers/redis.ts'
import { type Command, type Context, clearedScreen } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Environment, homeSetting, redisUrlSetting } from '../settings.ts'
import { textTable } from '../text.ts'
import { runsTable } from './runs.ts'

export interface StatusArgs {
  readonly home?: string | undefined
  readonly json: boolean
  readonly watch: boolean
}

/** Runs that are told. */
const mostRuns = 20

/** What the published warehouse knows of its runs. */
const published = `
  SELECT r.run_id, r.job, r.status, strftime(r.started_at, '%Y-%m-%d %H:%M:%S') AS started_utc,
    date_diff('second', r.started_at, r.finished_at)::INTEGER AS seconds,
    coalesce(sum(c.attempts), 0)::INTEGER AS calls, coalesce(sum(c.cost), 0) AS points, r.reason
  FROM runs AS r LEFT JOIN calls AS c ON c.run_id = r.run_id
  GROUP BY ALL ORDER BY r.run_id DESC`

async function publishedRuns(home: Home): Promise<SqlRow[]> {
  const isPublished = await access(home.published).then(
    () => true,
    () => false,
  )
  if (!isPublished) return []
  await using database = await openPublished(home.published)
  return await database.rows(published)
}

/** How often a watch looks. */
const watchEveryMs = 1000

/** Who is running and how far, which runs were cut off, and how the last ones ended. */
export const status: Command<StatusArgs> = async (args, context) => {
  const home = homeAt(homeSetting(args.home, context.env))
  return args.watch ? await watch(home, args.json, context) : await lookOnce(home, args.json, context)
}

async function lookOnce(
  home: Home,
  isJson: boolean,
  { out, note, env }: Pick<Context, 'out' | 'note' | 'env'>,
): Promise<ExitCode> {
  const known = await publishedRuns(home)
  const abandoned = known.filter((run) => run.status === 'abandoned').map(({ run_id }) => String(run_id))
  const state = await stateOfHome(home, new Set(abandoned))
  const progress = await progressOf(home, state)
  const runs = told(known, state.runs)
  const workers = await workersThere(env, note)
  const schedule = await readWaiting(home.state.schedule)
  if (isJson) {
    const answer = {
      running: state.owner ?? null,
      progress: progress ?? null,
      schedule: schedule ?? null,
      workers,
      runs,
    }
    out(JSON.stringify(answer, null, 2))
  } else {
    out(ownerSentence(state))
    if (schedule !== undefined) out(waitingText(schedule))
    if (progress !== undefined) out(progressText(progress, new Date()))
    for (const run of state.runs.filter(({ status }) => status === 'interrupted')) out(cutOffSentence(run))
    if (workers !== undefined) out(workersText(workers))
    out(runsTable(runs))
  }
  return exitCodes.complete
}

/** Looks again each second, from files alone, until no run is going on or somebody asks it to stop. JSON is one object a line. */
async function watch(home: Home, isJson: boolean, context: Context): Promise<ExitCode> {
  const { out, note, env, signal, isTerminal } = context
  for (;;) {
    const state = await stateOfHome(home, new Set())
    const progress = await progressOf(home, state)
    const { run_id, job } = runningIn(state) ?? {}
    const workers = await workersThere(env, note)
    if (isJson)
      out(JSON.stringify({ running: state.owner ?? null, run_id, job, progress: progress ?? null, workers }))
    else {
      const text = progress === undefined ? '' : `\n${progressText(progress, new Date())}`
      const there = workers === undefined ? '' : `\n${workersText(workers)}`
      out(`${isTerminal ? clearedScreen : ''}${ownerSentence(state)}${text}${there}`)
    }
    if (state.owner === undefined || signal.aborted) break
    await sleep(watchEveryMs, undefined, { signal }).catch(() => undefined)
  }
  return signal.aborted ? exitCodes.complete : await lookOnce(home, isJson, context)
}

const runningIn = ({ runs }: HomeState): RunState | undefined =>
  runs.find(({ status }) => status === 'running')

async function progressOf(home: Home, state: HomeState): Promise<ToldProgress | undefined> {
  const running = runningIn(state)
  return running && (await readProgressFile(home, running.run_id))
}

/** Runs newest first, as their files say they stand; calls and points of one that was not published are not known here. */
function told(known: readonly SqlRow[], states: readonly RunState[]): SqlRow[] {
  const byId = new Map(known.map((row) => [String(row.run_id), row]))
  for (const { run_id, job, status, started_at, reason, lastSign } of states) {
    const row = byId.get(run_id) ?? {
      run_id,
      job,
      status,
      started_utc: utc(started_at),
      seconds: null,
      calls: null,
      points: null,
      reason,
    }
    const isOpen = status === 'running' || status === 'interrupted'
    if (isOpen)
      byId.set(run_id, {
        ...row,
        status,
        seconds: null,
        reason: lastSign && `last sign of it: ${utc(lastSign)} UTC`,
      })
    else if (row.status === 'running' || !byId.has(run_id)) byId.set(run_id, { ...row, status })
  }
  return [...byId.values()].sort((a, b) => (String(a.run_id) < String(b.run_id) ? 1 : -1)).slice(0, mostRuns)
}

function ownerSentence(state: HomeState): string {
  const { owner } = state
  if (owner === undefined) return 'no run is going on'
  const running = runningIn(state)
  return running === undefined
    ? `the home is in use by ${ownerText(owner)}; it has begun no run, or not yet`
    : `run ${running.run_id} of ${running.job} is going on: ${ownerText(owner)}`
}

/** A schedule, with when it runs which job; one that is not named runs, and is told above. */
const waitingText = ({ owner, jobs }: Waiting): string =>
  [
    `a schedule is kept by ${ownerText(owner)}${jobs.length === 0 ? '' : ', and waits:'}`,
    ...jobs.map(({ job, next }) =>
      next === null ? `  ${job}: no time is left in its schedule` : `  ${job}: next at ${utc(next)} UTC`,
    ),
  ].join('\n')

const cutOffSentence = ({ run_id, job, started_at, lastSign }: RunState): string =>
  `run ${run_id} of ${job} was interrupted: it began at ${utc(started_at)} UTC, the last sign of it is of ${utc(lastSign ?? started_at)} UTC, ` +
  'and its process is gone. What had landed is kept: run the job again, it goes on there and pays for nothing twice'

const utc = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** Workers at the Redis that the environment names; undefined when it names none. A Redis that cannot be reached is told, and ends nothing. */
async function workersThere(
  env: Environment,
  note: (text: string) => void,
): Promise<WorkerEntry[] | undefined> {
  const url = await redisUrlSetting(env)
  if (url === undefined) return undefined
  const [{ connectRedis, glanceMs }, { roster }] = await Promise.all([
    import('../../workers/redis.ts'),
    import('../../workers/redis.ts'),
  ])
  try {
    const redis = await connectRedis(url, { firstContactMs: glanceMs })
    try {
      return await roster(redis)
    } finally {
      redis.disconnect()
    }
  } catch (error) {
    note(`status: the workers are not known: ${(error as Error).message}`)
    return undefined
  }
}

/** A table of workers: what each has now, and how fast it is. */
const workersText = (workers: readonly WorkerEntry[]): string =>
  workers.length === 0
    ? 'no worker is connected'
    : textTable(
        workers.map(({ host, pid, version, concurrency, units, calls, rate, lastError }) => ({
          worker: `${host} ${pid}`,
          version,
          concurrency,
          units: units.map(shortUnit).join(' '),
          calls,
          calls_per_second: rate.toFixed(1),
          last_error: lastError,
        })),
        60,
      )

const shortUnit = (unit: string): string => unit.replace(/\/(.{8}).*$/, '/$1')

/** Where a run stands by what it wrote last, for a person in another terminal; one thing a line. */
export function progressText(progress: ToldProgress, now: Date): string {
  const { phase, step, done, left, failed, cost, lastError } = progress
  const lines = [
    ['step', phase === 'calling' ? step : phase],
    ['calls', `${done} made, ${left} known to be left${failed > 0 ? `, ${failed} failed or refused` : ''}`],
    ['pace', paceText(progress)],
    ['points', `${cost} spent${budgetText(progress)}`],
    ['ends', endText(progress, now)],
    ['last change', `${secondsSince(progress.updated_at, now)} s ago`],
    ...(lastError === null ? [] : [['last error', lastError]]),
  ]
  return lines.map(([name = '', text = '']) => `  ${name.padEnd(12)} ${text}`).join('\n')
}

const secondsSince = (iso: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(iso)) / 1000))

const paceText = ({ rate, heldTo }: ToldProgress): string =>
  `${rate.toFixed(1)} calls a second${heldTo === null ? '' : `, held to ${heldTo.toFixed(1)} because the service refused for speed`}`

function budgetText({ budgetLeft: { calls, cost } }: ToldProgress): string {
  const left = [calls === null ? '' : `${calls} calls`, cost === null ? '' : `${cost} points`].filter(
    (text) => text !== '',
  )
  return left.length === 0 ? '; the job sets no budget' : `; the budget leaves ${left.join(' and ')}`
}

/** By the rate so far; answers may ask for more. */
function endText({ phase, left, rate, updated_at }: ToldProgress, now: Date): string {
  if (phase === 'exporting')
    return 'soon: the calls are made, the warehouse is published, exports are written'
  if (phase !== 'calling' || rate === 0) return 'not known yet'
  if (left === 0) return 'soon, unless the last answers ask for more'
  const seconds = Math.max(0, Math.round(left / rate) - secondsSince(updated_at, now))
  const at = new Date(now.getTime() + seconds * 1000).toISOString().slice(11, 19)
  return `in about ${seconds} s (${at} UTC), unless answers ask for more`
}
