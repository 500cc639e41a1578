import { apiKeyHeader } from '../../contract/address.ts'
import { isObject } from '../../contract/answer.ts'
import { classify } from '../../contract/classify.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { Answer } from '../answer.ts'
import { parseBaseUrl } from '../base-url.ts'
import { type Call, type Client, type ClientOptions, defaults } from '../client.ts'
import { Connection, Connections } from '../connection.ts'
import { startDeadline } from '../deadline.ts'
import { tookTooLong } from '../transport-error.ts'
import { Entry } from './entry.ts'
import { AnsweredError, type Came, type Errand } from './errand.ts'
import { createFetch } from './fetch.ts'
import { asBody, unwrap } from './unwrap.ts'

export interface ToolClientOptions extends ClientOptions {
  /** Sent as `Authorization: Bearer`, beside the key. */
  readonly bearerToken?: string | undefined
  /** What a service calls its tools, where that is not what the contract does. */
  readonly tools?: Readonly<Partial<Record<OperationName, string | undefined>>>
  /** Version of dossier, which introduces itself with it. */
  readonly version: string
}

/**
 * Calls through the tool entries (contract 4.7), one session an entry, opened by the first call that needs it. What comes back is
 * the operation's own envelope, so that whoever reads it cannot tell which way it came; what holds none is an answer of its own
 * kind (contract/tool-fault.ts). Connections, limits and deadlines are those of HTTP.
 */
export function createToolClient(options: ToolClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl)
  const settings = { ...defaults, ...options }
  const connections = new Connections(settings.connections, () => new Connection(base.origin, settings))
  const fetch = createFetch({ connections, credentials: credentialsOf(options) })
  const entries = new Map<string, Entry>()

  function entryOf(operation: OperationName): Entry {
    const { path } = operations[operation].tool
    const known = entries.get(path)
    if (known !== undefined) return known
    const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
    const entry = new Entry({ url, fetch, version: options.version, deadlineMs: settings.deadlineMs })
    entries.set(path, entry)
    return entry
  }

  async function call({ operation, params }: Call, signal?: AbortSignal): Promise<Answer> {
    const entry = entryOf(operation)
    const name = options.tools?.[operation] ?? operations[operation].tool.name
    const deadline = startDeadline(settings.deadlineMs, signal)
    const errand: Errand = { signal: deadline.signal, where: `${operation} at ${entry.url.href}` }
    try {
      return answerOf(operation, await entry.request('tools/call', { name, arguments: params }, errand))
    } catch (error) {
      if (error instanceof AnsweredError) return noSuccess(operation, error.answer)
      throw deadline.isOver ? tookTooLong(operation, settings.deadlineMs, error) : error
    } finally {
      deadline.clear()
    }
  }

  return {
    baseUrl: options.baseUrl,
    call,
    async [Symbol.asyncDispose]() {
      await Promise.all([...entries.values()].map((entry) => entry[Symbol.asyncDispose]()))
      await connections[Symbol.asyncDispose]()
    },
  }
}

const credentialsOf = ({ apiKey, bearerToken }: ToolClientOptions): Readonly<Record<string, string>> => ({
  [apiKeyHeader]: apiKey,
  ...(bearerToken !== undefined && { authorization: `Bearer ${bearerToken}` }),
})

/** What a message says, with the status and the headers that came with it. */
function answerOf(operation: OperationName, { answer, message }: Required<Came>): Answer {
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
