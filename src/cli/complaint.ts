import { suggest } from '../words/suggest.ts'
import { UsageError } from './errors.ts'

/** The command line does not parse; the message is that of yargs. */
export class CommandLineError extends UsageError {
  override name = 'CommandLineError'
}

/** Help of the command that the arguments begin with; of all commands when there are none. */
export type HelpOf = (args: readonly string[]) => Promise<string>

/** What is wrong with the command line: what was found, the nearest known word, where to read on. */
export async function complaintOf(message: string, args: readonly string[], helpOf: HelpOf): Promise<string> {
  const commands = namesIn(await helpOf([]), /^ {2}dossier ([a-z-]+)/gm)
  const command = args.find((arg) => commands.includes(arg))
  const flags = namesIn(await helpOf(command === undefined ? [] : [command]), /--([a-z][a-z-]*)/g)
  if (command === 'completion' && /^Unknown (?:command|argument)s?: (?:bash|zsh)$/.test(message))
    return `completion takes no shell, it goes by $SHELL; for ${shells}`
  return `${reworded(message, commands, flags)}; see dossier ${command === undefined ? '' : `${command} `}--help`
}

const shells = 'bash: SHELL=bash dossier completion; for zsh: SHELL=zsh dossier completion'

const namesIn = (help: string, pattern: RegExp): string[] =>
  [...help.matchAll(pattern)].map(([, name = '']) => name)

function reworded(message: string, commands: readonly string[], flags: readonly string[]): string {
  const [, word] = /^Unknown commands?: ([^,]+)/.exec(message) ?? []
  if (word !== undefined) return `unknown command or argument "${word}"${hint(word, commands, '')}`
  const [, flag] = /^Unknown arguments?: ([^,]+)/.exec(message) ?? []
  if (flag !== undefined) return `unknown flag "--${flag}"${hint(flag, flags, '--')}`
  const [, name, given, choices] = /Argument: (.+), Given: (.+), Choices: (.+)/.exec(message) ?? []
  if (name !== undefined) return `--${name}: expected one of ${choices}; found ${given}`
  if (message.startsWith('Not enough non-option arguments')) return 'an argument is missing'
  return message.charAt(0).toLowerCase() + message.slice(1)
}

function hint(given: string, known: readonly string[], prefix: string): string {
  const near = suggest(given, known)
  return near === undefined || near === given ? '' : `; did you mean "${prefix}${near}"?`
}
