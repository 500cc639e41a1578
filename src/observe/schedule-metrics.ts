import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { RunSummary } from '../engine/summary.ts'
import type { ScheduledJob, ScheduleEvent, Start } from '../schedule/keep.ts'
import { createRunMetrics } from './run-metrics.ts'

/** Metrics of a schedule: when its jobs run next, how they ended, what the last run of each came to, and those of the process. */
export interface ScheduleMetrics {
  readonly registry: Registry
  /** Counts what happens. */
  happened(event: ScheduleEvent<ScheduledJob>): void
  /** Keeps what a run came to; the last one of each job counts. */
  ended(summary: RunSummary): void
}

export function createScheduleMetrics(): ScheduleMetrics {
  const { registry, ended } = createRunMetrics()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const next = new Gauge({
    name: 'dossier_schedule_next_timestamp_seconds',
    help: 'When the job runs next',
    labelNames: ['job'],
    registers,
  })
  const running = new Gauge({
    name: 'dossier_schedule_running',
    help: '1 while a run of the job is under way, else 0',
    labelNames: ['job'],
    registers,
  })
  const runs = new Counter({
    name: 'dossier_schedule_runs_total',
    help: 'Runs that ended since the schedule began, by exit code, or the signal that ended them',
    labelNames: ['job', 'exit'],
    registers,
  })
  const missed = new Counter({
    name: 'dossier_schedule_missed_total',
    help: 'Times that passed without a run of their own: one run made up for them, or none',
    labelNames: ['job'],
    registers,
  })

  function happened(event: ScheduleEvent<ScheduledJob>): void {
    const job = event.kind === 'starting' ? event.start.job.name : event.job.name
    running.set({ job }, event.kind === 'starting' ? 1 : 0)
    if (event.kind === 'waiting') {
      if (event.until === null) next.remove({ job })
      else next.set({ job }, event.until.getTime() / 1000)
    }
    if (event.kind === 'skipped') missed.inc({ job }, event.times)
    if (event.kind === 'starting') missed.inc({ job }, missedBy(event.start.why, event.times))
    if (event.kind === 'ended') runs.inc({ job, exit: event.end.code ?? event.end.signal ?? 'unknown' })
  }

  return { registry, happened, ended }
}

/** Times that a run makes up for, beside its own. */
const missedBy = (why: Start<unknown>['why'], times: number): number =>
  ({ due: times - 1, missed: times, resume: 0 })[why]
