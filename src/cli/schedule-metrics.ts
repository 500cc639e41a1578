import { homeAt } from '../engine/home.ts'
import { readRunFile } from '../engine/run-file.ts'
import { lastRunOf } from '../engine/run-states.ts'
import type { ScheduleEvent } from '../schedule/keep.ts'
import { metricsAt } from './metrics-at.ts'
import type { JobOnSchedule } from './scheduled-jobs.ts'

/** Metrics of a schedule, served until they are disposed of. */
export interface ServedMetrics extends AsyncDisposable {
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
  const { createScheduleMetrics } = await import('../observe/schedule-metrics.ts')
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
