import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  CancelledNotificationSchema,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  McpError,
  ToolSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import { type OperationName, operations } from '../../../contract/operations.ts'
import type { ToolServer } from '../../../contract/tools.ts'
import { isObject, type JsonObject, once } from '../../../contract/values.ts'
import type { Reply } from '../reply.ts'

type RunCall = (operation: OperationName, args: JsonObject) => Promise<CallToolResult>

/** Made once: a validator of its own for each server, which never needs one, would cost most of a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Makes the tool server of an entry (contract 4.7), one for each request. It is the SDK's plain server, not the one that checks arguments by their
 * schemas: what an operation says to bad parameters is the operation's to say, in its envelope, as over HTTP.
 */
export function toolServerMaker(entry: ToolServer, version: string): (run: RunCall) => Server {
  // Its schemas take half of the start of a service, and most clients never ask for them.
  const listed = once(() => ({ tools: toolList(entry) }))
  const operationByName = new Map(entry.tools.map(({ name, operation }) => [name, operation]))
  return (run) => {
    const server = new Server(
      { name: entry.server, version },
      { capabilities: { tools: {} }, jsonSchemaValidator },
    )
    server.setRequestHandler(ListToolsRequestSchema, listed)
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const operation = operationByName.get(params.name)
      if (operation === undefined)
        throw new McpError(
          ErrorCode.InvalidParams,
          `unknown tool; expected one of ${[...operationByName.keys()].join(', ')}`,
        )
      return run(operation, params.arguments ?? {})
    })
    // A call that was begun is answered: it is short, and the SDK would leave its request without an answer.
    server.setNotificationHandler(CancelledNotificationSchema, () => undefined)
    return server
  }
}

/**
 * The tools of an entry as a client lists them (contract 4.7): their schemas are those of the operation's parameters and
 * envelope, in the dialect that the protocol's own libraries check by (draft 7).
 */
const toolList = ({ tools }: ToolServer): ListedTool[] =>
  tools.map(({ name, operation }) => {
    const { title, description, params, response } = operations[operation]
    return ToolSchema.parse({
      name,
      title,
      description,
      inputSchema: schemaOf(params),
      outputSchema: schemaOf(response),
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        // What it answers from is a closed set of records, not the web.
        openWorldHint: false,
      },
    })
  })

/** As it travels: before zod would turn a code written in digits into a number. */
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })

/**
 * The result of a call: the very body that HTTP would carry, as text, and its JSON value. A failure of the service is an answer
 * with its envelope and `isError`, so that a client that reads the flag alone sees no result; nothing found is an answer like
 * any other, for that is what was asked.
 */
export function toolResult(op: Operation, { body }: Reply): CallToolResult {
  const text = body.toString()
  const envelope: unknown = JSON.parse(text)
  if (!isObject(envelope)) throw new Error(`expected an envelope from ${op.name}`)
  return {
    content: [{ type: 'text', text }],
    structuredContent: envelope,
    isError: isFailure(op, envelope),
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
  const sent = Object.entries(given).filter(([, value]) => value !== null)
  return Object.fromEntries(sent.map(([name, value]) => [name, isPlain(value) ? String(value) : value]))
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
