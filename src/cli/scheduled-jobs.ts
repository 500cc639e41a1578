import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { durationMs } from '../job/duration.ts'
import { JobError } from '../job/problem.ts'
import { type Job, readJob } from '../job/read-job.ts'
import type { Schedule } from '../job/schedule.ts'
import type { ScheduledJob } from '../schedule/keep.ts'
import { relationNames } from '../warehouse/schema.ts'
import { pipelines } from './pipelines.ts'
import { type Environment, homeSetting } from './settings.ts'
import { UsageError } from './usage-error.ts'

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
