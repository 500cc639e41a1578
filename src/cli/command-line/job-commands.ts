import type { Argv } from 'yargs'
import type { Wire } from '../context.ts'
import { withHome, withJob, withJson, withMetricsFile, withService } from './flags.ts'

/** What is done with a job file. */
export const jobCommands = (argv: Argv, to: Wire): Argv =>
  argv
    .command(
      'run <job>',
      'run a job: calls, warehouse, exports',
      (argv) =>
        withMetricsFile(withService(withJson(withHome(withJob(argv)))))
          .option('resume', {
            type: 'boolean',
            default: true,
            describe: 'go on with an unfinished run; --no-resume starts anew',
          })
          .example('$0 run jobs/sample-due-diligence.yaml', 'run a job, or resume its unfinished run'),
      to(async () => (await import('../commands/run.ts')).run),
    )
    .command(
      'retry-failed <job>',
      'ask again for the calls that failed or were refused in the last run of a job, and what follows from them',
      (argv) =>
        withMetricsFile(withService(withJson(withHome(withJob(argv))))).example(
          '$0 retry-failed jobs/sample-due-diligence.yaml',
          'see the view dead_letters; pays for nothing else',
        ),
      to(async () => (await import('../commands/retry-failed.ts')).retryFailed),
    )
    .command(
      'plan <job>',
      'what a run would call now and what it would cost; makes no call',
      (argv) =>
        withJson(withHome(withJob(argv))).example(
          '$0 plan jobs/sample-due-diligence.yaml',
          'calls and points by step',
        ),
      to(async () => (await import('../commands/plan.ts')).plan),
    )
    .command(
      'validate <job>',
      'check a job and the files it lists; makes no call',
      (argv) =>
        withJob(argv).example(
          '$0 validate jobs/sample-due-diligence.yaml',
          'file, line and what was expected',
        ),
      to(async () => (await import('../commands/validate.ts')).validate),
    )
