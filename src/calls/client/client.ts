import { once } from 'node:events'
import { connect } from 'node:net'
import type { Dispatcher } from 'undici'
import { namesItsQuestion } from '../../contract/classify.ts'
import { apiKeyHeader } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { Connection, Connections, ConnectionTimeouts } from './connection.ts'
import { ClientSettingsError, TransportError, withinDeadline } from './errors.ts'
import { type Answer, answerFrom, exchange, type Sent } from './exchange.ts'

export interface Call {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
}

export interface CallOptions {
  /**
   * Awaited at the very last moment, when the connection stands: as soon as it resolves the request goes out. No deadline counts
   * for it, and what it throws is thrown. It resolves with what to call when the request has left.
   */
  readonly start?: () => Promise<Sent>
  /** Milliseconds without a byte of the answer after which the attempt is given up. Default: those of the client. */
  readonly silentMs?: number | undefined
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

  async function call({ operation, params }: Call, options: CallOptions = {}): Promise<Answer> {
    const { start, silentMs } = options
    const request = { ...requestOf(operation, params, prefix, settings.apiKey), ...givenUpAfter(silentMs) }
    const where = `${operation} at ${base.origin}`
    return await withinDeadline(operation, settings.deadlineMs, async (deadline) => {
      // An answer that will not name its question can be believed only where no other can come.
      const isNew = !operations[operation].namesQuestion(params)
      const sending = { where, start: start && (() => deadline.without(start)) }
      const callOn = async (connection: Connection): Promise<Answer> => {
        const exchanged = await exchange(connection, { ...request, signal: deadline.signal }, sending)
        const answer = answerFrom(exchanged)
        connection.isInDoubt = !namesItsQuestion({ operation, params, ...answer, body: answer.value })
        return answer
      }
      opened ??= connections()
      return await (await opened).with(callOn, { isNew })
    })
  }

  return {
    baseUrl: shownAddress(base),
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

/** The limits of one request, where they are not those of its connection. */
export const givenUpAfter = (
  silentMs: number | undefined,
): Pick<Dispatcher.RequestOptions, 'headersTimeout' | 'bodyTimeout'> =>
  silentMs === undefined ? {} : { headersTimeout: silentMs, bodyTimeout: silentMs }

const queryOf = (params: Call['params']): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) query.set(name, String(value))
  return `?${query}`
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * The service's address. https only, because the key travels in a header; loopback may be http.
 * @throws ClientSettingsError
 */
export function parseBaseUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ClientSettingsError(
      `client: the base address "${withoutSecrets(given)}" is not an address; expected one such as https://api.example.com`,
    )
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new ClientSettingsError(
      `client: ${url.origin} would send the key unencrypted; expected https:// (http is for loopback only)`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ClientSettingsError(
      `client: the base address must be an origin and a path only, without user, query or fragment`,
    )
  }
  return url
}

/** For messages and logs: a person may have put a key into the path. */
export const shownAddress = ({ origin, pathname }: URL): string => (pathname === '/' ? origin : `${origin}/…`)

/** User, path and query are left out: a person may have put a key there. */
const withoutSecrets = (address: string): string =>
  address
    .replace(/^([^/]*\/\/)?[^/]*@/, '$1…@')
    .replace(/^((?:[^/?#]*\/\/)?[^/?#]*[/?#]?).*$/s, (all, shown) => (shown === all ? all : `${shown}…`))

/**
 * Connects to the service's host, over TLS where the address says so, and hangs up: no request is sent, so nothing is
 * charged. Resolves with the milliseconds it took. @throws ClientSettingsError, TransportError
 */
export async function reach(baseUrl: string, timeoutMs = 10_000): Promise<number> {
  const { protocol, hostname, port } = parseBaseUrl(baseUrl)
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || (isTls ? 443 : 80) }
  // To load this takes nearly as long as to start Node, and no run needs it here.
  const { connect: connectTls } = await import('node:tls')
  const started = performance.now()
  const socket = isTls ? connectTls({ ...target, servername: host }) : connect(target)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return performance.now() - started
  } catch (cause) {
    const { code, message, name } = cause as NodeJS.ErrnoException
    const why = name === 'AbortError' ? `no connection within ${timeoutMs} ms` : (code ?? message)
    throw new TransportError(`client: ${target.host}:${target.port} cannot be reached: ${why}`, {
      failure: name === 'AbortError' ? 'timeout' : 'no-answer',
      cause,
    })
  } finally {
    socket.destroy()
  }
}
