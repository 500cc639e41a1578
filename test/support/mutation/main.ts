import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { testSeed } from '../dice.ts'
import { runSql } from './sql-run.ts'
import { runStryker } from './stryker.ts'
import { tableOf } from './table.ts'

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
