import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { type OperationName, operations } from '../../../../src/contract/operations.ts'
import { apiKey, type Served } from '../served.ts'

export interface ToolClient {
  readonly client: Client
  readonly transport: StreamableHTTPClientTransport
}

/** The official client on one entry of a service; it goes when the test is over. */
export async function toolClient(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = { 'x-api-key': apiKey },
): Promise<ToolClient> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } })
  onTestFinished(() => client.close())
  // The SDK's own class and interface disagree about members that may be undefined.
  await client.connect(transport as Transport)
  return { client, transport }
}

/** The message that begins a session. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

export const messageHeaders = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
}

/** A request that brings a message. */
export const bringing = (message: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...messageHeaders, ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
})

/** Begins a session on an entry, leaves it, and says its id. */
export async function beginSession({ request }: Served, path: string): Promise<string> {
  const response = await request(path, bringing(initialize))
  await response.body?.cancel()
  return response.headers.get('mcp-session-id') ?? ''
}

/** Calls the tool of an operation. */
export async function callTool(
  { client }: ToolClient,
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
