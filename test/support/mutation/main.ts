import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { testSeed } from '../dice.ts'
import { type Place, type Result, runMutants } from './run.ts'

const usage =
  'npm run test:mutation -- (ROOM [FILE…] | --since REVISION) [--seed N] [--count N], where ROOM is a folder of src and FILE is in it'

const filesUnder = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort()

/** The tests of a room: those of its folder, or whose name begins with its own; where there are none, those of the room around it. */
function testsOfRoom(room: string): string[] {
  const tests = filesUnder('test', '.test.ts').filter((path) =>
    ['/', '-', '.'].some((end) => path.startsWith(`test/${room}${end}`)),
  )
  return tests.length > 0 || room === '.' ? tests : testsOfRoom(dirname(room))
}

/** The tests of a file: its own, where it has some; else those of its room. */
function testsOfFile(file: string): string[] {
  const own = file.replace(/^src(.*)\.ts$/, 'test$1.test.ts')
  return existsSync(own) ? [own] : testsOfRoom(relative('src', dirname(file)))
}

/** The lines of src that are others in a revision. */
function changedSince(revision: string): Place[] {
  const diff = execFileSync('git', ['diff', '-U0', '--no-prefix', revision, '--', 'src/*.ts'], {
    encoding: 'utf8',
  })
  let file = ''
  return diff.split('\n').flatMap((line) => {
    file = /^\+\+\+ (src.+)/.exec(line)?.[1] ?? file
    const [, first, lines = 1] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    return first === undefined || Number(lines) === 0
      ? []
      : [{ file, first: Number(first), last: Number(first) + Number(lines) - 1 }]
  })
}

const shareOf = (killed: number, all: number): string => `${((100 * killed) / all).toFixed(1)}%`

/** A line a file and one of all; then each survivor with its place. */
function tableOf(results: readonly Result[]): string {
  const row = (name: string, of: readonly Result[]): string => {
    const killed = of.filter(({ isKilled }) => isKilled).length
    return `| ${name} | ${killed} | ${of.length - killed} | ${shareOf(killed, of.length)} |`
  }
  const files = [...new Set(results.map(({ file }) => file))].sort()
  const survivors = results.filter(({ isKilled }) => !isKilled)
  return [
    '| file | killed | survived | score |\n| --- | --- | --- | --- |',
    ...files.map((name) =>
      row(
        name,
        results.filter(({ file }) => file === name),
      ),
    ),
    ...(results.length === 0 ? [] : [row('all', results)]),
    '',
    ...survivors.map(({ file, line, change }) => `${file}:${line}  ${change}`).sort(),
    '',
  ].join('\n')
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    since: { type: 'string' },
  },
})
const [room = '', ...named] = positionals
const { since } = values
if ((room === '') === (since === undefined)) throw new Error(usage)
const files = named.length > 0 ? named.map((name) => `src/${room}/${name}`) : filesUnder(`src/${room}`, '.ts')
const results = await runMutants(
  since === undefined ? files.map((file) => ({ file, first: 1, last: Infinity })) : changedSince(since),
  since === undefined && named.length === 0 ? () => testsOfRoom(room) : testsOfFile,
  {
    seed: Number(values.seed ?? testSeed()),
    count: Number(values.count ?? (since === undefined ? Infinity : 40)),
  },
)
process.stdout.write(tableOf(results))
const noticed = results.filter(({ isKilled }) => isKilled).length
if (since !== undefined && results.length >= 10 && noticed < 0.8 * results.length) process.exitCode = 1
