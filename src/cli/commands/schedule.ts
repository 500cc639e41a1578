import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { homeAt } from '../../engine/home/home.ts'
import { lastRunOf } from '../../engine/home/runs.ts'
import {
  type JobHistory,
  keepSchedule,
  type RunEnd,
  type ScheduleEvent,
  type Start,
} from '../../schedule/keep.ts'
import { crontabLines, exampleAddress, systemdUnits } from '../../schedule/units.ts'
import { createWaitingFiles } from '../../schedule/waiting-file.ts'
import { requireAccess, type ServiceArgs } from '../access.ts'
import type { Command, Context } from '../context.ts'
import { systemClock } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'
import { createMessenger } from '../messenger.ts'
import { type JobOnSchedule, scheduledJobs, scheduleMetrics } from '../schedule.ts'
import { counted } from '../text.ts'

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

interface RunProcess {
  /** What follows the program: `run JOB …`. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when the run is to stop: it is asked by SIGTERM, once. */
  readonly signal: AbortSignal
  /** Told of each line that it prints. */
  readonly onLine: (line: string) => void
}

/** The command line that this process itself was started with, up to its arguments. */
const ownCommand = (): string[] => [process.execPath, ...process.execArgv, process.argv[1] ?? '']

/**
 * Runs this command line in a process of its own, to its end. What years of runs would leave in memory goes with each of them,
 * and one that is killed takes nobody along. It leads a group of its own: an interrupt at the terminal reaches it through us, once, not twice.
 */
async function runInChild({ args, env, signal, onLine }: RunProcess): Promise<RunEnd> {
  const [program = '', ...before] = ownCommand()
  const child = spawn(program, [...before, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  // Whoever asks a second time ends this process at once, and the run with it.
  process.on('exit', stop)
  const told = Promise.all([child.stdout, child.stderr].map((stream) => tellLines(stream, onLine)))
  try {
    const end = await new Promise<RunEnd>((resolve) => {
      child.once('error', ({ message }) => resolve({ code: null, signal: message }))
      child.once('exit', (code, name) => resolve({ code, signal: name }))
    })
    await told
    return end
  } finally {
    signal.removeEventListener('abort', stop)
    process.off('exit', stop)
  }
}

async function tellLines(stream: Readable, tell: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) tell(line)
}
