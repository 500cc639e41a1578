import { describe, expect, test } from 'vitest'
import type { EndedCall, LandedCall } from '../../src/calls/landing/entry.ts'
import { createSecondChances, Watch } from '../../src/calls/watch.ts'
import type { Classification } from '../../src/contract/classify.ts'
import type { AnswerFailure, TransportFailure } from '../../src/contract/failure.ts'
import { landed } from './landing/landed.ts'

let calls = 0

const ended = (
  classification: Partial<Classification> | null,
  { callKey = `call-${++calls}`, ...call }: Partial<LandedCall> = {},
): EndedCall => ({
  landed: landed({ callKey, ...call }),
  classification: classification && {
    outcome: 'hit',
    failure: null,
    code: null,
    message: null,
    ...classification,
  },
})

const hit = (call?: Partial<LandedCall>) => ended({ outcome: 'hit' }, call)
const refused = (call?: Partial<LandedCall>) => ended({ outcome: 'rejected', message: 'no' }, call)
const failing = (failure: AnswerFailure, call?: Partial<LandedCall>) =>
  ended({ outcome: 'failed', failure, message: 'odd' }, call)
const silent = (transport: TransportFailure, call?: Partial<LandedCall>) =>
  ended(null, { transport, httpStatus: null, error: 'ECONNRESET', ...call })

/** A watch whose clock is set by hand. */
function watching(answered: ConstructorParameters<typeof Watch>[2] = []) {
  const clock = { nowMs: 500 }
  const watch = new Watch({ monotonicMs: () => clock.nowMs }, 'https://service.example', answered, 30_000)
  /** What stops the run at each of these calls. */
  const stops = (...all: readonly EndedCall[]) => all.map((call) => watch.sees(call)?.status ?? null)
  return { watch, clock, stops }
}

const times = (count: number, one: () => EndedCall) => Array.from({ length: count }, one)

describe('an obstacle (key, quota, login, redirect, certificate) stops the run', () => {
  test.each([
    ['key', 'unauthorised', () => ended({ outcome: 'unauthorised' }, { httpStatus: 401 })],
    ['quota', 'blocked', () => failing('quota')],
    ['login', 'blocked', () => failing('login')],
    ['redirect', 'blocked', () => failing('redirect', { httpStatus: 302 })],
    ['certificate', 'blocked', () => silent('tls')],
  ] as const)('when it is all that was heard: %s', (_, status, one) => {
    expect(watching().stops(one())).toEqual([status])
  })

  test('when three in a row meet it, and not before', () => {
    expect(watching().stops(hit(), ...times(3, () => failing('quota')))).toEqual([
      null,
      null,
      null,
      'blocked',
    ])
    const nothing = ended({ outcome: 'empty' })
    const interrupted = [failing('quota'), failing('quota'), nothing, failing('quota'), failing('quota')]
    expect(watching().stops(hit(), ...interrupted)).toEqual([null, null, null, null, null, null])
  })

  test('when the same call meets it again half a minute later, and not before', () => {
    const { clock, stops } = watching()
    const again = () => stops(failing('quota', { callKey: 'same' }), hit())[0]
    stops(hit())
    expect(again()).toBeNull()
    clock.nowMs = 30_499
    expect([again(), stops(failing('quota'), hit())[0]]).toEqual([null, null])
    clock.nowMs = 30_500
    expect(again()).toBe('blocked')
  })
})

describe('an operation that refuses parameters stops the run', () => {
  test('when nothing else was heard', () => expect(watching().stops(refused())).toEqual(['failed']))

  test('when it has refused three and answered none, whatever others answer', () => {
    const other = { operation: 'rh_case_details' } as const
    const all = [hit(other), refused(), hit(other), refused(), refused(other), refused()]
    expect(watching().stops(...all)).toEqual([null, null, null, null, null, 'failed'])
  })

  test('but not when it has answered, in this run or before', () => {
    expect(watching().stops(hit(), ...times(4, refused))).toEqual([null, null, null, null, null])
    expect(watching(['rh_ft_search']).stops(...times(4, refused))).toEqual([null, null, null, null])
  })
})

describe('a service that is silent stops the run', () => {
  test('at four calls in a row without any answer', () => {
    const { watch, stops } = watching()
    expect(stops(hit(), ...times(3, () => silent('no-answer')), silent('timeout'))).toEqual([
      ...times(4, hit).map(() => null),
      'stopped',
    ])
    expect(watch.sees(silent('timeout'))?.words.en).toContain(
      'does not answer: 5 calls in a row, up to 3 tries each, over 0.0 s; last: ECONNRESET',
    )
  })

  test('but bytes that cannot be read count as an answer', () => {
    const odd = () => failing('shape')
    expect(watching().stops(...times(3, () => silent('timeout')), odd(), silent('timeout'))).not.toContain(
      'stopped',
    )
  })

  test('at the end, when no call was ever answered', () => {
    const { watch, stops } = watching()
    expect(watch.conclusion()).toBeNull()
    stops(silent('no-answer'))
    expect(watch.conclusion()?.words.en).toContain('1 call,')
    stops(failing('shape'))
    expect(watch.conclusion()).toBeNull()
  })
})

describe('going on would only spend money', () => {
  test('after twenty calls in a row that were refused or failed', () => {
    const { stops } = watching(['rh_ft_search'])
    const bad = times(20, refused).flatMap((one, index) => (index % 2 === 0 ? one : failing('shape')))
    expect(stops(...bad.slice(0, 19), hit(), ...bad).filter((stop) => stop !== null)).toEqual(['failed'])
  })

  test('when more than one in twenty of a hundred were refused', () => {
    const { watch, stops } = watching()
    const bad = (count: number) => Array.from({ length: count }, () => [hit(), refused()]).flat()
    expect(watching().stops(...bad(5), ...times(90, hit))).not.toContain('failed')
    expect(stops(...bad(5), ...times(88, hit), refused())).not.toContain('failed')
    expect(watch.sees(silent('timeout'))?.words.en).toMatch(
      /^6 of 100 calls were refused or failed twice, more than 5%; last: ECONNRESET\. /,
    )
  })

  test('a call that failed is lost when it fails again, and not a third time', () => {
    const { stops } = watching()
    const all = Array.from({ length: 7 }, (_, n) => failing('shape', { callKey: `again-${n}` }))
    const [first = hit(), ...others] = all
    expect(stops(...all, ...times(120, hit), first, first, ...others.slice(1))).not.toContain('failed')
    expect(
      watching()
        .stops(...all, ...times(120, hit), ...all)
        .at(-1),
    ).toBe('failed')
  })

  test('when more than one in five of a hundred failed and were not asked again yet', () => {
    const { watch, stops } = watching()
    const bad = Array.from({ length: 20 }, () => [hit(), failing('shape')]).flat()
    expect(stops(...bad, ...times(60, hit))).not.toContain('failed')
    expect(watch.sees(failing('shape'))?.words.en).toMatch(
      /^21 of 101 calls were refused or failed, more than 20%; last: odd\. /,
    )
  })
})

test('the tally counts calls without a good answer yet, and says what the last bad one ended in', () => {
  const { watch, clock, stops } = watching()
  expect(watch.tally()).toMatchObject({ done: 0, failed: 0, rate: 0, lastError: null })
  clock.nowMs = 2500
  stops(failing('shape', { callKey: 'a' }), hit())
  expect(watch.tally().lastError).toBe('rh_ft_search: shape (HTTP 200): odd')
  stops(silent('no-answer', { callKey: 'b' }))
  expect(watch.tally()).toEqual({
    step: 'statutes',
    done: 3,
    failed: 2,
    rate: 1.5,
    elapsedMs: 2000,
    lastError: 'rh_ft_search: no-answer: ECONNRESET',
  })
  stops(hit({ callKey: 'a' }), ended({ outcome: 'rejected' }, { callKey: 'b' }))
  expect(watch.tally()).toMatchObject({ done: 5, failed: 1, lastError: 'rh_ft_search: rejected (HTTP 200)' })
})

describe('a second chance', () => {
  test('is given once to each call that failed, and to none that was refused or answered since', () => {
    const chances = createSecondChances({ monotonicMs: () => 0 }, 30_000)
    const fails = (callKey: string) => chances.ended(failing('shape', { callKey }))
    for (const callKey of ['a', 'b']) fails(callKey)
    chances.ended(refused({ callKey: 'c' }))
    chances.ended(hit({ callKey: 'b' }))
    expect([[...chances.failed], [...chances.givenUp]]).toEqual([['a'], ['a', 'b', 'c']])
    chances.take()
    expect([[...chances.failed], [...chances.givenUp]]).toEqual([[], ['b', 'c']])
    fails('a')
    expect([[...chances.failed], [...chances.givenUp]]).toEqual([[], ['b', 'c', 'a']])
  })

  test('waits where an obstacle was met, until it may have gone or the run is stopped', async () => {
    const clock = { nowMs: 0 }
    const chances = createSecondChances({ monotonicMs: () => clock.nowMs }, 3_600_000)
    chances.ended(failing('shape'))
    await chances.due(new AbortController().signal)
    chances.ended(failing('quota'))
    const stopping = new AbortController()
    const due = chances.due(stopping.signal).then(() => 'due')
    expect(await Promise.race([due, new Promise((done) => setImmediate(done, 'waits'))])).toBe('waits')
    stopping.abort()
    expect(await due).toBe('due')
    clock.nowMs = 3_600_000
    await chances.due(new AbortController().signal)
  })
})
