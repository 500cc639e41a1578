import { execFileSync } from 'node:child_process'
import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { testSeed } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { measured } from '../../support/measured.ts'
import { litigationOf, numbered, worldOf } from '../../support/world.ts'

const seed = testSeed()

/** What may stand where a file should. */
const kinds: Readonly<Record<string, (place: string) => unknown>> = {
  'a named pipe': (place) => execFileSync('mkfifo', [place]),
  'an endless device': (place) => symlink('/dev/zero', place),
  'a file of the system': (place) => symlink('/proc/self/environ', place),
  'a folder': (place) => mkdir(place),
  'a link to nothing': (place) => symlink('/nowhere/at/all', place),
  'a link to itself': (place) => symlink(place, place),
  'a socket': async (place) => {
    const server = createServer()
    await new Promise<void>((listening) => void server.listen(place, listening))
    onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())))
  },
}

const places = [
  'dossier.duckdb',
  'job.yaml',
  ...['warehouse.duckdb', 'attempts.ndjson', 'rates.json', 'tombstones.json', 'schedule.json'].map(
    (name) => `.state/${name}`,
  ),
  ...['lock', 'landing/x.ndjson', 'raw/run=x/x.parquet'].map((name) => `.state/${name}`),
  ...['run.json', 'log.ndjson', 'inputs.ndjson', 'flags.ndjson', 'progress.json'].map(
    (name) => `latest/${name}`,
  ),
]

const commands: readonly (readonly string[])[] = [
  ...[['status'], ['runs'], ['logs'], ['doctor'], ['verify'], ['rebuild']],
  ['query', 'SELECT count(*) FROM runs'],
  ['export', '--format', 'csv', '--tables', 'runs'],
  ['report', '--format', 'html'],
  ['forget', '--person', '没有此人', '--yes'],
]

let whole: string
const whenOver = whenAllOver()
beforeAll(async () => {
  const { home, run } = await worldOf(litigationOf(numbered(2)), {}, whenOver)
  await run()
  whole = home
})

test.each(
  fc.sample(
    fc.tuple(
      fc.constantFrom(...places),
      fc.constantFrom(...Object.keys(kinds)),
      fc.constantFrom(...commands),
    ),
    { numRuns: sizeOf('DOSSIER_TEST_NO_FILES', { short: 3, long: 60 }), seed },
  ),
)(
  `with %s being %s, %j ends by itself, in 600 MB (seed ${seed})`,
  { timeout: 240_000 },
  async (place, kind, args) => {
    const home = join(await temporaryFolder(), 'home')
    await cp(whole, home, { recursive: true, verbatimSymlinks: true })
    const at = join(home, place)
    await mkdir(join(at, '..'), { recursive: true })
    await rm(at, { force: true, recursive: true })
    await kinds[kind]?.(at)
    const { code, notes, megabytes } = await measured(args, { DOSSIER_HOME: home }, 120)
    expect(notes).not.toMatch(/^\S*Error: /m)
    expect([0, 1, 2, 3, 6], notes).toContain(code)
    expect(megabytes).toBeLessThan(600)
  },
)
