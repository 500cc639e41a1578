import { describe, expect, vi } from 'vitest'
import type { ServiceOptions } from '../../../../src/standins/service/options.ts'
import { sessionStore } from '../../../../src/standins/service/tools/entries.ts'
import { corpus } from '../../../proofs/conformance/questions.ts'
import { oneForm } from '../../../support/forms.ts'
import { serve } from '../served.ts'
import { beginSession, bringing, callTool, messageHeaders, textOf, toolClient } from './tool-client.ts'

const path = '/mcp/law/stream'
const served = (options: Partial<ServiceOptions> = {}) => serve(corpus, options)

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

  oneForm('has one stream, which opens at once and ends with it', async () => {
    const { url, request } = await served()
    const first = await toolClient(url, path)
    const headers = { accept: 'text/event-stream', 'mcp-session-id': first.transport.sessionId ?? '' }
    // The official client has opened the stream of its session by itself.
    await vi.waitUntil(async () => (await request(path, { headers })).status === 409)
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

describe('the session store', () => {
  const connection = {
    exchange: () => Promise.reject(new Error('not asked')),
    close: () => Promise.resolve(),
  }

  oneForm('ends no session that answers a request', () => {
    const store = sessionStore(1)
    store.add('busy', path, connection)
    const busy = store.find(path, 'busy') ?? expect.unreachable('expected a session')
    busy.answering += 1
    store.add('next', path, connection)
    expect(['busy', 'next'].filter((id) => store.find(path, id))).toEqual(['busy', 'next'])
    busy.answering -= 1
    store.add('last', path, connection)
    expect(store.find(path, 'busy')).toBeUndefined()
  })
})
