import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyHeader } from '../contract/address.ts'
import { addressCheck } from './address-check.ts'
import type { Counting } from './counts.ts'
import { keyCheck } from './key-check.ts'
import type { ServiceSettings } from './options.ts'
import { failureFor, operationOf, type Respond, toolServerOf } from './respond.ts'
import { rollingLimit } from './rolling-limit.ts'

interface Refusal {
  readonly httpStatus: number
  readonly message: string
  readonly retryAfterSeconds?: number
}

export interface Gate {
  /**
   * Lets a request in, or answers why not, before its body is read: first whether it is addressed to us at all; the key
   * next, for every path (contract 5); then, for a path that exists, the rate of an operation and the room. Who is let in is
   * in flight until the answer has gone.
   */
  readonly enter: (request: FastifyRequest, reply: FastifyReply, next: () => void) => void
  /** Takes the permit of a call that is known by its body only; false when there is none and the refusal was sent. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => boolean
}

export function gate(
  settings: ServiceSettings,
  counting: Counting,
  now: () => number,
  respond: Respond,
): Gate {
  const rateRefusal = rateCheck(settings, now)
  const refusalOf = refusals(settings, counting, rateRefusal)
  const passes = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal | undefined): boolean => {
    if (refusal === undefined) return true
    const { httpStatus, message, retryAfterSeconds } = refusal
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    respond(request, reply, httpStatus, failureFor(request, httpStatus, message))
    return false
  }
  return {
    enter: (request, reply, next) => {
      if (!passes(request, reply, refusalOf(request))) return
      if (isWork(request)) {
        counting.started()
        reply.raw.once('close', counting.ended)
      }
      next()
    },
    admit: (request, reply) => passes(request, reply, rateRefusal()),
  }
}

/** The stream of a session says nothing and may stay open for hours: it takes no room. */
const isWork = (request: FastifyRequest): boolean =>
  !request.is404 && !(request.method === 'GET' && toolServerOf(request) !== undefined)

function rateCheck({ perSecond }: ServiceSettings, now: () => number): () => Refusal | undefined {
  const waitMs = perSecond === undefined ? () => 0 : rollingLimit(perSecond, now)
  return () => {
    const wait = waitMs()
    return wait > 0
      ? { httpStatus: 429, message: '请求过于频繁', retryAfterSeconds: Math.ceil(wait / 1000) }
      : undefined
  }
}

function refusals(settings: ServiceSettings, { counts }: Counting, rateRefusal: () => Refusal | undefined) {
  const isKey = keyCheck(settings.apiKey)
  const isAddressed = addressCheck(settings)
  return (request: FastifyRequest): Refusal | undefined => {
    if (!isAddressed(request)) return { httpStatus: 403, message: 'Host 或 Origin 不被允许' }
    if (!isKey(keyOf(request))) return { httpStatus: 401, message: 'X-API-Key 缺失或无效' }
    if (request.is404) return undefined
    const tooFast = operationOf(request) && rateRefusal()
    if (tooFast !== undefined) return tooFast
    return isWork(request) && counts.inFlight >= settings.maxInFlight
      ? { httpStatus: 503, message: '服务繁忙', retryAfterSeconds: 1 }
      : undefined
  }
}

/** The key as it was sent: in X-API-Key by contract; a tool client that has no such setting may send it as a bearer token. */
function keyOf(request: FastifyRequest): unknown {
  const { [apiKeyHeader]: key, authorization } = request.headers
  if (key !== undefined || toolServerOf(request) === undefined) return key
  return /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]
}
