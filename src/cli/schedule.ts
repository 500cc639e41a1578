import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { homeAt } from '../engine/home/home.ts'
import { lastRunOf, readRunFile } from '../engine/home/runs.ts'
import { JobError } from '../job/problem.ts'
import { type Job, readJob } from '../job/read-job.ts'
import { durationMs, type Schedule } from '../job/schedule.ts'
import type { ScheduledJob, ScheduleEvent } from '../schedule/keep.ts'
import { relationNames } from '../warehouse/schema.ts'
import { UsageError } from './errors.ts'
import { metricsAt } from './metrics-at.ts'
import { pipelines } from './pipelines.ts'
import { type Environment, homeSetting } from './settings.ts'

/** A job with its schedule. Its paths are absolute. */
export interface JobOnSchedule extends ScheduledJob {
  readonly file: string
  readonly settings: Job['settings']
}

/**
 * The jobs of these files and folders that say when they run. Of a folder those without a schedule are left out and told.
 * @throws JobError with all that is wrong with all of them, UsageError
 */
export async function scheduledJobs(
  given: readonly string[],
  flag: string | undefined,
  env: Environment,
  tell: (message: string) => void,
): Promise<JobOnSchedule[]> {
  const home = homeSetting(flag, env)
  const jobs: JobOnSchedule[] = []
  const problems = []
  for (const { file, isListed } of await filesOf(given)) {
    try {
      const { job } = await readJob(file, pipelines, relationNames())
      const { schedule } = job.settings
      if (schedule !== undefined) jobs.push(onSchedule(job, schedule, home, env))
      else if (isListed)
        throw new UsageError(
          `schedule: ${file} does not say when it runs; expected schedule: { cron: "30 2 * * *" } in it`,
        )
      else tell(`${file} has no schedule: it is left out`)
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new JobError(problems)
  if (jobs.length === 0) throw new UsageError(`schedule: no job in ${given.join(', ')} has a schedule`)
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

const onSchedule = (
  { name, file, settings }: Job,
  { cron, timeZone, jitter, catchUp, home }: Schedule,
  homeOfAll: string,
  env: Environment,
): JobOnSchedule => ({
  name,
  file,
  settings,
  timetable: { cron, timeZone, jitterMs: durationMs(jitter), catchUp },
  home: resolve(home === undefined ? homeOfAll : homeSetting(join(dirname(file), home), env)),
})

/** A home knows its jobs by their names: two of one name would resume each other's runs. */
function refuseTwins(jobs: readonly JobOnSchedule[]): void {
  for (const [at, job] of jobs.entries()) {
    const twin = jobs.slice(0, at).find(({ name, home }) => name === job.name && home === job.home)
    if (twin !== undefined)
      throw new UsageError(
        `schedule: ${twin.file} and ${job.file} are both called ${job.name} in the home ${job.home}; ` +
          'expected names of their own, or a schedule.home each',
      )
  }
}

/** Metrics of a schedule, served until they are disposed of. */
interface ServedMetrics extends AsyncDisposable {
  readonly url: string
  happened(event: ScheduleEvent<JobOnSchedule>): void
  /** Reads what the last run of a job came to: it had a process of its own. */
  read(job: JobOnSchedule): Promise<void>
}

/** Serves them at the port given, those of runs that ended before with them; loads nothing when none is given. */
export async function scheduleMetrics(
  jobs: readonly JobOnSchedule[],
  port: number | undefined,
): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined
  const { createScheduleMetrics } = await import('../observe/metrics.ts')
  const { registry, happened, ended } = createScheduleMetrics()
  async function read({ name, home }: JobOnSchedule): Promise<void> {
    const last = await lastRunOf(homeAt(home), name)
    // A file that cannot be read is told by `status` and `verify`; a schedule goes on.
    const told = last && (await readRunFile(homeAt(home), last.run_id).catch(() => undefined))
    if (told?.summary !== undefined) ended(told.summary)
  }
  await Promise.all(jobs.map(read))
  return { ...(await metricsAt(port, registry, 'schedule')), happened, read }
}
