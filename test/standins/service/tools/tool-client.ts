import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { type OperationName, operations } from '../../../../src/contract/operations.ts'
import { apiKey } from '../served.ts'

/** The official client on one entry of a service; it goes when the test is over. */
export async function toolClient(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = { 'x-api-key': apiKey },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } })
  onTestFinished(() => client.close())
  // The SDK's own class and interface disagree about members that may be undefined.
  await client.connect(transport as Transport)
  return client
}

export const messageHeaders = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
}

/** Calls the tool of an operation. */
export async function callTool(
  client: Client,
  operation: OperationName,
  params: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { name } = operations[operation].tool
  return CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...params } }))
}

/** The text of a result, which is the body that HTTP carries. */
export const textOf = ({ content }: CallToolResult): string => {
  const [only] = content
  if (content.length !== 1 || only?.type !== 'text') throw new Error('expected one text')
  return only.text
}
