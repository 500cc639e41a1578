import { appendFile, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AttemptJournal, lostCalls, readJournal, removeJournal } from '../../../src/calls/landing/attempts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { attempt } from './landed.ts'

const runId = 'run-1'
const head = { runId: '20260102T030405Z-0001', firstSegment: '20260102T030405Z-0001-000007' }

async function journalAt(): Promise<{ path: string; journal: AttemptJournal }> {
  const path = join(await temporaryFolder(), 'attempts.ndjson')
  return { path, journal: await AttemptJournal.open(path, head) }
}

describe('the journal of attempts', () => {
  test('holds what was begun, in order, for its owner only', async () => {
    const { path, journal } = await journalAt()
    const begun = Array.from({ length: 50 }, (_, index) => attempt(`call-${index}`))
    await Promise.all(begun.map((one) => journal.begin(one)))
    await journal.close()
    expect(await readJournal(path)).toEqual({ head, attempts: begun })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('has an attempt on disk before it may be made, and nothing of one that could not be written', async () => {
    const { path, journal } = await journalAt()
    const handle = await open(path)
    const datasync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
    onTestFinished(() => datasync.mockRestore())
    await handle.close()
    datasync.mockRejectedValueOnce(new Error('ENOSPC'))
    await expect(journal.begin(attempt('first'))).rejects.toThrow('ENOSPC')
    await journal.begin(attempt('second'))
    expect(datasync.mock.settledResults.map(({ type }) => type)).toEqual(['rejected', 'fulfilled'])
    await journal.close()
    expect((await readJournal(path))?.attempts).toEqual([attempt('second')])
  })

  test('knows of an attempt that it was not made after all, the last one of its call', async () => {
    const { path, journal } = await journalAt()
    for (const key of ['a', 'b', 'a']) await journal.begin(attempt(key))
    await journal.withdraw(attempt('a'))
    await journal.close()
    const { attempts = [] } = (await readJournal(path)) ?? {}
    expect(attempts).toEqual([attempt('a'), attempt('b')])
    expect(lostCalls(runId, attempts, new Map([['a', 1]]))).toMatchObject([{ callKey: 'b', attempts: 1 }])
  })

  test('is not begun while another waits to be settled', async () => {
    const { path, journal } = await journalAt()
    await journal.close()
    await expect(AttemptJournal.open(path, head)).rejects.toMatchObject({ code: 'EEXIST' })
  })

  test.each([
    ['half a line', '{"callKey":"torn","oper'],
    ['zeros that a power cut left', `${'\0'.repeat(100)}\n`],
  ])('reads up to %s, behind which nothing was asked', async (_, rest) => {
    const { path, journal } = await journalAt()
    await journal.begin(attempt('whole'))
    await journal.close()
    await appendFile(path, rest)
    expect((await readJournal(path))?.attempts).toEqual([attempt('whole')])
  })

  test.each(['', '{"runId":'])('of which only %j was written never asked for anything', async (text) => {
    const path = join(await temporaryFolder(), 'attempts.ndjson')
    await writeFile(path, text)
    expect((await readJournal(path))?.attempts).toEqual([])
  })

  test('that is settled is gone, and one that is not there is none', async () => {
    const { path, journal } = await journalAt()
    await journal.close()
    await removeJournal(path)
    expect(await readJournal(path)).toBeUndefined()
    await removeJournal(path)
  })
})

describe('attempts that a killed process had begun', () => {
  test('and that landed are settled', () => {
    const attempts = [
      attempt('a', { startedAt: '1' }),
      attempt('b', { startedAt: '2' }),
      attempt('a', { startedAt: '3' }),
    ]
    const landed = new Map([
      ['a', 2],
      ['b', 1],
    ])
    expect(lostCalls(runId, attempts, landed)).toEqual([])
  })

  test('and that never came home may have been charged: each call has its attempts and their price', () => {
    const attempts = [
      attempt('a', { startedAt: '1' }),
      attempt('b', { startedAt: '2' }),
      attempt('b', { startedAt: '3', cost: 7 }),
      attempt('c', { startedAt: '4' }),
    ]
    expect(lostCalls(runId, attempts, new Map([['a', 1]]))).toMatchObject([
      { callKey: 'b', runId: 'run-1', attempts: 2, cost: 12, fetchedAt: '3', httpStatus: null },
      { callKey: 'c', attempts: 1, cost: 5, fetchedAt: '4' },
    ])
  })

  test('again, after an earlier sweep of theirs had landed, are lost once', () => {
    const attempts = [attempt('a', { startedAt: '1' }), attempt('a', { startedAt: '2' })]
    expect(lostCalls(runId, attempts, new Map([['a', 1]]))).toMatchObject([{ attempts: 1, fetchedAt: '2' }])
  })
})
