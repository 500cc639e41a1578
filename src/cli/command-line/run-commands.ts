import type { Argv } from 'yargs'
import type { Wire } from '../context.ts'
import { examples, text, wholeNumber, withHome, withJson } from './flags.ts'

/** What runs tell of themselves; all of it also while one is going on. */
export const runCommands = (argv: Argv, to: Wire): Argv =>
  argv
    .command(
      'status',
      'who is running and how far, and how the last runs ended',
      (argv) =>
        withJson(withHome(argv))
          .option('watch', {
            type: 'boolean',
            default: false,
            describe: 'look again each second until no run is going on; with --json one object a line',
          })
          .epilogue(
            examples(
              ['$0 status', 'the last 20 runs'],
              ['$0 status --watch', 'calls, pace, budget left, step, estimated end, last error'],
            ),
          ),
      to(async () => (await import('../commands/status.ts')).status),
    )
    .command(
      'runs [run]',
      'the runs with their calls, points, gaps and changes, or the summary of one',
      (argv) =>
        withJson(withHome(argv))
          .positional('run', { type: 'string', describe: 'run id, or the beginning of one, or latest' })
          .option('job', { ...text, describe: 'only runs of this job' })
          .option('limit', { ...wholeNumber('limit', 1, 100_000), default: 20, describe: 'runs at the most' })
          .epilogue(examples(['$0 runs latest', 'what the last run made and found'])),
      to(async () => (await import('../commands/runs.ts')).runs),
    )
    .command(
      'logs [run]',
      'the log of a run, for people',
      (argv) =>
        withHome(argv)
          .positional('run', {
            type: 'string',
            default: 'latest',
            describe: 'run id, or the beginning of one, or latest',
          })
          .option('follow', {
            type: 'boolean',
            default: false,
            describe: 'go on until the run has ended',
          })
          .option('level', {
            ...text,
            choices: ['debug', 'info', 'warn', 'error'] as const,
            default: 'info' as const,
            describe: 'the least that is told',
          })
          .option('json', { type: 'boolean', default: false, describe: 'the lines as they are written' })
          .epilogue(examples(['$0 logs --follow', 'what the run that is going on does'])),
      to(async () => (await import('../commands/logs.ts')).logs),
    )
