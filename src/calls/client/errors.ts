import type { TransportFailure } from '../../contract/failure.ts'
import type { Json } from '../../contract/json.ts'

/** What came before it turned out that it is no answer: the status and the raw bytes, still compressed. */
export interface Received {
  readonly httpStatus: number
  readonly body: Uint8Array
}

/** No usable answer came. `failure` says what happens next (docs/contract.md, Codes and messages). */
export class TransportError extends Error {
  override name = 'TransportError'
  readonly failure: TransportFailure
  /** A connection that had served before died before the first byte: the keep-alive race. */
  readonly isStale: boolean
  readonly received: Received | undefined

  constructor(
    message: string,
    options: {
      failure: TransportFailure
      isStale?: boolean
      received?: Received | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.failure = options.failure
    this.isStale = options.isStale ?? false
    this.received = options.received
  }
}

/** The settings of the client cannot work; nothing was sent. */
export class ClientSettingsError extends Error {
  override name = 'ClientSettingsError'
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
