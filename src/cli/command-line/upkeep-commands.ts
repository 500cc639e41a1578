import type { Argv } from 'yargs'
import type { Wire } from '../context.ts'
import { examples, text, wholeNumber, withHome, withJson, withService } from './flags.ts'

const days = (name: string) => wholeNumber(name, 0, 36_500)

/** What cannot be undone is done only when it is said twice: by the command, and by `--yes`. */
const withConsent = <Options>(argv: Argv<Options>, deed: 'erase' | 'give them up' | 'remove') =>
  argv
    .option('dry-run', {
      type: 'boolean',
      default: false,
      describe: 'say what would go, and do nothing; exit 0',
    })
    .option('yes', {
      type: 'boolean',
      default: false,
      describe: `${deed}; without it what would go is shown, and the exit code is 2`,
    })

/** What is asked of a home, and done to it; none of these makes a call. */
export const upkeepCommands = (argv: Argv, to: Wire): Argv =>
  argv
    .command(
      'verify',
      'audit ledger, raw answers, tables, published copy, exports and reports; makes no call',
      (argv) =>
        withJson(withHome(argv))
          .option('quick', {
            type: 'boolean',
            default: false,
            describe: 'leave out building the tables anew from raw',
          })
          .option('coverage', {
            type: 'boolean',
            default: false,
            describe:
              'instead: case numbers, citations, dates, outcomes and sums by class, with reasons; exit 4 below 99% joined',
          })
          .epilogue(
            examples(
              ['$0 verify', 'exit 1 when anything is damaged, with what to do'],
              ['$0 verify --coverage', 'exit 4 when less than 99% of the citations of laws held join'],
            ),
          ),
      to(async () => (await import('../commands/verify.ts')).verify),
    )
    .command(
      'rebuild',
      'build all tables anew from the raw answers and publish them; makes no call',
      (argv) => withJson(withHome(argv)).epilogue(examples(['$0 rebuild', 'rows by table'])),
      to(async () => (await import('../commands/rebuild.ts')).rebuild),
    )
    .command(
      'doctor',
      'look over home and settings, and repair what can be repaired from raw; makes no call',
      (argv) =>
        withService(withJson(withHome(argv)))
          .option('dry-run', { type: 'boolean', default: false, describe: 'only tell' })
          .option('drop-lost', {
            type: 'boolean',
            default: false,
            describe:
              'take calls whose raw answer is damaged out of the ledger: the next run asks for them again',
          })
          .epilogue(examples(['$0 doctor', 'exit 1 when a problem is left'])),
      to(async () => (await import('../commands/doctor.ts')).doctor),
    )
    .command(
      'evidence <subject> [where..]',
      'the call, time, hash and raw answer behind a row',
      (argv) =>
        withJson(withHome(argv))
          .positional('subject', {
            type: 'string',
            demandOption: true,
            describe: 'call key, or table or view',
          })
          .positional('where', { type: 'string', array: true, describe: 'column=value, for a table or view' })
          .option('run', { ...text, describe: 'run id, where a call was made in several' })
          .option('raw', { type: 'boolean', default: false, describe: 'only the raw answer, byte for byte' })
          .option('out', { ...text, describe: 'file for the raw answer, byte for byte' })
          .epilogue(examples(['$0 evidence cases case_id=7b0c5d2e', 'what the service answered, and when'])),
      to(async () => (await import('../commands/evidence.ts')).evidence),
    )
    .command(
      'forget',
      'purge an enterprise or a person everywhere, and keep later runs from bringing it back',
      (argv) =>
        withConsent(withJson(withHome(argv)), 'erase')
          .option('enterprise', { ...text, describe: 'its id, code or name' })
          .option('person', { ...text, describe: 'its name, as the documents write it' })
          .option('also', {
            type: 'array',
            string: true,
            requiresArg: true,
            describe: 'what else it is called',
          })
          .option('reason', { ...text, describe: 'kept with the tombstone' })
          .option('list', { type: 'boolean', default: false, describe: 'list what was forgotten' })
          .epilogue(
            examples(
              ['$0 forget --enterprise 91110108MA0074PN30 --dry-run', 'what would be erased and masked'],
              ['$0 forget --person 王小明 --reason "request of 2026-03-01" --yes', 'mask a name everywhere'],
            ),
          ),
      to(async () => (await import('../commands/forget.ts')).forget),
    )
    .command(
      'prune',
      'remove exports, logs and damaged bytes that are older than so many days; raw answers and tables stay',
      (argv) =>
        withConsent(withJson(withHome(argv)), 'remove')
          .option('exports', {
            ...days('exports'),
            describe: 'days that exports and reports of runs are kept',
          })
          .option('logs', { ...days('logs'), describe: 'days that logs of runs are kept' })
          .option('quarantine', { ...days('quarantine'), describe: 'days that damaged bytes are kept' })
          .epilogue(
            examples([
              '$0 prune --exports 30 --logs 365 --dry-run',
              'what would go; the last run of each job stays whole',
            ]),
          ),
      to(async () => (await import('../commands/prune.ts')).prune),
    )
    .command(
      'abandon-workers',
      'go on without workers whose Redis is gone for good: take home what they landed, count as lost what they had begun',
      (argv) =>
        withConsent(withJson(withHome(argv)), 'give them up').example(
          '$0 abandon-workers --dry-run',
          'what they have, by run; asks no Redis',
        ),
      to(async () => (await import('../commands/abandon-workers.ts')).abandonWorkers),
    )
