import { statfsSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RunSummary } from '../../run/summary.ts'
import type { ServiceCounts } from '../../standins/service/traffic.ts'
import type { ScheduledJob, ScheduleEvent, Start } from '../schedule/keep.ts'
import type { Attempt, RunWatcher } from './watcher.ts'

/** One value, or values by label; null is none. */
type Read = number | null | Readonly<Record<string, number | null>>

const statuses = ['complete', 'gaps', 'stopped', 'blocked', 'unauthorised', 'failed'] as const

const statusOf = ({ run: { status } }: RunSummary) =>
  Object.fromEntries(statuses.map((one) => [one, one === status ? 1 : 0]))
const endOf = ({ run }: RunSummary) => Date.parse(run.finished_at ?? run.started_at) / 1000
/** Attempts and points of each operation; `failed` are calls that failed or were refused. */
const byOperation =
  (column: 'calls' | 'cost' | 'failed') =>
  ({ calls }: RunSummary) =>
    Object.fromEntries(calls.byOperation.map((row) => [String(row.operation), Number(row[column])]))

const budgetOf =
  (key: 'budgetLeft' | 'budgetLimit') =>
  ({ [key]: budget }: RunSummary): Read =>
    budget === undefined ? null : { calls: budget.calls, points: budget.cost }

/** Bytes of the file system that holds a home; none where it cannot be asked. */
function diskOf(_: unknown, home: string): Read {
  try {
    const { bsize, bavail, blocks } = statfsSync(home)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

/** Gauges of the last run of each job and of its home; the label stands beside `job`. */
const jobGauges: readonly [
  name: string,
  help: string,
  of: (ended: RunSummary, home: string) => Read,
  label?: string,
][] = [
  ['run_finished_timestamp_seconds', 'When the last run of the job ended', endOf],
  ['run_duration_seconds', 'Seconds that the last run of the job took', ({ elapsedMs }) => elapsedMs / 1000],
  ['run_calls', 'Attempts of the last run of the job', byOperation('calls'), 'operation'],
  ['run_points', 'Points that the last run of the job spent', byOperation('cost'), 'operation'],
  [
    'run_failed_calls',
    'Calls of the last run of the job that failed or were refused',
    byOperation('failed'),
    'operation',
  ],
  [
    'run_budget_left',
    'Calls and points that run and month still allowed at its end',
    budgetOf('budgetLeft'),
    'unit',
  ],
  ['run_budget_limit', 'The limit of run or month that leaves the least', budgetOf('budgetLimit'), 'unit'],
  ['run_expected_calls', 'Calls expected before the first one', ({ estimate }) => estimate?.calls ?? null],
  ['run_fresh_calls', 'Calls that were known already and not made', ({ calls }) => calls.fresh],
  ['run_gaps', 'Gaps that the last run of the job named', ({ gaps }) => gaps.length],
  ['run_changes', 'Changes that the last run of the job found, by kind', ({ changes }) => changes, 'kind'],
  ['run_coverage_ratio', 'Covered share of lists, documents and citations', ({ coverage }) => coverage, 'of'],
  ['run_status', '1 for the status that the last run of the job ended with, else 0', statusOf, 'status'],
  ['home_disk_bytes', 'Bytes of the file system that holds the home of the job', diskOf, 'of'],
]

/** Seconds; an attempt is given up after 120. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** Metrics of runs, of one process: `dossier run --metrics-file`, or a scheduler that starts many. */
export function createRunMetrics() {
  const registry = new Registry()
  const meter = metersOf(registry)
  const attempts = new Counter(
    meter(
      'attempts_total',
      'Attempts at calls, by operation and HTTP status, or the failure when no answer came',
      ['operation', 'result'],
    ),
  )
  const seconds = new Histogram({
    ...meter('attempt_seconds', 'Seconds of an attempt, by operation', ['operation']),
    buckets,
  })
  const last = new Map<string, readonly [RunSummary, home: string]>()
  for (const [name, help, of, label] of jobGauges)
    gaugeOf(meter(name, help, ['job', label]), label, (set) => {
      for (const [job, ended] of last) set(of(...ended), { job })
    })
  return {
    registry,
    attempt({ operation, httpStatus, failure, ms }: Attempt) {
      attempts.inc({ operation, result: String(httpStatus ?? failure) })
      seconds.observe({ operation }, ms / 1000)
    },
    /** Keeps what a run came to, with the folder of its home; the last one of each job counts. */
    ended: (summary: RunSummary, home: string) => void last.set(summary.run.job, [summary, home]),
  }
}

/** What meters of our names are made of, in a registry. */
const metersOf =
  (registry: Registry) => (name: string, help: string, labelNames: (string | undefined)[]) => ({
    name: `dossier_${name}`,
    help,
    labelNames: labelNames.filter((label) => label !== undefined),
    registers: [registry],
  })

/** A gauge that is read when it is asked for, by label `last` where it has one; a counter where its name ends in `_total` (Prometheus, Metric naming). */
function gaugeOf(
  meter: ReturnType<ReturnType<typeof metersOf>>,
  last: string | undefined,
  read: (set: (values: Read, of?: Record<string, string>) => void) => void,
): void {
  ;new (meter.name.endsWith('_total') ? Counter : Gauge)({
    ...meter,
    collect() {
      this.reset()
      read((values, of = {}) => {
        const all = typeof values === 'object' && values !== null ? values : { '': values }
        for (const [key, value] of Object.entries(all))
          if (value !== null) this.inc(last === undefined ? of : { ...of, [last]: key }, value)
      })
    },
  })
}

/** Leaves the metrics of a run in a file for node_exporter's textfile collector; `note` receives why it could not be written. */
export function metricsInto(file: string, home: string, note: (text: string) => void): RunWatcher {
  const { registry, attempt, ended } = createRunMetrics()
  return {
    attempt,
    async ended(summary) {
      // The file of the run before stays: it says when that one ended.
      if (summary === undefined) return
      ended(summary, home)
      await writeMetricsFile(registry, file).catch((error: Error) =>
        note(`dossier: run: the metrics could not be written: ${error.message}; the run itself is done`),
      )
    },
  }
}

/** Beside the file and renamed, so that a scrape sees the old one or the new one; readable by others, for the collector is another user. */
async function writeMetricsFile(registry: Registry, file: string): Promise<void> {
  // The collector reads *.prom and nothing else.
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, await registry.metrics())
    // A command's own umask keeps all that it writes private.
    await chmod(temporary, 0o644)
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Metrics of a schedule: when its jobs run next, how they ended, what the last run of each came to, and those of the process. */
export function createScheduleMetrics() {
  const { registry, ended } = createRunMetrics()
  collectDefaultMetrics({ register: registry })
  const meter = metersOf(registry)
  const next = new Gauge(meter('schedule_next_timestamp_seconds', 'When the job runs next', ['job']))
  const running = new Gauge(
    meter('schedule_running', '1 while a run of the job is under way, else 0', ['job']),
  )
  const runs = new Counter(
    meter(
      'schedule_runs_total',
      'Runs that ended since the schedule began, by exit code, or the signal that ended them',
      ['job', 'exit'],
    ),
  )
  const missed = new Counter(
    meter(
      'schedule_missed_total',
      'Times that passed without a run of their own: one run made up for them, or none',
      ['job'],
    ),
  )

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

/** Metrics of the embedded service, read from its live counts; and those of the process. */
export function serviceMetrics(counts: ServiceCounts): Registry {
  const registry = new Registry()
  const meter = metersOf(registry)
  collectDefaultMetrics({ register: registry })
  const meters = [
    ['requests_total', 'Answers of any kind, by HTTP status', () => counts.byHttpStatus, 'http_status'],
    ['answers_total', 'Requests that an operation answered', () => counts.byOperation, 'operation'],
    ['in_flight', 'Requests at work now', () => counts.inFlight],
    ['in_flight_peak', 'Requests at work at one time, at most', () => counts.peakInFlight],
  ] as const
  for (const [name, help, read, label] of meters)
    gaugeOf(meter(`service_${name}`, help, [label]), label, (set) => set(read()))
  return registry
}
