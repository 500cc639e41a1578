import type { TransportFailure } from '../../contract/failure.ts'

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

/** Codes of Node, of undici and of its parser, by what they mean; anything else is no answer. */
const failuresByCode: readonly (readonly [RegExp, TransportFailure])[] = [
  [/CERT|TLS|SSL|UNABLE_TO_|EPROTO/, 'tls'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'timeout'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'too-large'],
]

/** What a socket dies of. */
const isDeath = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/

/** An error of ours or a defect is passed on; what undici throws while it talks becomes a TransportError. */
export function transportErrorOf(
  where: string,
  cause: unknown,
  { isReusedAndSilent = false, received }: { isReusedAndSilent?: boolean; received?: Received } = {},
): unknown {
  if (cause instanceof TransportError) return cause
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (/INVALID_ARG/.test(code)) return cause
  const failure = failureOf(code, cause)
  const charged = failure === 'timeout' ? '; it may have been charged' : ''
  return new TransportError(`client: ${where} failed: ${`${code} ${message}`.trim()}${charged}`, {
    failure,
    isStale: isReusedAndSilent && isDeath.test(code),
    received: somethingOf(received),
    cause,
  })
}

function failureOf(code: string, cause: unknown): TransportFailure {
  // On a connection that stands, the request may have arrived.
  if (code === 'ETIMEDOUT' && (cause as NodeJS.ErrnoException).syscall !== 'connect') return 'timeout'
  return failuresByCode.find(([codes]) => codes.test(code))?.[1] ?? 'no-answer'
}

/** Headers alone are no bytes to keep. */
const somethingOf = (received: Received | undefined): Received | undefined =>
  received !== undefined && received.body.byteLength > 0 ? received : undefined

interface Deadline {
  /** Aborts when the time is over, whatever the socket does. */
  readonly signal: AbortSignal
  /** Waits for something that the time does not count for: it starts again afterwards. */
  without<Result>(waiting: () => Promise<Result>): Promise<Result>
}

/** Does work under a total deadline of `ms`. @throws TransportError when it is over, with what came until then */
export async function withinDeadline<Result>(
  what: string,
  ms: number,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const begin = () => setTimeout(() => over.abort(), ms)
  let timer = begin()
  const without: Deadline['without'] = async (waiting) => {
    clearTimeout(timer)
    const result = await waiting()
    timer = begin()
    return result
  }
  try {
    return await work({ signal: over.signal, without })
  } catch (cause) {
    if (!over.signal.aborted) throw cause
    throw new TransportError(`client: ${what} took longer than ${ms} ms; it may have been charged`, {
      failure: 'timeout',
      received: cause instanceof TransportError ? cause.received : undefined,
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
}

/** What a promise resolves to, unless the signal aborts before: then rejects with its reason. */
export function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
