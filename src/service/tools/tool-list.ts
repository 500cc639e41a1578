import { type Tool as ListedTool, ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { operations } from '../../contract/operations.ts'
import type { ToolServer } from '../../contract/tools.ts'

/**
 * The tools of an entry as a client lists them (contract 4.7): their schemas are those of the operation's parameters and
 * envelope, in the dialect that the protocol's own libraries check by (draft 7).
 */
export const toolList = ({ tools }: ToolServer): ListedTool[] =>
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
