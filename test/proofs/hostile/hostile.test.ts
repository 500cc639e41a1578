import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryInProcess } from '../../../src/app/query.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { QueryError, QueryFailedError } from '../../../src/warehouse/errors.ts'
import { openPublished } from '../../../src/warehouse/query.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { drawn } from '../../support/forms.ts'
import { type HostileStatement, hostileStatements } from './statements.ts'

/** Statements that get a process of their own in the short form. */
const sampleSize = 12
const atOnce = 4
/** An endless one shall end soon; the others shall have time to answer. */
const limitOf = ({ kind }: HostileStatement): number => (kind === 'endless' ? 1 : 20)
/** From the limit until the process is gone, beside what a statement takes that is answered at once: the machine may be busy. */
const graceMs = 2000
const timesAtOnce = 4
const harmless: HostileStatement = { sql: 'SELECT 1', kind: 'harmless' }

const canary = 'canary-c4f1e6f0'
const working = fileURLToPath(new URL('../../..', import.meta.url))

const setting = {} as { folder: string; published: string; port: number; server: Server; connections: number }

const whenOver = whenAllOver()
beforeAll(async () => {
  const folder = await temporaryFolder(whenOver)
  await mkdir(join(folder, 'home', '.state'), { recursive: true })
  const published = join(folder, 'home', 'dossier.duckdb')
  const warehouse = join(folder, 'home', '.state', 'warehouse.duckdb')
  for (const [path, text] of [
    [published, 'published'],
    [warehouse, canary],
  ] as const) {
    await using database = await Database.open(path)
    await database.run('CREATE TABLE runs (run_id VARCHAR, job VARCHAR, status VARCHAR)')
    await database.run(`INSERT INTO runs VALUES ('1', '${text}', 'complete')`)
  }
  for (const file of ['outside', 'outside.csv', 'outside.json', 'home/inside', 'schema.sql', 'load.sql'])
    await writeFile(join(folder, file), `SELECT '${canary}'\n`)
  setting.connections = 0
  setting.server = createServer((socket) => {
    setting.connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(setting.server, 'listening')
  whenOver(async () => void setting.server.close())
  Object.assign(setting, { folder, published, port: (setting.server.address() as { port: number }).port })
})

/** The statement with the places of this test in it. */
const placed = (sql: string): string =>
  sql
    .replaceAll('{file}', join(setting.folder, 'outside'))
    .replaceAll('{inside}', join(setting.folder, 'home', 'inside'))
    .replaceAll('{folder}', setting.folder)
    .replaceAll('{new}', join(setting.folder, 'new'))
    .replaceAll('{warehouse}', join(setting.folder, 'home', '.state', 'warehouse.duckdb'))
    .replaceAll('{published}', setting.published)
    .replaceAll('{port}', String(setting.port))

const request = (sql: string) => ({
  path: setting.published,
  sql: placed(sql),
  mostRows: 1000,
  mostBytes: 1_000_000,
  memory: '256MB',
})

/** Every file of the folder with its digest, size and times; the names in the folder that processes work in. */
async function world(): Promise<object> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(setting.folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs, ctimeMs } = await stat(path)
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : ''
    files[path] = `${size} ${mtimeMs} ${ctimeMs} ${content}`
  }
  return { files, working: await readdir(working) }
}

interface Attempt {
  readonly statement: HostileStatement
  readonly told: string
  readonly error: unknown
  readonly ms: number
}

async function onConnection(database: Database, statement: HostileStatement): Promise<Attempt> {
  const told: string[] = []
  const started = performance.now()
  const error = await (async () => {
    const { columns, chunks } = await database.select(placed(statement.sql), 1000)
    told.push(...columns)
    for await (const rows of chunks) told.push(...[...rows].map((row) => JSON.stringify(row)))
  })().catch((cause: Error) => new QueryError(`query: ${cause.message}`, { cause }))
  return { statement, told: told.join(), error, ms: performance.now() - started }
}

async function inChild(statement: HostileStatement): Promise<Attempt> {
  const told: string[] = []
  const started = performance.now()
  const error = await queryInProcess(
    request(statement.sql),
    {
      env: { DOSSIER_API_KEY: canary, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH },
      timeoutSeconds: limitOf(statement),
      signal: new AbortController().signal,
    },
    (rows) => told.push(...rows.map((row) => JSON.stringify(row))),
  ).then(
    ({ columns }) => void told.push(...columns),
    (failure) => failure,
  )
  return { statement, told: told.join(), error, ms: performance.now() - started }
}

/** What an attempt must not have come to. */
function expectNothingOf({ statement, told, error, ms }: Attempt, lateMs: number): void {
  const { kind } = statement
  const sql = statement.sql.slice(0, 200)
  const message = error === undefined ? '' : (error as Error).message
  expect([sql, told.includes(canary), message.includes(canary)]).toEqual([sql, false, false])
  if (error !== undefined)
    expect([sql, error instanceof QueryError || error instanceof QueryFailedError, message]).toEqual([
      sql,
      true,
      expect.stringMatching(/^query: /),
    ])
  if (kind === 'refused') expect([sql, message]).toEqual([sql, expect.stringMatching(/^query: ./)])
  expect([sql, ms < limitOf(statement) * 1000 + lateMs]).toEqual([sql, true])
}

async function leavingNothing(
  work: () => Promise<readonly Attempt[]>,
  plainMs = 0,
): Promise<readonly Attempt[]> {
  const before = await world()
  const attempts = await work()
  for (const attempt of attempts) expectNothingOf(attempt, graceMs + timesAtOnce * plainMs)
  expect(await world()).toEqual(before)
  expect(setting.connections).toBe(0)
  return attempts
}

async function severalAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const waiting = [...all]
  const done: R[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) done.push(await work(one))
    }),
  )
  return done
}

describe('hostile statements', { timeout: 600_000 }, () => {
  test('on a sealed connection read, write and reach nothing', async () => {
    const attempts = await leavingNothing(async () => {
      const done: Attempt[] = []
      await using database = await openPublished(setting.published)
      for (const statement of hostileStatements.filter(({ isAlone }) => !isAlone))
        done.push(await onConnection(database, statement))
      return done
    })
    expect(attempts.length).toBeGreaterThanOrEqual(100)
  })

  test('in a process of their own neither, and it is gone in time', async () => {
    const chosen = drawn(hostileStatements, sampleSize)
    const [plain] = await severalAtOnce(
      Array.from({ length: atOnce }, () => harmless),
      inChild,
    )
    const attempts = await leavingNothing(() => severalAtOnce(chosen, inChild), plain?.ms)
    const late = attempts.map(({ statement, ms }) => ms - limitOf(statement) * 1000)
    process.stdout.write(
      `${attempts.length} hostile statements in processes, the slowest gone ` +
        `${Math.round(Math.max(...late))} ms after its limit; ` +
        `${attempts.filter(({ error }) => error instanceof QueryFailedError).length} ended by a limit\n`,
    )
  })
})
