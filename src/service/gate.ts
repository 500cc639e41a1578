import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyHeader } from '../contract/address.ts'
import type { Counting } from './counts.ts'
import { keyCheck } from './key-check.ts'
import type { ServiceSettings } from './options.ts'
import { failureFor, type Respond } from './respond.ts'
import { rollingLimit } from './rolling-limit.ts'

interface Refusal {
  readonly httpStatus: number
  readonly message: string
  readonly retryAfterSeconds?: number
}

/**
 * Lets a request in, or answers why not, before its body is read: the key first, for every path (contract 5);
 * then, for a path that exists, the rate and the room. Who is let in is in flight until the answer has gone.
 */
export function gate(settings: ServiceSettings, counting: Counting, now: () => number, respond: Respond) {
  const refusalOf = refusals(settings, counting, now)
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const refusal = refusalOf(request)
    if (refusal !== undefined) {
      const { httpStatus, message, retryAfterSeconds } = refusal
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      respond(request, reply, httpStatus, failureFor(request, httpStatus, message))
      return
    }
    if (!request.is404) {
      counting.started()
      reply.raw.once('close', counting.ended)
    }
    next()
  }
}

function refusals(settings: ServiceSettings, { counts }: Counting, now: () => number) {
  const isKey = keyCheck(settings.apiKey)
  const waitMs = settings.perSecond === undefined ? () => 0 : rollingLimit(settings.perSecond, now)
  return (request: FastifyRequest): Refusal | undefined => {
    if (!isKey(request.headers[apiKeyHeader])) return { httpStatus: 401, message: 'X-API-Key 缺失或无效' }
    if (request.is404) return undefined
    const wait = waitMs()
    if (wait > 0)
      return { httpStatus: 429, message: '请求过于频繁', retryAfterSeconds: Math.ceil(wait / 1000) }
    if (counts.inFlight >= settings.maxInFlight)
      return { httpStatus: 503, message: '服务繁忙', retryAfterSeconds: 1 }
    return undefined
  }
}
