import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { isObject } from '../contract/answer.ts'
import type { AccessEntry } from './access-log.ts'
import type { Answers } from './answer.ts'
import { boundConnections, connectionBounds } from './connections.ts'
import type { Counting } from './counts.ts'
import { gate } from './gate.ts'
import { parseJsonBody } from './json-body.ts'
import { openApi, openApiPath } from './openapi.ts'
import type { ServiceSettings } from './options.ts'
import { unexpectedCode, unexpectedMessage } from './reply.ts'
import { failureFor, operationByPath, operationOf, pathOf, responder, toolServerOf } from './respond.ts'
import { once } from './search/once.ts'
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

export interface HttpEffects {
  readonly counting: Counting
  /** Told of every answer before it is sent. */
  readonly onAnswer: (entry: AccessEntry) => void
  /** Milliseconds since 1970, by a clock that never goes back. */
  readonly now: () => number
}

/** Methods that a path takes, as the header Allow lists them; undefined for an unknown path. */
function methodsOf(request: FastifyRequest, { maxSessions }: ServiceSettings): string | undefined {
  if (toolServerOf(request) !== undefined) return maxSessions > 0 ? 'GET, POST, DELETE' : 'POST'
  return pathOf(request) === openApiPath ? 'GET' : operationOf(request)?.method
}

/** The six operations over HTTP, and as tools, not listening yet; the routes are those of the contract's tables. */
export function httpServer(
  answers: Answers,
  settings: ServiceSettings,
  effects: HttpEffects,
): FastifyInstance {
  const { respond, tell } = responder(effects.onAnswer, effects.now)
  const { enter, admit } = gate(settings, effects.counting, effects.now, respond)
  const app = fastify({
    ...bounds,
    ...connectionBounds(settings),
    exposeHeadRoutes: false,
    // An address that cannot be decoded reaches neither the gate nor a route.
    frameworkErrors: (_, request, reply) => {
      respond(request, reply, 400, failureFor(request, 400, '请求地址不合法'))
    },
  })

  boundConnections(app.server, settings)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => parseJsonBody(body),
  )
  if (settings.latencyMs > 0) {
    app.addHook('onSend', async (_, __, body) => {
      await sleep(settings.latencyMs)
      return body
    })
  }
  app.addHook('onRequest', enter)

  for (const op of operationByPath.values()) {
    app.route({
      method: op.method,
      url: op.path,
      handler: async (request, reply) => {
        const params = op.method === 'GET' ? request.query : request.body
        const answer = await answers.answer(op.name, isObject(params) ? params : {})
        respond(request, reply, answer.httpStatus ?? 200, answer, { params })
        return reply
      },
    })
  }

  const description = once(() => JSON.stringify(openApi(settings.version)))
  app.get(openApiPath, (request, reply) => respond(request, reply, 200, { code: 200, body: description() }))

  addToolEntries(app, settings, {
    answer: answers.answer,
    respond,
    tell,
    admit,
    now: effects.now,
  })

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request, settings)
    if (methods === undefined) {
      respond(request, reply, 404, failureFor(request, 404, '路径不存在'))
    } else {
      reply.header('allow', methods)
      respond(request, reply, 405, failureFor(request, 405, `请求方法应为${methods}`))
    }
  })

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
  return app
}
