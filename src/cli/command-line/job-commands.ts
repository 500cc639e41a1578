import type { Argv } from 'yargs'
import type { Wire } from '../context.ts'
import {
  examples,
  metricsPort,
  text,
  wholeNumber,
  withHome,
  withJob,
  withJson,
  withMetricsFile,
  withService,
} from './flags.ts'

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
          .option('same-budget', {
            type: 'boolean',
            default: false,
            describe: 'a run that goes on gets no new budget, only what it left of its own',
          })
          .option('preflight', {
            type: 'boolean',
            default: true,
            describe: 'look first whether the disk has room; --no-preflight does not',
          })
          .epilogue(
            examples(['$0 run jobs/sample-due-diligence.yaml', 'run a job, or resume its unfinished run']),
          ),
      to(async () => (await import('../commands/run.ts')).run),
    )
    .command(
      'retry-failed <job>',
      'ask again for the calls that failed or were refused in the last run of a job, and what follows from them',
      (argv) =>
        withMetricsFile(withService(withJson(withHome(withJob(argv))))).epilogue(
          examples([
            '$0 retry-failed jobs/sample-due-diligence.yaml',
            'see the view dead_letters; pays for nothing else',
          ]),
        ),
      to(async () => (await import('../commands/retry-failed.ts')).retryFailed),
    )
    .command(
      'schedule <jobs..>',
      'run jobs when they say, until it is stopped; or write units for systemd or cron',
      (argv) =>
        withService(withHome(argv))
          .positional('jobs', {
            type: 'string',
            array: true,
            demandOption: true,
            describe: 'job files with a schedule, or folders of them',
          })
          .option('parallel', {
            ...wholeNumber('parallel', 1, 64),
            default: 2,
            describe: 'homes in which a job runs at the same time; in one home there is never more than one',
          })
          .option('metrics', metricsPort)
          .option('print', {
            ...text,
            choices: ['systemd', 'cron'] as const,
            describe: 'write units for it instead, and run nothing',
          })
          .epilogue(
            examples(
              ['$0 schedule jobs/', 'keeps the schedule of every job in the folder'],
              ['$0 schedule jobs/night.yaml --print systemd', 'a service and a timer'],
            ),
          ),
      to(async () => (await import('../commands/schedule.ts')).schedule),
    )
    .command(
      'worker',
      'make the calls of runs with executor: redis, from anywhere; until it is stopped',
      (argv) =>
        withHome(argv)
          .option('base-url', { ...text, describe: 'address of the service (DOSSIER_BASE_URL)' })
          .option('shared', {
            ...text,
            describe: 'folder that the runs share (DOSSIER_SHARED, default .state/shared in the home)',
          })
          .option('concurrency', {
            ...wholeNumber('concurrency', 1, 512),
            default: 8,
            describe: 'calls under way at the same time',
          })
          .epilogue(
            examples([
              '$0 worker --shared /mnt/dossier --concurrency 32',
              'meets runs at DOSSIER_REDIS_URL; see docs/scale.md',
            ]),
          ),
      to(async () => (await import('../commands/worker.ts')).worker),
    )
    .command(
      'plan <job>',
      'what a run would call now and what it would cost; makes no call',
      (argv) =>
        withJson(withHome(withJob(argv))).epilogue(
          examples(['$0 plan jobs/sample-due-diligence.yaml', 'calls and points by step']),
        ),
      to(async () => (await import('../commands/plan.ts')).plan),
    )
    .command(
      'validate <job>',
      'check a job and the files it lists; makes no call',
      (argv) =>
        withJob(argv).epilogue(
          examples(['$0 validate jobs/sample-due-diligence.yaml', 'file, line and what was expected']),
        ),
      to(async () => (await import('../commands/validate.ts')).validate),
    )
