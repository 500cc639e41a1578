import { describe, expect, test } from 'vitest'
import { lostCalls } from '../../../src/calls/landing/attempts.ts'
import { attempt } from './landed.ts'

const runId = 'run-1'
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

  test('and did not make cost nothing', () => {
    const attempts = [
      attempt('a', { startedAt: '1' }),
      { ...attempt('b', { startedAt: '2' }), isWithdrawn: true as const },
    ]
    expect(lostCalls(runId, attempts, new Map([['a', 1]]))).toEqual([])
  })

  test('again, after an earlier sweep of theirs had landed, are lost once', () => {
    const attempts = [attempt('a', { startedAt: '1' }), attempt('a', { startedAt: '2' })]
    expect(lostCalls(runId, attempts, new Map([['a', 1]]))).toMatchObject([{ attempts: 1, fetchedAt: '2' }])
  })
})
