import { type Failure, failureClasses } from '../contract/failure.ts'

/** What to do after an attempt. */
export type Verdict =
  | { readonly next: 'land' }
  /** Asked again; one of the three attempts, and one of the run's retries. */
  | { readonly next: 'retry'; readonly delayMs: number }
  /** Asked again at once: the connection was gone before the request. */
  | { readonly next: 'reconnect' }
  /** The whole gate waits; costs no attempt. */
  | { readonly next: 'pause'; readonly delayMs: number }

/** What an attempt ended in. */
export interface Attempt {
  /** Null when the answer is conclusive: a hit, an absence, a refusal. */
  readonly failure: Failure | null
  readonly httpStatus: number | null
  /** What Retry-After asks for. */
  readonly retryAfterMs: number | null
  /** A connection that had served before died before the first byte. */
  readonly isStale: boolean
  /** The attempt before failed likewise, on the same bytes. */
  readonly isRepeat: boolean
}

export const maximumAttempts = 3
const baseDelayMs = 500
const maximumDelayMs = 20_000
const defaultPauseMs = 2_000
/** A service that asks for no wait at all is not believed: it would be asked and paid without end. */
const minimumPauseMs = 1_000

/** A wait beyond a day is as good as none that is named: the run stops either way. */
const maximumPauseMs = 86_400_000

/** Failures that another attempt may mend, unless it brings the same bytes: they may have been damaged, or mixed up, on their way. */
const doubtful: ReadonlySet<Failure | null> = new Set(['shape', 'damaged', 'mismatch', 'no-data'])

/**
 * Decides by the failure alone (docs/reliability.md): transient failures are asked again with full jitter,
 * answers that cannot be read or answer something else until the same bytes come twice, a refusal for speed pauses everyone, everything else is
 * conclusive. `attempt` counts from 1; `random` is in [0, 1).
 */
export function judge(attempt: number, ended: Attempt, random: number): Verdict {
  const { failure, httpStatus, retryAfterMs } = ended
  if (failure === null) return { next: 'land' }
  if (ended.isStale) return { next: 'reconnect' }
  // An overload that says when to come back is no reason to give the call up.
  if (failure === 'rate' || (httpStatus === 503 && retryAfterMs !== null)) {
    return { next: 'pause', delayMs: Math.max(minimumPauseMs, retryAfterMs ?? defaultPauseMs) }
  }
  const mayHelp = doubtful.has(failure) ? !ended.isRepeat : failureClasses[failure] === 'transient'
  return mayHelp ? retryOrLand(attempt, random) : { next: 'land' }
}

const retryOrLand = (attempt: number, random: number): Verdict =>
  attempt >= maximumAttempts
    ? { next: 'land' }
    : { next: 'retry', delayMs: Math.round(random * Math.min(maximumDelayMs, baseDelayMs * 2 ** attempt)) }

/**
 * Milliseconds that Retry-After asks for (RFC 9110 10.2.3): seconds, or an HTTP date counted from `nowMs`, which should
 * be the service's own clock; at most a day. Of several headers the longest wait. Null when none can be read.
 */
export function retryAfterMs(headers: readonly string[], nowMs: number): number | null {
  const waits = headers.map((header) => waitOf(header.trim(), nowMs)).filter((ms) => ms !== null)
  return waits.length === 0 ? null : Math.min(maximumPauseMs, Math.max(...waits))
}

/** Digits first: Date.parse takes "120" and "-5" for dates. */
function waitOf(header: string, nowMs: number): number | null {
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
