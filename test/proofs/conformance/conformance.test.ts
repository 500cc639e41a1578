import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../../../src/calls/client/client.ts'
import type { Answer } from '../../../src/calls/client/exchange.ts'
import { createToolClient } from '../../../src/calls/tools/client.ts'
import { classify } from '../../../src/contract/classify.ts'
import { operations } from '../../../src/contract/operations.ts'
import { apiKey, serve } from '../../standins/service/served.ts'
import { whenAllOver } from '../../support/folder.ts'
import { corpus, questions } from './questions.ts'

describe('asked over HTTP and over the tools', () => {
  const clients = {} as Record<'http' | 'tools', Client>

  const whenOver = whenAllOver()
  beforeAll(async () => {
    const { url: baseUrl } = await serve(corpus, {}, whenOver)
    clients.http = createClient({ baseUrl, apiKey })
    clients.tools = createToolClient({ baseUrl, apiKey, version: 'test' })
    whenOver(async () => {
      for (const client of Object.values(clients)) await client[Symbol.asyncDispose]()
    })
  })

  test.each(questions)('$operation answers $about the same', async ({ operation, params, outcome }) => {
    const overHttp = await clients.http.call({ operation, params })
    const overTools = await clients.tools.call({ operation, params })
    expect(told(overTools)).toEqual(told(overHttp))
    expect(classify(operations[operation], overTools.httpStatus, overTools.value).outcome).toBe(outcome)
    // Members that the contract does not list count as well, and so does each digit.
    expect(String(overTools.body)).toBe(String(overHttp.body))
  })
})

/** All that an answer says, but for when it came. */
const told = ({ httpStatus, isJson, value }: Answer) => ({ httpStatus, isJson, value })
