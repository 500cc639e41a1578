import { describe, expect, test } from 'vitest'
import {
  type Attempt,
  createRefusals,
  createRetryBudget,
  judge,
  retryAfterMs,
  type Verdict,
} from '../../src/calls/retry.ts'
import { classify } from '../../src/contract/classify.ts'
import type { Failure } from '../../src/contract/failure.ts'
import { operations } from '../../src/contract/operations.ts'

const failed = (failure: Failure | null, more: Partial<Attempt> = {}): Attempt => ({
  failure,
  httpStatus: null,
  retryAfterMs: null,
  isStale: false,
  isRepeat: false,
  ...more,
})
const answered = (httpStatus: number, body?: unknown, more: Partial<Attempt> = {}): Attempt =>
  failed(classify(operations.rh_ft_search, httpStatus, body).failure, { httpStatus, ...more })
const repeated = (httpStatus: number) => answered(httpStatus, undefined, { isRepeat: true })
const envelope = (code: number, message = '程序处理异常') => ({ status: 'failed', code, message })

/** What is next after the 1st, 2nd and 3rd attempt that ended like this. */
const course = (result: Attempt): Verdict['next'][] =>
  [1, 2, 3].map((attempt) => judge(attempt, result, 0.5).next)

const thrice = (next: Verdict['next']) => [next, next, next]
const retried: Verdict['next'][] = ['retry', 'retry', 'land']

describe('after an attempt', () => {
  test.each<[string, Verdict['next'][], Attempt]>([
    ['a conclusive answer', thrice('land'), failed(null)],
    ['no answer', retried, failed('no-answer')],
    ['a timeout', retried, failed('timeout')],
    ['a connection gone stale', thrice('reconnect'), failed('no-answer', { isStale: true })],
    ['damaged bytes', retried, failed('damaged')],
    ['the same damaged bytes again', thrice('land'), failed('damaged', { isRepeat: true })],
    ['a body too large', thrice('land'), failed('too-large')],
    ['no secure connection', thrice('land'), failed('tls')],
    ['HTTP 408', retried, answered(408)],
    ['HTTP 500', retried, answered(500)],
    ['HTTP 500 with the same bytes', retried, repeated(500)],
    ['HTTP 502 with an envelope', retried, answered(502, envelope(500))],
    ['HTTP 503', retried, answered(503)],
    ['HTTP 503 that says when', thrice('pause'), answered(503, undefined, { retryAfterMs: 5_000 })],
    ['HTTP 502 that says when', retried, answered(502, undefined, { retryAfterMs: 5_000 })],
    ['HTTP 429', thrice('pause'), answered(429)],
    ['an envelope that says too fast', thrice('pause'), answered(200, envelope(429))],
    ['a redirect', thrice('land'), answered(302)],
    ['HTTP 402', thrice('land'), answered(402)],
    ['a quota that is used up', thrice('land'), answered(200, envelope(500, '余额不足'))],
    ['HTTP 404', thrice('land'), answered(404)],
    ['a failure inside HTTP 200', retried, answered(200, envelope(500))],
    ['a code never seen', thrice('land'), answered(200, envelope(299))],
    ['HTML inside HTTP 200', retried, answered(200)],
    ['the same HTML again', thrice('land'), repeated(200)],
  ])('that ended in %s the course is %j', (_, expected, result) => {
    expect(course(result)).toEqual(expected)
  })

  test.each([
    [1, 0, 0],
    [1, 0.5, 500],
    [1, 0.999, 999],
    [2, 0.5, 1000],
    [2, 0.999, 1998],
  ])('number %d the wait with chance %d is %d ms: full jitter', (attempt, random, delayMs) => {
    expect(judge(attempt, failed('no-answer'), random)).toEqual({ next: 'retry', delayMs })
  })

  test.each([
    ['nothing', 2_000, null],
    ['30 s', 30_000, 30_000],
    ['no time at all', 1_000, 0],
  ])('that was too fast the pause with Retry-After of %s is %d ms', (_, delayMs, retryAfter) => {
    expect(judge(1, answered(429, undefined, { retryAfterMs: retryAfter }), 0.5)).toEqual({
      next: 'pause',
      delayMs,
    })
  })
})

describe('RFC 9110 10.2.3: Retry-After', () => {
  const now = Date.parse('2026-10-21T07:28:00Z')

  test.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['99999999999', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Thu, 21 Oct 2126 07:28:00 GMT', 86_400_000],
    ['Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
    ['Wednesday, 21-Oct-26 07:30:00 GMT', 120_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    ['soon, 5', null],
    ['-5', null],
    ['1.5', null],
    ['120 seconds', null],
    ['2026-10-21T07:30:00Z', null],
    ['', null],
  ])('%j asks for %s ms', (header, expected) => {
    expect(retryAfterMs([header], now)).toBe(expected)
  })

  test.each([
    [[], null],
    [['5', '5'], 5_000],
    [['5', 'Wed, 21 Oct 2026 07:29:00 GMT'], 60_000],
    [['soon', '5'], 5_000],
    [['soon', '-1'], null],
  ])('the headers %j together ask for %s ms: the longest that can be read', (headers, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected)
  })
})

test('ten retries are free, whatever the number of calls', () => {
  const budget = createRetryBudget()
  expect(Array.from({ length: 12 }, () => budget.take())).toEqual([...Array(10).fill(true), false, false])
})

test('beyond 100 calls, each ten more allow one more', () => {
  const budget = createRetryBudget()
  for (let n = 0; n < 109; n += 1) budget.begun()
  expect(Array.from({ length: 11 }, () => budget.take()).at(-1)).toBe(false)
  budget.begun()
  expect([budget.take(), budget.take()]).toEqual([true, false])
})

test('refusals in a row are too many after 200, whoever met them', () => {
  const refusals = createRefusals()
  const verdicts = Array.from({ length: 200 }, () => refusals.refused(0, 0))
  expect(verdicts.slice(0, 199).every((verdict) => verdict === null)).toBe(true)
  expect(verdicts[199]).toEqual({ refusals: 200, forMs: 0 })
})

test('or when nothing else was heard for ten minutes, with the wait that is asked for', () => {
  const refusals = createRefusals()
  expect([refusals.refused(1_000, 2_000), refusals.refused(500_000, 101_000)]).toEqual([null, null])
  expect(refusals.refused(500_001, 101_000)).toEqual({ refusals: 3, forMs: 600_001 })
})

test('anything else that is heard starts again', () => {
  const refusals = createRefusals()
  refusals.refused(0, 0)
  refusals.heard()
  expect(refusals.refused(900_000, 0)).toBeNull()
})
