import { describe, expect, test } from 'vitest'
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

describe('a command line that does not parse is exit code 2, with what was meant and where to read on', () => {
  test.each([
    [[], 'expected a command; see dossier --help'],
    [['rnu', 'job.yaml'], 'unknown command or argument "rnu"; did you mean "run"?; see dossier --help'],
    [['frobnicate'], 'unknown command or argument "frobnicate"; see dossier --help'],
    [['run'], 'an argument is missing; see dossier run --help'],
    [['run', 'a.yaml', 'b.yaml'], 'unknown command or argument "b.yaml"; see dossier run --help'],
    [['status', '--hom', 'x'], 'unknown flag "--hom"; did you mean "--home"?; see dossier status --help'],
    [
      ['run', 'a.yaml', '--base-ulr=x'],
      'unknown flag "--base-ulr"; did you mean "--base-url"?; see dossier run --help',
    ],
    [['tables', '--jsno'], 'unknown flag "--jsno"; did you mean "--json"?; see dossier tables --help'],
    [['tables', '--colour'], 'unknown flag "--colour"; see dossier tables --help'],
    [['validate', 'a.yaml', '--json'], 'unknown flag "--json"; see dossier validate --help'],
    [['run', 'a.yaml', '--api-key', 'k'], 'unknown flag "--api-key"; see dossier run --help'],
    [['status', '--home'], 'not enough arguments following: home; see dossier status --help'],
    [
      ['status', '--home', 'a', '--home', 'b'],
      '--home: expected once; found 2 times; see dossier status --help',
    ],
    [['serve'], 'missing required argument: corpus; see dossier serve --help'],
    [
      ['run', 'a.yaml', '--transport', 'mpc'],
      '--transport: expected one of "http", "mcp"; found "mpc"; see dossier run --help',
    ],
    [
      ['export', '--format', 'cvs'],
      '--format: expected one of "csv", "parquet", "jsonl", "xlsx"; found "cvs"; see dossier export --help',
    ],
    [
      ['query', 'SELECT 1', '--limit', 'ten'],
      '--limit: expected a whole number from 1 to 1000000; found no number; see dossier query --help',
    ],
    [
      ['query', 'SELECT 1', '--limit', '0'],
      '--limit: expected a whole number from 1 to 1000000; found 0; see dossier query --help',
    ],
    [
      ['serve', '--corpus', 'c', '--port', '99999'],
      '--port: expected a whole number from 0 to 65535; found 99999; see dossier serve --help',
    ],
    [
      ['sample', '--out', 'x', '--enterprises', '1.5'],
      '--enterprises: expected a whole number from 1 to 1000000; found 1.5; see dossier sample --help',
    ],
    [
      ['sample', '--out', 'x', '--seed', '1', '--seed', '2'],
      '--seed: expected a whole number from 0 to 4294967295; found 1,2; see dossier sample --help',
    ],
  ])('%j', async (args, complaint) => {
    expect(await cli(args)).toEqual({ code: 2, out: '', notes: `dossier: ${complaint}` })
  })

  test('a key on the command line is refused without being repeated', async () => {
    const { notes } = await cli(['run', 'a.yaml', '--api-key', 'SECRET'])
    expect(notes).not.toContain('SECRET')
  })
})

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
