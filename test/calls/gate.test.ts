import { setMaxListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createGate, type Gate, systemClock } from '../../src/calls/pace/gate.ts'

import { mostIn, startOf, startsOf } from '../support/starts.ts'
import { virtualTime } from '../support/virtual-time.ts'

const outcomeOf = (permit: Promise<void>): Promise<'starts' | Error> =>
  permit.then(
    () => 'starts' as const,
    (error: Error) => error,
  )

describe('the gate', () => {
  test('at 200 a second gives out at least 95% of them, and never more than 200 in any second', async () => {
    const time = virtualTime()
    const gate = createGate(200, { clock: time.clock })
    const starts = await time.run(startsOf(gate, { ms: 4_000, callers: 16 }), 5_000)
    expect(starts.length).toBeGreaterThanOrEqual(200 * 4 * 0.95)
    expect(mostIn(starts, 1_000)).toBeLessThanOrEqual(200)
  })

  test('at 200 a second never lets more than 200 into any second, by the clock of the system', async () => {
    const starts = await startsOf(createGate(200), { count: 300, callers: 16 })
    expect(mostIn(starts, 1_000)).toBeLessThanOrEqual(200)
  })

  test('lets starts through in the order in which they were asked for', async () => {
    const gate = createGate(500)
    const order: number[] = []
    await Promise.all([0, 1, 2, 3, 4].map((n) => startOf(gate).then(() => order.push(n))))
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('unlimited lets everybody start at once', async () => {
    const noWaiting = () => Promise.reject(new Error('a start was made to wait'))
    const gate = createGate('unlimited', { clock: { monotonicMs: () => 0, sleep: noWaiting } })
    await Promise.all(Array.from({ length: 10_000 }, () => startOf(gate)))
  })
})

describe.each([
  ['at 100 a second', 100 as const],
  ['unlimited', 'unlimited' as const],
])('the gate %s', (_, rate) => {
  /** How long the next permit takes, by the gate's own clock, from just before what is done first. */
  const waitedAt = async (gate: Gate, first: () => void = () => undefined) => {
    const began = performance.now()
    first()
    await startOf(gate)
    return performance.now() - began
  }

  test('lets nobody start during a pause', async () => {
    const gate = createGate(rate)
    expect(await waitedAt(gate, () => gate.pause(60))).toBeGreaterThanOrEqual(59)
  })

  test('keeps the longer of two pauses', async () => {
    const gate = createGate(rate)
    const pauses = () => {
      gate.pause(80)
      gate.pause(1)
    }
    expect(await waitedAt(gate, pauses)).toBeGreaterThanOrEqual(79)
  })

  test('holds back whoever is in line when a pause begins', async () => {
    const gate = createGate(rate)
    gate.pause(10)
    const began = performance.now()
    const permit = startOf(gate)
    gate.pause(60)
    await permit
    expect(performance.now() - began).toBeGreaterThanOrEqual(59)
  })

  test('is open again after a pause that is over, or of no time', async () => {
    let now = 0
    const gate = createGate(rate, { clock: { ...systemClock, monotonicMs: () => now } })
    gate.pause(3_600_000)
    now = 3_600_000
    await startOf(gate)
    gate.pause(0)
    now += 10_000
    await startOf(gate)
  })

  test('rejects everybody in line as soon as the signal aborts, in a pause too', async () => {
    const gate = createGate(rate)
    const stopping = new AbortController()
    setMaxListeners(0, stopping.signal)
    gate.pause(3_600_000)
    const waiting = Array.from({ length: 50 }, () => outcomeOf(startOf(gate, stopping.signal)))
    const why = new Error('stop')
    stopping.abort(why)
    const outcomes = await Promise.all(waiting)
    expect(outcomes.every((outcome) => outcome === why || (outcome as Error).name === 'AbortError')).toBe(
      true,
    )
  })

  test('gives nothing to a signal that has aborted', async () => {
    const why = new Error('stop')
    expect(await outcomeOf(startOf(createGate(rate), AbortSignal.abort(why)))).toBe(why)
  })
})

describe('the gate at one start in ten seconds', () => {
  test('rejects the whole line at once, and whoever has another signal stays in it', async () => {
    const time = virtualTime()
    const gate = createGate(0.1, { clock: time.clock })
    const stopping = new AbortController()
    await time.run(startOf(gate), 1_000)
    // From here on no time passes.
    const aborted = [1, 2, 3].map(() => outcomeOf(startOf(gate, stopping.signal)))
    const other = new AbortController()
    const stays = outcomeOf(startOf(gate, other.signal))
    stopping.abort(new Error('stop'))
    expect(await Promise.all(aborted)).toEqual([1, 2, 3].map(() => new Error('stop')))
    expect(await Promise.race([stays, Promise.resolve('in line')])).toBe('in line')
    other.abort(new Error('me too'))
    expect(await stays).toEqual(new Error('me too'))
  })
})
