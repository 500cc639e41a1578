import type { Options, PositionalOptions } from 'yargs'
import { transports } from '../run/job/choices.ts'
import type { Context, ExitCode } from './context.ts'

/** A flag, or an argument by its place: as yargs takes it, with the type of what it reads. */
export interface Flag<Value> {
  readonly option: Omit<Options, 'type'> & Pick<PositionalOptions, 'type'>
  /** Checks what was given; `name` is for the complaint. @throws Error */
  readonly check?: (given: unknown, name: string) => Value
  /** Never there: it carries the type. */
  readonly reads?: Value
}

type Flags = Readonly<Record<string, Flag<unknown>>>
type ValueOf<One> = One extends Flag<infer Value> ? Value : never
export type Values<All extends Flags> = { readonly [Name in keyof All]: ValueOf<All[Name]> }

/** How a command ended; without an exit code it is complete. */
export type Ending = Promise<ExitCode | undefined> | Promise<void>

/** A command of the command line. Help, complaints and docs/cli.md are made from it. */
export interface Command<Places extends Flags = Flags, Named extends Flags = Flags> {
  /** As help writes it: `run <job>`. The first word is its name. */
  readonly words: string
  readonly does: string
  /** Arguments by their places, named as in `words`. */
  readonly places?: Places
  /** Flags by their names in camel case: `baseUrl` is `--base-url`. */
  readonly flags: Named
  /** Command lines, `$0` for the program, each with its meaning. */
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  run(args: Values<Places> & Values<Named>, context: Context): Ending
}

/** Declares a command: the types of its arguments are those of its flags. */
export const defineCommand = <Places extends Flags = Record<never, never>, Named extends Flags = Flags>(
  declared: Command<Places, Named>,
): Command => declared

export const nameOf = ({ words }: Command): string => words.split(' ')[0] ?? ''

/** `--base-url`, without its dashes, of `baseUrl`. */
export const dashed = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const text = (describe: string): Flag<string | undefined> => ({
  option: { type: 'string', requiresArg: true, describe },
})

export const argument = (describe: string): Flag<string> => ({
  option: { type: 'string', demandOption: true, describe },
})

export const optionalArgument = (describe: string): Flag<string | undefined> => ({
  option: { type: 'string', describe },
})

export const restArguments = (describe: string): Flag<readonly string[]> => ({
  option: { type: 'string', array: true, describe },
})

export const oneOf = <const Word extends string>(
  choices: readonly Word[],
  describe: string,
): Flag<Word | undefined> => ({ option: { type: 'string', requiresArg: true, choices, describe } })

export const toggle = (describe: string, usual = false): Flag<boolean> => ({
  option: { type: 'boolean', default: usual, describe },
})

/** A flag that may be absent is never absent with this value. */
export const byDefault = <Value>(
  { option, check }: Flag<Value | undefined>,
  usual: NonNullable<Value>,
): Flag<NonNullable<Value>> => ({
  option: { ...option, default: usual },
  ...(check && { check: check as (given: unknown, name: string) => NonNullable<Value> }),
})

export const needed = <Value>({ option }: Flag<Value | undefined>): Flag<NonNullable<Value>> => ({
  option: { ...option, demandOption: true },
})

export const several = <Word extends string>({
  option,
}: Flag<Word | undefined>): Flag<readonly Word[] | undefined> => ({ option: { ...option, array: true } })

/** Names with spaces or commas between them. */
export const names = (describe: string): Flag<readonly string[] | undefined> => ({
  option: { type: 'string', array: true, describe, coerce: separated },
})

const separated = (given: readonly string[]): string[] =>
  given.flatMap((name) => name.split(',').filter((part) => part !== ''))

/** A whole number within bounds; yargs gives NaN for what is no number, and a list for a flag given twice. */
export const wholeNumber = (least: number, most: number, describe: string): Flag<number | undefined> => ({
  option: { type: 'number', requiresArg: true, describe },
  check: (given, name) => {
    if (Number.isInteger(given) && Number(given) >= least && Number(given) <= most) return Number(given)
    const found = Number.isNaN(given) ? 'no number' : String(given)
    throw new Error(`--${name}: expected a whole number from ${least} to ${most}; found ${found}`)
  },
})

export const memory = (describe: string): Flag<string | undefined> => ({
  option: { type: 'string', requiresArg: true, describe },
  check: (given, name) => {
    if (Array.isArray(given)) throw givenSeveralTimes(name, given)
    if (/^[1-9]\d{0,5}[MG]i?B$/i.test(String(given))) return String(given)
    throw new Error(`--${name}: expected an amount of memory such as 512MB or 2GB; found ${given}`)
  },
})

export const givenSeveralTimes = (name: string, values: readonly unknown[]): Error =>
  new Error(`--${name}: expected once; found ${values.length} times`)

/** The pipelines that `init` writes jobs for. */
export const pipelineNames = ['enterprise-due-diligence', 'case-research', 'statute-watch'] as const

export const home = text('folder of the warehouse and the runs (DOSSIER_HOME, default output)')
/** How persons and identifiers stand on pages. */
export const persons = (more = '') => oneOf(['keep', 'mask'], `natural persons: as they are, or 张某${more}`)
export const identifiers = (more = '') =>
  oneOf(['mask', 'keep'], `numbers of identity cards, phones and accounts in texts${more}`)
export const privacy = {
  persons: byDefault(persons(), 'keep'),
  identifiers: byDefault(identifiers(), 'mask'),
}
export const json = toggle('answer for programs, as JSON')
export const job = argument('job file (YAML)')
export const baseUrl = text('address of the service (DOSSIER_BASE_URL)')
export const transport = oneOf(transports, 'how it is called: over HTTP, or through its tool entries')
