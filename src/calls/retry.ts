import { type Failure, failureClasses } from '../contract/failure.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Said } from './stops.ts'

export type Verdict =
  | { readonly next: 'land' }
  /** Asked again; one of the three attempts, and one of the run's retries. */
  | { readonly next: 'retry'; readonly delayMs: number }
  /** Asked again at once: the connection was gone before the request. */
  | { readonly next: 'reconnect' }
  /** The whole gate waits; costs no attempt. */
  | { readonly next: 'pause'; readonly delayMs: number }

export interface Attempt {
  /** Null when the answer is conclusive: a hit, an absence, a refusal. */
  readonly failure: Failure | null
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  /** A connection that had served before died before the first byte. */
  readonly isStale: boolean
  /** The attempt before failed likewise, on the same bytes. */
  readonly isRepeat: boolean
}

export const maximumAttempts = 3
const baseDelayMs = 500
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
    : { next: 'retry', delayMs: Math.round(random * baseDelayMs * 2 ** attempt) }

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

/** A limit that the next attempt would exceed. */
export interface UsedUp {
  /** The one operation that the limit is for; null when it is for the whole run or month, and ends the run. */
  readonly operation: OperationName | null
  /** What is used up, for a person: the figure, the limit, and the key of the job file that sets it. */
  readonly message: Said
  /** What has to happen before more can be spent, for a person. */
  readonly next: Said
}

/** What attempts are paid from, one by one, before each is made. */
export interface Allowance {
  costOf(operation: OperationName): number
  /** The limit that the next attempt would exceed, if any; takes nothing. */
  inTheWay(operation: OperationName): UsedUp | null
  /** Takes the price of one attempt; says which limit is in the way, taking nothing, when it does not fit. */
  take(operation: OperationName): UsedUp | null
  /** Returns the price of an attempt that was not made after all. */
  giveBack(operation: OperationName): void
}

/** The next attempt does not fit into the budget; it was not made. */
export class BudgetError extends Error {
  override name = 'BudgetError'
  readonly usedUp: UsedUp

  constructor(usedUp: UsedUp) {
    super(`the budget is used up: ${usedUp.message.en}`)
    this.usedUp = usedUp
  }
}

/** Retries that a run may make whatever its size. */
const leastRetries = 10
/** Retries for each call begun: a service that fails a lot is asked at most this much more. */
const retryShare = 0.1

/**
 * How often calls may be made again, counted over the whole run in this process: at most 10, or 10% of the calls begun,
 * whichever is more (docs/reliability.md). Three attempts each would triple the load on a service that is
 * down, and its bill.
 */
export function createRetryBudget() {
  let calls = 0
  let retries = 0
  return {
    begun(): void {
      calls += 1
    },
    /** Takes one retry; false, taking nothing, when they are used up. */
    take(): boolean {
      if (retries + 1 > Math.max(leastRetries, retryShare * calls)) return false
      retries += 1
      return true
    },
  }
}

/** Each refusal may be billed: a service that says nothing else is not asked for long. */
const mostInARow = 200
const longestMs = 600_000

/** Refusals for speed in a row, over all calls of a run. */
export function createRefusals() {
  let refusals = 0
  let sinceMs = 0
  return {
    /** Counts one at `nowMs` that asks to wait `delayMs`. Once it is too much: for how long nothing else will have been heard. */
    refused(nowMs: number, delayMs: number): { readonly refusals: number; readonly forMs: number } | null {
      if (refusals === 0) sinceMs = nowMs
      refusals += 1
      const forMs = nowMs - sinceMs + delayMs
      return refusals >= mostInARow || forMs > longestMs ? { refusals, forMs } : null
    },
    /** Something other than a refusal was heard. */
    heard(): void {
      refusals = 0
    },
  }
}

/** How often the calls of a run may be made again, all together. */
export const createRetries = () => ({
  transient: createRetryBudget(),
  /** On a new connection. Of its own, so that a service that closes its connections often does not use up the other. */
  reconnect: createRetryBudget(),
  refusals: createRefusals(),
})

export type Retries = ReturnType<typeof createRetries>
