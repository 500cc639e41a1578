import yargs, { type Argv } from 'yargs'
import { transports } from '../job/transport.ts'
import { CommandLineError, complaintOf } from './complaint.ts'
import type { Command, Context } from './context.ts'
import { processContext } from './process-context.ts'
import { version } from './version.ts'

/** Runs the command line given and returns the process's exit code. */
export async function runCli(args: readonly string[], context: Context = processContext()): Promise<number> {
  let exitCode = 0
  /** Wires a command in: it is loaded only when it is asked for. */
  const to =
    <Args>(load: () => Promise<Command<Args>>) =>
    async (parsed: unknown) => {
      const command = await load()
      exitCode = await command(parsed as Args, context)
    }
  try {
    await parsed(commandLine(to), args, context.out)
  } catch (error) {
    const { exitCodeOf, isForPeople, messageOf } = await import('./exit-codes.ts')
    const message =
      error instanceof CommandLineError ? await complaintOf(error.message, args, helpOf) : messageOf(error)
    context.note(
      isForPeople(error) ? `dossier: ${message}` : error instanceof Error ? `${error.stack}` : message,
    )
    exitCode = exitCodeOf(error)
  }
  return exitCode
}

/** Parses and carries out; what yargs prints itself (help, version) goes to `out`. */
async function parsed(argv: Argv, args: readonly string[], out: (text: string) => void): Promise<void> {
  await argv.parseAsync([...args], {}, (_: unknown, __: unknown, output: string) => {
    if (output !== '') out(output)
  })
}

async function helpOf(args: readonly string[]): Promise<string> {
  const lines: string[] = []
  await parsed(
    commandLine(() => async () => undefined),
    [...args, '--help'],
    (text) => lines.push(text),
  )
  return lines.join('\n')
}

type Wire = <Args>(load: () => Promise<Command<Args>>) => (parsed: unknown) => Promise<void>

/** Flags that take several values. */
const listFlags = ['_', 'also', 'format', 'tables', 'where']

function isGivenOnce(argv: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(argv)) {
    if (Array.isArray(value) && !listFlags.includes(name))
      throw new Error(`--${name}: expected once; found ${value.length} times`)
  }
  return true
}

/** A whole number within bounds; yargs gives NaN for what is no number, and a list for a flag given twice. */
const wholeNumber = (name: string, least: number, most: number) => ({
  type: 'number' as const,
  requiresArg: true,
  coerce: (value: unknown): number => {
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value)
    const found = Number.isNaN(value) ? 'no number' : String(value)
    throw new Error(`--${name}: expected a whole number from ${least} to ${most}; found ${found}`)
  },
})

/** An amount of memory, as DuckDB writes it. */
const memory = (name: string) => ({
  type: 'string' as const,
  requiresArg: true,
  coerce: (value: unknown): unknown => {
    if (Array.isArray(value) || /^[1-9]\d{0,5}[MG]i?B$/i.test(String(value))) return value
    throw new Error(`--${name}: expected an amount of memory such as 512MB or 2GB; found ${value}`)
  },
})

const text = { type: 'string', requiresArg: true } as const

const withHome = (argv: Argv) =>
  argv.option('home', {
    ...text,
    describe: 'folder of the warehouse and the runs (DOSSIER_HOME, default output)',
  })

/** Where the service is, and how it is called. */
const withService = (argv: Argv) =>
  argv
    .option('base-url', { ...text, describe: 'address of the service (DOSSIER_BASE_URL)' })
    .option('transport', {
      ...text,
      choices: transports,
      describe: 'how it is called: over HTTP, or through its tool entries',
    })

const withJson = (argv: Argv) =>
  argv.option('json', { type: 'boolean', default: false, describe: 'answer for programs, as JSON' })

const withJob = (argv: Argv) =>
  argv.positional('job', { type: 'string', demandOption: true, describe: 'job file (YAML)' })

function commandLine(to: Wire): Argv {
  return yargs()
    .scriptName('dossier')
    .usage('$0 <command>\n\nTurns a legal research service into a DuckDB warehouse, CSV and Parquet.')
    .version(version())
    .detectLocale(false)
    .strict()
    .strictCommands()
    .demandCommand(1, 'expected a command')
    .wrap(110)
    .exitProcess(false)
    .check(isGivenOnce)
    .fail((message, error) => {
      throw message ? new CommandLineError(message) : error
    })
    .command(
      'run <job>',
      'run a job: calls, warehouse, exports',
      (argv) =>
        withService(withJson(withHome(withJob(argv))))
          .option('resume', {
            type: 'boolean',
            default: true,
            describe: 'go on with an unfinished run; --no-resume starts anew',
          })
          .example('$0 run jobs/sample-due-diligence.yaml', 'run a job, or resume its unfinished run'),
      to(async () => (await import('./commands/run.ts')).run),
    )
    .command(
      'retry-failed <job>',
      'ask again for the calls that failed or were refused in the last run of a job, and what follows from them',
      (argv) =>
        withService(withJson(withHome(withJob(argv)))).example(
          '$0 retry-failed jobs/sample-due-diligence.yaml',
          'see the view dead_letters; pays for nothing else',
        ),
      to(async () => (await import('./commands/retry-failed.ts')).retryFailed),
    )
    .command(
      'plan <job>',
      'what a run would call now and what it would cost; makes no call',
      (argv) =>
        withJson(withHome(withJob(argv))).example(
          '$0 plan jobs/sample-due-diligence.yaml',
          'calls and points by step',
        ),
      to(async () => (await import('./commands/plan.ts')).plan),
    )
    .command(
      'validate <job>',
      'check a job and the files it lists; makes no call',
      (argv) =>
        withJob(argv).example(
          '$0 validate jobs/sample-due-diligence.yaml',
          'file, line and what was expected',
        ),
      to(async () => (await import('./commands/validate.ts')).validate),
    )
    .command(
      'query <sql>',
      'run one SELECT over the published warehouse',
      (argv) =>
        withJson(withHome(argv))
          .positional('sql', { type: 'string', demandOption: true, describe: 'one SELECT' })
          .option('limit', {
            ...wholeNumber('limit', 1, 1_000_000),
            default: 100,
            describe: 'rows at the most',
          })
          .option('max-bytes', {
            ...wholeNumber('max-bytes', 1, 2 ** 30),
            default: 64 * 2 ** 20,
            describe: 'bytes of the result at the most, as JSON',
          })
          .option('memory', { ...memory('memory'), default: '1GB', describe: 'memory at the most' })
          .option('timeout', {
            ...wholeNumber('timeout', 1, 86_400),
            default: 60,
            describe: 'seconds at the most',
          })
          .example(
            '$0 query "SELECT cause, count(*) FROM enterprise_documents GROUP BY ALL"',
            'documents by cause',
          ),
      to(async () => (await import('./commands/query.ts')).query),
    )
    .command(
      'tables [name]',
      'the tables and views, or the columns of one',
      (argv) =>
        withJson(argv)
          .positional('name', { type: 'string', describe: 'table or view' })
          .option('markdown', { type: 'boolean', default: false, describe: 'as Markdown: docs/tables.md' })
          .example('$0 tables enterprise_documents', 'columns with type, Chinese term and source'),
      to(async () => (await import('./commands/tables.ts')).tables),
    )
    .command(
      'export',
      'export the published warehouse',
      (argv) =>
        withJson(withHome(argv))
          .option('format', {
            type: 'array',
            choices: ['csv', 'parquet'] as const,
            default: ['csv', 'parquet'] as const,
            describe: 'formats',
          })
          .option('tables', { type: 'array', string: true, describe: 'tables or views; default all' })
          .option('out', { ...text, describe: "folder; default the last run's exports" })
          .example('$0 export --format csv --tables enterprise_documents --out .', 'one table as CSV'),
      to(async () => (await import('./commands/export.ts')).exportTables),
    )
    .command(
      'verify',
      'audit ledger, raw answers, tables, published copy and exports; makes no call',
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
          .example('$0 verify', 'exit 1 when anything is damaged, with what to do')
          .example('$0 verify --coverage', 'exit 4 when less than 99% of the citations of laws held join'),
      to(async () => (await import('./commands/verify.ts')).verify),
    )
    .command(
      'rebuild',
      'build all tables anew from the raw answers and publish them; makes no call',
      (argv) => withJson(withHome(argv)).example('$0 rebuild', 'rows by table'),
      to(async () => (await import('./commands/rebuild.ts')).rebuild),
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
          .example('$0 doctor', 'exit 1 when a problem is left'),
      to(async () => (await import('./commands/doctor.ts')).doctor),
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
          .example('$0 evidence cases case_id=7b0c5d2e', 'what the service answered, and when'),
      to(async () => (await import('./commands/evidence.ts')).evidence),
    )
    .command(
      'status',
      'who is running, and how the last runs ended',
      (argv) => withJson(withHome(argv)).example('$0 status', 'the last 20 runs'),
      to(async () => (await import('./commands/status.ts')).status),
    )
    .command(
      'forget',
      'purge an enterprise or a person everywhere, and keep later runs from bringing it back',
      (argv) =>
        withJson(withHome(argv))
          .option('enterprise', { ...text, describe: 'its id, code or name' })
          .option('person', { ...text, describe: 'its name, as the documents write it' })
          .option('also', {
            type: 'array',
            string: true,
            requiresArg: true,
            describe: 'what else it is called',
          })
          .option('reason', { ...text, describe: 'kept with the tombstone' })
          .option('dry-run', {
            type: 'boolean',
            default: false,
            describe: 'say what would go, and do nothing',
          })
          .option('yes', {
            type: 'boolean',
            default: false,
            describe: 'also when the name is short or hits nothing',
          })
          .option('list', { type: 'boolean', default: false, describe: 'list what was forgotten' })
          .example('$0 forget --enterprise 91110108MA0074PN30 --dry-run', 'what would be erased and masked')
          .example('$0 forget --person 王小明 --reason "request of 2026-03-01"', 'mask a name everywhere'),
      to(async () => (await import('./commands/forget.ts')).forget),
    )
    .command(
      'serve',
      'serve a corpus, or what a warehouse collected, as the legal research service would',
      (argv) =>
        withHome(argv)
          .option('corpus', { ...text, describe: 'folder of NDJSON files' })
          .option('warehouse', {
            type: 'string',
            describe: "a published warehouse, its raw answers beside it; without FILE the home's own",
          })
          .option('port', {
            ...wholeNumber('port', 0, 65_535),
            default: 0,
            describe: 'port on 127.0.0.1; 0 picks a free one',
          })
          .option('access-log', { ...text, describe: 'file for one JSON line a request' })
          .example('$0 serve --corpus corpus --port 8080', 'key: DOSSIER_API_KEY, or one it makes and prints')
          .example('$0 serve --warehouse', 'what was collected, without a call'),
      to(async () => (await import('./commands/serve.ts')).serve),
    )
    .command(
      'sample',
      'write a synthetic corpus',
      (argv) =>
        argv
          .option('out', { ...text, demandOption: true, describe: 'folder' })
          .option('seed', {
            ...wholeNumber('seed', 0, 2 ** 32 - 1),
            default: 1,
            describe: 'the same seed gives the same bytes',
          })
          .option('enterprises', {
            ...wholeNumber('enterprises', 1, 1_000_000),
            default: 40,
            describe: 'number of enterprises',
          })
          .example('$0 sample --out corpus --seed 7 --enterprises 200', 'a corpus of 200 enterprises'),
      to(async () => (await import('./commands/sample.ts')).sample),
    )
    .command(
      'demo',
      'run the sample jobs on a sample corpus, served by a process of its own',
      (argv) => withHome(argv).example('$0 demo', 'what `npm start` does'),
      to(async () => (await import('./commands/demo.ts')).demo),
    )
}
