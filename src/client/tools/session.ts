import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { startDeadline } from '../deadline.ts'
import { AnsweredError, type Came, type Errand, onErrand } from './errand.ts'

/** The SDK's own timer never ends a request: our deadlines do, which know what had come until then. */
const noTimeout = { timeout: 2 ** 31 - 1 }
/** What is said in parting, a cancellation or the end of a session, is given up after this long. */
const partingMs = 2_000

/** A session with one entry, or the agreement with one that keeps no sessions. */
export interface Session {
  /** Whether the service gave it an id, and so can forget it. */
  readonly isKept: boolean
  /** Sends a request and gives what it was answered with. @throws TransportError */
  request(method: string, params: Readonly<Record<string, unknown>>, errand: Errand): Promise<Came>
  /** Tells the service, which may go on otherwise, that nobody waits for a request. Never fails. */
  cancel(errand: Errand): Promise<void>
  /** Ends it on the side of the service as well. Never fails. */
  end(): Promise<void>
}

/** Introduces itself to an entry: two requests, neither of them a call of an operation. @throws TransportError, AnsweredError */
export async function openSession(
  entry: URL,
  fetch: FetchLike,
  version: string,
  errand: Errand,
): Promise<Session> {
  const transport = new StreamableHTTPClientTransport(entry, { fetch })
  const client = new SdkClient({ name: 'dossier', version })
  try {
    await onErrand(errand, () => client.connect(transport as Transport, noTimeout))
  } catch (error) {
    // What the SDK cannot agree to is an answer of the service, and is judged as one.
    throw isOurs(error) || errand.came === undefined ? error : new AnsweredError(errand.came.answer, errand)
  }
  return {
    isKept: transport.sessionId !== undefined,
    async request(method, params, errand) {
      try {
        await onErrand(errand, () => client.request({ method, params }, ResultSchema, noTimeout))
      } catch (error) {
        if (error instanceof AnsweredError) return { answer: error.answer }
        // What the service sent as an error is a message all the same, and so is a result that the SDK finds fault with.
        if (errand.came === undefined) throw error
      }
      if (errand.came === undefined) throw new Error(`client: ${errand.where} was never sent`)
      return errand.came
    },
    cancel: ({ requestId, where }) =>
      parting(where, () =>
        client.notification({ method: 'notifications/cancelled', params: { requestId, reason: 'given up' } }),
      ),
    end: () =>
      parting(`the end of the session at ${entry.href}`, async () => {
        await transport.terminateSession().finally(() => client.close())
      }),
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof AnsweredError || (error as Error).name === 'TransportError'

/** Something that nobody waits for to succeed. */
async function parting(where: string, say: () => Promise<void>): Promise<void> {
  const deadline = startDeadline(partingMs, undefined)
  await onErrand({ signal: deadline.signal, where }, say).catch(() => undefined)
  deadline.clear()
}
