import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockOwner, takeLock } from '../../src/engine/lock.ts'
import { StopError } from '../../src/engine/stop.ts'
import { temporaryFolder } from '../support/folder.ts'

const since = new Date('2026-01-02T03:04:05.000Z')
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

async function refusal(path: string): Promise<StopError> {
  const error = await takeLock(path, since).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof StopError)) throw new Error(`expected a StopError, got ${error}`)
  return error
}

describe('a lock', () => {
  test('says who has it and since when, is for its owner only, and is gone when given back', async () => {
    const path = await lockPath()
    {
      await using _lock = await takeLock(path, since)
      expect(await lockOwner(path)).toEqual({
        pid: process.pid,
        host: hostname(),
        since: since.toISOString(),
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
    expect((await refusal(path)).stop).toEqual({
      status: 'stopped',
      message:
        `another run has ${path}: process ${pid} on ${hostname()}, since 2025-12-31T00:00:00.000Z; ` +
        'wait for it, or choose another --home; if that process is gone, remove the file',
    })
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid })
  })

  test('that this process holds refuses the second taker too', async () => {
    const path = await lockPath()
    await using _lock = await takeLock(path, since)
    expect((await refusal(path)).message).toContain(
      `process ${process.pid} on ${hostname()}, since 2026-01-02`,
    )
  })

  test('that a process of another machine holds counts as held', async () => {
    const path = await lockPath()
    await writeOwner(path, { pid: await deadPid(), host: 'another', since: since.toISOString() })
    expect((await refusal(path)).message).toContain('on another, since')
  })

  test('of a process that is gone is taken over', async () => {
    const path = await lockPath()
    await writeOwner(path, { pid: await deadPid(), host: hostname(), since: since.toISOString() })
    expect(await lockOwner(path)).toBeUndefined()
    await using _lock = await takeLock(path, since)
    expect(await lockOwner(path)).toMatchObject({ pid: process.pid })
  })

  test('of an earlier process with our number is taken over', async () => {
    const path = await lockPath()
    await writeOwner(path, { pid: process.pid, host: hostname(), since: '2025-01-01T00:00:00.000Z' })
    await using _lock = await takeLock(path, since)
    expect(await lockOwner(path)).toMatchObject({ since: since.toISOString() })
  })

  test.each([
    '',
    'garbage',
    'null',
    '5',
    '"x"',
    '[]',
    '{}',
    '{"pid":-1,"host":"h","since":"s"}',
    '{"pid":1}',
  ])('that holds %j is no lock, and taken over', async (content) => {
    const path = await lockPath()
    await writeFile(path, content)
    await using _lock = await takeLock(path, since)
    expect(await lockOwner(path)).toMatchObject({ pid: process.pid })
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
