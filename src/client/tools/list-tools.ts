import { isObject } from '../../contract/answer.ts'
import type { ToolServer } from '../../contract/tools.ts'
import { defaults } from '../client.ts'
import { startDeadline } from '../deadline.ts'
import type { Entries } from './entries.ts'

/**
 * Names of the tools that a tool server offers, in its order: opens a session and asks for its list, which calls no operation.
 * @throws TransportError, AnsweredError when it answers something else
 */
export async function listTools(entries: Entries, { path, server }: ToolServer): Promise<readonly string[]> {
  const deadline = startDeadline(defaults.connectMs, undefined)
  const entry = entries.at(path)
  try {
    const errand = {
      signal: deadline.signal,
      where: `the list of the tools of ${server} at ${entry.url.href}`,
    }
    const { message } = await entry.request('tools/list', {}, errand)
    const tools = isObject(message.result) ? message.result.tools : []
    return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown) =>
      isObject(tool) && typeof tool.name === 'string' ? [tool.name] : [],
    )
  } finally {
    deadline.clear()
  }
}
