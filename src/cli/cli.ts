import yargs, { type Argv } from 'yargs'
import { jobCommands } from './command-line/job-commands.ts'
import { runCommands } from './command-line/run-commands.ts'
import { serviceCommands } from './command-line/service-commands.ts'
import { startCommands } from './command-line/start-commands.ts'
import { upkeepCommands } from './command-line/upkeep-commands.ts'
import { warehouseCommands } from './command-line/warehouse-commands.ts'
import { CommandLineError, complaintOf } from './complaint.ts'
import type { Context, Wire } from './context.ts'
import { processContext } from './process-context.ts'
import { version } from './version.ts'

/** Runs the command line given and returns the process's exit code. */
export async function runCli(args: readonly string[], context: Context = processContext()): Promise<number> {
  let exitCode = 0
  const to: Wire = (load) => async (parsed) => {
    const command = await load()
    exitCode = await command(parsed as Parameters<typeof command>[0], context)
  }
  try {
    await parsed(commandLine(to, context.columns), args, context.out)
  } catch (error) {
    const { exitCodeOf, isForPeople, messageOf } = await import('./exit-codes.ts')
    const message =
      error instanceof CommandLineError ? await complaintOf(error.message, args, helpOf) : messageOf(error)
    const { strikeOutOf } = await import('./settings.ts')
    const told = isForPeople(error)
      ? `dossier: ${message}`
      : error instanceof Error
        ? `${error.stack}`
        : message
    context.note(strikeOutOf(context.env).text(told))
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

/** What `--help` prints for a command, or for all. */
export async function helpOf(args: readonly string[]): Promise<string> {
  const lines: string[] = []
  await parsed(
    commandLine(() => async () => undefined),
    [...args, '--help'],
    (text) => lines.push(text),
  )
  return lines.join('\n')
}

/** Flags that take several values. */
const listFlags = [
  '_',
  'allow-host',
  'allow-origin',
  'allowHost',
  'allowOrigin',
  'also',
  'columns',
  'enterprise',
  'entry',
  'format',
  'jobs',
  'partition',
  'tables',
  'where',
]

function isGivenOnce(argv: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(argv)) {
    if (Array.isArray(value) && !listFlags.includes(name))
      throw new Error(`--${name}: expected once; found ${value.length} times`)
  }
  return true
}

/** Columns that help takes at the most. */
const widest = 110

function commandLine(to: Wire, columns = widest): Argv {
  const argv = yargs()
    .scriptName('dossier')
    .usage('$0 <command>\n\nTurns a legal research service into a DuckDB warehouse, CSV and Parquet.')
    .version(version())
    .completion('completion', 'print a completion script for bash or zsh, by $SHELL')
    .detectLocale(false)
    .strict()
    .strictCommands()
    .demandCommand(1, 'expected a command')
    .wrap(Math.min(widest, columns))
    .exitProcess(false)
    .check(isGivenOnce)
    .fail((message, error) => {
      throw message ? new CommandLineError(message) : error
    })
  return [startCommands, jobCommands, runCommands, warehouseCommands, upkeepCommands, serviceCommands].reduce(
    (line, add) => add(line, to),
    argv,
  )
}
