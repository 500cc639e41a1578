import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { isObject, type JsonObject } from '../../contract/answer.ts'
import type { Operation } from '../../contract/operation.ts'
import { originHeader, type Reply } from '../reply.ts'

/**
 * The result of a call: the very body that HTTP would carry, as text, and its JSON value. A failure of the service is an answer
 * with its envelope and `isError`, so that whoever reads the flag alone takes it for no result; nothing found is an answer like
 * any other, for that is what was asked.
 */
export function toolResult(op: Operation, { body, origin }: Reply): CallToolResult {
  const text = body.toString()
  const envelope: unknown = JSON.parse(text)
  if (!isObject(envelope)) throw new Error(`expected an envelope from ${op.name}`)
  return {
    content: [{ type: 'text', text }],
    structuredContent: envelope,
    isError: isFailure(op, envelope),
    // What a header says over HTTP; no member of the answer.
    ...(origin !== undefined && { _meta: { [originHeader]: origin } }),
  }
}

const isFailure = (op: Operation, envelope: JsonObject): boolean =>
  op.envelope === 'A' ? !op.successCodes.some((code) => code === envelope.code) : envelope.status === 'failed'

/**
 * Arguments as they would have come over HTTP: those of an operation that takes a query are texts there. So a call is the same
 * for the operation, and in the access log, whatever brought it.
 */
export function asSent(op: Operation, given: JsonObject): JsonObject {
  if (op.method === 'POST') return given
  const sent = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(sent.map(([name, value]) => [name, isPlain(value) ? String(value) : value]))
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
