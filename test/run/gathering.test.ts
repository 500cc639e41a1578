import { expect, test } from 'vitest'
import { createGathering, createRateMeter } from '../../src/run/in-process.ts'

/** A gathering on a clock of its own, whose calls ended at 50 a second; it has just loaded. */
function gatheringAt50() {
  const clock = { ms: 0 }
  const gathering = createGathering(() => clock.ms)
  for (; clock.ms < 10_000; clock.ms += 20) gathering.count()
  gathering.load()
  /** Whether it is over so many milliseconds after the load. */
  const isOver = (ms: number, left: { waiting: number; underWay: number }): boolean => {
    clock.ms = 10_000 + ms
    return gathering.isOver(left)
  }
  return { gathering, isOver }
}

test('answers gather until half of the calls that were left is done', () => {
  const { gathering, isOver } = gatheringAt50()
  gathering.asked({ waiting: 20, underWay: 64 })
  expect(isOver(400, { waiting: 0, underWay: 43 })).toBe(false)
  expect(isOver(420, { waiting: 0, underWay: 42 })).toBe(true)
})

test('what was left counts as it was after the load, however often the steps are asked', () => {
  const { gathering, isOver } = gatheringAt50()
  gathering.asked({ waiting: 0, underWay: 64 })
  gathering.asked({ waiting: 0, underWay: 40 })
  expect(isOver(480, { waiting: 0, underWay: 32 })).toBe(true)
})

test('a few calls that take long to answer are waited for half a second', () => {
  const { gathering, isOver } = gatheringAt50()
  gathering.asked({ waiting: 0, underWay: 3 })
  expect(isOver(499, { waiting: 0, underWay: 2 })).toBe(false)
  expect(isOver(500, { waiting: 0, underWay: 2 })).toBe(true)
})

test('while calls wait that take longer than three seconds, answers gather for ten', () => {
  const { gathering, isOver } = gatheringAt50()
  gathering.asked({ waiting: 1_000, underWay: 64 })
  expect(isOver(9_999, { waiting: 400, underWay: 64 })).toBe(false)
  expect(isOver(10_000, { waiting: 400, underWay: 64 })).toBe(true)
})

test('without a call left nothing is waited for', () => {
  const { isOver } = gatheringAt50()
  expect(isOver(0, { waiting: 0, underWay: 0 })).toBe(true)
})

test('a rate is what was counted in the last ten seconds, or since the first when that is later', () => {
  let now = -5_000
  const meter = createRateMeter(() => now)
  const count = (times: number) => {
    for (let time = 0; time < times; time += 1) meter.count()
  }
  expect(meter.perSecond()).toBe(0)
  now = 0
  count(8)
  now = 999
  expect(meter.perSecond()).toBe(8)
  now = 4_000
  expect(meter.perSecond()).toBe(2)
  now = 10_001
  count(50)
  expect(meter.perSecond()).toBe(5)
})
