import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKeyHeader } from '../../contract/operation.ts'
import type { ServiceSettings } from './options.ts'
import { failureFor, operationOf, type Respond, toolServerOf } from './respond.ts'

interface Refusal {
  readonly httpStatus: number
  readonly message: string
  readonly retryAfterSeconds?: number
}

export type Gate = ReturnType<typeof gate>

export function gate(settings: ServiceSettings, now: () => number, respond: Respond) {
  const waitMs = settings.perSecond === undefined ? () => 0 : rollingLimit(settings.perSecond, now)
  const isKey = keyCheck(settings.apiKey)
  const rateRefusal = (): Refusal | undefined => {
    const wait = waitMs()
    return wait > 0
      ? { httpStatus: 429, message: '请求过于频繁', retryAfterSeconds: Math.ceil(wait / 1000) }
      : undefined
  }
  const refusalOf = (request: FastifyRequest): Refusal | undefined => {
    if (!isAddressed(request)) return { httpStatus: 403, message: 'Host 或 Origin 不被允许' }
    if (!isKey(keyOf(request))) return { httpStatus: 401, message: 'X-API-Key 缺失或无效' }
    return request.is404 || operationOf(request) === undefined ? undefined : rateRefusal()
  }
  const passes = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal | undefined): boolean => {
    if (refusal === undefined) return true
    const { httpStatus, message, retryAfterSeconds } = refusal
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    respond(request, reply, httpStatus, failureFor(request, httpStatus, message))
    return false
  }
  return {
    /**
     * Lets a request in, or answers why not, before its body is read: first whether it is addressed to us at all; the key
     * next, for every path (contract 5); then, for a path that exists, the rate of an operation.
     */
    enter(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
      if (passes(request, reply, refusalOf(request))) next()
    },
    /** Takes the permit of a call that is known by its body only; false when there is none and the refusal was sent. */
    admit: (request: FastifyRequest, reply: FastifyReply): boolean => passes(request, reply, rateRefusal()),
  }
}

/** The key as it was sent: in X-API-Key by contract; a tool client that has no such setting may send it as a bearer token. */
function keyOf(request: FastifyRequest): unknown {
  const { [apiKeyHeader]: key, authorization } = request.headers
  if (key !== undefined || toolServerOf(request) === undefined) return key
  return /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]
}

/** The names by which this machine alone is reached. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Tells whether a request is addressed to this service by a name it knows, and comes from no foreign web page: its Host,
 * with the port, and each Origin must be in the lists, exactly. A page whose name was made to resolve to this machine (DNS
 * rebinding) carries its own name as Host, and its own as Origin. The lists are the loopback names with the port of the connection.
 */
function isAddressed({ raw }: FastifyRequest): boolean {
  const port = raw.socket.localPort
  const isOwn = (given: string): boolean =>
    loopbackNames.some((name) => given === `${name}:${port}` || (port === 80 && given === name))
  const isOrigin = (given: string): boolean =>
    given.startsWith('http://') && isOwn(given.slice('http://'.length))
  const { host: named = [], origin = [] } = raw.headersDistinct
  const targets = [...named, ...targetOf(raw.url ?? '')].map((name) => name.toLowerCase())
  return named.length === 1 && targets.every(isOwn) && origin.every(isOrigin)
}

/** The host that an address with its origin names, which counts before the Host header (RFC 9112, 3.2.2); none otherwise. */
function targetOf(url: string): string[] {
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? []
  return authority === undefined ? [] : [authority]
}

/**
 * Tells whether a header carries the key (contract 5). Digests are compared, in constant time: neither the
 * key's length nor the place of the first difference shows in the time taken.
 */
function keyCheck(apiKey: string): (given: unknown) => boolean {
  const expected = digestOf(apiKey)
  return (given) => typeof given === 'string' && timingSafeEqual(digestOf(given), expected)
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const SECOND_MS = 1000

/**
 * Admits at most `perSecond` starts in any second. Each call asks for one start and gets 0 when admitted, else
 * the milliseconds until it could be; a refused start does not count. `now` is a clock in milliseconds.
 */
export function rollingLimit(perSecond: number, now: () => number): () => number {
  const starts: number[] = []
  return () => {
    const at = now()
    while (starts[0] !== undefined && starts[0] <= at - SECOND_MS) starts.shift()
    if (starts.length >= perSecond) return (starts[0] ?? at) + SECOND_MS - at
    starts.push(at)
    return 0
  }
}
