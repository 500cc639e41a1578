import { expect, test } from 'vitest'
import { cli } from '../support/cli.ts'

const commands = [
  ...['init', 'run', 'retry-failed', 'schedule', 'notify', 'plan', 'validate', 'status', 'runs'],
  ...['logs', 'query', 'tables', 'export', 'report', 'explore', 'verify', 'rebuild', 'doctor', 'evidence'],
  ...['forget', 'serve', 'sample', 'demo'],
]

test('--help lists every command', async () => {
  const { code, out } = await cli(['--help'])
  expect(code).toBe(0)
  expect([...out.matchAll(/^ {2}dossier ([a-z-]+)/gm)].map(([, name]) => name)).toEqual([...commands])
})

test.each(commands)('%s --help says what it does, each flag, and an example that parses', async (command) => {
  const { code, out } = await cli([command, '--help'])
  expect(code).toBe(0)
  const [, examples = ''] = out.split('Examples:\n')
  expect(examples).toMatch(new RegExp(`^ {2}dossier ${command}`))
  // An option without a description would be a bare line.
  expect(out).not.toMatch(/^ {2}--[a-z-]+ +\[/m)
})

test('help fits the terminal, and every example is whole on a line of its own', async () => {
  for (const command of commands) {
    const { out } = await cli([command, '--help'], {}, { columns: 80 })
    const [options = '', examples = ''] = out.split('Examples:\n')
    expect(options.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(examples.split('\n').filter((_, at) => at % 2 === 0)).toSatisfy((lines: string[]) =>
      lines.every((line) => line.startsWith(`  dossier ${command}`)),
    )
  }
})

test('--version is that of the package', async () => {
  expect((await cli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+$/)
})

/** Command lines that do not parse, and what is said of each before it says where to read on. */
const complaints: Readonly<Record<string, string>> = {
  '': 'expected a command',
  'rnu job.yaml': 'unknown command or argument "rnu"; did you mean "run"?',
  frobnicate: 'unknown command or argument "frobnicate"',
  run: 'an argument is missing',
  'run a.yaml b.yaml': 'unknown command or argument "b.yaml"',
  'status --hom x': 'unknown flag "--hom"; did you mean "--home"?',
  'run a.yaml --base-ulr=x': 'unknown flag "--base-ulr"; did you mean "--base-url"?',
  'validate a.yaml --json': 'unknown flag "--json"',
  // A key is not repeated.
  'run a.yaml --api-key SECRET': 'unknown flag "--api-key"',
  'status --home': 'not enough arguments following: home',
  'status --home a --home b': '--home: expected once; found 2 times',
  serve: 'missing required argument: corpus',
  'run a.yaml --transport mpc': '--transport: expected one of "http", "mcp"; found "mpc"',
  'export --format cvs': '--format: expected one of "csv", "parquet", "jsonl", "xlsx"; found "cvs"',
  'query SELECT --limit ten': '--limit: expected a whole number from 1 to 1000000; found no number',
  'serve --corpus c --port 99999': '--port: expected a whole number from 0 to 65535; found 99999',
  'sample --out x --seed 1 --seed 2': '--seed: expected a whole number from 0 to 4294967295; found 1,2',
}

test.each(Object.entries(complaints))(
  'a command line that does not parse is exit code 2, with what was meant and where to read on: %s',
  async (line, complaint) => {
    const args = line.split(' ').filter(Boolean)
    const command = commands.find((name) => name === args[0])
    const help = `see dossier ${command === undefined ? '' : `${command} `}--help`
    expect(await cli(args)).toEqual({ code: 2, out: '', notes: `dossier: ${complaint}; ${help}` })
  },
)

test.each(['what?', 'md:dossiers', 's3://bucket/dossiers'])(
  'a home called %s is refused before anything is made: DuckDB would read it as something else',
  async (home) => {
    const { code, notes } = await cli(['status', '--home', home])
    expect(code).toBe(2)
    expect(notes).toBe(
      `dossier: settings: ${home} cannot hold a warehouse; expected a folder without ? in its path, and without : in its first name`,
    )
  },
)
