import yargs, { type Argv } from 'yargs'
import { asConsequence, DossierError, RefusedError } from '../app/errors.ts'
import { version } from '../disk/package.ts'
import { hint } from '../rows/words/suggest.ts'
import { type Command, dashed, type Ending, type Flag, givenSeveralTimes, nameOf } from './command.ts'
import { commands } from './commands.ts'
import { type Context, type ExitCode, exitCodeOf, exitCodes, processContext } from './context.ts'
import { legible } from './legible.ts'

export async function runCli(
  args: readonly string[],
  outside: Context = processContext(),
): Promise<ExitCode> {
  const { out, note } = outside
  const context: Context = {
    ...outside,
    out: (text) => out(legible(text)),
    note: (text) => note(legible(text)),
  }
  try {
    return await carryOut(args, context)
  } catch (thrown) {
    const { strikeOutOf } = await import('../app/settings.ts')
    const error = asConsequence(thrown)
    context.note(strikeOutOf(context.env).text(reportOf(error)))
    return exitCodeOf(error)
  }
}

/** Errors that a person can act on are reported as a sentence; any other is a defect and keeps its stack. */
function reportOf(error: unknown): string {
  if (error instanceof DossierError) return `dossier: ${error.message}`
  return error instanceof Error ? `${error.stack}` : String(error)
}

/** The command line does not parse; the message is that of yargs. */
class CommandLineError extends Error {
  override name = 'CommandLineError'
}

async function carryOut(args: readonly string[], context: Context): Promise<ExitCode> {
  let chosen: (() => Ending) | undefined
  const line = commandLine(commandsFor(args), context.columns, (command, parsed) => {
    chosen = () => command.run(argumentsOf(command, parsed), context)
  })
  try {
    await parse(line, args, context.out)
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error
    throw new RefusedError(complaintOf(error.message, args, commands), { cause: error })
  }
  return (await chosen?.()) ?? exitCodes.complete
}

/** The command that the line begins with, and all of them only for help and complaints. */
function commandsFor([first = '']: readonly string[]): readonly Command[] {
  if (first === '--version') return []
  const named = commands.filter((command) => nameOf(command) === first)
  return named.length > 0 ? named : commands
}

/** What `--help` prints for a command, or for all. */
export async function helpOf(args: readonly string[]): Promise<string> {
  const lines: string[] = []
  const line = commandLine(commands, undefined, () => undefined)
  await parse(line, [...args, '--help'], (text) => lines.push(text))
  return lines.join('\n')
}

/** Parses; what yargs prints itself (help, version) goes to `out`. */
async function parse(argv: Argv, args: readonly string[], out: (text: string) => void): Promise<void> {
  await argv.parseAsync([...args], {}, (_: unknown, __: unknown, output: string) => {
    if (output !== '') out(output)
  })
}

const widest = 110

type Parsed = Readonly<Record<string, unknown>>

function commandLine(
  commands: readonly Command[],
  columns: number | undefined,
  onCommand: (command: Command, parsed: Parsed) => void,
): Argv {
  const argv = yargs()
    .scriptName('dossier')
    .usage('$0 <command>\n\nTurns a legal research service into a DuckDB warehouse, CSV and Parquet.')
    .version(version())
    .detectLocale(false)
    .strict()
    .strictCommands()
    .demandCommand(1, 'expected a command')
    .wrap(Math.min(widest, columns ?? widest))
    .exitProcess(false)
    .fail((message, error) => {
      throw message ? new CommandLineError(message) : error
    })
  return commands.reduce((line, command) => withCommand(line, command, onCommand), argv)
}

function withCommand(
  argv: Argv,
  command: Command,
  onCommand: (command: Command, parsed: Parsed) => void,
): Argv {
  const { words, does, places = {}, flags, examples } = command
  return argv.command(
    words,
    does,
    (line) => {
      for (const [name, flag] of Object.entries(places)) line.positional(name, optionOf(name, flag))
      for (const [name, flag] of Object.entries(flags)) line.option(dashed(name), optionOf(name, flag))
      return line.check((parsed) => isGivenOnce(flags, parsed)).epilogue(examplesText(examples))
    },
    (parsed) => onCommand(command, parsed),
  )
}

const optionOf = (name: string, { option, check }: Flag<unknown>): Flag<unknown>['option'] =>
  check === undefined ? option : { ...option, coerce: (given: unknown) => check(given, dashed(name)) }

function isGivenOnce(flags: Command['flags'], parsed: Parsed): true {
  for (const [name, { option }] of Object.entries(flags)) {
    const value = parsed[name]
    if (Array.isArray(value) && option.array !== true) throw givenSeveralTimes(dashed(name), value)
  }
  return true
}

const argumentsOf = ({ places = {}, flags }: Command, parsed: Parsed): Parsed =>
  Object.fromEntries([...Object.keys(places), ...Object.keys(flags)].map((name) => [name, parsed[name]]))

/** Each example whole on its line, to be copied, and its meaning below. */
const examplesText = (examples: Command['examples']): string =>
  ['Examples:', ...examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`])].join('\n')

/** What is wrong with the command line: what was found, the nearest known word, where to read on. */
function complaintOf(message: string, args: readonly string[], commands: readonly Command[]): string {
  const known = commands.map(nameOf)
  const name = args.find((arg) => known.includes(arg))
  const { flags = {} } = commands.find((command) => nameOf(command) === name) ?? {}
  const flagNames = ['help', 'version', ...Object.keys(flags).map(dashed)]
  return `${reworded(message, known, flagNames)}; see dossier ${name === undefined ? '' : `${name} `}--help`
}

/** The complaints of yargs in our words. */
function reworded(message: string, commands: readonly string[], flags: readonly string[]): string {
  const [, word] = /^Unknown commands?: ([^,]+)/.exec(message) ?? []
  if (word !== undefined) return `unknown command or argument "${word}"${hint(word, commands)}`
  const [, flag] = /^Unknown arguments?: ([^,]+)/.exec(message) ?? []
  if (flag !== undefined) return `unknown flag "--${flag}"${hint(flag, flags, '', '--')}`
  const [, name, given, choices] = /Argument: (.+), Given: (.+), Choices: (.+)/.exec(message) ?? []
  if (name !== undefined) return `--${name}: expected one of ${choices}; found ${given}`
  if (message.startsWith('Not enough non-option arguments')) return 'an argument is missing'
  return message.charAt(0).toLowerCase() + message.slice(1)
}
