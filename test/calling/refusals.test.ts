import { expect, test } from 'vitest'
import { createRefusals } from '../../src/calling/refusals.ts'

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

test('anything else that is heard begins anew', () => {
  const refusals = createRefusals()
  refusals.refused(0, 0)
  refusals.heard()
  expect(refusals.refused(900_000, 0)).toBeNull()
})
