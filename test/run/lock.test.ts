import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { StopError } from '../../src/calls/stop.ts'
import { lockOwner, processStart } from '../../src/disk/lock.ts'
import { takeLock } from '../../src/run/home/home.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sizeOf } from '../support/forms.ts'

const since = new Date('2026-01-02T03:04:05.000Z')
/** Where processes of one number can be distinguished. */
const hasProc = existsSync('/proc/self/stat')
const lockPath = async (): Promise<string> => join(await temporaryFolder(), 'lock')
const writeOwner = (path: string, owner: object): Promise<void> => writeFile(path, JSON.stringify(owner))

/** A process that lives until the test is over. */
async function livingProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  await once(child, 'spawn')
  onTestFinished(() => void child.kill())
  return child as ChildProcess & { pid: number }
}

async function deadPid(): Promise<number> {
  const child = await livingProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  return child.pid
}

/** A process that has ended while its parent, which lives until the test is over, does not ask for its end. */
async function zombiePid(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void parent.kill())
  const [pid] = (await once(createInterface(parent.stdout), 'line')) as [string]
  // It ends after its parent became a program that collects nobody.
  await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8'), { timeout: 60_000 }).toMatch(/\) Z /)
  return Number(pid)
}

async function refusal(path: string): Promise<StopError> {
  const error = await takeLock(path, since).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof StopError)) throw new Error(`expected a StopError, got ${error}`)
  return error
}

describe('a lock', () => {
  test('that is a link to nothing is refused, and not waited for', async () => {
    const path = await lockPath()
    await symlink(`${path}-nowhere`, path)
    await expect(takeLock(path, since)).rejects.toThrow('is a link to nothing; expected a regular file')
  })

  test('says who has it and since when, is for its owner only, and is gone when given back', async () => {
    const path = await lockPath()
    {
      await using _lock = await takeLock(path, since)
      expect(await lockOwner(path)).toEqual({
        pid: process.pid,
        host: hostname(),
        since: since.toISOString(),
        ...(hasProc ? { processStart: await processStart(process.pid) } : {}),
      })
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    }
    expect(await lockOwner(path)).toBeUndefined()
    expect(await readdir(join(path, '..'))).toEqual([])
  })

  test('that another process holds refuses the second taker, and tells who, where and since when', async () => {
    const path = await lockPath()
    const { pid } = await livingProcess()
    await writeOwner(path, { pid, host: hostname(), since: '2025-12-31T00:00:00.000Z' })
    const home = dirname(dirname(path))
    expect((await refusal(path)).stop).toEqual({
      status: 'stopped',
      words: {
        en:
          `the home ${home} is in use by process ${pid}, since 2025-12-31 00:00:00 UTC. ` +
          'Nothing was done. Wait until that process has ended and do this again, or choose another --home',
        zh: `${home} 正由进程 ${pid}（${hostname()}）使用，没有执行任何操作；请待其结束后再次运行，或另选 --home`,
      },
    })
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid })
  })

  test('that this process holds refuses the second taker too', async () => {
    const path = await lockPath()
    await using _lock = await takeLock(path, since)
    expect((await refusal(path)).message).toContain(`process ${process.pid}, since 2026-01-02`)
  })

  test('that a process of another machine holds counts as held', async () => {
    const path = await lockPath()
    await writeOwner(path, { pid: await deadPid(), host: 'another', since: since.toISOString() })
    const { message } = await refusal(path)
    expect(message).toContain('on another, since')
    expect(message).toContain(`If you are sure that it is gone, remove ${path}`)
  })

  const owner = (pid: number, year = 2026) => JSON.stringify({ pid, host: hostname(), since: `${year}` })
  test.each<readonly [string, () => Promise<string> | string]>([
    ['of a process that is gone', async () => owner(await deadPid())],
    ['of an earlier process with our number', () => owner(process.pid, 2025)],
    ...(hasProc
      ? ([['of a process that nobody collected', async () => owner(await zombiePid())]] as const)
      : []),
    ...['', 'garbage', 'null', '5', '"x"', '[]', '{}', '{"pid":-1,"host":"h","since":"s"}', '{"pid":1}'].map(
      (content) => [`that holds ${content}, which is no lock,`, () => content] as const,
    ),
  ])('%s is taken over', async (_, content) => {
    const path = await lockPath()
    await writeFile(path, await content())
    expect(await lockOwner(path)).toBeUndefined()
    await using _lock = await takeLock(path, since)
    expect(await lockOwner(path)).toMatchObject({ pid: process.pid, since: since.toISOString() })
  })

  test.runIf(hasProc)('whose number was given to a later process is taken over', async () => {
    const path = await lockPath()
    const { pid } = await livingProcess()
    const owner = { pid, host: hostname(), since: '2025-12-31T00:00:00.000Z' }
    const start = await processStart(pid)
    await writeOwner(path, { ...owner, processStart: start })
    expect((await refusal(path)).message).toContain(`process ${pid}, since 2025-12-31 00:00:00 UTC`)
    await writeOwner(path, { ...owner, processStart: `${Number(start) - 1}` })
    expect(await lockOwner(path)).toBeUndefined()
    await using _lock = await takeLock(path, since)
    expect(await lockOwner(path)).toMatchObject({ pid: process.pid })
  })

  test('that was removed by hand and taken by another is not given back', async () => {
    const path = await lockPath()
    const other = JSON.stringify({ pid: (await livingProcess()).pid, host: hostname(), since: 'later' })
    {
      await using _lock = await takeLock(path, since)
      await writeFile(path, other)
    }
    expect(await readFile(path, 'utf8')).toBe(other)
  })

  test('whose taking over was cut off by a kill is taken over all the same', async () => {
    const path = await lockPath()
    const stale = JSON.stringify({ pid: await deadPid(), host: hostname(), since: 'then' })
    await writeFile(path, stale)
    const claim = `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`
    await writeOwner(claim, { pid: await deadPid(), host: hostname(), since: 'later' })
    await using _lock = await takeLock(path, since)
    expect(await readdir(join(path, '..'))).toEqual(['lock'])
  })

  test('is given to exactly one of many who ask at the same time', async () => {
    const path = await lockPath()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path, since)))
    const [given, ...more] = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(more).toEqual([])
    await (given as PromiseFulfilledResult<AsyncDisposable>).value[Symbol.asyncDispose]()
  })

  test('in a folder that is not there is an error, not a wait', async () => {
    await expect(takeLock(join(await temporaryFolder(), 'nothing', 'lock'), since)).rejects.toThrow('ENOENT')
  })
})

/** Stale locks that many processes find at the same moment. */
const staleLocks = sizeOf('DOSSIER_TEST_STALE_LOCKS', { short: 10, long: 40 })
const takers = 8

/** Takes every lock it is told of as soon as it is told, says which it got, and keeps them until its input ends. */
const taker = `
  import { createInterface } from 'node:readline'
  import { takeLock } from ${JSON.stringify(new URL('../../dist/src/run/home/home.js', import.meta.url).href)}
  console.log('ready')
  for await (const line of createInterface(process.stdin)) {
    const isTaken = (path) => takeLock(path, new Date()).then(() => true, (error) => {
      if (error.name !== 'StopError') throw error
      return false
    })
    const taken = []
    for (const path of JSON.parse(line)) if (await isTaken(path)) taken.push(path)
    console.log(JSON.stringify(taken))
  }`

async function startTaker() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', taker], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const said = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => String((await said.next()).value)
  await next()
  return {
    take: (paths: readonly string[]) => child.stdin.write(`${JSON.stringify(paths)}\n`),
    taken: async (): Promise<string[]> => JSON.parse(await next()),
  }
}

test(`each of ${staleLocks} stale locks that ${takers} processes find at once goes to exactly one of them`, async () => {
  const folder = await temporaryFolder()
  const pid = await deadPid()
  const paths = Array.from({ length: staleLocks }, (_, index) => join(folder, `lock-${index}`))
  for (const path of paths) await writeOwner(path, { pid, host: hostname(), since: since.toISOString() })
  const processes = await Promise.all(Array.from({ length: takers }, () => startTaker()))
  for (const { take } of processes) take(paths)
  const taken = (await Promise.all(processes.map(({ taken }) => taken()))).flat()
  expect(taken.toSorted()).toEqual(paths.toSorted())
  expect((await readdir(folder)).toSorted()).toEqual(paths.map((path) => basename(path)).toSorted())
})
