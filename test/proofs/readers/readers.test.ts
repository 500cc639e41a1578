import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { queryInProcess } from '../../../src/app/query.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { openPublished } from '../../../src/warehouse/query.ts'
import { publishFile } from '../../../src/warehouse/warehouse.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'

/** The whole is 200 publishes and 8 readers. */
const publishes = sizeOf('DOSSIER_TEST_PUBLISHES', { short: 8, long: 40 })
const readers = sizeOf('DOSSIER_TEST_READERS', { short: 2, long: 4 })
const tables = 5

const readerModule = fileURLToPath(new URL('./reader.mjs', import.meta.url))
const builtQuery = new URL('../../../dist/src/warehouse/query.js', import.meta.url).href

interface Seen {
  readonly reads: number
  readonly generations: number
  readonly mixed: number
  readonly backwards: number
  readonly errors: readonly string[]
  readonly last: number
}

/** Writes a generation into every table of the working database, as a run does, and publishes it. */
async function publish(working: string, published: string, generation: number): Promise<void> {
  {
    await using database = await Database.open(working)
    await database.transaction(async (tx) => {
      for (let table = 0; table < tables; table += 1) {
        await tx.run(
          `CREATE OR REPLACE TABLE t${table} AS SELECT ${generation} AS generation, md5(range::VARCHAR) AS filler FROM range(2000)`,
        )
      }
    })
    await database.run('CHECKPOINT')
  }
  await publishFile(working, published)
}

interface Reader {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  readonly output: Promise<string>
}

async function startReader(published: string): Promise<Reader> {
  const child = spawn(process.execPath, [readerModule, builtQuery, published, String(tables)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'readable')
  return { process: child, output: text(child.stdout) }
}

async function seenBy({ process: child, output }: Reader): Promise<Seen> {
  child.stdin.end()
  return JSON.parse((await output).replace(/^ready\n/, '')) as Seen
}

/** Queries as `dossier query` does, in a process a query, until it is told to stop. */
function queryUntil(isOver: () => boolean, published: string): Promise<Seen> {
  const all = Array.from({ length: tables }, (_, table) => `SELECT generation FROM t${table}`)
  const request = {
    path: published,
    sql: `SELECT min(generation), max(generation), count(*)::INTEGER FROM (${all.join(' UNION ALL ')})`,
    mostRows: 1,
    mostBytes: 1000,
    memory: '128MB',
  }
  const options = {
    env: process.env,
    timeoutSeconds: 60,
    signal: new AbortController().signal,
  }
  return (async () => {
    const seen = { reads: 0, generations: 0, mixed: 0, backwards: 0, errors: [] as string[], last: -1 }
    while (!isOver()) {
      const rows: unknown[] = []
      await queryInProcess(request, options, (batch) => void rows.push(...batch)).catch((error) =>
        seen.errors.push(String(error)),
      )
      const [least = -1, most = -1, count] = (rows[0] ?? []) as number[]
      seen.reads += 1
      if (least !== most || count !== tables * 2000) seen.mixed += 1
      if (least < seen.last) seen.backwards += 1
      if (least > seen.last) seen.generations += 1
      seen.last = least
    }
    return seen
  })()
}

describe('readers never wait', { timeout: 600_000 }, () => {
  test(`${readers} processes and one that queries read through ${publishes} publishes, one generation at a time`, async () => {
    const folder = await temporaryFolder()
    const working = join(folder, 'warehouse.duckdb')
    const published = join(folder, 'dossier.duckdb')
    await publish(working, published, 0)
    const started = await Promise.all(Array.from({ length: readers }, () => startReader(published)))
    let isOver = false
    const querying = queryUntil(() => isOver, published)
    for (let generation = 1; generation <= publishes; generation += 1) {
      await publish(working, published, generation)
    }
    isOver = true
    const seen = await Promise.all([...started.map(seenBy), querying])

    const sum = (of: (one: Seen) => number): number => seen.reduce((total, one) => total + of(one), 0)
    process.stdout.write(
      `${readers + 1} readers through ${publishes} publishes: ${sum(({ reads }) => reads)} openings, ` +
        `${sum(({ generations }) => generations)} generations first seen, ${sum(({ errors }) => errors.length)} errors, ` +
        `${sum(({ mixed }) => mixed)} mixed, ${sum(({ backwards }) => backwards)} backwards\n`,
    )
    for (const one of seen) expect(one).toMatchObject({ mixed: 0, backwards: 0, errors: [] })
    for (const one of seen) expect(one.generations).toBeGreaterThanOrEqual(2)
  })

  test('a log that somebody left beside the published file does not reach the next one', async () => {
    const folder = await temporaryFolder()
    const [working, published] = [join(folder, 'warehouse.duckdb'), join(folder, 'dossier.duckdb')]
    await publish(working, published, 1)
    const log = `${published}.wal`
    {
      await using intruder = await Database.open(published)
      await intruder.run('CREATE TABLE intruder AS SELECT 1')
      await copyFile(log, `${log}.kept`)
    }
    await rename(`${log}.kept`, log)
    await publish(working, published, 2)
    await using database = await openPublished(published)
    expect(await database.rows('SELECT DISTINCT generation FROM t0')).toEqual([{ generation: 2 }])
    expect(await database.rows("SELECT 1 FROM duckdb_tables() WHERE table_name = 'intruder'")).toEqual([])
    await expect(stat(log)).rejects.toThrow('ENOENT')
  })

  test('the published file is private, whatever its source was', async () => {
    const folder = await temporaryFolder()
    const [working, published] = [join(folder, 'warehouse.duckdb'), join(folder, 'dossier.duckdb')]
    await publish(working, published, 1)
    await chmod(working, 0o644)
    await publish(working, published, 2)
    expect((await stat(published)).mode & 0o777).toBe(0o600)
  })
})
