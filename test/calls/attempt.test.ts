import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createPatience, makeCall, UnfinishedCallError } from '../../src/calls/attempt.ts'
import type { Effects } from '../../src/calls/effects.ts'
import type { EndedCall, LandedCall, PlannedCall } from '../../src/calls/landing/entry.ts'
import type { Gate } from '../../src/calls/pace/gate.ts'
import { BudgetError, createRetries, type Retries } from '../../src/calls/retry.ts'
import type { StopError } from '../../src/calls/stop.ts'
import type { Failure } from '../../src/contract/failure.ts'
import { createBudget } from '../../src/run/budget.ts'
import type { JobSettings } from '../../src/run/job/schema.ts'
import { attemptContext, effects as quiet } from '../support/attempt.ts'
import { answer, apiKey, clientOf, type Respond, serve } from './client/serve.ts'

const call: PlannedCall = {
  callKey: '0123456789abcdef0123456789abcdef',
  step: 'statutes',
  operation: 'rh_ft_search',
  params: { keyword: '合同', fgmc: '民法典' },
  sweep: 1,
}
const found = {
  status: 'success',
  code: 200,
  message: '请求成功',
  data: [{ id: '1_2', fgmc: '民法典', content: '合同' }],
}

/** The world with a clock that stands still, and no jitter: retries follow at once. */
const effects: Effects = {
  ...quiet,
  now: () => new Date('2026-01-02T03:04:05.678Z'),
  monotonicMs: () => 0,
}

/** A gate that lets everybody start and writes down how long it was asked to pause. */
function openGate() {
  const pauses: number[] = []
  let permits = 0
  const gate: Gate = {
    permit: async (signal) => {
      signal?.throwIfAborted()
      permits += 1
    },
    start: async () => () => undefined,
    pause: (ms) => pauses.push(ms),
  }
  return { gate, pauses, permits: () => permits }
}

interface Case {
  readonly respond: Respond
  readonly budget?: JobSettings['budget']
  readonly signal?: AbortSignal
  readonly deadlineMs?: number
  readonly retries?: Retries
  readonly absences?: readonly string[]
}

/** Makes the call against a real server. */
async function make({ respond, budget = {}, signal, deadlineMs, retries, absences }: Case) {
  const { url, received } = await serve(respond)
  const { gate, pauses, permits } = openGate()
  const spending = createBudget({ budget, costs: {} })
  let renewals = 0
  const client = {
    ...clientOf(url, deadlineMs === undefined ? {} : { deadlineMs }),
    renew() {
      renewals += 1
    },
  }
  const context = attemptContext({
    ...{ client, gate, budget: spending, effects, absences: new Set(absences) },
    ...(signal && { signal }),
    ...(retries && { retries }),
  })
  const ended: EndedCall<LandedCall> | Error = await makeCall(call, context).catch((error: Error) => error)
  // What was tried before a call had to end comes along with the reason, with its price.
  const tried = ended instanceof UnfinishedCallError ? ended.tried.landed : undefined
  const outcome = ended instanceof UnfinishedCallError ? (ended.cause as Error) : ended
  return { outcome, received, pauses, permits: permits(), spent: spending.spent, tried, renewals }
}

async function finished(given: Case) {
  const { outcome, ...rest } = await make(given)
  if (outcome instanceof Error) throw outcome
  return { ...outcome, ...rest }
}

const foundAfter =
  (times: number, misbehave: Respond): Respond =>
  (response, request, nth) =>
    nth > times ? answer(response, found) : misbehave(response, request, nth)

const reset: Respond = (response) => response.socket?.destroy()
const unavailable: Respond = (response) => answer(response, {}, 503)
const tooFast =
  (headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(429, headers).end()
const failure: Respond = (response) =>
  answer(response, { status: 'failed', code: 500, message: '程序处理异常', data: null })

describe('a call', () => {
  test('that is answered at once lands with all that the ledger needs', async () => {
    const { landed, classification, spent, permits } = await finished({
      respond: (response) => answer(response, found),
    })
    expect(landed).toEqual({
      ...call,
      runId: 'run-1',
      fetchedAt: '2026-01-02T03:04:05.678Z',
      attempts: 1,
      latencyMs: 0,
      cost: 10,
      httpStatus: 200,
      error: null,
      body: Buffer.from(JSON.stringify(found)),
      isJson: true,
      value: found,
    })
    expect(classification).toMatchObject({ outcome: 'hit', failure: null })
    expect([spent, permits]).toEqual([{ calls: 1, cost: 10 }, 1])
  })

  test.each<[string, Respond, number, number]>([
    ['a reset', reset, 1, 2],
    ['two resets', reset, 2, 3],
    ['two times HTTP 503', unavailable, 2, 3],
    ['a failure inside HTTP 200', failure, 1, 2],
    ['ten times too fast', tooFast(), 10, 11],
  ])(
    'that meets %s is answered in the end, each attempt with a permit and a price',
    async (_, respond, times, attempts) => {
      const { landed, classification, received, permits, spent } = await finished({
        respond: foundAfter(times, respond),
      })
      expect(classification?.outcome).toBe('hit')
      expect(landed).toMatchObject({ attempts, cost: attempts * 10, httpStatus: 200 })
      expect([received.length, permits, spent]).toEqual([
        attempts,
        attempts,
        { calls: attempts, cost: attempts * 10 },
      ])
    },
  )

  test.each<[string, Respond, number, object]>([
    ['resets', reset, 3, { httpStatus: null, isJson: false, body: new Uint8Array() }],
    ['HTTP 503', unavailable, 3, { httpStatus: 503, body: Buffer.from('{}') }],
    ['a failure inside HTTP 200', failure, 3, { httpStatus: 200, isJson: true }],
    [
      'HTML inside HTTP 200',
      (response) => response.end('<html>'),
      2,
      { body: Buffer.from('<html>'), isJson: false },
    ],
    [
      'HTML that differs each time',
      (response, _, nth) => response.end(`<html>${nth}`),
      3,
      { body: Buffer.from('<html>3'), isJson: false },
    ],
    [
      'nothing, as HTTP 503 and then as 200',
      (response, _, nth) => response.writeHead(nth > 1 ? 200 : 503).end(),
      3,
      { httpStatus: 200 },
    ],
    ['HTTP 302', (response) => response.writeHead(302, { location: '/' }).end(), 1, { httpStatus: 302 }],
    ['HTTP 401', (response) => response.writeHead(401).end(), 1, { httpStatus: 401 }],
    [
      'a truncated body',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      2,
      { httpStatus: 200, transport: 'damaged', body: Buffer.from('x') },
    ],
  ])(
    'that meets nothing but %s lands what it got when its attempts are over',
    async (_, respond, attempts, expected) => {
      const { landed, received } = await finished({ respond })
      expect(landed).toMatchObject({ ...expected, attempts, cost: attempts * 10 })
      expect(received).toHaveLength(attempts)
    },
  )

  test('that never got an answer says why, without the key, and has no classification', async () => {
    const { landed, classification } = await finished({ respond: reset })
    expect(landed.error).toMatch(/^client: rh_ft_search at http:\/\/127\.0\.0\.1:\d+ failed: /)
    expect(landed.error).not.toContain(apiKey)
    expect(classification).toBeNull()
  })

  test('that is answered with something else is asked again on a new connection, and else on the same', async () => {
    const other = { ...found, data: [{ ...found.data[0], fgmc: '公司法' }] }
    const mixedUp = await finished({ respond: foundAfter(1, (response) => answer(response, other)) })
    expect([mixedUp.classification?.outcome, mixedUp.landed.attempts, mixedUp.renewals]).toEqual([
      'hit',
      2,
      1,
    ])
    expect(await finished({ respond: foundAfter(1, failure) })).toMatchObject({ renewals: 0 })
  })

  test.each([
    ['says nothing that the job declares an absence', '该案件未公开', [], 'failed', 2],
    ['says what the job declares an absence', '该案件未公开', ['该案件未公开'], 'empty', 1],
    ['says that it failed, whatever the job declares', '系统繁忙', ['系统繁忙'], 'failed', 3],
  ])('that %s: %s', async (_, message, absences, outcome, attempts) => {
    const respond: Respond = (response) => answer(response, { ...found, message, data: null })
    const { landed, classification } = await finished({ respond, absences })
    expect([classification?.outcome, landed.attempts]).toEqual([outcome, attempts])
    expect(landed.isDeclaredAbsence).toBe(outcome === 'empty' ? true : undefined)
  })

  test('is given up after its first attempt when the retries of the run are used up', async () => {
    const retries = createRetries()
    while (retries.transient.take());
    expect((await finished({ respond: reset, retries })).landed.attempts).toBe(1)
  })

  test('that timed out is in the ledger with its price: it may have been charged', async () => {
    const { landed } = await finished({ respond: () => undefined, deadlineMs: 200 })
    expect(landed).toMatchObject({
      attempts: 3,
      cost: 30,
      error: 'client: rh_ft_search took longer than 200 ms; it may have been charged',
    })
  })
})

describe('a service that is silent for longer than usual', () => {
  test('is waited for longer when it is asked again, and the time-out has its price', async () => {
    const { url } = await serve(foundAfter(1, () => undefined))
    const asked: boolean[] = []
    const ends: (Failure | null)[] = []
    const patience = {
      ...createPatience(effects),
      limitMs(_: unknown, isAgain: boolean) {
        asked.push(isAgain)
        return isAgain ? 60_000 : 30
      },
      started: () => (failure: Failure | null) => void ends.push(failure),
    }
    const { landed } = await makeCall(call, attemptContext({ client: clientOf(url), patience, effects }))
    expect(landed).toMatchObject({ attempts: 2, cost: 20, httpStatus: 200 })
    expect([asked, ends]).toEqual([
      [false, true],
      ['timeout', null],
    ])
  })
})

describe('a request of which no byte was sent', () => {
  /** Makes the call at an address; says what it cost and what the journal holds. */
  async function madeAt(url: string) {
    const written: string[] = []
    const journal = {
      begin: async () => void written.push('begun'),
      withdraw: async () => void written.push('withdrawn'),
    }
    const budget = createBudget({ budget: {}, costs: {} })
    const { landed } = await makeCall(
      call,
      attemptContext({ client: clientOf(url), budget, journal, effects }),
    )
    return { landed, spent: budget.spent, written: written.join(' ') }
  }

  test.each([
    ['nobody listens', 'http://127.0.0.1:1', 'no-answer', 3],
    ['the service does not speak TLS', undefined, 'tls', 1],
  ])('has no price, where %s', async (_, url, transport, tries) => {
    const address = url ?? (await serve(() => undefined)).url.replace('http:', 'https:')
    const { landed, spent, written } = await madeAt(address)
    expect(landed).toMatchObject({ attempts: 0, cost: 0, transport, httpStatus: null })
    expect(spent).toEqual({ calls: 0, cost: 0 })
    expect(written).toBe(Array(tries).fill('begun withdrawn').join(' '))
  })

  test('leaves the price of an attempt before it, which may have arrived', async () => {
    const server = createServer((_, response) => {
      server.close()
      response.socket?.destroy()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { landed, spent, written } = await madeAt(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    expect(landed).toMatchObject({ attempts: 1, cost: 10, error: expect.stringContaining('ECONNREFUSED') })
    expect(spent).toEqual({ calls: 1, cost: 10 })
    expect(written).toBe('begun begun withdrawn begun withdrawn')
  })
})

describe('a connection that was gone before the request', () => {
  /** Answers the first request on each connection and resets the second. */
  async function race(times: number, isUsedUp = false) {
    const { url, received } = await serve((response, request, nth) =>
      nth > 1 && nth <= 1 + times ? reset(response, request, nth) : answer(response, found),
    )
    const { gate, permits } = openGate()
    const retries = createRetries()
    // The retry budget is used up: whatever is asked again now is asked for free.
    while (retries.transient.take());
    while (isUsedUp && retries.reconnect.take());
    const client = clientOf(url, { connections: 1 })
    const budget = createBudget({ budget: {}, costs: {} })
    const context = attemptContext({ client, gate, budget, retries, effects })
    await makeCall(call, context)
    const finished = await makeCall(call, context)
    return { finished, received, permits: permits(), spent: budget.spent }
  }

  test('is excused once, with a permit and a price, and costs neither an attempt nor a retry', async () => {
    const { finished, received, permits, spent } = await race(1)
    expect(finished.classification?.outcome).toBe('hit')
    expect(finished.landed).toMatchObject({ attempts: 2, cost: 20 })
    expect([received.length, permits, spent]).toEqual([3, 3, { calls: 3, cost: 30 }])
  })

  test('is not excused twice, nor beyond what a run may reconnect', async () => {
    const lost = { transport: 'no-answer', httpStatus: null }
    expect((await race(2)).finished.landed).toMatchObject({ ...lost, attempts: 2 })
    expect((await race(1, true)).finished.landed).toMatchObject({ ...lost, attempts: 1 })
  })
})

describe('a call that is refused for speed', () => {
  // What each form of Retry-After asks for: retry.test.ts.
  test.each<[string, Record<string, string>, number]>([
    ['nothing said', {}, 2_000],
    [
      'a date, by the clock of the service, whatever ours says',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      30_000,
    ],
    [
      'a date, by ours where the service has none',
      { 'retry-after': 'Fri, 02 Jan 2026 03:04:35 GMT', date: 'today' },
      29_322,
    ],
  ])('with %s pauses the whole gate and costs none of its three attempts', async (_, headers, pauseMs) => {
    const { pauses, landed } = await finished({ respond: foundAfter(4, tooFast(headers)) })
    expect(pauses).toEqual([pauseMs, pauseMs, pauseMs, pauseMs])
    expect(landed).toMatchObject({ attempts: 5, httpStatus: 200 })
  })

  test('still has its three attempts afterwards', async () => {
    const { landed, received, pauses } = await finished({
      respond: (response, request, nth) =>
        nth % 2 === 1 ? tooFast()(response, request, nth) : unavailable(response, request, nth),
    })
    expect(landed).toMatchObject({ httpStatus: 503, attempts: 6 })
    expect([received.length, pauses.length]).toEqual([6, 3])
  })

  test('and then answered ends the refusals in a row, for all calls of the run', async () => {
    const retries = createRetries()
    for (let refusal = 1; refusal < 199; refusal += 1) retries.refusals.refused(0, 0)
    for (const _ of ['199 in a row', 'one again'])
      expect((await finished({ respond: foundAfter(1, tooFast()), retries })).landed.attempts).toBe(2)
  })

  test.each([
    ['ten minutes and more at once', { 'retry-after': '86400' }, 1, '1 in a row, for 86400 s'],
    ['no time at all, again and again', { 'retry-after': '0' }, 200, '200 in a row, for 1 s'],
  ])('for %s stops the run: each refusal may be billed', async (_, headers, requests, told) => {
    const { outcome, received, pauses } = await make({ respond: tooFast(headers) })
    expect((outcome as StopError).stop).toMatchObject({
      status: 'stopped',
      words: { en: expect.stringContaining(told) },
    })
    expect([received.length, pauses.length]).toEqual([requests, requests - 1])
  })
})

describe('a budget', () => {
  test.each([
    [{ calls: 2 }, 2, '2 of 2 calls are spent in this run (budget.calls)'],
    [{ cost: 25 }, 2, '20 of 25 points are spent in this run (budget.cost)'],
    [{ cost: 5 }, 0, '0 of 5 points are spent in this run (budget.cost)'],
  ])('of %j lets %d attempts through to the service, retries included', async (budget, requests, spent) => {
    const { outcome, received, tried, permits } = await make({ respond: reset, budget })
    expect(outcome).toBeInstanceOf(BudgetError)
    expect(tried?.attempts ?? 0).toBe(requests)
    expect(tried?.cost ?? 0).toBe(requests * 10)
    expect((outcome as BudgetError).message).toBe(`the budget is used up: ${spent}`)
    // A call that cannot be paid for at all takes no turn from others.
    expect([received.length, permits]).toEqual([requests, requests === 0 ? 0 : requests + 1])
  })
})

describe('a run that is asked to stop', () => {
  test('begins no call', async () => {
    const { outcome, received, spent } = await make({
      respond: reset,
      signal: AbortSignal.abort(new Error('stop')),
    })
    expect(outcome).toEqual(new Error('stop'))
    expect([received.length, spent.calls]).toEqual([0, 0])
  })

  test('brings the call under way home', async () => {
    const stopping = new AbortController()
    const { landed, classification } = await finished({
      signal: stopping.signal,
      respond: (response) => {
        stopping.abort()
        answer(response, found)
      },
    })
    expect([landed.httpStatus, classification?.outcome]).toEqual([200, 'hit'])
  })

  test('does not begin another attempt', async () => {
    const stopping = new AbortController()
    const { outcome, received } = await make({
      signal: stopping.signal,
      respond: (response) => {
        stopping.abort()
        response.socket?.destroy()
      },
    })
    expect((outcome as Error).name).toBe('AbortError')
    expect(received).toHaveLength(1)
  })

  test('takes back what is written down and may not start any more', async () => {
    const stopping = new AbortController()
    const { gate } = openGate()
    const { url, received } = await serve(reset)
    const written: string[] = []
    const context = attemptContext({
      client: clientOf(url),
      gate: {
        ...gate,
        async start(signal) {
          written.push('asks to start')
          stopping.abort(new Error('stop'))
          signal?.throwIfAborted()
          return () => undefined
        },
      },
      journal: {
        begin: async () => void written.push('begun'),
        withdraw: async () => void written.push('withdrawn'),
      },
      signal: stopping.signal,
    })
    await expect(makeCall(call, context)).rejects.toThrow('stop')
    expect(written).toEqual(['begun', 'asks to start', 'withdrawn'])
    expect([received.length, context.budget.spent.calls]).toEqual([0, 0])
  })
})
