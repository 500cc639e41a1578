import type { AnswerFailure } from './failure.ts'
import { type ToolEntry, toolPaths } from './operation.ts'
import { operationNames, operations } from './operations.ts'
import { isObject, type JsonObject } from './values.ts'

/** What the tool protocol says went wrong where no envelope says it. */
export interface ToolFault {
  /** Code of JSON-RPC, or the code that the text of a failed tool names. */
  readonly code: number | null
  readonly message: string
  /** `rejected`: our parameters are at fault. */
  readonly verdict: AnswerFailure | 'rejected'
}

/** Codes of JSON-RPC 2.0 (5.1) and of the tool protocol; the first rule that fits counts. */
const rules: readonly {
  readonly codes: readonly [least: number, most: number]
  readonly message?: RegExp
  readonly verdict: ToolFault['verdict']
}[] = [
  // A tool of that name is not there: as a path that HTTP does not know.
  {
    codes: [-32602, -32602],
    message: /\btool\b.*(not found|not exist|unknown)|(unknown|no such) tool/i,
    verdict: 'unknown-code',
  },
  { codes: [-32602, -32602], verdict: 'rejected' },
  { codes: [-32603, -32603], verdict: 'service' },
  { codes: [-32099, -32000], verdict: 'service' },
  { codes: [500, 599], verdict: 'service' },
]

/**
 * Reads an error of JSON-RPC, or a tool's result that is marked as an error, whose shapes the service does not document.
 * Undefined when the body is neither.
 */
export function toolFaultOf(body: unknown): ToolFault | undefined {
  if (!isObject(body)) return undefined
  if (isObject(body.error) && body.jsonrpc === '2.0') return faultOf(body.error.code, body.error.message)
  if (body.isError !== true || !Array.isArray(body.content)) return undefined
  const message = textsOf(body).join('\n')
  const [, code] = /\berror (-32\d{3})\b/i.exec(message) ?? []
  return code === undefined ? { code: null, message, verdict: 'service' } : faultOf(Number(code), message)
}

/** Texts of a tool's result, in its order. */
export const textsOf = ({ content }: JsonObject): readonly string[] =>
  (Array.isArray(content) ? content : []).flatMap((part: unknown) =>
    isObject(part) && typeof part.text === 'string' ? [part.text] : [],
  )

function faultOf(given: unknown, said: unknown): ToolFault {
  const code = typeof given === 'number' && Number.isInteger(given) ? given : null
  const message = typeof said === 'string' ? said : ''
  const rule = rules.find(
    ({ codes: [least, most], message: words }) =>
      code !== null && code >= least && code <= most && words?.test(message) !== false,
  )
  return { code, message, verdict: rule?.verdict ?? 'unknown-code' }
}

/** The tool servers: the name of each, its entry below the base address, and its tools in the contract's order. */
export const toolServers = (Object.entries(toolPaths) as [ToolEntry['server'], ToolEntry['path']][]).map(
  ([server, path]) => ({
    server,
    path,
    tools: operationNames
      .filter((name) => operations[name].tool.path === path)
      .map((operation) => ({ name: operations[operation].tool.name, operation })),
  }),
)

export type ToolServer = (typeof toolServers)[number]
