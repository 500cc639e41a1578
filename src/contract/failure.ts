/*
 * Why a call failed, and what follows: one table for the run, the view of dead letters and docs/contract.md.
 */

/** What the engine does about a failure, by class. */
export const classMeanings = {
  transient: "asked again, at most three attempts, within the run's retry budget",
  rate: 'the whole gate pauses; costs no attempt',
  run: 'a person has to do something, if it holds: when the first call meets it, or three in a row, or the same call half a minute later. Then the run stops and can be resumed; until then it is the failure of this one call',
  mismatch: 'asked again on a new connection; then given up with its raw bytes, and the run goes on',
  poison: 'this one call is given up with its raw bytes, and the run goes on',
  unknown: 'as poison, but of a kind that was never seen',
} as const

export type FailureClass = keyof typeof classMeanings

interface FailureKind {
  readonly class: FailureClass
  readonly meaning: string
}

/** Failures that an answer tells. */
const answerFailures = {
  rate: { class: 'rate', meaning: 'asked too fast: HTTP 429, or an envelope that says so' },
  quota: { class: 'run', meaning: 'what was bought is used up: HTTP 402, or an envelope that says so' },
  login: {
    class: 'run',
    meaning: 'success by its status, but a message that wants a login or does not accept the key',
  },
  redirect: { class: 'run', meaning: 'HTTP 3xx: the key must not travel along' },
  mismatch: {
    class: 'mismatch',
    meaning: 'an answer to another question: another record, list, page or article than the one asked for',
  },
  service: {
    class: 'transient',
    meaning: 'HTTP 408 or 5xx, whatever the body; or an envelope that says that the service failed',
  },
  shape: {
    class: 'poison',
    meaning: 'success, but not an answer by the contract: HTML, bad UTF-8, another envelope, other data',
  },
  'no-data': {
    class: 'poison',
    meaning:
      'success without data, and a message that does not say that nothing was found: no verified absence',
  },
  'unknown-code': { class: 'unknown', meaning: 'a status or code that the contract does not know' },
} as const satisfies Readonly<Record<string, FailureKind>>

/** Failures without a usable answer. */
const transportFailures = {
  'no-answer': {
    class: 'transient',
    meaning: 'refused, reset, closed, garbage instead of HTTP, a body that ends before its length',
  },
  timeout: {
    class: 'transient',
    meaning:
      'too long a wait, in all or for the next byte, after the request was sent: it may have been charged',
  },
  lost: {
    class: 'transient',
    meaning: 'the process ended while the call was under way: it may have been charged',
  },
  damaged: {
    class: 'poison',
    meaning: 'whole by HTTP, but its compression is damaged or unknown, or bytes follow its end',
  },
  'too-large': {
    class: 'poison',
    meaning: 'a body beyond the bound, also when decompressed, or too many bytes of headers',
  },
  tls: { class: 'run', meaning: 'the connection cannot be made securely: asking again cannot help' },
} as const satisfies Readonly<Record<string, FailureKind>>

export type AnswerFailure = keyof typeof answerFailures
export type TransportFailure = keyof typeof transportFailures
export type Failure = AnswerFailure | TransportFailure

export const failures: Readonly<Record<Failure, FailureKind>> = { ...answerFailures, ...transportFailures }

export const failureClasses = Object.fromEntries(
  Object.entries(failures).map(([failure, kind]) => [failure, kind.class]),
) as Readonly<Record<Failure, FailureClass>>
