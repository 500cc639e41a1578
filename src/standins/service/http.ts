import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isObject } from '../../contract/values.ts'
import type { Answers } from './answers.ts'
import { gate } from './gate.ts'
import type { ServiceSettings } from './options.ts'
import { unexpectedCode, unexpectedMessage } from './reply.ts'
import {
  type AccessEntry,
  failureFor,
  operationByPath,
  operationOf,
  type Respond,
  responder,
  toolServerOf,
} from './respond.ts'
import { addToolEntries } from './tools/entries.ts'

/** Bytes of a body, and milliseconds that an operation may take; the contract's calls are far below both. */
const bounds = { bodyLimit: 1 << 20, handlerTimeout: 60_000 }

/** HTTP's own failures; their statuses are not shown by the contract. */
const httpFailures: Readonly<Record<number, string>> = {
  400: '请求参数不是合法的JSON',
  413: '请求参数超过1MiB',
  415: '请求参数应为application/json',
  503: '程序处理超时',
}

/** Methods that a path takes, as the header Allow lists them; undefined for an unknown path. */
const methodsOf = (request: FastifyRequest): string | undefined =>
  toolServerOf(request) === undefined ? operationOf(request)?.method : 'POST'

/** The six operations over HTTP, and as tools, not listening yet; the routes are those of the contract's tables. */
export function httpServer(
  answers: Answers,
  settings: ServiceSettings,
  effects: {
    /** Called with every answer before it is sent. */
    readonly onAnswer: (entry: AccessEntry) => void
    /** Milliseconds since 1970, by a clock that never goes back. */
    readonly now: () => number
  },
): FastifyInstance {
  const respond = responder(effects.onAnswer, effects.now)
  const { enter, admit } = gate(settings, effects.now, respond)
  const app = fastify({
    ...bounds,
    exposeHeadRoutes: false,
    // An address that cannot be decoded reaches neither the gate nor a route.
    frameworkErrors: (_, request, reply) => {
      respond(request, reply, 400, failureFor(request, 400, '请求地址不合法'))
    },
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => parseJsonBody(body),
  )
  app.addHook('onRequest', enter)

  addOperations(app, answers, respond)
  addToolEntries(app, settings.version, { answer: answers.answer, respond, admit })
  answerFailures(app, respond)
  return app
}

function addOperations(app: FastifyInstance, answers: Answers, respond: Respond): void {
  for (const op of operationByPath.values()) {
    app.route({
      method: op.method,
      url: op.path,
      handler: async (request, reply) => {
        const params = op.method === 'GET' ? request.query : request.body
        const answer = await answers.answer(op.name, isObject(params) ? params : {})
        respond(request, reply, 200, answer, { params })
        return reply
      },
    })
  }
}

/** Unknown paths, wrong methods and errors, each in the envelope of what the request is for. */
function answerFailures(app: FastifyInstance, respond: Respond): void {
  const refuseRoute = (request: FastifyRequest, reply: FastifyReply): void => {
    const methods = methodsOf(request)
    if (methods === undefined) {
      respond(request, reply, 404, failureFor(request, 404, '路径不存在'))
    } else {
      reply.header('allow', methods)
      respond(request, reply, 405, failureFor(request, 405, `请求方法应为${methods}`))
    }
  }
  // Before the body is read: whatever it holds, no route would take it.
  app.addHook('onRequest', (request, reply, next) => (request.is404 ? refuseRoute(request, reply) : next()))

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? unexpectedCode
    const message = httpFailures[status]
    const failed = failureFor(
      request,
      message === undefined ? unexpectedCode : status,
      message ?? unexpectedMessage,
    )
    respond(request, reply, message === undefined ? 200 : status, { ...failed, error })
  })
}

/** The body is no JSON text in UTF-8; Fastify answers with the status. */
class BadBodyError extends Error {
  override readonly name = 'BadBodyError'
  readonly statusCode = 400
}

/** The contract's parameters are two deep; what is much deeper cannot be written again, to the access log for one. */
const mostDepth = 64

/** Parses a request body; no bytes at all is undefined (contract 4.3 rule 2). A BOM is passed over. @throws BadBodyError */
function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!isDeeper(value, mostDepth)) return value
  } catch (cause) {
    throw new BadBodyError('expected a JSON body in UTF-8', { cause })
  }
  throw new BadBodyError(`expected a JSON body at most ${mostDepth} deep`)
}

/** Whether objects and arrays stand more than so many deep in each other. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
