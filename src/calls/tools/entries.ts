import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { apiKeyHeader } from '../../contract/operation.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { type ClientOptions, defaults, parseBaseUrl } from '../client/client.ts'
import { Connection, Connections } from '../client/connection.ts'
import { TransportError, unlessAborted, withinDeadline } from '../client/errors.ts'
import type { Answer } from '../client/exchange.ts'
import { AnsweredError, type Came, createFetch, onBehalfOf, type ToolRequest } from './fetch.ts'

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
  const shared = {
    fetch: createFetch({ connections, credentials: credentialsOf(options) }),
    version: options.version,
    deadlineMs: settings.deadlineMs,
  }
  const entries = new Map<string, Entry>()
  return {
    /** The entry at a path below the base address, the same for the same path. */
    at(path: string): Entry {
      const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
      const entry = entries.get(path) ?? new Entry({ ...shared, url })
      entries.set(path, entry)
      return entry
    },
    /** Has the next requests go out on new connections; sessions stay, their answers say which request they are to. */
    renew: () => connections.renew(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...entries.values()].map((entry) => entry[Symbol.asyncDispose]()))
      await connections[Symbol.asyncDispose]()
    },
  }
}

const credentialsOf = ({ apiKey, bearerToken }: EntriesOptions): Readonly<Record<string, string>> => ({
  [apiKeyHeader]: apiKey,
  ...(bearerToken !== undefined && { authorization: `Bearer ${bearerToken}` }),
})

interface EntryOptions {
  readonly url: URL
  readonly fetch: FetchLike
  readonly version: string
  /** A session that is not there after so long is given up. */
  readonly deadlineMs: number
}

/** One tool entry (docs/contract.md, Tools). All calls share a session, which the first that needs one opens. */
class Entry implements AsyncDisposable {
  readonly url: URL
  readonly #options: EntryOptions
  #opening: Promise<Session> | undefined

  constructor(options: EntryOptions) {
    this.url = options.url
    this.#options = options
  }

  /** Sends one request and gives the message that answers it. @throws TransportError, AnsweredError */
  async request(method: string, params: JsonObject, asked: ToolRequest): Promise<Required<Came>> {
    this.#opening ??= this.#open()
    const opening = this.#opening
    const session = await sessionFor(opening, asked)
    try {
      const { answer, message } = await session.request(method, params, asked)
      if (session.isKept && isGone(answer)) {
        this.#forget(opening)
        throw sessionGone(asked, answer)
      }
      if (message === undefined) throw new AnsweredError(answer, asked)
      return { answer, message }
    } catch (error) {
      if (asked.signal.aborted && asked.requestId !== undefined) void session.cancel(asked)
      throw error
    }
  }

  #open(): Promise<Session> {
    const { url, fetch, version, deadlineMs } = this.#options
    const where = `the opening of a session at ${url.href}`
    const opening = withinDeadline({ what: where, ms: deadlineMs }, ({ signal }) =>
      openSession(url, fetch, version, { signal, where }),
    ).catch((error: unknown) => {
      this.#forget(opening)
      throw error
    })
    return opening
  }

  /** The next request opens another session, unless one has done so already. */
  #forget(opening: Promise<Session>): void {
    if (this.#opening === opening) this.#opening = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const session = await this.#opening?.catch(() => undefined)
    await session?.end()
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

/** The SDK's own timer never ends a request: our deadlines do, which know what had come until then. */
const noTimeout = { timeout: 2 ** 31 - 1 }
/** What is said in parting, a cancellation or the end of a session, is given up after this long. */
const partingMs = 2_000

/** A session with one entry, or the agreement with one that keeps no sessions. */
type Session = Awaited<ReturnType<typeof openSession>>

/** Introduces itself to an entry: two requests, neither of them a call of an operation. @throws TransportError, AnsweredError */
async function openSession(entry: URL, fetch: FetchLike, version: string, asked: ToolRequest) {
  const transport = new StreamableHTTPClientTransport(entry, { fetch })
  const client = new SdkClient({ name: 'dossier', version })
  try {
    await onBehalfOf(asked, () => client.connect(transport as Transport, noTimeout))
  } catch (error) {
    // What the SDK cannot agree to is an answer of the service, and is judged as one.
    throw isOurs(error) || asked.came === undefined ? error : new AnsweredError(asked.came.answer, asked)
  }
  return {
    /** Whether the service gave it an id, and so can forget it. */
    isKept: transport.sessionId !== undefined,
    /** Sends a request and gives what it was answered with. @throws TransportError */
    async request(method: string, params: JsonObject, asked: ToolRequest): Promise<Came> {
      try {
        await onBehalfOf(asked, () => client.request({ method, params }, ResultSchema, noTimeout))
      } catch (error) {
        if (error instanceof AnsweredError) return { answer: error.answer }
        // What the service sent as an error is a message all the same, and so is a result that the SDK finds fault with.
        if (asked.came === undefined) throw error
      }
      if (asked.came === undefined) throw new Error(`client: ${asked.where} was never sent`)
      return asked.came
    },
    /** Tells the service, which may go on otherwise, that a request was given up. Never fails. */
    cancel: ({ requestId, where }: ToolRequest) =>
      parting(where, () =>
        client.notification({ method: 'notifications/cancelled', params: { requestId, reason: 'given up' } }),
      ),
    /** Ends it on the side of the service as well. Never fails. */
    end: () =>
      parting(`the end of the session at ${entry.href}`, async () => {
        await transport.terminateSession().finally(() => client.close())
      }),
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof AnsweredError || (error as Error).name === 'TransportError'

/** Something whose success does not matter. */
async function parting(where: string, say: () => Promise<void>): Promise<void> {
  await onBehalfOf({ signal: AbortSignal.timeout(partingMs), where }, say).catch(() => undefined)
}
