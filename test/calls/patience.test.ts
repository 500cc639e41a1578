import { expect, test } from 'vitest'
import { createPatience } from '../../src/calls/attempt.ts'
import type { Failure } from '../../src/contract/failure.ts'

const operation = 'rh_case_details'

function patient(timeout?: number) {
  let now = 0
  const patience = createPatience({ monotonicMs: () => now }, timeout)
  const limitMs = (isAgain = false) => patience.limitMs(operation, isAgain)
  return {
    patience,
    limitMs,
    pass: (ms: number) => {
      now += ms
    },
    answers(count: number, ms: number, failure: Failure | null = null) {
      for (let nth = 0; nth < count; nth += 1) {
        const onEnded = patience.started(operation, limitMs())
        now += ms
        onEnded(failure)
      }
    },
  }
}

test('twenty answers tell how long an operation usually takes: then a call waits ten times as long, at least 15 s', () => {
  const { limitMs, answers, patience } = patient()
  answers(19, 100)
  expect(limitMs()).toBe(60_000)
  answers(1, 100)
  expect(limitMs()).toBe(15_000)
  answers(200, 2_500)
  expect(limitMs()).toBe(25_000)
  answers(200, 9_000)
  expect(limitMs()).toBe(60_000)
  expect(patience.limitMs('rh_ft_search', false)).toBe(60_000)
})

test('a call that is made again waits for the whole time-out of the job', () => {
  const { limitMs, answers } = patient(90)
  answers(20, 100)
  expect([limitMs(), limitMs(true)]).toEqual([15_000, 90_000])
})

test('a service that becomes slow has as long as the job allows, after two time-outs in two hundred answers', () => {
  const { limitMs, answers } = patient()
  answers(200, 100)
  answers(1, limitMs(), 'timeout')
  answers(1, limitMs(), 'timeout')
  expect(limitMs()).toBe(15_000)
  answers(1, limitMs(), 'timeout')
  expect(limitMs()).toBe(60_000)
})

test('an answer that is none tells nothing about the time that one takes', () => {
  const { limitMs, answers } = patient()
  answers(100, 1, 'rate')
  expect(limitMs()).toBe(60_000)
})

test('a call is stuck once it has waited for a third of its time-out', () => {
  const { patience, pass, answers } = patient()
  answers(20, 100)
  const onEnded = patience.started(operation, 15_000)
  pass(1_000)
  patience.started(operation, 60_000)
  pass(3_400)
  expect(patience.stuck()).toBeNull()
  pass(100)
  expect(patience.stuck()).toEqual({ calls: 1, longestMs: 4_500 })
  pass(20_000)
  expect(patience.stuck()).toEqual({ calls: 2, longestMs: 24_500 })
  onEnded(null)
  expect(patience.stuck()).toEqual({ calls: 1, longestMs: 23_500 })
})
