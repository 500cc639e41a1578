import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isObject, type JsonObject } from '../../contract/answer.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { Answers } from '../answer.ts'
import type { Reply } from '../reply.ts'
import type { Respond, Tell } from '../respond.ts'
import { sessionHeader, type ToolConnection } from './connection.ts'
import { asSent, toolResult } from './tool-result.ts'
import type { RunCall } from './tool-server.ts'

export interface ExchangeEffects {
  /** Answers a call of an operation, as over HTTP. */
  readonly answer: Answers['answer']
  readonly respond: Respond
  readonly tell: Tell
}

/** A call as its tool saw it, for the access log. */
interface Call {
  readonly operation: OperationName
  readonly params: JsonObject
  readonly reply: Reply
}

export interface Exchanges {
  /** What the tools run. */
  readonly run: RunCall
  /** Brings a request to its connection, and what comes back to the client. */
  readonly exchange: (
    connection: ToolConnection,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>
}

/** A tool runs inside of the SDK: what it answered gets out of there to the request that it came by, which tells of it. */
export function exchanges({ answer, respond, tell }: ExchangeEffects): Exchanges {
  const requests = new AsyncLocalStorage<{ call?: Call }>()
  return {
    run: async (operation, args) => {
      const op = operations[operation]
      const params = asSent(op, args)
      const reply = await answer(operation, params)
      const current = requests.getStore()
      if (current !== undefined) current.call = { operation, params, reply }
      return toolResult(op, reply)
    },
    exchange: async (connection, request, reply) => {
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
