import { onTestFinished } from 'vitest'
import type { Call, Client } from '../../../src/calls/client/client.ts'
import { TransportError } from '../../../src/calls/client/errors.ts'
import { createToolClient, type ToolClientOptions } from '../../../src/calls/tools/client.ts'

export const apiKey = 'canary-key-0123456789'

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

/** What a call that comes to no answer complains about. */
export async function complaintOf(calling: Promise<unknown>): Promise<TransportError> {
  const error = await calling.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof TransportError) return error
  throw new Error(`expected a TransportError, got ${error}`)
}
