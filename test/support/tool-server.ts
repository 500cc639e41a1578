import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type EventStore,
  StreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js'
import { listening } from './listening.ts'

/** A request as it came: its place, its headers, and the message in it. */
export interface ToolRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Method of the message; undefined when there is none. */
  readonly rpc: string | undefined
  readonly message: unknown
  /** Which request of this kind of message it is, from 1. */
  readonly nth: number
}

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly path: string
  /** Aborts when the client says that it does not wait. */
  readonly signal: AbortSignal
}

export interface ToolServerOptions {
  /** The result of a tool. What it throws is an error of JSON-RPC. */
  readonly call: (call: ToolCall) => unknown
  /** Default true; else every request stands alone. */
  readonly keepsSessions?: boolean
  /** Whether answers come as events. Default false. */
  readonly isStreaming?: boolean
  /** Keeps events for streams that break off. */
  readonly eventStore?: EventStore
  /** Names of the tools that are listed. */
  readonly tools?: readonly string[]
  /** Answers a request instead of the tools: true when it did. */
  readonly inTheWay?: (request: ToolRequest, response: ServerResponse) => boolean
}

export interface ToolServer {
  readonly url: string
  readonly received: readonly ToolRequest[]
  /** Requests with that message, oldest first. */
  readonly sent: (rpc: string) => readonly ToolRequest[]
  /** As a restart does. */
  readonly forgetSessions: () => void
  readonly sessions: () => number
}

/** A real server of tools until the test is over, made of the SDK's own classes, at whatever path it is asked. */
export async function startToolServer(options: ToolServerOptions): Promise<ToolServer> {
  const received: ToolRequest[] = []
  const sessions = new Map<string, StreamableHTTPServerTransport>()

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = incoming.method === 'POST' ? await json(incoming) : undefined
    const { rpc } = { rpc: (message as { method?: string } | undefined)?.method }
    const { method = '', url: path = '', headers } = incoming
    const nth = received.filter((earlier) => earlier.rpc === rpc).length + 1
    const request = { method, path, headers, rpc, message, nth }
    received.push(request)
    if (options.inTheWay?.(request, response) === true) return
    const transport = await transportFor(request)
    if (transport === undefined) response.writeHead(404).end(JSON.stringify(sessionNotFound))
    else await transport.handleRequest(incoming, response, message)
  }

  async function transportFor({ headers, path, rpc }: ToolRequest) {
    const id = headers['mcp-session-id']
    if (options.keepsSessions !== false && rpc !== 'initialize') return sessions.get(String(id))
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: options.isStreaming !== true,
      ...(options.eventStore && { eventStore: options.eventStore, retryInterval: 1 }),
      ...(options.keepsSessions !== false && {
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (given: string) => void sessions.set(given, transport),
        onsessionclosed: (given: string) => void sessions.delete(given),
      }),
    })
    await toolsAt(path, options).connect(transport as Transport)
    return transport
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error) => response.destroy(error))
  })
  return {
    url: await listening(server),
    received,
    sent: (rpc) => received.filter((request) => request.rpc === rpc),
    forgetSessions: () => sessions.clear(),
    sessions: () => sessions.size,
  }
}

const sessionNotFound = { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null }

function toolsAt(path: string, { call, tools = [] }: ToolServerOptions): Server {
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const called = { name: params.name, arguments: params.arguments ?? {}, path, signal }
    return (await call(called)) as ServerResult
  })
  return server
}
