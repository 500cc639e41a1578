import type { Dispatcher } from 'undici'
import { namesItsQuestion } from '../../contract/classify.ts'
import { apiKeyHeader } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { parseBaseUrl } from './base-url.ts'
import { tookTooLong } from './body.ts'
import type { Connection, Connections, ConnectionTimeouts } from './connection.ts'
import { startDeadline } from './deadline.ts'
import type { Answer } from './errors.ts'
import { answerFrom, exchange, type Sent } from './exchange.ts'

export interface Call {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
  /** Step that asks; for observers, never sent. */
  readonly step?: string
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /**
   * Awaited at the very last moment, when the connection stands: as soon as it resolves the request goes out. No deadline counts
   * for it, and what it throws is thrown. It resolves with what to call when the request has left.
   */
  readonly start?: () => Promise<Sent>
}

export interface Client extends AsyncDisposable {
  readonly baseUrl: string
  /** Makes one attempt. @throws TransportError */
  call(call: Call, options?: CallOptions): Promise<Answer>
  /** Trusts no connection that it has: the next calls go out on new ones, and these close when they are free. */
  renew(): void
}

export interface ClientOptions extends Partial<ConnectionTimeouts> {
  readonly baseUrl: string
  readonly apiKey: string
  /** Most connections kept open. Default 512, the highest `rate.concurrency`: no request waits behind another. */
  readonly connections?: number
  /** An attempt that takes longer than this in all is given up. Default 120000 ms. */
  readonly deadlineMs?: number
}

/** Milliseconds. The deadline counts from the first to the last byte; the others end sooner what stands still. */
export const defaults = {
  connections: 512,
  deadlineMs: 120_000,
  connectMs: 10_000,
  headersMs: 60_000,
  idleMs: 60_000,
}

/** Calls over HTTP (docs/contract.md, Operations). Redirects are never followed: the key would go along. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl)
  const settings = { ...defaults, ...options }
  const prefix = base.pathname.replace(/\/$/, '')
  let opened: Promise<Connections> | undefined

  /** The connections, with undici loaded at the first call: a run that finds everything known makes none. */
  async function connections(): Promise<Connections> {
    const { Connection, Connections } = await import('./connection.ts')
    return new Connections(settings.connections, () => new Connection(base.origin, settings))
  }

  async function call({ operation, params }: Call, { signal, start }: CallOptions = {}): Promise<Answer> {
    const request = requestOf(operation, params, prefix, settings.apiKey)
    const deadline = startDeadline(settings.deadlineMs, signal)
    opened ??= connections()
    try {
      // An answer that will not name its question can be believed only where no other can come.
      const isNew = !operations[operation].namesQuestion(params)
      const callOn = async (connection: Connection): Promise<Answer> => {
        const exchanged = await exchange(
          connection,
          { ...request, signal: deadline.signal },
          { where: `${operation} at ${base.origin}`, start: start && (() => deadline.without(start)) },
        )
        const answer = answerFrom(exchanged)
        connection.isInDoubt = !namesItsQuestion({ operation, params, ...answer, body: answer.value })
        return answer
      }
      return await (await opened).with(callOn, { isNew })
    } catch (error) {
      throw deadline.isOver ? tookTooLong(operation, settings.deadlineMs, error) : error
    } finally {
      deadline.clear()
    }
  }

  return {
    baseUrl: options.baseUrl,
    call,
    renew: () => void opened?.then((connections) => connections.renew()),
    [Symbol.asyncDispose]: async () => (await opened)?.[Symbol.asyncDispose](),
  }
}

function requestOf(
  operation: OperationName,
  params: Call['params'],
  prefix: string,
  apiKey: string,
): Dispatcher.RequestOptions {
  const { method, path } = operations[operation]
  const headers = {
    [apiKeyHeader]: apiKey,
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
  }
  if (method === 'GET') return { method, path: `${prefix}${path}${queryOf(params)}`, headers }
  return {
    method,
    path: prefix + path,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(params),
  }
}

const queryOf = (params: Call['params']): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) query.set(name, String(value))
  return `?${query}`
}
