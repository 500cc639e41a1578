import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import type { ServiceOptions } from '../../../../src/standins/service/options.ts'
import { activeMs, type Sessions, sessionStore } from '../../../../src/standins/service/tools/sessions.ts'
import { oneForm, sizeOf } from '../../../support/forms.ts'
import { exampleCorpus } from '../examples.ts'
import { apiKey, type Served, serve } from '../served.ts'
import {
  beginSession,
  bringing,
  callTool,
  initialize,
  messageHeaders,
  textOf,
  toolClient,
} from './tool-client.ts'

const path = '/mcp/law/stream'
/** One and a half times as many as the service holds sessions; it holds 1,000 unless it is set otherwise. */
const handshakes = sizeOf('DOSSIER_TEST_HANDSHAKES', { short: 150, long: 1500 })
const maxSessions = Math.round(handshakes / 1.5)

const served = (options: Partial<ServiceOptions> = {}) => serve(exampleCorpus, options)

const call = { method: 'tools/call', params: { name: 'svc_rh_ft_search', arguments: { keyword: '条' } } }

describe('a session', () => {
  oneForm('is offered to an initialize, answers, and is 404 once it was ended', async () => {
    const { url, request } = await served()
    const first = await toolClient(url, path)
    const id = first.transport.sessionId ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await callTool(first, 'rh_ft_search', { keyword: '条' })
    await first.transport.terminateSession()
    const gone = await request(path, bringing(call, { 'mcp-session-id': id }))
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { jsonrpc: '2.0', error: { code: -32_001, message: '会话不存在或已结束' }, id: null },
    ])
    const second = await toolClient(url, path)
    expect(second.transport.sessionId).not.toBe(id)
    await callTool(second, 'rh_ft_search', { keyword: '条' })
  })

  oneForm('is of its own entry only', async () => {
    const { url, request } = await served()
    const { transport } = await toolClient(url, path)
    const header = { 'mcp-session-id': transport.sessionId ?? '' }
    expect((await request('/mcp/case/stream', bringing({ method: 'ping' }, header))).status).toBe(404)
    expect((await request(path, bringing({ method: 'ping' }, header))).status).toBe(200)
  })

  oneForm('has one stream, which opens at once, takes no room, and ends with it', async () => {
    const { url, request, counts } = await served({ maxInFlight: 1 })
    const first = await toolClient(url, path)
    const headers = { accept: 'text/event-stream', 'mcp-session-id': first.transport.sessionId ?? '' }
    // The official client has opened the stream of its session by itself.
    await vi.waitUntil(async () => (await request(path, { headers })).status === 409)
    expect(counts.inFlight).toBe(0)
    await callTool(first, 'rh_ft_search', { keyword: '条' })
    await first.transport.terminateSession()
    expect((await request(path, { headers })).status).toBe(404)
  })

  oneForm('ends its stream when the service closes', async () => {
    const service = await served()
    const id = await beginSession(service, path)
    const stream = await service.request(path, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': id },
    })
    expect(stream.status).toBe(200)
    await service.close()
    expect(await stream.text()).toBe('')
  })

  oneForm('is not needed: a request without one stands alone, also after an initialize', async () => {
    const { url, request } = await served()
    await toolClient(url, path)
    const response = await request(path, bringing(call))
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([200, null])
    expect(await response.json()).toMatchObject({ id: 1, result: { isError: false } })
  })

  oneForm('is not offered with maxSessions 0: no id, no stream, nothing to end', async () => {
    const { url, request } = await served({ maxSessions: 0 })
    const client = await toolClient(url, path)
    expect(client.transport.sessionId).toBeUndefined()
    expect(JSON.parse(textOf(await callTool(client, 'rh_ft_search', { keyword: '条' }))).code).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      const response = await request(path, { method, headers: { accept: messageHeaders.accept } })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
    expect((await request(path, bringing(call, { 'mcp-session-id': 'x' }))).status).toBe(404)
  })

  oneForm('unused longest makes room for a new one', async () => {
    const { url } = await served({ maxSessions: 2 })
    const [first, second] = [await toolClient(url, path), await toolClient(url, path)]
    await callTool(first, 'rh_ft_search', { keyword: '条' })
    await toolClient(url, path)
    await callTool(first, 'rh_ft_search', { keyword: '条' })
    await expect(callTool(second, 'rh_ft_search', { keyword: '条' })).rejects.toMatchObject({ code: 404 })
  })
})

/** Begins a session from a loopback address, as a client on another machine would, and leaves it. */
async function handshake({ port }: Served, localAddress: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...messageHeaders, 'x-api-key': apiKey }
    request({ port, host: '127.0.0.1', localAddress, path, method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify(initialize))
  })
  const body = Buffer.concat(await response.toArray()).toString()
  const { 'mcp-session-id': id = '', 'retry-after': retryAfter } = response.headers
  return { status: response.statusCode, id: String(id), retryAfter, body }
}

describe(`${handshakes} handshakes of one client`, { timeout: 120_000 }, () => {
  const flood = async (service: Served, address: string): Promise<string> => {
    let last = ''
    for (let done = 0; done < handshakes; done += 50) {
      const begun = await Promise.all(Array.from({ length: 50 }, () => handshake(service, address)))
      expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]))
      last = begun.at(-1)?.id ?? ''
    }
    return last
  }
  const statusOf = async (service: Served, id: string): Promise<number> =>
    (await service.request(path, bringing(call, { 'mcp-session-id': id }))).status

  test('end no session of another client, though it only began it', async () => {
    const service = await served({ maxSessions, maxSessionsPerClient: maxSessions / 10 })
    const { id } = await handshake(service, '127.0.0.1')
    const last = await flood(service, '127.0.0.2')
    expect(await statusOf(service, id)).toBe(200)
    expect(await statusOf(service, last)).toBe(200)
  })

  test('end no session at the same address that has called a tool', async () => {
    const service = await served({ maxSessions, maxSessionsPerClient: 10 })
    const { id } = await handshake(service, '127.0.0.1')
    expect(await statusOf(service, id)).toBe(200)
    await flood(service, '127.0.0.1')
    expect(await statusOf(service, id)).toBe(200)
  })
})

test('a client that finds all places taken by active sessions of others gets 503, and they go on', async () => {
  const service = await served({ maxSessions: 2 })
  const taken = [await handshake(service, '127.0.0.1'), await handshake(service, '127.0.0.2')]
  const refused = await handshake(service, '127.0.0.3')
  expect(refused).toMatchObject({ status: 503, retryAfter: '60', id: '' })
  expect(JSON.parse(refused.body)).toMatchObject({
    error: { message: '会话数已达上限，请结束不再使用的会话后重试' },
  })
  for (const { id } of taken)
    expect((await service.request(path, bringing(call, { 'mcp-session-id': id }))).status).toBe(200)
})

describe('the session store', () => {
  const bounds = { maxSessions: 3, maxSessionsPerClient: 3, sessionIdleMs: 10 * activeMs }
  const closed: string[] = []
  const session = (name: string) => ({
    path,
    connection: {
      exchange: () => Promise.reject(new Error('not asked')),
      close: async () => void closed.push(name),
    },
  })
  const add = (store: Sessions, id: string, client = 'one'): boolean => {
    const place = store.reserve(client)
    place?.add(id, session(id))
    return place !== undefined
  }

  oneForm('ends a session so long after its last request', async () => {
    let now = 0
    const store = sessionStore({ ...bounds, sessionIdleMs: 1000 }, () => now)
    add(store, 'a')
    add(store, 'b')
    now = 999
    expect(store.find(path, 'a')).toBeDefined()
    now = 1000
    expect(store.find(path, 'b')).toBeUndefined()
    expect(closed).toEqual(['b'])
    now = 1998
    expect(store.find(path, 'a')).toBeDefined()
    now = 2998
    expect(store.find(path, 'a')).toBeUndefined()
  })

  oneForm('never holds more than its most', async () => {
    const store = sessionStore(bounds, () => 0)
    for (let at = 0; at < 1000; at += 1) add(store, String(at))
    const living = Array.from({ length: 1000 }, (_, at) => String(at)).filter((id) => store.find(path, id))
    expect(living).toEqual(['997', '998', '999'])
    await store.closeAll()
    expect(store.find(path, '999')).toBeUndefined()
  })

  oneForm('counts the handshakes that are under way', () => {
    const store = sessionStore(bounds, () => 0)
    const places = ['one', 'one', 'two', 'two'].map((client) => store.reserve(client))
    expect(places.map((place) => place !== undefined)).toEqual([true, true, true, false])
    places[0]?.release()
    expect(store.reserve('two')).toBeDefined()
  })

  oneForm('ends no session that answers a request, not even for its own client', () => {
    const store = sessionStore({ ...bounds, maxSessionsPerClient: 1 }, () => 0)
    add(store, 'busy')
    const answered = store.answer('busy', false)
    expect(add(store, 'next')).toBe(false)
    answered()
    expect(add(store, 'next')).toBe(true)
    expect(store.find(path, 'busy')).toBeUndefined()
  })

  oneForm('ends what was unused for a minute when all places are taken, of the same client first', () => {
    let now = 0
    const store = sessionStore(bounds, () => now)
    add(store, 'oldest')
    add(store, 'own', 'two')
    add(store, 'used')
    now = activeMs - 1
    expect(add(store, 'new', 'two')).toBe(false)
    store.find(path, 'used')
    now = activeMs
    expect(add(store, 'new', 'two')).toBe(true)
    expect(['oldest', 'own', 'used', 'new'].filter((id) => store.find(path, id))).toEqual([
      'oldest',
      'used',
      'new',
    ])
  })
})
