import { Pool } from 'undici'
import { apiKeyHeader } from '../contract/address.ts'
import { type Json, parseJson } from '../contract/json.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import { parseBaseUrl } from './base-url.ts'
import { readBody } from './body.ts'
import { TransportError } from './errors.ts'

export interface Call {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
}

/** What came back, before anybody judged it. */
export interface Answer extends Json {
  readonly httpStatus: number
  readonly retryAfter: string | undefined
  /** The service's clock: its Date header. */
  readonly date?: string | undefined
  readonly body: Buffer
}

export interface Client extends AsyncDisposable {
  readonly baseUrl: string
  /** Makes one attempt. @throws TransportError */
  call(call: Call, signal?: AbortSignal): Promise<Answer>
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly apiKey: string
  /** Connections kept open at the most. Default 32. */
  readonly connections?: number
  /** An attempt that takes longer than this in all is given up. Default 120000 ms. */
  readonly deadlineMs?: number
}

/** Calls over HTTP (contract section 4). Redirects are never followed: the key would go along. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 32,
    connect: { timeout: 10_000 },
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  const headers = {
    [apiKeyHeader]: options.apiKey,
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
  }
  const deadlineMs = options.deadlineMs ?? 120_000

  async function call({ operation, params }: Call, signal?: AbortSignal): Promise<Answer> {
    const { method, path } = operations[operation]
    const deadline = withDeadline(deadlineMs, signal)
    try {
      const response = await pool.request({
        method,
        path: prefix + path + (method === 'GET' ? queryOf(params) : ''),
        headers:
          method === 'GET' ? headers : { ...headers, 'content-type': 'application/json; charset=utf-8' },
        body: method === 'GET' ? null : JSON.stringify(params),
        signal: deadline.signal,
      })
      const body = await readBody(response)
      return {
        httpStatus: response.statusCode,
        retryAfter: oneText(response.headers['retry-after']),
        date: oneText(response.headers.date),
        body,
        ...parseJson(body),
      }
    } catch (error) {
      throw deadline.isOver
        ? tookTooLong(operation, deadlineMs, error)
        : asTransportError(operation, base, error)
    } finally {
      deadline.clear()
    }
  }

  return { baseUrl: options.baseUrl, call, [Symbol.asyncDispose]: () => pool.close() }
}

const queryOf = (params: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) query.set(name, String(value))
  return `?${query}`
}

/** A header that came more than once says nothing certain. */
const oneText = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

/** Aborts after a total time, whatever the socket does, and when the caller aborts. */
function withDeadline(ms: number, outer: AbortSignal | undefined) {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, ms)
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get isOver() {
      return isOver
    },
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

const tookTooLong = (operation: string, ms: number, cause: unknown): TransportError =>
  new TransportError(`client: ${operation} took longer than ${ms} ms; it may have been charged`, {
    isTransient: true,
    cause,
  })

function asTransportError(operation: string, base: URL, error: unknown): TransportError {
  if (error instanceof TransportError) return error
  const { code, message } = error as { code?: string; message?: string }
  const isFatal = /CERT|TLS|SSL|UNABLE_TO_|EPROTO|ERR_INVALID_ARG|UND_ERR_INVALID_ARG|ENOTFOUND/.test(
    code ?? '',
  )
  return new TransportError(
    `client: ${operation} at ${base.origin} failed: ${code ?? ''} ${message ?? ''}`.trim(),
    {
      isTransient: !isFatal,
      cause: error,
    },
  )
}
