import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import type { ServiceOptions } from '../../../src/standins/service/options.ts'
import { startService } from '../../../src/standins/service/service.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { apiKey, failed, json, serve } from './served.ts'

const details = '/open/rh_case_details?type=ptal&id=c1'
const corpus = { 'cases.ndjson': [{ id: 'c1', title: '案' }] }

const served = (options: Partial<ServiceOptions> = {}) => serve(corpus, options)

describe('section 5, authentication', () => {
  test.each([
    ['no key', {}],
    ['another key', { 'x-api-key': 'another' }],
    ['the key and more', { 'x-api-key': `${apiKey}x` }],
    ['an empty key', { 'x-api-key': '' }],
    ['the key twice', { 'x-api-key': `${apiKey}, ${apiKey}` }],
  ])('5 rule 2: %s is HTTP 401, for every operation and every path', async (_, headers) => {
    const { url } = await served()
    for (const { method, path } of Object.values(operations)) {
      const response = await fetch(`${url}${path}`, { method, headers })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 401 })
    }
    expect((await fetch(`${url}/elsewhere`, { headers })).status).toBe(401)
  })

  test('5 rule 1: with the key every operation answers JSON in UTF-8', async () => {
    const { request } = await served()
    for (const { method, path } of Object.values(operations)) {
      const response = await request(path, method === 'POST' ? json({ a: 1 }) : {})
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })
})

describe('HTTP', () => {
  test('an unknown path is 404', async () => {
    const response = await (await served()).request('/open/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 404, message: '路径不存在' })
  })

  test.each(Object.values(operations))('section 4: $name takes $method only', async ({ method, path }) => {
    const { request } = await served()
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'QUERY', 'PROPFIND'].filter(
      (name) => name !== method,
    )) {
      const response = await request(path, { method: other })
      expect([other, response.status, response.headers.get('allow')]).toEqual([other, 405, method])
      if (other === 'GET' || other === 'HEAD') continue
      const bad = await request(path, { ...json('{"no": JSON'), method: other })
      expect([other, bad.status]).toEqual([other, 405])
    }
  })

  // Which status each body and address gets: raw-requests.ts.
  test('a body that is not JSON is refused in the envelope of the operation', async () => {
    const { request } = await served()
    const statutes = await request('/open/rh_ft_search', json('{"keyword":'))
    expect(await statutes.json()).toEqual(failed(400, '请求参数不是合法的JSON'))
    const cases = await request('/open/case_vector_search', json('keyword'))
    expect(await cases.json()).toMatchObject({ code: 400, extra: { wenshu: [] } })
  })

  test('an address that cannot be decoded is refused with the reason', async () => {
    const response = await (await served()).request('/open/%zz')
    expect(await response.json()).toEqual({ code: 400, message: '请求地址不合法' })
  })

  test('members named like those of Object are data', async () => {
    const { request } = await served()
    const response = await request(
      '/open/rh_ft_search',
      json('{"__proto__":{"keyword":"x"},"constructor":1}'),
    )
    expect(await response.json()).toMatchObject({ code: 501 })
  })
})

describe('load', () => {
  test('more than perSecond in a second are HTTP 429 with Retry-After', async () => {
    const { request, counts } = await served({ perSecond: 3 })
    const responses = await Promise.all(Array.from({ length: 8 }, () => request(details)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    const refused = responses.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await refused?.json()).toMatchObject({ status: 'failed', code: 429, message: '请求过于频繁' })
    expect(counts.byOperation.rh_case_details).toBe(3)
    expect(counts.byHttpStatus).toEqual({ 200: 3, 429: 5 })
  })
})

describe('the access log', () => {
  test('has one line a request, there before the answer is, and never the key', async () => {
    const accessLog = join(await temporaryFolder(), 'access.ndjson')
    const { request, counts } = await served({ accessLog })
    const linesAfter = async (path: string, init: RequestInit = {}) => {
      const response = await request(path, init)
      const text = await readFile(accessLog, 'utf8')
      expect(text).not.toContain(apiKey)
      const last = JSON.parse(text.trim().split('\n').at(-1) ?? '')
      expect(last.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(last.ms).toBeGreaterThanOrEqual(0)
      expect(last.bytes).toBe((await response.arrayBuffer()).byteLength)
      return { count: text.split('\n').length - 1, last }
    }

    expect(await linesAfter(details)).toMatchObject({
      count: 1,
      last: {
        method: 'GET',
        path: '/open/rh_case_details',
        operation: 'rh_case_details',
        params: { type: 'ptal', id: 'c1' },
        http_status: 200,
        code: 200,
      },
    })
    const body = { keyword: '', top_k: 3 }
    expect(await linesAfter('/open/rh_ft_search', json(body))).toMatchObject({
      count: 2,
      last: { method: 'POST', operation: 'rh_ft_search', params: body, http_status: 200, code: 501 },
    })
    expect(await linesAfter(details, { headers: { 'x-api-key': `${apiKey}-wrong` } })).toMatchObject({
      count: 3,
      last: { operation: 'rh_case_details', params: null, http_status: 401, code: 401 },
    })
    expect(await linesAfter('/nowhere?x=1')).toMatchObject({
      count: 4,
      last: { path: '/nowhere', operation: null, http_status: 404 },
    })
    const unexpected = { keyword: 'x', fbrq_end: '昨天' }
    expect(await linesAfter('/open/rh_ft_search', json(unexpected))).toMatchObject({
      count: 5,
      last: { code: 500, error: 'Error: expected a date yyyy-MM-dd, got 昨天' },
    })
    expect(counts).toMatchObject({ requests: 5, byHttpStatus: { 200: 3, 401: 1, 404: 1 } })
  })
})

describe('starting and closing', () => {
  test('a port that is taken, an empty key and an option out of bounds are refused', async () => {
    const { folder, port } = await served()
    await expect(startService({ corpus: folder, apiKey, port })).rejects.toThrow('EADDRINUSE')
    await expect(startService({ corpus: folder, apiKey: '' })).rejects.toThrow('apiKey')
    await expect(startService({ corpus: folder, apiKey, pageSize: 0 })).rejects.toThrow('pageSize')
  })

  test('after close nobody answers', async () => {
    const { url, close } = await served()
    await close()
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})
