import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { testSeed } from '../dice.ts'
import { type Result, runSql } from './sql-run.ts'

const usage =
  'npm run test:mutation -- ROOM [FILE…] [--sql [--seed N] [--count N]], where ROOM is a folder of src and FILE is in it'

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

/** The tests of files that are named, where each has its own; else those of the room. */
function testsOf(room: string, files: readonly string[]): string[] {
  const own = files.map((file) => file.replace(/^src(.*)\.ts.*/, 'test$1.test.ts'))
  return own.length > 0 && own.every((test) => existsSync(test)) ? own : testsOfRoom(room)
}

const { mutate } = JSON.parse(readFileSync('stryker.config.json', 'utf8')) as { mutate: string[] }

const killed: readonly string[] = ['Killed', 'Timeout']
const survived: readonly string[] = ['Survived', 'NoCoverage']

/** Runs Stryker as stryker.config.json says, with its copy of the project in a temporary folder. */
async function runStryker(files: readonly string[], tests: readonly string[]): Promise<Result[]> {
  const tempDirName = await mkdtemp(join(tmpdir(), 'dossier-mutation-'))
  // Not by its `testFiles`: with these, mutants of what runs when a module is loaded have no effect.
  process.env.DOSSIER_TEST_MUTATED = tests.join(' ')
  try {
    const mutants = await new Stryker({
      mutate: [...files, ...mutate],
      tempDirName,
    }).runMutationTest()
    return mutants
      .filter(({ status }) => [...killed, ...survived].includes(status))
      .map(({ fileName, location: { start }, status, mutatorName, replacement }) => ({
        file: relative('.', fileName),
        line: start.line,
        change: `${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ')}`,
        isKilled: killed.includes(status),
      }))
  } finally {
    await rm(tempDirName, { recursive: true, force: true })
  }
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
  options: { sql: { type: 'boolean' }, seed: { type: 'string' }, count: { type: 'string' } },
})
const [room, ...named] = positionals
if (room === undefined) throw new Error(usage)
const inRoom = named.map((name) => `src/${room}/${name}`)
const files = named.length > 0 ? inRoom : filesUnder(`src/${room}`, '.ts')
const tests = testsOf(room, inRoom)
const draw = {
  seed: values.seed === undefined ? testSeed() : Number(values.seed),
  count: Number(values.count ?? Number.POSITIVE_INFINITY),
}
process.stdout.write(`by ${tests.join(' ')}\n`)
process.stdout.write(tableOf(await (values.sql ? runSql(files, tests, draw) : runStryker(files, tests))))
