import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RunSummary } from '../../run/summary.ts'
import type { ServiceCounts } from '../../standins/service/traffic.ts'
import type { ScheduledJob, ScheduleEvent, Start } from '../schedule/keep.ts'
import type { Attempt } from './watched-client.ts'

/** Metrics of runs, of one process: `dossier run --metrics-file`, or a scheduler that starts many. */
export interface RunMetrics {
  readonly registry: Registry
  /** Counts an attempt. */
  attempt(attempt: Attempt): void
  /** Keeps what a run came to; the last one of each job counts. */
  ended(summary: RunSummary): void
}

const statuses = ['complete', 'gaps', 'stopped', 'blocked', 'unauthorised', 'failed'] as const
/** Seconds; an attempt is given up after 120. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** What the last run of each job came to, by the names of Prometheus. */
function jobGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `dossier_${name}`, help, labelNames: [...labelNames], registers: [registry] })
  return {
    finished: gauge('run_finished_timestamp_seconds', 'When the last run of the job ended', ['job']),
    duration: gauge('run_duration_seconds', 'Seconds that the last run of the job took', ['job']),
    calls: gauge('run_calls', 'Attempts of the last run of the job', ['job', 'operation']),
    points: gauge('run_points', 'Points that the last run of the job spent', ['job', 'operation']),
    expected: gauge('run_expected_calls', 'Calls expected before the first one', ['job']),
    fresh: gauge('run_fresh_calls', 'Calls that were known already and not made', ['job']),
    gaps: gauge('run_gaps', 'Gaps that the last run of the job named', ['job']),
    changes: gauge('run_changes', 'Changes that the last run of the job found, by kind', ['job', 'kind']),
    coverage: gauge('run_coverage_ratio', 'Share of lists, documents and citations that is covered', [
      'job',
      'of',
    ]),
    status: gauge('run_status', '1 for the status that the last run of the job ended with, else 0', [
      'job',
      'status',
    ]),
  }
}

export function createRunMetrics(): RunMetrics {
  const registry = new Registry()
  const registers = [registry]
  const attempts = new Counter({
    name: 'dossier_attempts_total',
    help: 'Attempts at calls, by operation and HTTP status, or the failure when no answer came',
    labelNames: ['operation', 'result'],
    registers,
  })
  const seconds = new Histogram({
    name: 'dossier_attempt_seconds',
    help: 'Seconds of an attempt, by operation',
    labelNames: ['operation'],
    buckets,
    registers,
  })
  const { status, ...perJob } = jobGauges(registry)
  const left = new Map<string, (() => void)[]>()
  const keeping = (job: string) => {
    const undo: (() => void)[] = []
    left.set(job, undo)
    return <Label extends string>(one: Gauge<Label>, labels: Record<Label, string>, value: number) => {
      one.set(labels, value)
      undo.push(() => one.remove(labels))
    }
  }

  function ended({ run, elapsedMs, calls, gaps, changes, coverage, estimate }: RunSummary): void {
    const { job } = run
    // What the run before left, such as a kind of change that this one did not find.
    for (const forget of left.get(job) ?? []) forget()
    const set = keeping(job)
    set(perJob.finished, { job }, Date.parse(run.finished_at ?? run.started_at) / 1000)
    set(perJob.duration, { job }, elapsedMs / 1000)
    set(perJob.gaps, { job }, gaps.length)
    for (const row of calls.byOperation) {
      set(perJob.calls, { job, operation: String(row.operation) }, Number(row.calls))
      set(perJob.points, { job, operation: String(row.operation) }, Number(row.cost))
    }
    for (const [kind, count] of Object.entries(changes)) set(perJob.changes, { job, kind }, count)
    for (const [of, share] of Object.entries(coverage))
      if (share !== null) set(perJob.coverage, { job, of }, share)
    if (estimate !== null) set(perJob.expected, { job }, estimate.calls)
    if (calls.fresh !== null) set(perJob.fresh, { job }, calls.fresh)
    for (const one of statuses) set(status, { job, status: one }, run.status === one ? 1 : 0)
  }

  return {
    registry,
    attempt({ operation, httpStatus, failure, ms }) {
      attempts.inc({ operation, result: String(httpStatus ?? failure) })
      seconds.observe({ operation }, ms / 1000)
    },
    ended,
  }
}

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

/** Metrics of the embedded service, read from its live counts when they are asked for; and those of the process. */
export function serviceMetrics(counts: ServiceCounts): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauges = [
    ['requests_total', 'Answers of any kind, by HTTP status', 'http_status', () => counts.byHttpStatus],
    ['answers_total', 'Requests that an operation answered', 'operation', () => counts.byOperation],
    ['in_flight', 'Requests at work now', undefined, () => ({ '': counts.inFlight })],
    [
      'in_flight_peak',
      'Requests at work at one time, at most',
      undefined,
      () => ({ '': counts.peakInFlight }),
    ],
  ] as const
  for (const [name, help, label, read] of gauges)
    new Gauge({
      name: `dossier_service_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect() {
        for (const [of, value] of Object.entries(read()))
          this.set(label === undefined ? {} : { [label]: of }, value)
      },
    })
  return registry
}
