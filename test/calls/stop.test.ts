import { expect, test } from 'vitest'
import { asConsequence, BlockedError, messageOf } from '../../src/app/errors.ts'
import { createStopping, obstacleOf, StopError } from '../../src/calls/stop.ts'
import { type Stop, stops } from '../../src/calls/stops.ts'
import { exitCodeOf, exitCodeOfRun } from '../../src/cli/context.ts'
import { GivenFileError } from '../../src/disk/given-file.ts'
import { createBudget } from '../../src/run/budget.ts'

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: something, write`), { code, syscall: 'write', path: '/data/a' })

/** What may stand in a Chinese sentence: names of settings, commands, views and units; the rest of the letters is English. */
const names =
  /DOSSIER_[A-Z_]+|dossier [a-z-]+( --[a-z-]+)*|--[a-z-]+|\b(rate|budget)\.[\w.]+|ulimit -[nv]|dead_letters|rh_\w+|HTTP|MB|E[A-Z]{2,}/g

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
  ['ENFILE', /^too many files are open on this machine/],
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
  expect(stopping.why?.words.zh.replaceAll('/data/a', '').replaceAll(names, '')).toMatch(
    /^\P{Script=Latin}+$/u,
  )
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
  'libduckdb.so: failed to map segment from shared object',
])('DuckDB and its library say the same in words: %s', (text) => {
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

test.each([
  ['FolderInUseError', 3],
  ['FolderOfOthersError', 2],
])('a %s of a folder to write into is exit code %i', (name, code) => {
  expect(exitCodeOf(asConsequence(Object.assign(new Error('in use'), { name })))).toBe(code)
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

const limits = createBudget({ budget: { calls: 0, perMonth: { cost: 0 } }, costs: {} } as never)
/** Values of all kinds; texts that we have in English only stand for what a Chinese sentence leaves out. */
const values = {
  ...{
    message: 'in English',
    error: 'in English',
    remedy: 'in English',
    owner: 'in English',
    why: 'in English',
  },
  ...{
    refusals: 3,
    forMs: 4000,
    httpStatus: 500,
    calls: 5,
    maximumAttempts: 3,
    elapsedMs: 6000,
    findings: 2,
  },
  ...{ baseUrl: '某地址', operation: 'rh_ft_search', step: '某步', params: {}, folder: '某处', home: '某处' },
  ...{
    free: 1,
    need: 2 << 20,
    left: 1,
    pid: 7,
    host: '某机',
    file: '某文件',
    id: '某号',
    runs: ['甲', '乙'],
  },
  ...{ answer: { code: 500, message: '程序处理异常' }, files: [{ file: '某文件' }], lines: 1 },
}
const of: Partial<Record<keyof typeof stops, unknown>> = {
  obstacle: { remedy: { en: 'x', zh: '请腾出空间' }, where: null },
  tooManyFailed: { what: { en: 'x', zh: '连续失败' }, last: 'in English', said: null },
  usedUp: [limits.inTheWay('rh_ft_search')],
  damagedWarehouse: { file: '某文件', said: 'in English' },
}

test.each(Object.keys(stops) as (keyof typeof stops)[])('%s has words in both languages', (kind) => {
  const { words } = (stops[kind] as (given: unknown) => Stop)(of[kind] ?? values)
  expect(words.zh.replaceAll(names, '')).toMatch(/^\P{Script=Latin}*\p{Script=Han}\P{Script=Latin}*$/u)
  expect(words.zh).not.toMatch(/undefined|NaN|null|\[object/)
  expect(words.en).toMatch(/^\S/)
})
