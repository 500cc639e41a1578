import { expect, test } from 'vitest'
import { createDistance } from '../../../src/run/workers/shared-gate.ts'

const atTimes = (starts: readonly (readonly [atMs: number, tookMs: number])[]) => {
  let now = 0
  const distance = createDistance(() => now)
  return starts.map(([atMs, tookMs]) => {
    now = atMs
    return distance.seen(tookMs, 25)
  })
}

test('who is late for two seconds and three starts is as far away as the soonest of them says', () => {
  expect(
    atTimes([
      [0, 90],
      [1_000, 60],
      [2_000, 70],
    ]),
  ).toEqual([undefined, undefined, 60])
})

test('a burst of late starts, or two that are far apart, says nothing', () => {
  expect(
    atTimes([
      [0, 400],
      [1, 400],
      [2, 400],
    ]),
  ).toEqual([undefined, undefined, undefined])
  expect(
    atTimes([
      [0, 60],
      [9_000, 60],
    ]),
  ).toEqual([undefined, undefined])
})

test('one in time is near enough, and who is found far away is looked at again', () => {
  expect(
    atTimes([
      [0, 60],
      [1_000, 60],
      [2_000, 25],
      [2_100, 60],
      [3_000, 60],
      [4_100, 60],
      [4_200, 60],
    ]),
  ).toEqual([undefined, undefined, undefined, undefined, undefined, 60, undefined])
})
