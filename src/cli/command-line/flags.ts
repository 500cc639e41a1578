import type { Argv } from 'yargs'
import { transports } from '../../job/choices.ts'

/** A whole number within bounds; yargs gives NaN for what is no number, and a list for a flag given twice. */
export const wholeNumber = (name: string, least: number, most: number) => ({
  type: 'number' as const,
  requiresArg: true,
  coerce: (value: unknown): number => {
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value)
    const found = Number.isNaN(value) ? 'no number' : String(value)
    throw new Error(`--${name}: expected a whole number from ${least} to ${most}; found ${found}`)
  },
})

/** An amount of memory, as DuckDB writes it. */
export const memory = (name: string) => ({
  type: 'string' as const,
  requiresArg: true,
  coerce: (value: unknown): unknown => {
    if (Array.isArray(value) || /^[1-9]\d{0,5}[MG]i?B$/i.test(String(value))) return value
    throw new Error(`--${name}: expected an amount of memory such as 512MB or 2GB; found ${value}`)
  },
})

export const text = { type: 'string', requiresArg: true } as const

export const withHome = (argv: Argv) =>
  argv.option('home', {
    ...text,
    describe: 'folder of the warehouse and the runs (DOSSIER_HOME, default output)',
  })

/** Where the service is, and how it is called. */
export const withService = (argv: Argv) =>
  argv
    .option('base-url', { ...text, describe: 'address of the service (DOSSIER_BASE_URL)' })
    .option('transport', {
      ...text,
      choices: transports,
      describe: 'how it is called: over HTTP, or through its tool entries',
    })

/** Where Prometheus asks a process that stays. */
export const metricsPort = {
  ...wholeNumber('metrics', 0, 65_535),
  describe: 'port on 127.0.0.1 for Prometheus metrics, without a key; 0 picks a free one',
} as const

/** What the metrics of one run are written to. */
export const withMetricsFile = (argv: Argv) =>
  argv.option('metrics-file', {
    ...text,
    describe: "file for Prometheus metrics of the run, as node_exporter's textfile collector reads it",
  })

export const withJson = (argv: Argv) =>
  argv.option('json', { type: 'boolean', default: false, describe: 'answer for programs, as JSON' })

export const withJob = (argv: Argv) =>
  argv.positional('job', { type: 'string', demandOption: true, describe: 'job file (YAML)' })

/** Examples for the end of a help text: each command whole on its line, to be copied, and what it does below. `$0` is the program. */
export const examples = (...of: readonly (readonly [command: string, meaning: string])[]): string =>
  ['Examples:', ...of.flatMap(([command, meaning]) => [`  ${command}`, `      ${meaning}`])].join('\n')

/** Names as flags take them: one after the other, or with commas between them. */
export const separated = (names: readonly string[]): string[] =>
  names.flatMap((name) => name.split(',').filter((part) => part !== ''))
