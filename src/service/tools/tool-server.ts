import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  CancelledNotificationSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { JsonObject } from '../../contract/answer.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { ToolServer } from '../../contract/tools.ts'
import { once } from '../search/once.ts'
import { toolList } from './tool-list.ts'

/** Runs an operation with the arguments of a call. */
export type RunCall = (operation: OperationName, args: JsonObject) => Promise<CallToolResult>

/** Makes the protocol's side of one entry, one for each session or request; it has no state of the service. */
export type MakeToolServer = () => Server

/** Made once: a validator of its own for each server, which never needs one, would cost most of a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * The tool server of an entry (contract 4.7). It is the SDK's plain server, not the one that checks arguments by their
 * schemas: what an operation says to bad parameters is the operation's to say, in its envelope, as over HTTP.
 */
export function toolServerMaker(entry: ToolServer, version: string, run: RunCall): MakeToolServer {
  // Its schemas take half of the start of a service, and most clients never ask for them.
  const listed = once(() => ({ tools: toolList(entry) }))
  const operationByName = new Map(entry.tools.map(({ name, operation }) => [name, operation]))
  return () => {
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
