import { pino } from 'pino'
import { homeAt } from '../../engine/home.ts'
import { lastRunOf } from '../../engine/run-states.ts'
import { type JobHistory, keepSchedule, type ScheduleEvent, type Start } from '../../schedule/keep.ts'
import { crontabLines, exampleAddress, systemdUnits } from '../../schedule/units.ts'
import { createWaitingFiles } from '../../schedule/waiting-file.ts'
import { systemClock } from '../clock.ts'
import type { Command, Context } from '../context.ts'
import { counted } from '../counted.ts'
import { exitCodes } from '../exit-codes.ts'
import { createMessenger } from '../messenger.ts'
import { ownCommand, runInChild } from '../run-child.ts'
import { scheduleMetrics } from '../schedule-metrics.ts'
import { type JobOnSchedule, scheduledJobs } from '../scheduled-jobs.ts'
import { requireAccess, type ServiceArgs } from '../service-client.ts'

export interface ScheduleArgs extends ServiceArgs {
  readonly jobs: readonly string[]
  readonly home?: string | undefined
  readonly parallel: number
  readonly print?: 'systemd' | 'cron' | undefined
  /** Port of the metrics. */
  readonly metrics?: number | undefined
}

/** Runs jobs when they say, each in a process of its own, until it is asked to stop; or writes units for other schedulers. */
export const schedule: Command<ScheduleArgs> = async (args, context) => {
  const jobs = await scheduledJobs(args.jobs, args.home, context.env, context.note)
  if (args.print !== undefined) {
    if ((args.baseUrl ?? context.env.DOSSIER_BASE_URL) === undefined) context.note(noAddress)
    for (const job of jobs) context.out(unitsText(job, args, context))
    return exitCodes.complete
  }
  // What every run would fail of is told now, and not at night.
  await requireAccess(args, context.env)
  context.signal.addEventListener('abort', () =>
    context.note(
      'stopping: nothing is begun any more, runs under way are asked to stop; once more to stop at once',
    ),
  )
  await using metrics = await scheduleMetrics(jobs, args.metrics)
  if (metrics !== undefined) context.note(`metrics at ${metrics.url}`)
  using waiting = await createWaitingFiles(
    new Map(jobs.map(({ home }) => [home, homeAt(home).state.schedule])),
    systemClock.now(),
  )
  await keepSchedule(jobs, {
    ...systemClock,
    historyOf,
    run: async (start) => {
      const end = await runOne(start, args, context)
      await metrics?.read(start.job)
      return end
    },
    tell: (event) => {
      metrics?.happened(event)
      if (event.kind === 'waiting') waiting.waits(event.job.home, event.job.name, event.until)
      if (event.kind === 'starting') waiting.runs(event.start.job.home, event.start.job.name)
      context.note(`${systemClock.now().toISOString().slice(0, 19)}Z ${eventText(event)}`)
    },
    parallel: args.parallel,
    signal: context.signal,
  })
  return exitCodes.complete
}

const noAddress =
  `dossier: schedule: the address of the service is not set, so ${exampleAddress} stands in its place: ` +
  'put in yours, or write them again with DOSSIER_BASE_URL or --base-url'

/** What the run folders of its home say; no home is needed yet, and no lock. */
async function historyOf({ name, home }: JobOnSchedule): Promise<JobHistory> {
  const last = await lastRunOf(homeAt(home), name)
  if (last === undefined) return { lastRunAt: null, isInterrupted: false }
  const times = [last.started_at, last.finished_at].flatMap((time) =>
    time === null ? [] : [Date.parse(time)],
  )
  return { lastRunAt: new Date(Math.max(...times)), isInterrupted: last.status === 'interrupted' }
}

async function runOne({ job, keepsBudget }: Start<JobOnSchedule>, args: ScheduleArgs, context: Context) {
  const { baseUrl, transport } = args
  const end = await runInChild({
    args: [
      'run',
      job.file,
      '--home',
      job.home,
      ...(keepsBudget ? ['--same-budget'] : []),
      ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
      ...(transport === undefined ? [] : ['--transport', transport]),
    ],
    env: context.env,
    signal: context.signal,
    onLine: (line) => context.note(`[${job.name}] ${line}`),
  })
  // A run that was killed could tell nobody itself.
  if (end.code === null) {
    const messenger = await createMessenger(job, homeAt(job.home), context, pino({ level: 'silent' }))
    await messenger.tellError(new Error(`the process of the run was ended by ${end.signal}`))
  }
  return end
}

function unitsText(
  { name, timetable, file, home }: JobOnSchedule,
  { print, baseUrl = undefined }: ScheduleArgs,
  { env }: Context,
): string {
  const units = {
    job: name,
    timetable,
    jobFile: file,
    home,
    command: ownCommand(),
    baseUrl: baseUrl ?? env.DOSSIER_BASE_URL,
  }
  return print === 'cron' ? crontabLines(units) : systemdUnits(units)
}

/** What happened, for whoever reads the log at night. */
function eventText(event: ScheduleEvent<JobOnSchedule>): string {
  switch (event.kind) {
    case 'waiting':
      return `${event.job.name}: ${event.until === null ? 'no time is left in its schedule' : `next at ${inZone(event.until, event.job)}`}`
    case 'skipped':
      return `${event.job.name}: ${counted(event.times, 'time')} missed, the last at ${inZone(event.time, event.job)}; catchUp: none leaves them out`
    case 'starting':
      return `${event.start.job.name}: starting, ${whyText(event)}`
    case 'ended':
      return `${event.job.name}: ended after ${Math.round(event.tookMs / 1000)} s: ${event.aftermath.sentence}`
  }
}

function whyText({
  start,
  time,
  times,
}: Extract<ScheduleEvent<JobOnSchedule>, { kind: 'starting' }>): string {
  const at = inZone(time, start.job)
  if (start.why === 'resume') return 'to go on with the run that stopped'
  return start.why === 'due'
    ? `due at ${at}`
    : `one run for ${counted(times, 'time')} missed, the last at ${at}`
}

const inZone = (time: Date, { timetable: { timeZone } }: JobOnSchedule): string =>
  `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time)} ${timeZone}`
