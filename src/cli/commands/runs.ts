import type {
  Dossier,
  DossierOptions,
  FinishedRun,
  JobOnSchedule,
  RetryOptions,
  ScheduleOptions,
} from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import {
  baseUrl,
  defineCommand,
  home,
  job,
  json,
  needed,
  restArguments,
  toggle,
  transport,
} from '../command.ts'
import { type Context, type ExitCode, exitCodeOfRun, exitCodes, opened, print } from '../context.ts'
import { summaryText } from '../show-summary.ts'
import { counted, labelled } from '../text.ts'

export const run = defineCommand({
  words: 'run <job>',
  does: 'run a job: calls, warehouse, exports',
  places: { job },
  flags: {
    home,
    json,
    baseUrl,
    transport,
    resume: toggle('go on with an unfinished run; --no-resume starts again', true),
    sameBudget: toggle('a run that goes on gets no new budget, only what it left of its own'),
    preflight: toggle('look first whether the disk has room; --no-preflight does not', true),
  },
  examples: [['$0 run jobs/sample-due-diligence.yaml', 'run a job, or resume its unfinished run']],
  run: ({ job, resume, sameBudget, preflight, ...args }, context) =>
    printRun(args, context, (dossier, events) =>
      dossier.run(job, { ...events, resume, sameBudget, preflight }),
    ),
})

export const retryFailed = defineCommand({
  words: 'retry-failed <job>',
  does: 'ask again for the calls that failed or were refused in the last run of a job, and what follows from them',
  places: { job },
  flags: { home, json, baseUrl, transport },
  examples: [
    ['$0 retry-failed jobs/sample-due-diligence.yaml', 'see the view dead_letters; pays for nothing else'],
  ],
  run: ({ job, ...args }, context) =>
    printRun(args, context, (dossier, events) => dossier.retryFailed(job, events)),
})

type RunArgs = Pick<DossierOptions, 'home' | 'baseUrl' | 'transport'> & { readonly json: boolean }

export const notify = defineCommand({
  words: 'notify <job>',
  does: 'send a test message to the webhooks of a job, and say what each answered',
  places: { job },
  flags: { json, test: toggle('one message, marked as a test: the only one that is sent by hand') },
  examples: [['$0 notify jobs/night.yaml --test', 'exit 0 when every webhook took it']],
  async run({ job, json, test }, context) {
    if (!test)
      throw new RefusedError('notify: expected --test; the message about a run is sent by the run itself')
    const answers = await (await opened({}, context)).notify(job)
    print(context, json, answers, () =>
      labelled(
        answers.map(({ name, isTaken, said }) => [
          name,
          `${isTaken ? 'took' : 'did not take'} the message: ${said}`,
        ]),
        22,
      ),
    )
    return answers.every(({ isTaken }) => isTaken) ? exitCodes.complete : exitCodes.failed
  },
})

/** Runs a job through the library: its progress as it goes on, its summary at its end. */
export async function printRun(
  args: RunArgs,
  context: Context,
  run: (dossier: Dossier, events: RetryOptions) => Promise<FinishedRun | undefined>,
): Promise<ExitCode> {
  const { createProgressView } = await import('../show-progress.ts')
  const view = createProgressView(context)
  const dossier = await opened(args, context)
  context.signal.addEventListener('abort', () =>
    view.note('stopping: calls under way are brought home; interrupt once more to stop at once'),
  )
  try {
    const finished = await run(dossier, {
      signal: context.signal,
      onBegin: ({ runId, job, isResumed, baseUrl }) =>
        view.note(`${isResumed ? 'resuming' : 'starting'} run ${runId} of ${job} at ${baseUrl}`),
      onProgress: view.show,
      onFinding: view.note,
      onEnd: (ended) => {
        view.end()
        print(context, args.json, ended.summary, (summary) => `${summaryText(summary)}\n${placesText(ended)}`)
      },
    })
    return finished === undefined ? exitCodes.complete : exitCodeOfRun(finished.summary.run.status)
  } finally {
    view.end()
  }
}

const placesText = ({ warehouse, exports, report }: FinishedRun): string =>
  labelled(
    Object.entries({ warehouse, exports, reports: report }).flatMap(([name, path]) =>
      path === null ? [] : [[name, path]],
    ),
  )

export const schedule = defineCommand({
  words: 'schedule <jobs..>',
  does: 'run jobs when they say, until it is stopped',
  places: { jobs: needed(restArguments('job files with a schedule, or folders of them')) },
  flags: { home, baseUrl, transport },
  examples: [['$0 schedule jobs/', 'keeps the schedule of every job in the folder']],
  async run({ jobs, ...args }, context) {
    const { note, signal } = context
    const dossier = await opened(args, context)
    signal.addEventListener('abort', () => note(stopping))
    await dossier.schedule(jobs, {
      command: ownCommand(),
      onEvent: (event, at) => note(`${at.toISOString().slice(0, 19)}Z ${eventText(event)}`),
      onLine: (job, line) => note(`[${job}] ${line}`),
      signal,
    })
  },
})

/** The command line that this process itself was started with, up to its arguments. */
const ownCommand = (): string[] => [process.execPath, ...process.execArgv, process.argv[1] ?? '']

const stopping =
  'stopping: nothing is begun any more, a run under way is asked to stop; once more to stop at once'

type Event = Parameters<NonNullable<ScheduleOptions['onEvent']>>[0]

function eventText(event: Event): string {
  switch (event.kind) {
    case 'waiting':
      return `${event.job.name}: ${event.until === null ? 'no time is left in its schedule' : `next at ${inZone(event.until, event.job)}`}`
    case 'starting':
      return `${event.start.job.name}: starting, ${whyText(event)}`
    case 'ended':
      return `${event.job.name}: ended after ${Math.round(event.tookMs / 1000)} s: ${event.aftermath.sentence}`
  }
}

function whyText({ start, time, times }: Extract<Event, { kind: 'starting' }>): string {
  const at = inZone(time, start.job)
  if (start.why === 'resume') return 'to go on with the run that stopped'
  return start.why === 'due'
    ? `due at ${at}`
    : `one run for ${counted(times, 'time')} missed, the last at ${at}`
}

const inZone = (time: Date, { timetable: { timeZone } }: JobOnSchedule): string =>
  `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time)} ${timeZone}`
