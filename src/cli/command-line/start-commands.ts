import type { Argv } from 'yargs'
import type { Wire } from '../context.ts'
import { examples, text, wholeNumber } from './flags.ts'

/** What a newcomer begins with. */
export const startCommands = (argv: Argv, to: Wire): Argv =>
  argv.command(
    'init [job]',
    'write a job file with comments, and .env.example beside it; asks for what no flag says',
    (argv) =>
      argv
        .positional('job', { type: 'string', default: 'my-job.yaml', describe: 'job file to write' })
        .option('pipeline', {
          ...text,
          choices: ['enterprise-due-diligence', 'case-research', 'statute-watch'] as const,
          describe: 'what the job does',
        })
        .option('title', { ...text, describe: 'title of the job, for reports' })
        .option('entry', {
          ...text,
          array: true,
          describe: 'what it looks into: a name, code or CSV file; a question; a keyword or citation',
        })
        .option('calls', {
          ...wholeNumber('calls', 1, 100_000_000),
          describe: 'calls a run may make at the most (default 1000)',
        })
        .option('per-second', {
          ...wholeNumber('per-second', 1, 10_000),
          describe: 'calls in any second at the most (default 5)',
        })
        .epilogue(
          examples(
            ['$0 init', 'asks, and writes my-job.yaml'],
            ['$0 init law.yaml --pipeline statute-watch --entry 违约金', 'asks nothing'],
          ),
        ),
    to(async () => (await import('../commands/init.ts')).init),
  )
