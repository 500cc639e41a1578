import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../src/calls/client/client.ts'
import { Connection, Connections } from '../../../src/calls/client/connection.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import { answer, apiKey, clientOf, serve, serveSockets } from './serve.ts'

const company: Call = { operation: 'rh_company_info', params: { name: '示例' } }

describe('a request', () => {
  test.each<[OperationName, string]>([
    ['case_vector_search', 'POST /open/case_vector_search'],
    ['rh_case_details', 'GET /open/rh_case_details'],
    ['rh_ft_search', 'POST /open/rh_ft_search'],
    ['rh_enterpriseWritList', 'GET /open/rh_enterpriseWritList'],
    ['rh_enterpriseSearch', 'GET /open/rh_enterpriseSearch'],
    ['rh_company_info', 'GET /open/rh_company_info'],
  ])(
    'section 4: %s is %s, with the key and the headers that sections 4 and 5 ask for',
    async (name, line) => {
      const { url, received } = await serve((response) => answer(response, {}))
      await clientOf(url).call({ operation: name, params: {} })
      const [seen] = received
      expect(`${seen?.method} ${seen?.url.split('?')[0]}`).toBe(line)
      expect(seen?.headers).toMatchObject({ 'x-api-key': apiKey, accept: 'application/json' })
      expect(seen?.headers['content-type']).toBe(
        operations[name].method === 'POST' ? 'application/json; charset=utf-8' : undefined,
      )
    },
  )

  test.each([
    { name: '示例建设集团有限公司' },
    { name: 'a&b=c#d?e/f+g h%20' },
    { name: '（2020）京01民终1号"\\' },
    { name: '😀\u3000·', num: 2 },
    { name: '' },
  ])('section 4: GET parameters %j arrive as they were', async (params) => {
    const { url, received } = await serve((response) => answer(response, {}))
    await clientOf(url).call({ operation: 'rh_company_info', params })
    const query = new URL(received[0]?.url ?? '', url).searchParams
    expect(Object.fromEntries(query)).toEqual(
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    )
    expect(received[0]?.body).toBe('')
  })

  test.each([
    { query: '劳动争议 & "加班费"' },
    { query: 'q', rewrite_flag: false, wenshu_filter: { wszl: ['1'], dianxing: true }, return_num: 45 },
  ])('section 4.1: POST sends %j as its body, with no default added', async (params) => {
    const { url, received } = await serve((response) => answer(response, {}))
    await clientOf(url).call({ operation: 'case_vector_search', params })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(params)
    expect(received[0]?.url).toBe('/open/case_vector_search')
  })

  test.each([
    ['/', '/open/rh_company_info'],
    ['/gateway', '/gateway/open/rh_company_info'],
    ['/gateway/v1/', '/gateway/v1/open/rh_company_info'],
  ])('below a base address that ends in %s goes to %s', async (path, expected) => {
    const { url, received } = await serve((response) => answer(response, {}))
    await clientOf(url + path).call(company)
    expect(received[0]?.url.split('?')[0]).toBe(expected)
  })

  test('whose key cannot be a header value is never sent, and the error does not repeat it', async () => {
    const { url, received } = await serve((response) => answer(response, {}))
    const error = await clientOf(url, { apiKey: `${apiKey}\r\nx-other: 1` })
      .call(company)
      .catch(String)
    expect(error).toMatch(/^InvalidArgumentError: invalid x-api-key header$/)
    expect(error).not.toContain(apiKey)
    expect(received).toEqual([])
  })
})

describe('a request that is told when to start', () => {
  const events = () => {
    const seen: string[] = []
    const startOf = (name: string) => async () => {
      seen.push(`${name} starts`)
      return () => void seen.push(`${name} has left`)
    }
    return { seen, startOf }
  }
  const law: Call = { operation: 'rh_ft_search', params: { keyword: '违约金' } }

  test.each([company, law])('says that it has left before it is answered: $operation', async (call) => {
    const { seen, startOf } = events()
    const { url } = await serve((response) => {
      seen.push('it is answered')
      answer(response, {})
    })
    const client = clientOf(url)
    for (const name of ['one', 'two']) await client.call(call, { start: startOf(name) })
    expect(seen).toEqual(
      ['one', 'two'].flatMap((name) => [`${name} starts`, `${name} has left`, 'it is answered']),
    )
  })

  test('has left when the connection is free, not when it was started', async () => {
    const { seen, startOf } = events()
    const { url } = await serve(async (response) => {
      while (!seen.includes('two starts')) await turn()
      seen.push('one is answered')
      answer(response, {})
    })
    const client = clientOf(url, { connections: 1 })
    await Promise.all(['one', 'two'].map((name) => client.call(company, { start: startOf(name) })))
    expect(seen.slice(0, 5).sort()).toEqual(
      ['one has left', 'one is answered', 'one starts', 'two has left', 'two starts'].sort(),
    )
    expect(seen.indexOf('two has left')).toBeGreaterThan(seen.indexOf('one is answered'))
  })

  test('says so once when its connection breaks, and not at all when it may not start', async () => {
    const { seen, startOf } = events()
    const client = clientOf(await serveSockets((socket) => socket.destroy()))
    await expect(client.call(company, { start: startOf('one') })).rejects.toThrow('client:')
    expect(seen).toEqual(['one starts', 'one has left'])
    const refused = client.call(company, { start: () => Promise.reject(new Error('stop')) })
    await expect(refused).rejects.toThrow('stop')
    expect(seen).toHaveLength(2)
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'of HTTP %d is an answer; the key goes nowhere else',
    async (status) => {
      const other = await serve((response) => answer(response, {}))
      const { url, received } = await serve((response) => {
        response.writeHead(status, { location: `${other.url}/open/rh_company_info` }).end('moved')
      })
      const answered = await clientOf(url).call(company)
      expect(answered).toMatchObject({ httpStatus: status, isJson: false })
      expect([received.length, other.received.length]).toEqual([1, 0])
    },
  )
})

test('work gets a connection that is free, else a new one, else the one with the fewest requests', async () => {
  const limits = { connectMs: 1000, headersMs: 1000, idleMs: 1000 }
  await using connections = new Connections(2, () => new Connection('http://127.0.0.1:1', limits))
  const taken: Connection[] = []
  const ends: (() => void)[] = []
  const begin = () =>
    connections.with((connection) => {
      taken.push(connection)
      return new Promise<void>((end) => ends.push(end))
    })
  const works = [begin(), begin(), begin(), begin()]
  expect(taken.map((one) => taken.indexOf(one))).toEqual([0, 1, 0, 1])
  for (const at of [1, 3]) ends[at]?.()
  await Promise.all([works[1], works[3]])
  works.push(begin())
  expect(taken.at(-1)).toBe(taken[1])
  for (const end of ends) end()
  await Promise.all(works)
})
