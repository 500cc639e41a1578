import { closeSync, openSync, writeSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { strikingOut } from '../../contract/strike-out.ts'
import { type ToolServer, toolServers } from '../../contract/tools.ts'
import { failure, plainFailure, type Reply, rpcFailure } from './reply.ts'

type NamedOperation = Operation & { readonly name: OperationName }

/** The operations by path (contract section 4): what the routes are made from. */
export const operationByPath: ReadonlyMap<string, NamedOperation> = new Map(
  Object.values(operations).map((op) => [op.path, op]),
)

const toolServerByPath: ReadonlyMap<string, ToolServer> = new Map(
  toolServers.map((server) => [server.path, server]),
)

export const operationOf = (request: FastifyRequest): NamedOperation | undefined =>
  operationByPath.get(pathOf(request))

/** The tool server whose entry a request is for (contract 4.7). */
export const toolServerOf = (request: FastifyRequest): ToolServer | undefined =>
  toolServerByPath.get(pathOf(request))

/** What the access log tells of a request that an answer does not: the call, when an operation was called. */
interface Noted {
  readonly operation?: OperationName | undefined
  readonly params?: unknown
  /** Method of a message of the tool protocol. */
  readonly message?: string | undefined
}

/** Sends an answer, and tells of it first: a request that has its answer gets no other. */
export type Respond = (
  request: FastifyRequest,
  reply: FastifyReply,
  httpStatus: number,
  answered: Reply,
  noted?: Noted,
) => void

/** The only way out: every answer is reported before it is sent. */
export function responder(onAnswer: (entry: AccessEntry) => void, now: () => number) {
  const respond: Respond = (request, reply, httpStatus, { code, body, error }, noted = {}) => {
    if (reply.sent) return
    const { operation = operationOf(request)?.name ?? null, params = null, message } = noted
    onAnswer({
      time: new Date(now()).toISOString(),
      method: request.method,
      path: pathOf(request),
      operation,
      params,
      http_status: httpStatus,
      code,
      bytes: Buffer.byteLength(body),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(message === undefined ? {} : { message }),
      ...(error === undefined ? {} : { error: String(error) }),
    })
    if (body.length > 0) reply.type('application/json; charset=utf-8')
    reply.code(httpStatus).send(body)
  }
  return respond
}

/** A failure in the envelope of the operation, or of the tool protocol, that the request is for, if it is for one. */
export function failureFor(request: FastifyRequest, code: number, message: string): Reply {
  const op = operationOf(request)
  if (op !== undefined) return failure(op, code, message)
  return toolServerOf(request) === undefined ? plainFailure(code, message) : rpcFailure(code, message)
}

/** Without the query, and without the origin that an address may begin with; the routes match it in either form. */
const pathOf = ({ url }: FastifyRequest): string =>
  url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? ''

/** One request as the access log tells it. The key is in no member. */
export interface AccessEntry {
  /** ISO 8601, when the answer was ready. */
  readonly time: string
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly operation: OperationName | null
  /** Parameters as they arrived; null when the request was refused before they were read. */
  readonly params: unknown
  readonly http_status: number
  /** Code of the envelope. */
  readonly code: number
  /** Length of the body of the answer. */
  readonly bytes: number
  /** Until the answer was ready. */
  readonly ms: number
  /** Method of the message that came to a tool entry; absent otherwise. */
  readonly message?: string
  /** Why a failure was unexpected; absent otherwise. */
  readonly error?: string
}

/**
 * Appends one JSON line a request. The line is handed to the operating system before the answer is sent, so
 * an answer that arrived has its line in the file, even after either process was killed. A client may put the key where
 * it does not belong, into its address or parameters: it is struck out there.
 */
export function openAccessLog(path: string, apiKey: string) {
  const file = openSync(path, 'a', 0o600)
  const strike = strikingOut([apiKey])
  return {
    write(entry: AccessEntry): void {
      const { path: asked, params, message } = entry
      const struck = strike.value({ path: asked, params, ...(message === undefined ? {} : { message }) })
      writeSync(file, `${JSON.stringify({ ...entry, ...struck })}\n`)
    },
    close: () => closeSync(file),
  }
}
