import { readdir, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { builtModule } from '../disk/package.ts'
import type { Home } from '../run/home/home.ts'
import { lastRunOf } from '../run/home/runs.ts'
import { JobError } from '../run/job/problem.ts'
import { type Job, readJob } from '../run/job/read-job.ts'
import { relationNames } from '../warehouse/schema.ts'
import { accessTo } from './access.ts'
import { runInChild } from './child.ts'
import { silentLog } from './effects.ts'
import { RefusedError } from './errors.ts'
import { pipelines } from './job.ts'
import {
  type JobHistory,
  keepSchedule,
  type RunEnd,
  type ScheduledJob,
  type ScheduleEvent,
  type Start,
} from './schedule/keep.ts'
import { createWaitingFile } from './schedule/waiting-file.ts'
import type { Settings } from './settings.ts'

export interface ScheduleOptions {
  /** The command line that starts dossier, program first. Default: that of this package. */
  readonly command?: readonly string[] | undefined
  readonly onEvent?: ((event: ScheduleEvent<JobOnSchedule>, at: Date) => void) | undefined
  /** Receives what the process of a run prints, line by line. */
  readonly onLine?: ((job: string, line: string) => void) | undefined
  /** Ends the schedule: nothing more begins, and runs that are under way are asked to stop. */
  readonly signal: AbortSignal
}

/** Runs jobs at their times, one after the other and each in a process of its own, until the signal aborts. @throws JobError, RefusedError, UnauthorisedError */
export async function schedule(
  settings: Settings,
  files: readonly string[],
  options: ScheduleOptions,
): Promise<void> {
  const jobs = await scheduledJobs(settings, files)
  // A setting that every run would fail of is refused now, and not at night.
  await accessTo(settings)
  const { clock, home } = settings
  using waiting = await createWaitingFile(home.state.schedule, clock.now())
  await keepSchedule(jobs, {
    now: clock.now,
    wait: (until, signal) => {
      waiting.beat()
      return clock.wait(until, signal)
    },
    historyOf: (job) => historyOf(job, home),
    run: (start) => runOne(start, settings, options),
    tell: (event) => {
      if (event.kind === 'waiting') waiting.waits(event.job.name, event.until)
      if (event.kind === 'starting') waiting.runs(event.start.job.name, clock.now())
      options.onEvent?.(event, clock.now())
    },
    signal: options.signal,
  })
}

/** What the run folders of its home say; neither a home nor a lock is needed. */
async function historyOf({ name }: JobOnSchedule, home: Home): Promise<JobHistory> {
  const last = await lastRunOf(home, name)
  if (last === undefined) return { lastRunAt: null, isInterrupted: false }
  const times = [last.started_at, last.finished_at].flatMap((time) =>
    time === null ? [] : [Date.parse(time)],
  )
  return { lastRunAt: new Date(Math.max(...times)), isInterrupted: last.status === 'interrupted' }
}

async function runOne(
  { job, keepsBudget }: Start<JobOnSchedule>,
  settings: Settings,
  { command = packageCommand(), onLine, signal }: ScheduleOptions,
): Promise<RunEnd> {
  const { baseUrl, transport, home, env, note } = settings
  const end = await runInChild({
    command: [
      ...command,
      'run',
      job.file,
      '--home',
      home.root,
      ...(keepsBudget ? ['--same-budget'] : []),
      ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
      ...(transport === undefined ? [] : ['--transport', transport]),
    ],
    env,
    signal,
    onLine: (line) => onLine?.(job.name, line),
  })
  // A run that was killed could send no notification itself.
  if (end.code === null && job.settings.notify?.length) {
    const { webhooksOf } = await import('./webhooks.ts')
    const notify = webhooksOf(job, { home, env, note, signal, log: silentLog() })
    await notify(undefined, new Error(`the process of the run was ended by ${end.signal}`))
  }
  return end
}

const packageCommand = (): readonly string[] => [process.execPath, builtModule('cli/main')]

export interface JobOnSchedule extends ScheduledJob {
  /** Absolute. */
  readonly file: string
  readonly settings: Job['settings']
}

/**
 * The jobs of these files and folders that have a schedule. Of a folder it skips those without one, with a note.
 * @throws JobError with every problem of all of them, RefusedError
 */
async function scheduledJobs({ note }: Settings, given: readonly string[]): Promise<JobOnSchedule[]> {
  const jobs: JobOnSchedule[] = []
  const problems = []
  for (const { file, isListed } of await filesOf(given)) {
    try {
      const { job } = await readJob(file, pipelines, relationNames())
      const { name, settings } = job
      const timetable = settings.schedule
      if (timetable !== undefined) jobs.push({ name, file: job.file, settings, timetable })
      else if (isListed)
        throw new RefusedError(
          `schedule: ${file} does not say when it runs; expected schedule: { cron: "30 2 * * *" } in it`,
        )
      else note(`${file} has no schedule: it is left out`)
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new JobError(problems)
  if (jobs.length === 0) throw new RefusedError(`schedule: no job in ${given.join(', ')} has a schedule`)
  refuseTwins(jobs)
  return jobs
}

async function filesOf(given: readonly string[]): Promise<{ file: string; isListed: boolean }[]> {
  const found = new Map<string, boolean>()
  for (const path of given) {
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (!isFolder) found.set(resolve(path), true)
    else
      for (const name of (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort())
        found.set(resolve(path, name), found.get(resolve(path, name)) ?? false)
  }
  return [...found].map(([file, isListed]) => ({ file, isListed }))
}

/** A home knows its jobs by their names: two of one name would resume each other's runs. */
function refuseTwins(jobs: readonly JobOnSchedule[]): void {
  for (const [at, job] of jobs.entries()) {
    const twin = jobs.slice(0, at).find(({ name }) => name === job.name)
    if (twin !== undefined)
      throw new RefusedError(
        `schedule: ${twin.file} and ${job.file} are both called ${job.name}; ` +
          'expected names of their own, or a dossier schedule and a home each',
      )
  }
}
