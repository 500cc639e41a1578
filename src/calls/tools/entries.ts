import {
  InitializeResultSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { apiKeyHeader } from '../../contract/operation.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { type ClientOptions, defaults, parseBaseUrl } from '../client/client.ts'
import { Connection, Connections } from '../client/connection.ts'
import { TransportError, unlessAborted, withinDeadline } from '../client/errors.ts'
import type { Answer } from '../client/exchange.ts'
import { AnsweredError, ask, type Came, end, type Line, type ToolRequest, tell } from './messages.ts'

export interface EntriesOptions extends ClientOptions {
  /** Sent as `Authorization: Bearer`, beside the key. */
  readonly bearerToken?: string | undefined
  /** Version of dossier, which introduces itself with it. */
  readonly version: string
}

export type Entries = ReturnType<typeof createEntries>

/**
 * The tool entries of one service, on connections that they share. Sends nothing until an entry is asked for something.
 * @throws ClientSettingsError
 */
export function createEntries(options: EntriesOptions) {
  const base = parseBaseUrl(options.baseUrl)
  const settings = { ...defaults, ...options }
  const connections = new Connections(settings.connections, () => new Connection(base.origin, settings))
  const headers = {
    [apiKeyHeader]: options.apiKey,
    ...(options.bearerToken !== undefined && { authorization: `Bearer ${options.bearerToken}` }),
  }
  const entries = new Map<string, Entry>()
  return {
    /** The entry at a path below the base address, the same for the same path. */
    at(path: string): Entry {
      const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
      const entry = entries.get(path) ?? createEntry({ connections, url, headers }, settings)
      entries.set(path, entry)
      return entry
    },
    /** Has the next requests go out on new connections; sessions stay, their answers say which request they are to. */
    renew: () => connections.renew(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...entries.values()].map((entry) => entry.end()))
      await connections[Symbol.asyncDispose]()
    },
  }
}

/** A message that answers, and the answer that it came in. */
export type Answered = Pick<Came, 'answer'> & { readonly message: JsonObject }

type Entry = ReturnType<typeof createEntry>

/**
 * One tool entry (docs/contract.md, Tools). All calls share a session, which the first that needs one opens; one that is not there after
 * the deadline of a call is given up.
 */
function createEntry(line: Line, { version, deadlineMs }: { version: string; deadlineMs: number }) {
  let current: Promise<Session> | undefined

  /** The next request opens another session, unless one has done so already. */
  function forget(session: Promise<Session>): void {
    if (current === session) current = undefined
  }

  function open(): Promise<Session> {
    const where = `the opening of a session at ${line.url.href}`
    const opening = withinDeadline(where, deadlineMs, ({ signal }) =>
      openSession(line, version, { signal, where }),
    ).catch((error: unknown) => {
      forget(opening)
      throw error
    })
    return opening
  }

  return {
    url: line.url,
    /** Sends one request and gives the message that answers it. @throws TransportError, AnsweredError */
    async request(method: string, params: JsonObject, asked: ToolRequest): Promise<Answered> {
      current ??= open()
      const opening = current
      const session = await sessionFor(opening, asked)
      const { answer, message } = await session.request(method, params, asked)
      if (session.isKept && isGone(answer)) {
        forget(opening)
        throw sessionGone(asked, answer)
      }
      if (message === undefined) throw new AnsweredError(answer, asked)
      return { answer, message }
    },
    /** Ends its session. Never fails. */
    async end(): Promise<void> {
      const session = await current?.catch(() => undefined)
      await session?.end()
    },
  }
}

/** Waits for a session that others may wait for as well. @throws TransportError */
async function sessionFor(opening: Promise<Session>, { signal, where }: ToolRequest): Promise<Session> {
  try {
    return await unlessAborted(opening, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new TransportError(`client: ${where} failed: there was no session yet; nothing was called`, {
      failure: 'no-answer',
      cause: signal.reason,
    })
  }
}

/**
 * Whether the service does not know the session: HTTP 404 by the protocol, an error that names the session in the wild. Then it has
 * not looked at the request.
 */
const isGone = ({ httpStatus, value }: Answer): boolean =>
  httpStatus === 404 ||
  ([200, 400].includes(httpStatus) &&
    isObject(value) &&
    isObject(value.error) &&
    /\bsession\b/i.test(String(value.error.message)))

/** As a connection that was gone before the request: it is made again at once, as an attempt of its own. */
const sessionGone = ({ where }: ToolRequest, { httpStatus, body }: Answer): TransportError =>
  new TransportError(`client: ${where} failed: the service no longer knows the session; nothing was called`, {
    failure: 'no-answer',
    isStale: true,
    received: { httpStatus, body },
  })

/** What is said in parting, a cancellation or the end of a session, is given up after this long. */
const partingMs = 2_000

/** Something whose success does not matter. */
const parting = (where: string, say: (asked: ToolRequest) => Promise<void>): Promise<void> =>
  say({ signal: AbortSignal.timeout(partingMs), where }).catch(() => undefined)

/** A session with one entry, or the agreement with one that keeps no sessions. */
type Session = Awaited<ReturnType<typeof openSession>>

/**
 * Introduces itself to an entry: two requests, neither of them a call of an operation. What it cannot agree to is an answer of the
 * service, and is judged as one. @throws TransportError, AnsweredError
 */
async function openSession(entry: Line, version: string, asked: ToolRequest) {
  const introduction = {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'dossier', version },
  }
  let requests = 0
  const opened = await ask(entry, { id: requests, method: 'initialize', params: introduction }, asked)
  const { sessionId = '' } = opened
  const { data: agreed } = InitializeResultSchema.safeParse(opened.message?.result)
  if (agreed === undefined || !SUPPORTED_PROTOCOL_VERSIONS.includes(agreed.protocolVersion))
    throw new AnsweredError(opened.answer, asked)
  /** Whether the service gave it an id, and so can forget it. */
  const isKept = sessionId !== ''
  const headers = {
    ...entry.headers,
    'mcp-protocol-version': agreed.protocolVersion,
    ...(isKept && { 'mcp-session-id': sessionId }),
  }
  const line = { ...entry, headers }
  await tell(line, { method: 'notifications/initialized' }, asked)
  /** Tells the service, which may go on otherwise, that a request was given up. Never fails. */
  const cancel = (requestId: number, where: string) =>
    parting(where, (asked) =>
      tell(line, { method: 'notifications/cancelled', params: { requestId, reason: 'given up' } }, asked),
    )
  return {
    isKept,
    /** Sends a request and gives what it was answered with. @throws TransportError */
    async request(method: string, params: JsonObject, asked: ToolRequest): Promise<Came> {
      requests += 1
      const id = requests
      try {
        return await ask(line, { id, method, params }, asked)
      } catch (error) {
        if (asked.signal.aborted) void cancel(id, asked.where)
        throw error
      }
    },
    /** Ends it on the side of the service as well. Never fails. */
    end: async () => {
      if (isKept) await parting(`the end of the session at ${entry.url.href}`, (asked) => end(line, asked))
    },
  }
}
