import { expect, test } from 'vitest'
import { asConsequence, BlockedError, messageOf } from '../../src/app/errors.ts'
import { createStopping, obstacleOf, StopError } from '../../src/calls/stop.ts'
import { stops } from '../../src/calls/stops.ts'
import { exitCodeOf, exitCodeOfRun } from '../../src/cli/context.ts'
import { GivenFileError } from '../../src/disk/given-file.ts'

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: something, write`), { code, syscall: 'write', path: '/data/a' })

test.each([
  ['ENOSPC', 'the disk is full: make room (ENOSPC at /data/a); then give the same command again'],
  [
    'EDQUOT',
    'the disk quota is used up: make room, or have it raised (EDQUOT at /data/a); then give the same command again',
  ],
  ['EROFS', /^the disk is read-only: .*--home/],
  ['EACCES', /^access is denied: do it as the user that owns the home/],
  ['ENOTDIR', /^a part of the path is a file/],
  ['EIO', /^the disk reports an input\/output error: .*--home/],
  ['ENOMEM', /^memory is used up: give the process more \(ulimit -v/],
  ['EMFILE', /^too many files are open: raise the limit \(ulimit -n\), or lower rate\.concurrency/],
])('%s on a write blocks the run until somebody has done something: exit code 6', (code, message) => {
  const error = systemError(code)
  using stopping = createStopping(new AbortController().signal)
  stopping.becauseOf(error)
  expect(stopping.why).toEqual({
    status: 'blocked',
    words: {
      en: typeof message === 'string' ? message : expect.stringMatching(message),
      zh: expect.stringMatching(/^\p{Script=Han}+.*再次运行即可续跑$/u),
    },
  })
  const consequence = asConsequence(error)
  expect(consequence).toBeInstanceOf(BlockedError)
  expect([exitCodeOf(consequence), exitCodeOfRun('blocked')]).toEqual([6, 6])
  expect(messageOf(error)).toContain('give the same command again')
})

test.each([
  'IO Error: Could not write to file "/data/a": No space left on device',
  'IO Error: Cannot open file "/data/a": Too many open files',
  'IO Error: Cannot open file "/data/a": Read-only file system',
  'IO Error: Cannot open file "/data/a": Permission denied',
  'IO Error: Could not read from file "/data/a": Input/output error',
  'Out of Memory Error: Failed to allocate block of 16384 bytes (bad allocation)',
])('DuckDB says the same in words: %s', (text) => {
  expect(obstacleOf(new Error(text))?.status).toBe('blocked')
})

test('what it caused is one as well', () => {
  expect(obstacleOf(new Error('not written', { cause: systemError('ENOSPC') }))?.status).toBe('blocked')
})

test('a run stops for the first reason that is given, and an abort that this brings about is none', () => {
  const asked = new AbortController()
  using stopping = createStopping(asked.signal)
  expect([stopping.why, stopping.signal.aborted]).toEqual([null, false])
  stopping.becauseOf(new StopError(stops.heeded({ findings: 1 })))
  stopping.becauseOf(systemError('ENOSPC'))
  asked.abort()
  expect([stopping.why, stopping.signal.aborted]).toEqual([stops.heeded({ findings: 1 }), true])
})

test('a defect is none', () => {
  expect(obstacleOf(new TypeError('x is not a function'))).toBeUndefined()
  expect(obstacleOf(systemError('ENOENT'))).toBeUndefined()
})

test('a port that is refused is none: it has no path', () => {
  const { path: _, ...refused } = systemError('EACCES')
  expect(obstacleOf(Object.assign(new Error('listen EACCES'), refused))).toBeUndefined()
  const givenFile = new GivenFileError('may not be read', { cause: systemError('EACCES') })
  expect(obstacleOf(new Error('night.yaml may not be read', { cause: givenFile }))).toBeUndefined()
})

test("DuckDB's own limit is none: nobody can raise it from outside", () => {
  const text = 'Out of Memory Error: could not allocate block of size 60.0 MiB (188.3 MiB/244.1 MiB used)'
  expect(obstacleOf(new Error(text))).toBeUndefined()
})
