import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OperationName, operations } from '../../../contract/operations.ts'
import { toolServers } from '../../../contract/tools.ts'
import { isObject, type JsonObject } from '../../../contract/values.ts'
import type { Answers } from '../answers.ts'
import type { Gate } from '../gate.ts'
import { type Reply, rpcFailure } from '../reply.ts'
import type { Respond } from '../respond.ts'
import { asSent, toolResult, toolServerMaker } from './tool-server.ts'

export interface EntryEffects {
  /** Answers a call of an operation, as over HTTP. */
  readonly answer: Answers['answer']
  readonly respond: Respond
  readonly admit: Gate['admit']
}

/** A call as its tool saw it, for the access log. */
interface Call {
  readonly operation: OperationName
  readonly params: JsonObject
  readonly reply: Reply
}

/** The three tool entries (contract 4.7), by the official SDK. Each request stands alone: no session is offered. */
export function addToolEntries(app: FastifyInstance, version: string, effects: EntryEffects): void {
  const { answer, respond, admit } = effects
  for (const entry of toolServers) {
    const make = toolServerMaker(entry, version)
    app.post(entry.path, async (request, reply) => {
      const message = methodOf(request.body)
      if (Array.isArray(request.body)) {
        respond(request, reply, 400, rpcFailure(400, '每个请求只能有一条消息', -32_600), { message })
        return reply
      }
      if (message === 'tools/call' && !admit(request, reply)) return reply
      const seen: { call?: Call } = {}
      const server = make(async (operation, args) => {
        const op = operations[operation]
        const params = asSent(op, args)
        seen.call = { operation, params, reply: await answer(operation, params) }
        return toolResult(op, seen.call.reply)
      })
      // One answer in one body: nothing of ours comes in parts, and a length tells a client that it has all of it.
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      await server.connect(transport)
      const response = await transport
        .handleRequest(webRequest(request), { parsedBody: request.body })
        .finally(() => server.close())
      const { reply: answered, ...call } = seen.call ?? {}
      const { code = response.status, error } = answered ?? {}
      const body = await response.text()
      respond(request, reply, response.status, { code, body, error }, { ...call, message })
      return reply
    })
  }
}

/** Method of a message of the tool protocol; undefined for what is none. */
const methodOf = (message: unknown): string | undefined =>
  isObject(message) && typeof message.method === 'string' ? message.method : undefined

/** What the transport looks at; it was judged by Host and Origin before. */
const headersRead = ['accept', 'content-type', 'mcp-protocol-version']

function webRequest({ method, headers, routeOptions }: FastifyRequest): Request {
  const read = headersRead.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request(`http://service${routeOptions.url}`, { method, headers: read })
}
