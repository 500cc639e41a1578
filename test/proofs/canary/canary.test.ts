import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { startService } from '../../../src/standins/service/service.ts'
import { serve } from '../../calls/client/serve.ts'
import { cli, type Told } from '../../support/cli.ts'
import { throwZeros } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { listening } from '../../support/listening.ts'
import { childrenOf, isThere, processesWith, type Spawned, started } from '../../support/processes.ts'
import { civilCode, enterprise, judgment, listed } from '../../support/records.ts'
import { giveTables, writeCorpus } from '../../support/run.ts'
import { searchFolder, spells } from '../../support/search-home.ts'
import { passedOnTo } from '../faults/fault-server.ts'

const key = 'canary+7f3a/9d21=b8%25&key~e4'
const isLinux = process.platform === 'linux'

const jobText = `pipeline: enterprise-due-diligence
enterprises: [{ name: 甲公司 }, { name: 无此公司 }]
rate: { perSecond: 200, concurrency: 4 }
exports: [{ format: csv, tables: [cases, calls] }, { format: parquet, tables: [cases, calls] }]
`

const setting = {} as {
  folder: string
  corpus: string
  job: string
  url: string
  accessLog: string
  /** A home that one run has published, and what that run told. */
  home: string
  first: Spawned
}

const whenOver = whenAllOver()
beforeAll(async () => {
  const folder = await temporaryFolder(whenOver)
  const corpus = await writeCorpus(join(folder, 'corpus'), {
    enterprises: [enterprise('e1', '甲公司')],
    'enterprise-documents': [listed('e1', 'd1'), listed('e1', 'd2')],
    cases: [judgment('d1'), judgment('d2')],
    statutes: civilCode,
  })
  const job = join(folder, 'job.yaml')
  await writeFile(job, jobText)
  const accessLog = join(folder, 'access.ndjson')
  const service = await startService({ corpus, apiKey: key, accessLog })
  whenOver(() => service.close())
  const home = join(folder, 'home')
  const env = { DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: key }
  const first = started(['run', job, '--home', home], env, whenOver)
  await first.ended
  Object.assign(setting, { folder, corpus, job, url: service.url, accessLog, home, first })
})

/** An origin of this test's own. */
const answeredBy = (listener: RequestListener): Promise<string> => listening(createServer(listener))

const newHome = async () => join(await temporaryFolder(), 'home')

/** A home without a row. */
async function emptyHome(): Promise<string> {
  const home = await newHome()
  await giveTables(homeAt(home))
  return home
}

const runs = (home: string, url: string) =>
  started(['run', setting.job, '--home', home], { DOSSIER_API_KEY: key, DOSSIER_BASE_URL: url })

/** A run that cannot begin, in this process: what it tells is what a process of its own would tell. */
const complains = async (env: Readonly<Record<string, string>>): Promise<number> => {
  const { code, out, notes } = await cli(['run', setting.job, '--home', await emptyHome()], {
    DOSSIER_BASE_URL: setting.url,
    ...env,
  })
  expect(notes).not.toBe('')
  expect([out, notes].map((text) => spells(text, key))).toEqual([false, false])
  return code
}

/** A command in this process, which tells what a process of its own would tell. */
async function tellsNoKey(args: readonly string[]): Promise<void> {
  const { code, out, notes } = await cli(args, { DOSSIER_API_KEY: key, DOSSIER_BASE_URL: setting.url })
  expect([args, code, out === '']).toEqual([args, 0, false])
  expect([out, notes].map((text) => spells(text, key))).toEqual([false, false])
}

/** A run in this process, which tells and keeps what a process of its own would. */
const runsHere = (url: string, home: string, ...more: readonly string[]): Promise<Told> =>
  cli(['run', setting.job, '--home', home, ...more], { DOSSIER_API_KEY: key, DOSSIER_BASE_URL: url })

/** Neither what a command told nor any file below a folder has the key, whatever its form. */
async function expectNoKey(command: Spawned | Told, home?: string): Promise<void> {
  const texts = 'process' in command ? [command.out(), command.notes()] : [command.out, command.notes]
  expect(texts.map((text) => spells(text, key))).toEqual([false, false])
  if (home === undefined) return
  expect((await readdir(home)).length).toBeGreaterThan(0)
  expect(await searchFolder(home, [key])).toEqual([])
}

/** What is open to others, below a folder. */
async function openToOthers(home: string): Promise<string[]> {
  const wide: string[] = []
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    if ((mode & 0o777) !== (entry.isDirectory() ? 0o700 : 0o600))
      wide.push(`${path} ${(mode & 0o777).toString(8)}`)
  }
  return wide
}

describe('the search itself', () => {
  test.each([
    ['as it is', `x${key}x`],
    ...['', 'a', 'ab'].map((before) => [
      `in base64 after ${before.length}`,
      Buffer.from(`${before}${key}abc`).toString('base64'),
    ]),
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['in an address', `?key=${encodeURIComponent(key)}`],
  ])('finds the key %s', (_, text = '') => {
    expect(spells(text, key)).toBe(true)
    expect(spells('nothing', key)).toBe(false)
  })
})

describe('the key', { timeout: 300_000 }, () => {
  test('of a run is in nothing that it tells or keeps, and all that it keeps is private', async () => {
    const { home, first } = setting
    expect((await first.ended).code).toBe(4)
    await expectNoKey(first, home)
    expect(await openToOthers(home)).toEqual([])
    for (const args of [
      ['plan', setting.job, '--json'],
      ['status', '--json'],
      ['export', '--format', 'csv', '--tables', 'calls'],
      ['query', 'FROM duckdb_settings()', '--json', '--limit', '1000'],
      ['verify', '--coverage', '--json'],
    ])
      await tellsNoKey([...args, '--home', home])
    expect(await openToOthers(home)).toEqual([])
  })

  test('of a run that meets faults, and of one that is killed, neither', async () => {
    const ask = passedOnTo(setting.url)
    const { url, received } = await serve(async (response, { method = '', ...request }, nth) => {
      // Both runs meet each fault, once: after the last the service wants a second's rest.
      const fault = nth < 9 ? nth % 5 : 0
      if (fault === 1) return void response.writeHead(500).end('<html>no</html>')
      if (fault === 2) return void response.socket?.destroy()
      if (fault === 3) return void response.writeHead(429, { 'retry-after': '0' }).end()
      const { httpStatus, body } = await ask({ ...request, method, nth })
      response.writeHead(httpStatus).end(body)
    })
    const home = await newHome()
    const run = runs(home, url)
    await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(3)
    if (isLinux) expect(await processesWith('cmdline', key)).toEqual([])
    await run.kill()
    await expectNoKey(run, home)
    expect(await openToOthers(home)).toEqual([])
    throwZeros()
    await expectNoKey(await runsHere(url, home), home)
  })

  test('that the service says back is struck out of all that a run tells, logs and keeps of itself', async () => {
    const echo = [key, encodeURIComponent(key), JSON.stringify({ key })].join(' ')
    const url = await answeredBy(
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ code: 4321, message: `不认识 ${echo}`, data: [] })),
    )
    const home = await emptyHome()
    const told = await runsHere(url, home, '--json')
    expect(told.code).toBe(4)
    await expectNoKey(told)
    // What came is kept as it came, in raw and in the column that quotes it; what a run says of itself is not.
    const names = ['progress.json', 'run.json', 'log.ndjson']
    const own = await Promise.all(names.map((name) => readFile(join(home, 'latest', name), 'utf8')))
    expect(own.map((content) => spells(content, key))).toEqual([false, false, false])
    expect(own.join('')).toContain('不认识 [key] [key]')
  })

  test.each([
    [`https://user:${encodeURIComponent(key)}@service.example`],
    [`https://service.example/?key=${encodeURIComponent(key)}`],
    [`service.example?key=${key}`],
    [`http://service.example/${key}`],
    ['https://127.0.0.1:1/a'],
  ])('is in no complaint about the address %s', async (url) => {
    throwZeros()
    expect(await complains({ DOSSIER_API_KEY: key, DOSSIER_BASE_URL: url })).not.toBe(0)
  })

  test('that the service is given is neither told nor logged, whoever sends it and wherever', async () => {
    const log = join(await temporaryFolder(), 'access.ndjson')
    const service = started(['serve', '--corpus', setting.corpus, '--access-log', log], {
      DOSSIER_API_KEY: key,
    })
    const url = await service.line('DOSSIER_BASE_URL=')
    const inAddress = encodeURIComponent(key)
    for (const path of [
      '/open/rh_enterpriseSearch?name=a',
      `/open/rh_enterpriseSearch?name=${inAddress}`,
      `/open/rh_enterpriseSearch?name=a&${inAddress}=1`,
      `/${inAddress}`,
      `/open/${Buffer.from(key).toString('hex')}`,
    ])
      await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
    await fetch(`${url}/open/rh_ft_search`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ keyword: 'a', [key]: { deep: [key] } }),
    })
    if (isLinux) expect(await processesWith('cmdline', key)).toEqual([])
    service.process.kill('SIGTERM')
    await service.ended
    await expectNoKey(service, join(log, '..'))
  })

  test.runIf(isLinux)(
    'is not in the environment of the process of a query, which ends with its parent',
    async () => {
      const { query, child } = await endlessQuery({ DOSSIER_API_KEY: key, DOSSIER_API_KEY_FILE: 'a' })
      expect(await processesWith('environ', key)).toContain(query.process.pid)
      expect(await processesWith('environ', key)).not.toContain(child)
      expect(await processesWith('environ', 'DOSSIER_')).not.toContain(child)
      await query.kill()
      await expect.poll(() => isThere(child), { timeout: 60_000 }).toBe(false)
    },
  )

  test.runIf(isLinux)(
    'is not needed for a query; interrupted, it ends with code 3 and takes its process along',
    async () => {
      const { query, child } = await endlessQuery({})
      const signalled = performance.now()
      query.process.kill('SIGINT')
      expect(await query.ended).toEqual({ code: 3, signal: null })
      expect(performance.now() - signalled).toBeLessThan(2000)
      expect(query.notes()).toBe('dossier: query: it was asked to stop\n')
      expect(await isThere(child)).toBe(false)
    },
  )
})

/** A query without an end on a warehouse that a run published, and the process that it runs in. */
async function endlessQuery(
  env: Readonly<Record<string, string>>,
): Promise<{ query: Spawned; child: number }> {
  const endless = 'SELECT count(*) FROM range(10000000) a, range(10000000) b'
  // Its limit is far away: what ends it is what the test does.
  const query = started(['query', endless, '--home', setting.home, '--timeout', '300'], env)
  const children = () => childrenOf(query.process.pid, 'query-process')
  await expect.poll(children, { timeout: 60_000 }).toHaveLength(1)
  const [child = 0] = await children()
  return { query, child }
}
