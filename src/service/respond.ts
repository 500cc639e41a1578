import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { AccessEntry } from './access-log.ts'
import { failure, plainFailure, type Reply } from './reply.ts'

type NamedOperation = Operation & { readonly name: OperationName }

/** The operations by path (contract section 4): what the routes are made from. */
export const operationByPath: ReadonlyMap<string, NamedOperation> = new Map(
  Object.values(operations).map((op) => [op.path, op]),
)

export const operationOf = (request: FastifyRequest): NamedOperation | undefined =>
  operationByPath.get(pathOf(request))

/** Tells how a mirror came by an answer; no member of the answer does, so that it means what the source's own would. */
export const originHeader = 'x-dossier-mirror'

export type Respond = ReturnType<typeof responder>

/** Sends an answer and tells of it first; the only way out. A request that has its answer gets no other. */
export function responder(onAnswer: (entry: AccessEntry) => void, now: () => number) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    httpStatus: number,
    { code, body, error, origin }: Reply,
    params: unknown = null,
  ): void => {
    if (reply.sent) return
    onAnswer({
      time: new Date(now()).toISOString(),
      method: request.method,
      path: pathOf(request),
      operation: operationOf(request)?.name ?? null,
      params,
      http_status: httpStatus,
      code,
      bytes: Buffer.byteLength(body),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(error === undefined ? {} : { error: String(error) }),
    })
    if (origin !== undefined) reply.header(originHeader, origin)
    reply.code(httpStatus).type('application/json; charset=utf-8').send(body)
  }
}

/** A failure in the envelope of the operation that the request is for, if it is for one. */
export function failureFor(request: FastifyRequest, code: number, message: string): Reply {
  const op = operationOf(request)
  return op === undefined ? plainFailure(code, message) : failure(op, code, message)
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''
