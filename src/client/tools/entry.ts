import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isObject } from '../../contract/answer.ts'
import type { Answer } from '../answer.ts'
import { startDeadline, unlessAborted } from '../deadline.ts'
import { TransportError } from '../errors.ts'
import { tookTooLong } from '../transport-error.ts'
import { AnsweredError, type Came, type Errand } from './errand.ts'
import { openSession, type Session } from './session.ts'

export interface EntryOptions {
  readonly url: URL
  readonly fetch: FetchLike
  readonly version: string
  /** A session that is not there after so long is given up. */
  readonly deadlineMs: number
}

/** One tool entry (contract 4.7). All calls share a session, which the first that needs one opens. */
export class Entry implements AsyncDisposable {
  readonly url: URL
  readonly #options: EntryOptions
  #opening: Promise<Session> | undefined

  constructor(options: EntryOptions) {
    this.url = options.url
    this.#options = options
  }

  /** Sends one request and gives the message that answers it. @throws TransportError, AnsweredError */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    errand: Errand,
  ): Promise<Required<Came>> {
    this.#opening ??= this.#open()
    const opening = this.#opening
    const session = await sessionFor(opening, errand)
    try {
      const { answer, message } = await session.request(method, params, errand)
      if (session.isKept && isGone(answer)) {
        this.#forget(opening)
        throw sessionGone(errand, answer)
      }
      if (message === undefined) throw new AnsweredError(answer, errand)
      return { answer, message }
    } catch (error) {
      if (errand.signal.aborted && errand.requestId !== undefined) void session.cancel(errand)
      throw error
    }
  }

  #open(): Promise<Session> {
    const { url, fetch, version, deadlineMs } = this.#options
    const deadline = startDeadline(deadlineMs, undefined)
    const where = `the opening of a session at ${url.href}`
    const opening = openSession(url, fetch, version, { signal: deadline.signal, where })
      .catch((error: unknown) => {
        this.#forget(opening)
        throw deadline.isOver ? tookTooLong(where, deadlineMs, error) : error
      })
      .finally(() => deadline.clear())
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
async function sessionFor(opening: Promise<Session>, { signal, where }: Errand): Promise<Session> {
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
const sessionGone = ({ where }: Errand, { httpStatus, body }: Answer): TransportError =>
  new TransportError(`client: ${where} failed: the service no longer knows the session; nothing was called`, {
    failure: 'no-answer',
    isStale: true,
    received: { httpStatus, body },
  })
