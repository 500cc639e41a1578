import { expect, test } from 'vitest'
import { type Attempt, watchedClient } from '../../src/observe/watched-client.ts'
import { answer, clientOf, serve } from '../client/serve.ts'

const company = { operation: 'rh_company_info', params: { name: '示例' } } as const

test('an attempt counts from its start, and one that may not start is told to nobody', async () => {
  const told: Attempt[] = []
  const { url, received } = await serve((response) => answer(response, {}))
  const client = watchedClient(clientOf(url), [(attempt) => told.push(attempt)])
  let startedAt = 0
  let hasLeft = false
  await client.call(company, {
    async start() {
      expect(received).toEqual([])
      startedAt = performance.timeOrigin + performance.now()
      return () => {
        hasLeft = true
      }
    },
  })
  expect(hasLeft).toBe(true)
  expect(told).toMatchObject([{ operation: 'rh_company_info', httpStatus: 200, failure: null }])
  expect(told[0]?.startedAt).toBeGreaterThanOrEqual(startedAt)

  const stopped = client.call(company, { start: () => Promise.reject(new Error('stop')) })
  await expect(stopped).rejects.toThrow('stop')
  expect(told).toHaveLength(1)
  expect(received).toHaveLength(1)
})
