import type { Classification } from '../contract/classify.ts'

/** What to do after an attempt. */
export type Verdict =
  | { readonly next: 'land' }
  | { readonly next: 'retry'; readonly delayMs: number }
  /** The whole gate waits; costs no attempt. */
  | { readonly next: 'pause'; readonly delayMs: number }

/** What an attempt ended in: an answer that was classified, or no answer. */
export type Attempt =
  | {
      readonly classification: Classification
      readonly httpStatus: number
      readonly retryAfterMs: number | null
    }
  | { readonly isTransient: boolean }

export const maximumAttempts = 3
const baseDelayMs = 500
const maximumDelayMs = 20_000
const defaultPauseMs = 2_000
/** A service that asks for no wait at all is not believed: it would be asked and paid without end. */
const minimumPauseMs = 1_000

/**
 * Decides by the failure alone: transient failures are retried with full jitter, a refusal for speed pauses everyone,
 * everything else is conclusive. `attempt` counts from 1; `random` is in [0, 1).
 */
export function judge(attempt: number, result: Attempt, random: number): Verdict {
  if (!('classification' in result)) {
    return result.isTransient ? retryOrLand(attempt, maximumAttempts, random) : { next: 'land' }
  }
  const { outcome, failure } = result.classification
  if (outcome !== 'failed') return { next: 'land' }
  // An overload that says when to come back is no reason to give the call up.
  if (failure === 'rate' || (result.httpStatus === 503 && result.retryAfterMs !== null)) {
    return { next: 'pause', delayMs: Math.max(minimumPauseMs, result.retryAfterMs ?? defaultPauseMs) }
  }
  if (result.httpStatus === 408 || result.httpStatus >= 500)
    return retryOrLand(attempt, maximumAttempts, random)
  // A failure inside a success status, or bytes that are no answer, is asked for once more only: it may be billed.
  return failure === 'redirect' ? { next: 'land' } : retryOrLand(attempt, 2, random)
}

const retryOrLand = (attempt: number, attempts: number, random: number): Verdict =>
  attempt >= attempts
    ? { next: 'land' }
    : { next: 'retry', delayMs: Math.round(random * Math.min(maximumDelayMs, baseDelayMs * 2 ** attempt)) }

/**
 * Milliseconds that a Retry-After header asks for (RFC 9110 10.2.3): seconds, or an HTTP date counted from `nowMs`,
 * which should be the service's own clock. Null when it is neither: Date.parse alone takes "120" and "-5" for dates.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const at = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header.trim()) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
