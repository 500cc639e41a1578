import { classify } from '../../contract/classify.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { ToolServer } from '../../contract/tools.ts'
import { isObject } from '../../contract/values.ts'
import {
  type Call,
  type CallOptions,
  type Client,
  defaults,
  parseBaseUrl,
  shownAddress,
} from '../client/client.ts'
import { withinDeadline } from '../client/errors.ts'
import type { Answer } from '../client/exchange.ts'
import { type Answered, createEntries, type Entries, type EntriesOptions } from './entries.ts'
import { AnsweredError } from './messages.ts'
import { asBody, unwrap } from './unwrap.ts'

export interface ToolClientOptions extends EntriesOptions {
  /** What a service calls its tools, where that is not what the contract does. */
  readonly tools?: Readonly<Partial<Record<OperationName, string | undefined>>>
}

/**
 * Calls through the tool entries (docs/contract.md, Tools), with one session an entry, opened by its first call. It returns the
 * operation's own envelope, so the reader need not know which way it came; a result without one is an answer of its own
 * kind (contract/tools.ts). Connections, limits and deadlines are those of HTTP. @throws ClientSettingsError
 */
export function createToolClient(options: ToolClientOptions): Client {
  const { deadlineMs } = { ...defaults, ...options }
  const entries = createEntries(options)

  async function call({ operation, params }: Call, asking: CallOptions = {}): Promise<Answer> {
    const { start, silentMs } = asking
    const { tool } = operations[operation]
    const name = options.tools?.[operation] ?? tool.name
    const entry = entries.at(tool.path)
    const where = `${operation} at ${entry.url.origin}`
    return await withinDeadline(operation, deadlineMs, async (deadline) => {
      const asked = {
        signal: deadline.signal,
        where,
        silentMs,
        start: start && (() => deadline.without(start)),
      }
      try {
        return answerOf(operation, await entry.request('tools/call', { name, arguments: params }, asked))
      } catch (error) {
        if (error instanceof AnsweredError) return noSuccess(operation, error.answer)
        throw error
      }
    })
  }

  return {
    baseUrl: shownAddress(parseBaseUrl(options.baseUrl)),
    call,
    renew: entries.renew,
    [Symbol.asyncDispose]: () => entries[Symbol.asyncDispose](),
  }
}

/** What a message says, with the status and the headers that came with it. */
function answerOf(operation: OperationName, { answer, message }: Answered): Answer {
  const { result, error } = message
  const said = isObject(result) ? unwrap(operations[operation], result) : asBody({ jsonrpc: '2.0', error })
  return { httpStatus: answer.httpStatus, retryAfter: answer.retryAfter, date: answer.date, ...said }
}

/** A body that is no message cannot be an operation's success, whatever it says: it is not what was asked for. */
function noSuccess(operation: OperationName, answer: Answer): Answer {
  const { outcome } = classify(operations[operation], answer.httpStatus, answer.value, answer.reason)
  if (outcome !== 'hit' && outcome !== 'empty') return answer
  return { ...answer, isJson: false, value: undefined, reason: 'not a message of the tool protocol' }
}

/**
 * Names of the tools that a tool server offers, in its order: opens a session and asks for its list, which calls no operation.
 * @throws TransportError, AnsweredError when it answers something else
 */
export async function listTools(entries: Entries, { path, server }: ToolServer): Promise<readonly string[]> {
  const entry = entries.at(path)
  const { message } = await entry.request(
    'tools/list',
    {},
    {
      signal: AbortSignal.timeout(defaults.connectMs),
      where: `the list of the tools of ${server} at ${entry.url.origin}`,
    },
  )
  const tools = isObject(message.result) ? message.result.tools : []
  return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown) =>
    isObject(tool) && typeof tool.name === 'string' ? [tool.name] : [],
  )
}
