import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  WebStandardStreamableHTTPServerTransport as StreamableHttp,
  type WebStandardStreamableHTTPServerTransportOptions as StreamableHttpOptions,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type OperationName, operations } from '../../../contract/operations.ts'
import { isObject, type JsonObject } from '../../../contract/values.ts'
import type { Answers } from '../answers.ts'
import type { Reply } from '../reply.ts'
import type { Respond } from '../respond.ts'
import { asSent, type MakeToolServer, type RunCall, toolResult } from './tool-server.ts'

export interface ExchangeEffects {
  /** Answers a call of an operation, as over HTTP. */
  readonly answer: Answers['answer']
  readonly respond: Respond
  readonly tell: Respond
}

/** A call as its tool saw it, for the access log. */
interface Call {
  readonly operation: OperationName
  readonly params: JsonObject
  readonly reply: Reply
}

/** A tool runs inside the SDK. This carries its answer back to the HTTP request that it came by, for the log. */
export function exchanges({ answer, respond, tell }: ExchangeEffects) {
  const requests = new AsyncLocalStorage<{ call?: Call }>()
  return {
    /** What the tools run. */
    run: (async (operation, args) => {
      const op = operations[operation]
      const params = asSent(op, args)
      const reply = await answer(operation, params)
      const current = requests.getStore()
      if (current !== undefined) current.call = { operation, params, reply }
      return toolResult(op, reply)
    }) satisfies RunCall,
    /** Brings a request to its connection, and what comes back to the client. */
    async exchange(
      connection: ToolConnection,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const current: { call?: Call } = {}
      const response = await requests.run(current, () => connection.exchange(request))
      if (isStream(response)) {
        tell(request, reply, response.status, { code: response.status, body: '' })
        return streamed(response, reply)
      }
      const body = await response.text()
      const { reply: answered, ...call } = current.call ?? {}
      const { code = response.status, error } = answered ?? {}
      const id = response.headers.get(sessionHeader)
      if (id !== null) reply.header(sessionHeader, id)
      respond(
        request,
        reply,
        response.status,
        { code, body, error },
        { ...call, message: methodOf(request.body) },
      )
      return reply
    },
  }
}

/** Method of a message of the tool protocol; undefined for what is none. */
export const methodOf = (message: unknown): string | undefined =>
  isObject(message) && typeof message.method === 'string' ? message.method : undefined

const isStream = ({ headers }: Response): boolean => headers.get('content-type') === 'text/event-stream'

/** Opens a stream at once: its first bytes may be long in coming. It ends with its session, or with the client. */
function streamed({ status, headers, body }: Response, reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(status, Object.fromEntries(headers)).flushHeaders()
  if (body !== null) pipeline(Readable.fromWeb(body), reply.raw).catch(() => reply.raw.destroy())
  return reply
}

/** Request and response header that carries the id of a session. */
export const sessionHeader = 'mcp-session-id'

/** A tool server and the SDK's transport that requests reach it by. */
export interface ToolConnection {
  readonly exchange: (request: FastifyRequest) => Promise<Response>
  readonly close: () => Promise<void>
}

/** A connection for one request, which needs no session. */
export async function singleConnection(make: MakeToolServer): Promise<ToolConnection> {
  const { exchange, close } = await connected(make, {})
  return { exchange: (request) => exchange(request).finally(close), close }
}

/** A connection that begins a session with its first request, an initialize. */
export async function sessionConnection(
  make: MakeToolServer,
  begun: (id: string, connection: ToolConnection) => void,
  ended: (id: string) => void,
): Promise<ToolConnection> {
  const connection = await connected(make, {
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => begun(id, connection),
    onsessionclosed: ended,
  })
  return connection
}

async function connected(make: MakeToolServer, options: StreamableHttpOptions): Promise<ToolConnection> {
  // One answer in one body: nothing of ours comes in parts, and a length tells a client that it has all of it.
  const transport = new StreamableHttp({ ...options, enableJsonResponse: true })
  const server = make()
  await server.connect(transport)
  return {
    exchange: (request) => transport.handleRequest(webRequest(request), { parsedBody: request.body }),
    close: () => server.close(),
  }
}

/** What the transport looks at; it was judged by Host and Origin before. */
const headersRead = ['accept', 'content-type', sessionHeader, 'mcp-protocol-version', 'last-event-id']

function webRequest({ method, headers, routeOptions }: FastifyRequest): Request {
  const read = headersRead.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request(`http://service${routeOptions.url}`, { method, headers: read })
}
