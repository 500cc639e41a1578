/*
 * Why a call failed, and what follows from it (hazards, the table of classes). One table for the engine, which acts on
 * it, and for the view of dead letters, which tells of it.
 */

/**
 * What the engine does about a failure.
 * - `transient`: asked again, at most three attempts, within the run's retry budget.
 * - `rate`: the whole gate pauses; costs no attempt.
 * - `run`: a person has to do something, if it holds: when the first call meets it, or three in a row, or the same call half a
 *   minute later. Then the run stops and resumes; until then it is this one call's failure.
 * - `mismatch`: asked again on a new connection; then given up with its raw bytes, the run goes on.
 * - `poison`: this one call is given up with its raw bytes, the run goes on.
 * - `unknown`: as poison, but of a kind that was never seen.
 */
export type FailureClass = 'transient' | 'rate' | 'run' | 'mismatch' | 'poison' | 'unknown'

/** Failures that an answer tells. */
const answerFailures = {
  /** Asked too fast: HTTP 429, or an envelope that says so. */
  rate: 'rate',
  /** What was bought is used up: HTTP 402, or an envelope that says so. */
  quota: 'run',
  /** Success by its status, but a message that wants a login or does not accept the key. */
  login: 'run',
  /** A 3xx: the key must not travel along. */
  redirect: 'run',
  /** An answer to another question: another record, list, page or article than the one asked for. */
  mismatch: 'mismatch',
  /** HTTP 408 or 5xx, whatever the body; or an envelope that says that the service failed. */
  service: 'transient',
  /** Success, but not an answer by the contract: HTML, bad UTF-8, another envelope, other data. */
  shape: 'poison',
  /** Success without data, and a message that does not say that nothing was found: no verified absence. */
  'no-data': 'poison',
  /** A status or code that the contract does not know. */
  'unknown-code': 'unknown',
} as const satisfies Readonly<Record<string, FailureClass>>

/** Failures without a usable answer. */
const transportFailures = {
  /** Refused, reset, closed, garbage instead of HTTP, a body that ends before its length. */
  'no-answer': 'transient',
  /** Too long a wait, in all or for the next byte, after the request was sent: it may have been charged. */
  timeout: 'transient',
  /** The process ended while the call was under way: it may have been charged. */
  lost: 'transient',
  /** Whole by HTTP, but its compression is damaged or unknown, or bytes follow its end. */
  damaged: 'poison',
  /** A body beyond the bound, also when decompressed, or too many bytes of headers. */
  'too-large': 'poison',
  /** The connection cannot be made securely: asking again cannot help. */
  tls: 'run',
} as const satisfies Readonly<Record<string, FailureClass>>

export type AnswerFailure = keyof typeof answerFailures
export type TransportFailure = keyof typeof transportFailures
export type Failure = AnswerFailure | TransportFailure

export const failureClasses: Readonly<Record<Failure, FailureClass>> = {
  ...answerFailures,
  ...transportFailures,
}
