import type { RunWithSummary } from '../../app/dossier.ts'
import { mapTexts } from '../../contract/values.ts'
import {
  byDefault,
  defineCommand,
  home,
  json,
  oneOf,
  optionalArgument,
  text,
  toggle,
  wholeNumber,
} from '../command.ts'
import { type Context, exitCodes, opened, print } from '../context.ts'
import { legible } from '../legible.ts'
import { summaryText } from '../show-summary.ts'
import { runsTable } from '../text.ts'

export const status = defineCommand({
  words: 'status',
  does: 'who is running and how far, and how the last runs ended',
  flags: {
    home,
    json,
    check: toggle(
      'exit code 0 when the schedule is alive and its jobs left their runs, else 1: for a health check',
    ),
    watch: toggle('look again each second until no run is going on; with --json one object a line'),
  },
  examples: [
    ['$0 status', 'the last 20 runs'],
    ['$0 status --check', 'for HEALTHCHECK of a container, or a monitor'],
    ['$0 status --watch', 'calls, pace, budget left, step, estimated end, last error'],
  ],
  async run(args, context) {
    const dossier = await opened(args, context)
    if (args.check) {
      const problems = await dossier.health()
      const well = 'the schedule is alive, and its jobs left their runs'
      print(context, args.json, { problems }, () => problems.join('\n') || well)
      return problems.length === 0 ? exitCodes.complete : exitCodes.failed
    }
    const { statusJson, statusText, watch } = await import('../show-status.ts')
    if (args.watch) await watch(dossier, args.json, context)
    if (args.watch && context.signal.aborted) return exitCodes.complete
    const status = await dossier.status()
    print(context, args.json, args.json ? statusJson(status) : status, () => statusText(status))
    return exitCodes.complete
  },
})

export const runs = defineCommand({
  words: 'runs [run]',
  does: 'the runs with their calls, points, gaps and changes, or the summary of one',
  places: { run: optionalArgument('run id, or the beginning of one, or latest') },
  flags: {
    home,
    json,
    job: text('only runs of this job'),
    limit: byDefault(wholeNumber(1, 100_000, 'runs at most'), 20),
  },
  examples: [['$0 runs latest', 'what the last run made and found']],
  async run({ run, job, limit, ...args }, context) {
    const dossier = await opened(args, context)
    if (run === undefined) {
      const rows = await dossier.runs({ job, limit })
      print(context, args.json, rows, (all) => runsTable(all.map(({ reason: _, ...row }) => row)))
    } else {
      const one = await dossier.runOf(run)
      print(context, args.json, one.summary ?? one, () => runText(one))
    }
  },
})

const runText = ({ summary, ...run }: RunWithSummary): string =>
  summary === undefined
    ? `run          ${run.run_id} ${run.status}${run.reason === null ? '' : `: ${run.reason}`}; it left no summary`
    : summaryText(summary)

const levels = ['debug', 'info', 'warn', 'error'] as const

export const logs = defineCommand({
  words: 'logs [run]',
  does: 'the log of a run, for people',
  places: { run: byDefault(optionalArgument('run id, or the beginning of one, or latest'), 'latest') },
  flags: {
    home,
    follow: toggle('go on until the run has ended'),
    level: byDefault(oneOf(levels, 'the lowest level that is shown'), 'info'),
    json: toggle('the lines as they are written'),
  },
  examples: [['$0 logs --follow', 'what the run that is going on does']],
  async run({ run, follow, level, json, home }, context) {
    const dossier = await opened({ home }, context)
    const show = json ? context.out : (text: string) => context.draw(`${text}\n`)
    const textOf = json ? (line: string) => line : await prettier(level, context)
    for await (const lines of dossier.log(run, { follow, signal: context.signal }))
      for (const text of lines.map(textOf)) if (text) show(text.trimEnd())
  },
})

/** A line as pino-pretty writes it: time, level, message, and what belongs to it. */
async function prettier(minimumLevel: (typeof levels)[number], { isTerminal, env }: Context) {
  const { default: pretty } = await import('pino-pretty')
  const format = pretty.prettyFactory({
    colorize: isTerminal && !env.NO_COLOR,
    ignore: 'pid',
    translateTime: "UTC:yyyy-mm-dd HH:MM:ss'Z'",
    minimumLevel,
    singleLine: true,
  })
  return (line: string): string | undefined => {
    try {
      // What a service says may hold any character; the colours of a line are ours.
      return format(mapTexts(JSON.parse(line), legible))
    } catch {
      // The last line of a process that was killed.
      return legible(line)
    }
  }
}
