import type { JobOnSchedule, ScheduleOptions } from '../../app/dossier.ts'
import {
  baseUrl,
  byDefault,
  defineCommand,
  home,
  metrics,
  needed,
  oneOf,
  restArguments,
  transport,
  wholeNumber,
} from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../text.ts'

export const command = defineCommand({
  words: 'schedule <jobs..>',
  does: 'run jobs when they say, until it is stopped; or write units for systemd or cron',
  places: { jobs: needed(restArguments('job files with a schedule, or folders of them')) },
  flags: {
    home,
    baseUrl,
    transport,
    parallel: byDefault(
      wholeNumber(
        1,
        64,
        'homes in which a job runs at the same time; in one home there is never more than one',
      ),
      2,
    ),
    metrics,
    print: oneOf(['systemd', 'cron'], 'write units for it instead, and run nothing'),
  },
  examples: [
    ['$0 schedule jobs/', 'keeps the schedule of every job in the folder'],
    ['$0 schedule jobs/night.yaml --print systemd', 'a service and a timer'],
  ],
  async run({ jobs, parallel, metrics, print: form, ...args }, context) {
    const { out, note, signal } = context
    const dossier = await opened(args, context)
    if (form !== undefined) {
      const units = await dossier.scheduleUnits(jobs, { form, command: ownCommand() })
      for (const text of units) out(text)
      return exitCodes.complete
    }
    signal.addEventListener('abort', () => note(stopping))
    await dossier.schedule(jobs, {
      parallel,
      metricsPort: metrics,
      command: ownCommand(),
      onMetrics: (url) => note(`metrics at ${url}`),
      onEvent: (event, at) => note(`${at.toISOString().slice(0, 19)}Z ${eventText(event)}`),
      onLine: (job, line) => note(`[${job}] ${line}`),
      signal,
    })
    return exitCodes.complete
  },
})

/** The command line that this process itself was started with, up to its arguments. */
const ownCommand = (): string[] => [process.execPath, ...process.execArgv, process.argv[1] ?? '']

const stopping =
  'stopping: nothing is begun any more, runs under way are asked to stop; once more to stop at once'

type Event = Parameters<NonNullable<ScheduleOptions['onEvent']>>[0]

/** The event as a line of the log. */
function eventText(event: Event): string {
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

function whyText({ start, time, times }: Extract<Event, { kind: 'starting' }>): string {
  const at = inZone(time, start.job)
  if (start.why === 'resume') return 'to go on with the run that stopped'
  return start.why === 'due'
    ? `due at ${at}`
    : `one run for ${counted(times, 'time')} missed, the last at ${at}`
}

const inZone = (time: Date, { timetable: { timeZone } }: JobOnSchedule): string =>
  `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time)} ${timeZone}`
