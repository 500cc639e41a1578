import { onTestFinished } from 'vitest'
import type { Call, Client } from '../../../src/calls/client/client.ts'
import { createToolClient, type ToolClientOptions } from '../../../src/calls/tools/client.ts'
import { apiKey } from '../client/serve.ts'

export const statutes: Call = { operation: 'rh_ft_search', params: { keyword: '合同' } }
export const companies: Call = { operation: 'rh_company_info', params: { name: '甲公司', num: 2 } }

export const envelope = { status: 'success', code: 200, message: '请求成功', data: [{ id: 'a1' }] }
/** The envelope as a tool's text. */
export const asText = (body: unknown = envelope) => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
})

/** A client of the tools at that address until the test is over. */
export function toolClientOf(baseUrl: string, options: Partial<ToolClientOptions> = {}): Client {
  const client = createToolClient({ baseUrl, apiKey, version: '1.2.3', ...options })
  onTestFinished(() => client[Symbol.asyncDispose]())
  return client
}
