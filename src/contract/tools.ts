import type { ToolEntry } from './operation.ts'
import { type OperationName, operationNames, operations } from './operations.ts'

/** One tool of an entry: its name there, and the operation it runs (contract 4.7). */
export interface Tool {
  readonly name: string
  readonly operation: OperationName
}

/** One tool server: its name, its entry below the base address, and its tools in the contract's order. */
export interface ToolServer {
  readonly server: ToolEntry['server']
  readonly path: ToolEntry['path']
  readonly tools: readonly Tool[]
}

const entry = (server: ToolServer['server'], path: ToolServer['path']): ToolServer => ({
  server,
  path,
  tools: operationNames
    .filter((name) => operations[name].tool.path === path)
    .map((operation) => ({ name: operations[operation].tool.name, operation })),
})

/** The three tool servers of section 4.7: two tools, one, three. The tools of an entry are those of the operation table. */
export const toolServers: readonly ToolServer[] = [
  entry('svc-case', '/mcp/case/stream'),
  entry('svc-law', '/mcp/law/stream'),
  entry('svc-company', '/mcp/company/stream'),
]
