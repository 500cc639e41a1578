import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as passes } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeCall } from '../../src/calls/attempt.ts'
import { createGate } from '../../src/calls/pace/gate.ts'
import { attemptContext } from '../support/attempt.ts'
import { dice, testSeed } from '../support/dice.ts'
import { mostIn } from '../support/starts.ts'
import { clientOf, serve } from './client/serve.ts'

const seed = testSeed()
const perSecond = 40
const calls = 70
const callers = 12
/** What this machine may delay a request that is on its way, besides the longest time that this process stood still. */
const busyMs = 50

test.each([
  ['each is written to a slow disk before', 32, 0],
  ['they wait on one connection behind an answer that takes its time', 1, 600],
])(
  `no more requests than the rate arrive in a second when %s, seed ${seed}`,
  async (_, connections, answerMs) => {
    const random = dice(seed)
    const arrivals: number[] = []
    const { url } = await serve(async (response, _request, nth) => {
      arrivals.push(performance.now())
      if (nth === 20) await passes(answerMs)
      response.end(JSON.stringify({ status: 'success', code: 200, data: [] }))
    })
    const context = attemptContext({
      client: clientOf(url, { connections }),
      gate: createGate(perSecond),
      journal: { begin: () => passes(random() * 200), withdraw: async () => undefined },
    })
    const call = {
      step: 'statutes',
      sweep: 1,
      operation: 'rh_ft_search',
      params: { keyword: '违约金' },
    } as const
    let left = calls
    const caller = async () => {
      while (left > 0) {
        left -= 1
        await makeCall({ ...call, callKey: String(left) }, context)
      }
    }
    const standstill = monitorEventLoopDelay({ resolution: 5 })
    standstill.enable()
    await Promise.all(Array.from({ length: callers }, caller))
    standstill.disable()
    expect(arrivals).toHaveLength(calls)
    expect(mostIn(arrivals, 1000 - busyMs - standstill.max / 1e6)).toBeLessThanOrEqual(perSecond)
  },
)
