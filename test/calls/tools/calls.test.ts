import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Call, Client } from '../../../src/calls/client/client.ts'
import type { Answer } from '../../../src/calls/client/exchange.ts'
import { createToolClient, type ToolClientOptions } from '../../../src/calls/tools/client.ts'
import { classify } from '../../../src/contract/classify.ts'
import { operationNames, operations } from '../../../src/contract/operations.ts'
import { startToolServer, type ToolRequest, type ToolServerOptions } from '../../support/tool-server.ts'
import { apiKey, complaintOf } from '../client/serve.ts'

const statutes: Call = { operation: 'rh_ft_search', params: { keyword: '合同' } }
const companies: Call = { operation: 'rh_company_info', params: { name: '甲公司', num: 2 } }

const envelope = { status: 'success', code: 200, message: '请求成功', data: [{ id: 'a1' }] }
/** The envelope as a tool's text. */
const asText = (body: unknown = envelope) => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
})

/** A client of the tools at that address until the test is over. */
function toolClientOf(baseUrl: string, options: Partial<ToolClientOptions> = {}): Client {
  const client = createToolClient({ baseUrl, apiKey, version: '1.2.3', ...options })
  onTestFinished(() => client[Symbol.asyncDispose]())
  return client
}

const ways: readonly (readonly [string, Pick<ToolServerOptions, 'isStreaming' | 'keepsSessions'>])[] = [
  ['JSON, in sessions', {}],
  ['JSON, without sessions', { keepsSessions: false }],
  ['events, in sessions', { isStreaming: true }],
  ['events, without sessions', { isStreaming: true, keepsSessions: false }],
]

const idOf = ({ message }: ToolRequest): unknown => (message as { id?: unknown }).id
const answerTo = (request: ToolRequest, result: unknown = asText()) =>
  JSON.stringify({ jsonrpc: '2.0', id: idOf(request), result })
const outcomeOf = ({ httpStatus, value, reason }: Answer) =>
  classify(operations.rh_ft_search, httpStatus, value, reason)

type Meet = (request: ToolRequest, response: ServerResponse) => void

/** Tools that answer with the envelope. */
const answering = (options: Partial<ToolServerOptions> = {}) =>
  startToolServer({ call: () => asText(), ...options })

/** Those that do, but for the requests of this kind that something is in the way of. */
const withMet = (rpc: string, meet: Meet, options: Partial<ToolServerOptions> = {}) =>
  answering({
    inTheWay: (request, response) => {
      if (request.rpc !== rpc) return false
      meet(request, response)
      return true
    },
    ...options,
  })
const withCallsMet = (meet: Meet, options?: Partial<ToolServerOptions>) =>
  withMet('tools/call', meet, options)

/** Something to wait for. */
function latch() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream' }
const event = (data: string, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${data}\n\n`

describe.each(ways)('a call, answered as %s,', (_, options) => {
  test("is given as over HTTP: status, the service's clock, the bytes of the envelope and its value", async () => {
    const { url } = await answering(options)
    expect(await toolClientOf(url).call(statutes)).toEqual({
      httpStatus: 200,
      retryAfter: [],
      date: expect.stringMatching(/GMT$/),
      body: Buffer.from(JSON.stringify(envelope)),
      isJson: true,
      value: envelope,
    })
  })

  test('leaves no session and no connection behind', async () => {
    const server = await answering(options)
    const client = createToolClient({ baseUrl: server.url, apiKey, version: '1' })
    await Promise.all([client.call(statutes), client.call(companies)])
    expect(server.sessions()).toBe(options.keepsSessions === false ? 0 : 2)
    await client[Symbol.asyncDispose]()
    expect(server.sessions()).toBe(0)
  })

  test('shares its session with as many others as there are', async () => {
    const server = await startToolServer({
      ...options,
      call: ({ arguments: given }) => asText({ ...envelope, data: [given] }),
    })
    const client = toolClientOf(server.url, { connections: 8 })
    const keywords = Array.from({ length: 40 }, (_, n) => `k${n}`)
    const answers = await Promise.all(
      keywords.map((keyword) => client.call({ operation: 'rh_ft_search', params: { keyword } })),
    )
    expect(answers.map(({ value }) => value)).toEqual(
      keywords.map((keyword) => ({ ...envelope, data: [{ keyword }] })),
    )
    expect([server.sent('initialize').length, server.sent('tools/call').length]).toEqual([1, 40])
    // A stream that the service would speak on by itself is not asked for.
    expect(server.received.every(({ method }) => method === 'POST')).toBe(true)
  })
})

describe('a request', () => {
  test.each(operationNames.map((name) => [name, operations[name].tool] as const))(
    'section 4.7: for %s goes to its entry and names its tool, with the parameters as they are',
    async (operation, { path, name }) => {
      const server = await answering()
      await toolClientOf(`${server.url}/gateway/`).call({ operation, params: { a: '甲', b: 2 } })
      const [sent] = server.sent('tools/call')
      expect(sent?.path).toBe(`/gateway${path}`)
      expect(sent?.message).toMatchObject({ params: { name, arguments: { a: '甲', b: 2 } } })
    },
  )

  test('carries the key and the session, from the first to the last', async () => {
    const server = await answering()
    const client = createToolClient({ baseUrl: server.url, apiKey, version: '1.2.3' })
    await client.call(statutes)
    await client[Symbol.asyncDispose]()
    expect(server.received.map(({ method, rpc }) => `${method} ${rpc}`)).toEqual([
      'POST initialize',
      'POST notifications/initialized',
      'POST tools/call',
      'DELETE undefined',
    ])
    for (const { headers } of server.received)
      expect([headers['x-api-key'], headers.authorization]).toEqual([apiKey, undefined])
    expect(new Set(server.received.slice(1).map(({ headers }) => headers['mcp-session-id'])).size).toBe(1)
    expect(server.received[0]?.message).toMatchObject({
      params: { clientInfo: { name: 'dossier', version: '1.2.3' } },
    })
  })

  test('carries the token too, and the name that the settings give the tool', async () => {
    const server = await answering()
    await toolClientOf(server.url, { bearerToken: 't0ken', tools: { rh_ft_search: 'laws' } }).call(statutes)
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer t0ken'))
    expect(server.sent('tools/call')[0]?.message).toMatchObject({ params: { name: 'laws' } })
  })

  test('whose key cannot be a header value is never sent, and the error does not repeat it', async () => {
    const server = await answering()
    const error = await toolClientOf(server.url, { apiKey: `${apiKey}\r\nx: 1` })
      .call(statutes)
      .catch((e: unknown) => e)
    expect(String(error)).toMatch(/^InvalidArgumentError: invalid x-api-key header$/)
    expect(inspect(error, { depth: 20 })).not.toContain(apiKey)
    expect(server.received).toEqual([])
  })
})

describe('a status', () => {
  test.each([
    [401, 'unauthorised', null],
    [429, 'failed', 'rate'],
    [503, 'failed', 'service'],
  ])(
    'of HTTP %d to a call, or to the opening of its session, is an answer as over HTTP',
    async (status, outcome, failure) => {
      for (const kind of ['tools/call', 'initialize']) {
        const server = await withMet(kind, (_, response) =>
          response.writeHead(status, { 'retry-after': '7' }).end('no'),
        )
        const answer = await toolClientOf(server.url).call(statutes)
        expect(answer).toMatchObject({ httpStatus: status, retryAfter: ['7'], body: Buffer.from('no') })
        expect(outcomeOf(answer)).toMatchObject({ outcome, failure })
        expect(server.sent(kind)).toHaveLength(1)
      }
    },
  )

  test.each([302, 308])(
    'of HTTP %d is an answer; the key goes nowhere else, not even within the origin',
    async (status) => {
      const server = await withCallsMet((_, response) =>
        response.writeHead(status, { location: '/elsewhere' }).end(),
      )
      const answer = await toolClientOf(server.url).call(statutes)
      expect(outcomeOf(answer)).toMatchObject({ failure: 'redirect' })
      expect(server.received.filter(({ path }) => path === '/elsewhere')).toEqual([])
    },
  )
})

describe('what is no answer by the protocol', () => {
  test.each<[string, Record<string, string>, string, object]>([
    ['HTML', { 'content-type': 'text/html' }, '<html></html>', { failure: 'shape' }],
    ['nothing', json, '', { failure: 'shape' }],
    ['the answer to another request', json, '{"jsonrpc":"2.0","id":99,"result":{}}', { failure: 'shape' }],
    ['an envelope without a message', json, JSON.stringify(envelope), { failure: 'shape' }],
    ['the refusal of a gateway', json, '{"code":429,"message":"too many requests"}', { failure: 'rate' }],
    ['events that are no JSON', events, event('<html>'), { failure: 'shape' }],
    ['events in bad UTF-8', events, 'data: \xff\n\n', { failure: 'shape' }],
  ])('is a failure, with its bytes: %s', async (_, headers, body, expected) => {
    const bytes = Buffer.from(body, 'latin1')
    const server = await withCallsMet((__, response) => response.writeHead(200, headers).end(bytes))
    const answer = await toolClientOf(server.url).call(statutes)
    expect(answer.body).toEqual(bytes)
    expect(outcomeOf(answer)).toMatchObject({ outcome: 'failed', ...expected })
  })

  test('says why where one name was given twice', async () => {
    const server = await withCallsMet((request, response) =>
      response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${idOf(request)},"result":{"a":1,"a":2}}`),
    )
    expect((await toolClientOf(server.url).call(statutes)).reason).toMatch(/duplicate member a/)
  })
})

describe('an error of the protocol', () => {
  test.each([
    [{ code: -32603, message: 'Internal error' }, 'failed', 'service'],
    [{ code: -32602, message: 'Tool svc_rh_ft_search not found' }, 'failed', 'unknown-code'],
    [{ code: -32602, message: 'Invalid arguments' }, 'rejected', null],
  ])('%j lands as it came, without the id of its request', async (error, outcome, failure) => {
    for (const headers of [json, events]) {
      const server = await withCallsMet((request, response) => {
        const message = JSON.stringify({ jsonrpc: '2.0', id: idOf(request), error })
        response.writeHead(200, headers).end(headers === json ? message : event(message))
      })
      const answer = await toolClientOf(server.url).call(statutes)
      expect(JSON.parse(String(answer.body))).toEqual({ jsonrpc: '2.0', error })
      expect(outcomeOf(answer)).toMatchObject({ outcome, failure, code: error.code })
    }
  })

  test('to the opening of a session is the answer to the call, and the next call opens another', async () => {
    const server = await answering({
      inTheWay: (request, response) => {
        if (request.rpc !== 'initialize' || request.nth > 1) return false
        const error = { code: -32603, message: 'starting' }
        response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: idOf(request), error }))
        return true
      },
    })
    const client = toolClientOf(server.url)
    expect(outcomeOf(await client.call(statutes))).toMatchObject({
      failure: 'service',
      code: -32603,
    })
    expect((await client.call(statutes)).value).toEqual(envelope)
  })

  test('such as a version of the protocol that nobody knows is a failure', async () => {
    const serverInfo = { name: 'a', version: '1' }
    const server = await withMet('initialize', (request, response) => {
      const result = { protocolVersion: '1999-01-01', capabilities: {}, serverInfo }
      response.writeHead(200, json).end(answerTo(request, result))
    })
    expect(outcomeOf(await toolClientOf(server.url).call(statutes))).toMatchObject({
      failure: 'shape',
    })
  })
})

describe('a stream of events', () => {
  test('is read to the answer, past what else is said on it', async () => {
    const server = await withCallsMet((request, response) => {
      response.writeHead(200, events)
      response.write(': hello\n\nevent: ping\ndata: now\n\n')
      response.write(
        event(
          '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
        ),
      )
      response.end(event(answerTo(request)))
    })
    expect((await toolClientOf(server.url).call(statutes)).value).toEqual(envelope)
  })

  test('that stays open after the answer holds nobody up', async () => {
    const server = await withCallsMet(
      (request, response) => void response.writeHead(200, events).write(event(answerTo(request))),
    )
    const client = toolClientOf(server.url, { connections: 1, deadlineMs: 5_000 })
    for (let n = 0; n < 3; n += 1) expect((await client.call(statutes)).value).toEqual(envelope)
  })

  test('in gzip is unpacked, and one that is cut short is an error', async () => {
    const packed = (request: ToolRequest) => gzipSync(event(answerTo(request)))
    const gzip = { ...events, 'content-encoding': 'gzip' }
    const server = await withCallsMet((request, response) => {
      response.writeHead(200, gzip).end(packed(request).subarray(0, request.nth === 1 ? undefined : -9))
    })
    const client = toolClientOf(server.url)
    expect((await client.call(statutes)).value).toEqual(envelope)
    expect((await complaintOf(client.call(statutes))).failure).toBe('damaged')
  })

  test('that ends before the answer is no answer, and what came is kept', async () => {
    const server = await withCallsMet((_, response) => response.writeHead(200, events).end(': working\n\n'))
    const error = await complaintOf(toolClientOf(server.url).call(statutes))
    expect(error).toMatchObject({
      failure: 'no-answer',
      isStale: false,
      received: { body: Buffer.from(': working\n\n') },
    })
    expect(error.message).toMatch(/the stream ended before its answer; it may have been charged$/)
  })

  test.each([
    ['ends', (response: ServerResponse) => void response.end()],
    ['is reset', (response: ServerResponse) => void response.socket?.resetAndDestroy()],
  ])(
    'that %s before the answer is taken up again where the service kept it: nothing is called twice',
    async (_, breakOff) => {
      const server = await answering({
        inTheWay: (request, response) => {
          if (request.rpc === 'tools/call')
            response.writeHead(200, events).write(`retry: 1\n${event('', 'e1')}`, () => breakOff(response))
          else if (request.method === 'GET')
            response
              .writeHead(200, events)
              .end(event(answerTo(server.sent('tools/call')[0] ?? request), 'e2'))
          else return false
          return true
        },
      })
      expect((await toolClientOf(server.url).call(statutes)).value).toEqual(envelope)
      const [resumed] = server.received.filter(({ method }) => method === 'GET')
      expect(resumed?.headers).toMatchObject({
        'last-event-id': 'e1',
        'x-api-key': apiKey,
        accept: 'text/event-stream',
      })
      expect(server.sent('tools/call')).toHaveLength(1)
    },
  )

  test('that cannot be taken up again is no answer, after two tries at most', async () => {
    for (const [status, tries] of [
      [405, 1],
      [200, 2],
    ] as const) {
      const server = await answering({
        inTheWay: ({ rpc, method }, response) => {
          if (rpc === 'tools/call') response.writeHead(200, events).end(event('', 'e1'))
          else if (method === 'GET') response.writeHead(status, status === 200 ? events : json).end()
          else return false
          return true
        },
      })
      expect((await complaintOf(toolClientOf(server.url).call(statutes))).failure).toBe('no-answer')
      expect(server.received.filter(({ method }) => method === 'GET')).toHaveLength(tries)
    }
  })
})

describe('no answer', () => {
  test('from a port where nobody listens is transient', async () => {
    const error = await complaintOf(toolClientOf('http://127.0.0.1:1').call(statutes))
    expect([error.failure, error.isStale]).toEqual(['no-answer', false])
    expect(error.message).toMatch(
      /^client: the opening of a session at http:\/\/127\.0\.0\.1:1\/mcp\/law\/stream failed: ECONNREFUSED/,
    )
  })

  test('in time hits the total deadline, and the service is told that nobody waits', async () => {
    const aborted = latch()
    const server = await startToolServer({
      isStreaming: true,
      call: ({ signal }) => new Promise(() => signal.addEventListener('abort', aborted.open)),
    })
    const client = toolClientOf(server.url, { deadlineMs: 1_000 })
    const error = await complaintOf(client.call(statutes))
    expect(error.message).toBe('client: rh_ft_search took longer than 1000 ms; it may have been charged')
    expect(error.failure).toBe('timeout')
    await aborted.opened
    expect(server.sent('notifications/cancelled')[0]?.message).toMatchObject({
      params: { requestId: idOf(server.sent('tools/call')[0] as ToolRequest) },
    })
  })

  test('in the time that its caller waits', async () => {
    const server = await startToolServer({ isStreaming: true, call: () => new Promise(() => undefined) })
    const error = await complaintOf(toolClientOf(server.url).call(statutes, { silentMs: 100 }))
    expect(error.failure).toBe('timeout')
  })

  test('when the opening of the session takes too long, and nothing was called', async () => {
    const server = await answering({ inTheWay: () => true })
    const client = toolClientOf(server.url, { deadlineMs: 50 })
    expect((await complaintOf(client.call(statutes))).failure).toBe('timeout')
    expect(server.sent('tools/call')).toEqual([])
  })

  test('while others of the session wait for theirs leaves them alone', async () => {
    const released = latch()
    const server = await startToolServer({
      call: async () => {
        await released.opened
        return asText()
      },
    })
    const client = toolClientOf(server.url)
    const other = client.call({ ...statutes, params: { keyword: '其他' } })
    expect((await complaintOf(client.call(statutes, { silentMs: 100 }))).failure).toBe('timeout')
    released.open()
    expect((await other).value).toEqual(envelope)
  })
})

describe('a session', () => {
  test.each<[string, Partial<ToolServerOptions>]>([
    ['HTTP 404', {}],
    [
      'HTTP 400 that names it',
      {
        inTheWay: ({ rpc, nth }, response) => {
          if (rpc !== 'tools/call' || nth !== 2) return false
          const error = { code: -32000, message: 'Bad Request: No valid session ID provided' }
          response.writeHead(400, json).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
          return true
        },
      },
    ],
  ])(
    'that the service forgot (%s) is told as a connection that was gone, and the next call opens another',
    async (_, options) => {
      const server = await answering(options)
      const client = toolClientOf(server.url)
      await client.call(statutes)
      if (options.inTheWay === undefined) server.forgetSessions()
      expect(await complaintOf(client.call(statutes))).toMatchObject({ failure: 'no-answer', isStale: true })
      expect((await client.call(statutes)).value).toEqual(envelope)
      expect(server.sent('initialize')).toHaveLength(2)
    },
  )

  test('that was forgotten is opened again once, however many calls meet it', async () => {
    const server = await answering()
    const client = toolClientOf(server.url)
    await client.call(statutes)
    server.forgetSessions()
    const met = await Promise.all(Array.from({ length: 6 }, () => complaintOf(client.call(statutes))))
    expect(met.map(({ isStale }) => isStale)).toEqual(Array(6).fill(true))
    await Promise.all(Array.from({ length: 6 }, () => client.call(statutes)))
    expect(server.sent('initialize')).toHaveLength(2)
  })

  test.each([
    ['no id', {}],
    ['an empty id', { 'mcp-session-id': '' }],
  ])('that %s was given for cannot be forgotten: HTTP 404 is an answer', async (_, given) => {
    const server = await answering({
      keepsSessions: false,
      inTheWay({ rpc }, response) {
        response.setHeaders(new Headers(given))
        if (rpc === 'tools/call') response.writeHead(404).end()
        return rpc === 'tools/call'
      },
    })
    expect(await toolClientOf(server.url).call(statutes)).toMatchObject({ httpStatus: 404 })
    expect(server.received.filter(({ headers }) => 'mcp-session-id' in headers)).toEqual([])
  })

  test('that cannot be ended, or only slowly, holds nobody up', async () => {
    for (const end of [(response: ServerResponse) => response.socket?.destroy(), () => undefined]) {
      const server = await answering({
        inTheWay: ({ method }, response) => {
          if (method === 'DELETE') end(response)
          return method === 'DELETE'
        },
      })
      const client = createToolClient({ baseUrl: server.url, apiKey, version: '1' })
      await client.call(statutes)
      await client[Symbol.asyncDispose]()
    }
  })
})
