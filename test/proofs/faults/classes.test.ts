import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { TransportError } from '../../../src/calls/client/errors.ts'
import type { Answer } from '../../../src/calls/client/exchange.ts'
import { classify } from '../../../src/contract/classify.ts'
import { failureClasses } from '../../../src/contract/failure.ts'
import { operations } from '../../../src/contract/operations.ts'
import { apiKey, clientOf, serve } from '../../calls/client/serve.ts'
import { dice, testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'
import { type Behind, startFaultServer } from './fault-server.ts'
import { type Fault, faults, type Outcome } from './kinds.ts'

/** Seeds for each kind; the full form takes 20. */
const seeds = sizeOf('DOSSIER_TEST_FAULT_SEEDS', { short: 1, long: 3 })
const first = testSeed()

const call = { operation: 'rh_ft_search', params: { keyword: '合同' } } as const
/** Short for what never comes, long for what does: a busy machine must not change the class of anything. */
const impatient = { headersMs: 200, idleMs: 200, deadlineMs: 400 }

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** An answer of the statute search of between 100 bytes and 60 KB, of this seed. */
function answerOf(seed: number): Buffer {
  const random = dice(seed)
  const article = (n: number) => ({
    id: `a1_${n}`,
    title: '第'.repeat(1 + Math.floor(random() * 9)),
    content: '当事人一方不履行合同义务'.repeat(1 + Math.floor(random() ** 4 * 150)),
  })
  const data = Array.from({ length: 1 + Math.floor(random() * 9) }, (_, n) => article(n))
  return Buffer.from(JSON.stringify({ status: 'success', code: 200, message: '请求成功', data }))
}

const outcomeOf = (came: Answer | TransportError): Outcome | 'empty' => {
  if (came instanceof TransportError) return came.failure
  const { outcome, failure } = classify(operations.rh_ft_search, came.httpStatus, came.value)
  return outcome === 'failed' ? (failure ?? 'shape') : outcome
}

/** Makes a call that meets the fault. */
async function meet(fault: Fault, seed: number) {
  const whole = answerOf(seed)
  const behind: Behind = async () => ({ httpStatus: 200, body: whole })
  const elsewhere = await serve((response) => response.end())
  const server = await startFaultServer({ behind, seed, faults: [fault], share: 1, elsewhere: elsewhere.url })
  const client = clientOf(server.url, fault.isSlow === true ? impatient : {})
  const came = await client.call(call).catch((error: unknown) => {
    if (error instanceof TransportError) return error
    throw error
  })
  return { came, whole, requests: server.counts.requests, elsewhere: elsewhere.received.length }
}

describe(`a call that meets, ${seeds} seeds from ${first},`, { timeout: 300_000 }, () => {
  test.each(faults)('$kind is $outcome: $class', async (fault) => {
    const meetings = Array.from({ length: seeds }, (_, n) => first + n)
    for (const seed of meetings) {
      const { came, whole, requests, elsewhere } = await meet(fault, seed)
      expect([seed, outcomeOf(came)]).toEqual([seed, fault.outcome])
      if (fault.outcome in failureClasses)
        expect(failureClasses[fault.outcome as keyof typeof failureClasses]).toBe(fault.class)
      // One attempt is one request, and the key went nowhere else.
      expect([seed, requests, elsewhere]).toEqual([seed, 1, 0])
      expect(inspect(came, { depth: 20, showHidden: true })).not.toContain(apiKey)
      // What counts as an answer is whole.
      if (outcomeOf(came) !== 'hit' || came instanceof TransportError) continue
      const body = came.body.subarray(came.body[0] === 0xef ? 3 : 0)
      expect([seed, sha256(body)]).toEqual([seed, sha256(whole)])
    }
  })
})
