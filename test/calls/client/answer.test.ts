import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants, createBrotliCompress, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../src/calls/client/client.ts'
import type { Answer } from '../../../src/calls/client/exchange.ts'
import { answer, clientOf, complaintOf, serve, serveSockets } from './serve.ts'

const call: Call = { operation: 'rh_ft_search', params: { keyword: '合同', fgmc: '民法典' } }
/** An answer that names what was asked for, and so keeps its connection. */
const named = (more: object = {}) => ({
  status: 'success',
  code: 200,
  message: '请求成功',
  data: [{ fgmc: '民法典', content: '合同' }],
  ...more,
})
const text = JSON.stringify({ status: 'success', data: [{ content: '第一条'.repeat(500) }] })

/** What the client makes of one answer. */
async function answered(respond: (response: ServerResponse) => void): Promise<Answer> {
  const { url } = await serve(respond)
  return await clientOf(url).call(call)
}

const sends = (encoding: string, body: Buffer) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body)
}

describe('an answer', () => {
  test('is given as it came, with its status, its headers for the engine and its value', async () => {
    const given = await answered((response) => {
      response.setHeader('retry-after', '120')
      response.setHeader('date', 'Wed, 21 Oct 2026 07:28:00 GMT')
      answer(response, { code: 429 }, 429)
    })
    expect(given).toEqual({
      httpStatus: 429,
      retryAfter: ['120'],
      date: 'Wed, 21 Oct 2026 07:28:00 GMT',
      body: Buffer.from('{"code":429}'),
      isJson: true,
      value: { code: 429 },
    })
  })

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('in %s is decoded', async (encoding, body) => {
    expect(String((await answered(sends(encoding, body))).body)).toBe(text)
  })

  // That each way of being damaged is an error, with its bytes: test/proofs/faults/kinds.ts, and of gzip attempt.test.ts.
  test.each(['zstd', 'gzip, br', 'gzip, gzip', 'constructor-like'])('in %s is refused', async (encoding) => {
    const nested = brotliCompressSync(brotliCompressSync(text))
    const error = await complaintOf(answered(sends(encoding, nested)))
    expect(error.message).toBe(`client: unknown content-encoding ${encoding}; expected gzip, deflate or br`)
    expect(error.failure).toBe('damaged')
  })

  test('that would unpack to 256 MiB is refused, four at once in 160 MB', async () => {
    const zeros = Buffer.alloc(1 << 20)
    const compressor = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    const bomb = await buffer(Readable.from(Array.from({ length: 256 }, () => zeros)).pipe(compressor))
    const { url } = await serve(sends('br', bomb))
    const held = () => process.memoryUsage().external / 1e6
    const before = held()
    let most = 0
    const looking = setInterval(() => {
      most = Math.max(most, held() - before)
    }, 1)
    const errors = await Promise.all([1, 2, 3, 4].map(() => complaintOf(clientOf(url).call(call))))
    clearInterval(looking)
    for (const error of errors) {
      expect(error.message).toBe('client: the body is larger than 16777216 bytes')
      expect([error.failure, bomb.equals(error.received?.body ?? zeros)]).toEqual(['too-large', true])
    }
    expect(most).toBeLessThan(160)
  })
})

test('that cannot be unpacked is told by its status, where that alone decides', async () => {
  const damaged = Buffer.from('no gzip')
  const given = await answered((response) => {
    response.writeHead(429, { 'content-encoding': 'gzip', 'retry-after': '7' }).end(damaged)
  })
  expect(given).toMatchObject({ httpStatus: 429, retryAfter: ['7'], body: damaged, isJson: false })
})

describe('no answer', () => {
  // From a port where nobody listens, and from a service that does not speak TLS: attempt.test.ts.
  test('in time: a trickled body hits the total deadline', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    })
    const error = await complaintOf(clientOf(url, { deadlineMs: 150 }).call(call))
    expect(error.message).toBe('client: rh_ft_search took longer than 150 ms; it may have been charged')
    expect(error.failure).toBe('timeout')
    expect(String(error.received?.body)).toMatch(/^ +$/)
  })

  test('in the time that its caller waits: headers that never come, and a body that stands still', async () => {
    const { url } = await serve((response, _, nth) => nth > 1 && response.writeHead(200).write(' '))
    const client = clientOf(url)
    const error = await complaintOf(client.call(call, { silentMs: 30 }))
    expect([error.failure, error.message]).toEqual([
      'timeout',
      expect.stringContaining('may have been charged'),
    ])
    expect((await complaintOf(client.call(call, { silentMs: 30 }))).failure).toBe('timeout')
  })
})

describe('a connection that is kept alive', () => {
  const list = named({ data: { id: 'e1', total: 1, list: [{ 文书id: 'd1' }] } })
  const cases = { code: 200, extra: { wenshu: [{ scid: 'a' }] } }
  test.each<[string, Call['operation'], Call['params'], object, number]>([
    ['that names the law asked for', 'rh_ft_search', call.params, named(), 1],
    ['that names none', 'rh_ft_search', { keyword: '合同' }, named(), 4],
    ['that there is nothing', 'rh_ft_search', call.params, named({ data: [] }), 3],
    ['that names the enterprise asked for', 'rh_enterpriseWritList', { id: 'e1' }, list, 1],
    ['that cannot name its code', 'rh_enterpriseWritList', { tyshxydm: '9111' }, list, 4],
    ['to a question of meaning', 'case_vector_search', { query: '合同' }, cases, 4],
  ])(
    'and brings an answer %s (%s %j) serves on only where that names what was asked for; else a new one is trusted',
    async (_, operation, params, body, connections) => {
      const ports = new Set<number | undefined>()
      const { url } = await serve((response, _, nth) => {
        ports.add(response.socket?.remotePort)
        answer(response, nth === 1 ? named() : body)
      })
      const client = clientOf(url)
      await client.call(call)
      for (let nth = 0; nth < 3; nth += 1) await client.call({ operation, params })
      expect(ports.size).toBe(connections)
    },
  )

  test('and closed by the server between requests is replaced', async () => {
    const closed: Promise<void>[] = []
    const { url, received } = await serve((response, _, nth) => {
      const { socket } = response
      response.on('finish', () => {
        closed.push(new Promise((resolve) => socket?.once('close', () => resolve())))
        socket?.end()
      })
      answer(response, { nth })
    })
    const client = clientOf(url, { connections: 1 })
    for (const nth of [1, 2, 3]) {
      expect((await client.call(call)).value).toEqual({ nth })
      await Promise.all(closed)
    }
    expect(received).toHaveLength(3)
  })

  test('and reset when it is used again is told as such, for the engine to retry by its gate and budget', async () => {
    const { url } = await serve((response, _, nth) => {
      if (nth === 2) response.socket?.resetAndDestroy()
      else answer(response, named({ nth }))
    })
    const client = clientOf(url, { connections: 1 })
    await client.call(call)
    expect(await complaintOf(client.call(call))).toMatchObject({ failure: 'no-answer', isStale: true })
    expect((await client.call(call)).value).toEqual(named({ nth: 3 }))
  })

  test('and reset after the first byte of the next answer is no race either', async () => {
    const { url } = await serve((response, _, nth) => {
      if (nth === 1) return answer(response, named())
      const { socket } = response
      socket?.write('HTTP/1.1 200 OK\r\nx', () => socket.destroy())
    })
    const client = clientOf(url, { connections: 1 })
    await client.call(call)
    expect(await complaintOf(client.call(call))).toMatchObject({ failure: 'no-answer', isStale: false })
  })

  test('and on which each answer follows a 100 that nobody asked for serves on, and a 100 within an answer is its text', async () => {
    const said = JSON.stringify(named({ text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n' }))
    const ports = new Set<number | undefined>()
    const url = await serveSockets((socket) => {
      ports.add(socket.remotePort)
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n')
      // A header of its own segment, so that the body begins what the client reads.
      setImmediate(() => {
        socket.write(`content-length: ${Buffer.byteLength(said)}\r\n\r\n`, () => socket.write(said))
      })
    })
    const client = clientOf(url, { connections: 1 })
    for (let n = 0; n < 10; n += 1) expect(String((await client.call(call)).body)).toBe(said)
    expect(ports.size).toBe(1)
  })

  test('and reset after a 100 alone has not answered', async () => {
    const url = await serveSockets((socket) =>
      socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => socket.resetAndDestroy()),
    )
    expect(await complaintOf(clientOf(url).call(call))).toMatchObject({
      failure: 'no-answer',
      isStale: false,
    })
  })
})
