import { expect, test } from 'vitest'
import { makeCall } from '../../../src/calls/attempt.ts'
import { clientOf } from '../../calls/client/serve.ts'
import { attemptContext } from '../../support/attempt.ts'
import { testSeed } from '../../support/dice.ts'
import { type Behind, startFaultServer } from './fault-server.ts'
import { type Fault, faults, outages } from './kinds.ts'

const seed = testSeed()
const calls = 300
const found = Buffer.from(JSON.stringify({ status: 'success', code: 200, data: [{ id: '1_2', tid: '2' }] }))
const behind: Behind = async () => ({ httpStatus: 200, body: found })

/** Attempts for each call, when half of the requests meet one of these. */
async function amplification(kinds: readonly Fault[]): Promise<number> {
  const { url, counts } = await startFaultServer({ behind, seed, faults: kinds, share: 0.5 })
  const context = attemptContext({ client: clientOf(url) })
  for (let n = 0; n < calls; n += 1) {
    const call = {
      callKey: String(n).padStart(32, '0'),
      step: 'statutes',
      sweep: 1,
      operation: 'rh_ft_search',
      params: { keyword: `合同${n}` },
    } as const
    await makeCall(call, context)
  }
  expect(context.budget.spent.calls).toBe(counts.requests)
  return counts.requests / calls
}

test(`a service that fails half of the time is asked at most a tenth more, seed ${seed}`, async () => {
  const measured = await amplification(outages)
  process.stdout.write(`amplification at ${calls} calls, half of them failing: ${measured.toFixed(3)}\n`)
  expect(measured).toBeGreaterThan(1)
  expect(measured).toBeLessThanOrEqual(1.1)
})

test(`one that resets half of the time, on connections that had served, at most two tenths, seed ${seed}`, async () => {
  const measured = await amplification(faults.filter(({ kind }) => kind === 'a reset before the headers'))
  process.stdout.write(`amplification at ${calls} calls, half of them reset: ${measured.toFixed(3)}\n`)
  expect(measured).toBeLessThanOrEqual(1.2)
})
