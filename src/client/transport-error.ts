import type { TransportFailure } from '../contract/failure.ts'
import { BrokenBodyError } from './body.ts'
import { type Received, TransportError } from './errors.ts'

/** Codes of Node, of undici and of its parser, by what they mean; anything else is no answer. */
const failuresByCode: readonly (readonly [RegExp, TransportFailure])[] = [
  [/CERT|TLS|SSL|UNABLE_TO_|EPROTO/, 'tls'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'timeout'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'too-large'],
]

/** What a socket dies of. */
const isDeath = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/

/** An error of ours or a defect is passed on; what undici throws while it talks becomes a TransportError. */
export function transportErrorOf(where: string, error: unknown, isReusedAndSilent: boolean): unknown {
  if (error instanceof TransportError) return error
  const received = error instanceof BrokenBodyError ? error.received : undefined
  const cause = received === undefined ? error : (error as Error).cause
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (/INVALID_ARG/.test(code)) return error
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

/** The total deadline; what came until then comes along. */
export const tookTooLong = (operation: string, ms: number, cause: unknown): TransportError =>
  new TransportError(`client: ${operation} took longer than ${ms} ms; it may have been charged`, {
    failure: 'timeout',
    received: cause instanceof TransportError ? cause.received : undefined,
    cause,
  })
