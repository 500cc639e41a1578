import type { Dispatcher } from 'undici'
import { apiKeyHeader } from '../contract/address.ts'
import { type Json, parseJson } from '../contract/json.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import { parseBaseUrl } from './base-url.ts'
import { decompressed, readBody } from './body.ts'
import { Connection, Connections, type ConnectionTimeouts } from './connection.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { TransportError } from './errors.ts'
import { tookTooLong, transportErrorOf } from './transport-error.ts'

export interface Call {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
}

/** What came back, before anybody judged it. */
export interface Answer extends Json {
  readonly httpStatus: number
  /** Retry-After, once for each time that the header came. */
  readonly retryAfter: readonly string[]
  /** The service's clock: its Date header. */
  readonly date?: string | undefined
  readonly body: Buffer
}

export interface Client extends AsyncDisposable {
  readonly baseUrl: string
  /** Makes one attempt. @throws TransportError */
  call(call: Call, signal?: AbortSignal): Promise<Answer>
}

export interface ClientOptions extends Partial<ConnectionTimeouts> {
  readonly baseUrl: string
  readonly apiKey: string
  /** Connections kept open at the most. Default 32. */
  readonly connections?: number
  /** An attempt that takes longer than this in all is given up. Default 120000 ms. */
  readonly deadlineMs?: number
}

/** Milliseconds. The deadline counts from the first to the last byte; the others end sooner what stands still. */
const defaults = {
  connections: 32,
  deadlineMs: 120_000,
  connectMs: 10_000,
  headersMs: 60_000,
  idleMs: 60_000,
}

/** Calls over HTTP (contract section 4). Redirects are never followed: the key would go along. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl)
  const settings = { ...defaults, ...options }
  const prefix = base.pathname.replace(/\/$/, '')
  const connections = new Connections(settings.connections, () => new Connection(base.origin, settings))

  async function call({ operation, params }: Call, signal?: AbortSignal): Promise<Answer> {
    const request = requestOf(operation, params, prefix, settings.apiKey)
    const deadline = startDeadline(settings.deadlineMs, signal)
    try {
      return await connections.with((connection) =>
        answerOf(connection, request, deadline, `${operation} at ${base.origin}`),
      )
    } catch (error) {
      throw deadline.isOver ? tookTooLong(operation, settings.deadlineMs, error) : error
    } finally {
      deadline.clear()
    }
  }

  return {
    baseUrl: options.baseUrl,
    call,
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  }
}

/** One request on one connection, to the end of its answer. @throws TransportError */
async function answerOf(
  connection: Connection,
  request: Dispatcher.RequestOptions,
  { signal }: Deadline,
  where: string,
): Promise<Answer> {
  try {
    const response = await connection.request({ ...request, signal })
    const sent = await readBody(response)
    connection.served()
    if (response.statusCode < 300 && connection.excess !== undefined)
      throw followedByMore(response.statusCode, sent, connection.excess)
    // What the status alone decides needs no readable body.
    const body = await decompressed(response, sent).catch((error: TransportError) => {
      if (response.statusCode < 300) throw error
      return undefined
    })
    return {
      httpStatus: response.statusCode,
      retryAfter: textsOf(response.headers['retry-after']),
      date: textsOf(response.headers.date)[0],
      body: body ?? sent,
      ...(body === undefined ? { isJson: false, value: undefined } : parseJson(body)),
    }
  } catch (error) {
    throw transportErrorOf(where, error, connection.isSilentSinceServed)
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

const textsOf = (header: string | string[] | undefined): readonly string[] =>
  header === undefined ? [] : [header].flat()

/** A body longer than its length says was cut at its length: it is not trusted. */
const followedByMore = (httpStatus: number, body: Buffer, cause: Error): TransportError =>
  new TransportError('client: bytes follow the end of the body; its length is wrong', {
    failure: 'damaged',
    received: { httpStatus, body },
    cause,
  })
