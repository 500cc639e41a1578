import { setTimeout as sleep } from 'node:timers/promises'
import { classifyAnswer } from '../contract/classify.ts'
import type { Failure } from '../contract/failure.ts'
import type { OperationName } from '../contract/operations.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { Client } from './client/client.ts'
import { TransportError } from './client/errors.ts'
import type { Answer, Sent } from './client/exchange.ts'
import type { Effects } from './effects.ts'
import type { AttemptJournal, BegunAttempt } from './landing/attempts.ts'
import { type EndedCall, failureOf, type LandedCall, type PlannedCall } from './landing/entry.ts'
import type { Gate } from './pace/gate.ts'
import { type Allowance, BudgetError, judge, type Retries, retryAfterMs, type UsedUp } from './retry.ts'
import { StopError } from './stop.ts'
import { stops } from './stops.ts'

export interface AttemptContext {
  readonly client: Client
  readonly gate: Gate
  readonly budget: Allowance
  readonly journal: Pick<AttemptJournal, 'begin' | 'withdraw'>
  /** Shared by all calls of the run. */
  readonly retries: Retries
  readonly patience: Patience
  /** Messages by which the service says that there is nothing, as the job declares them. Default none. */
  readonly absences?: ReadonlySet<string>
  readonly effects: Effects
  readonly runId: string
  readonly signal: AbortSignal
}

/** A call that had to end before its answer was conclusive. What was tried has its price and lands all the same. */
export class UnfinishedCallError extends Error {
  override name = 'UnfinishedCallError'
  readonly tried: EndedCall<LandedCall>

  constructor(tried: EndedCall<LandedCall>, cause: unknown) {
    super(`${tried.landed.operation} was given up after ${tried.landed.attempts} attempts`, { cause })
    this.tried = tried
  }
}

/**
 * Makes a call until its answer is conclusive: permit, journal, start, attempt, verdict, and again. Retries ask for a permit like
 * any attempt. @throws BudgetError when the budget does not allow the next attempt, StopError when the service stays overloaded;
 * UnfinishedCallError around it, or around an abort, when there were attempts
 */
export async function makeCall(call: PlannedCall, context: AttemptContext): Promise<EndedCall<LandedCall>> {
  const tried: EndedCall<LandedCall>[] = []
  try {
    return await callUntilConclusive(call, context, tried)
  } catch (error) {
    const last = tried.at(-1)
    throw last === undefined ? error : new UnfinishedCallError(last, error)
  }
}

async function callUntilConclusive(
  call: PlannedCall,
  context: AttemptContext,
  tried: EndedCall<LandedCall>[],
): Promise<EndedCall<LandedCall>> {
  const { gate, budget, journal, retries, effects, signal } = context
  const about = { step: call.step, params: call.params }
  // A call that cannot be paid for takes no start from others.
  refuseUnpaid(budget.inTheWay(call.operation))
  retries.transient.begun()
  retries.reconnect.begun()
  let mayReconnect = true
  for (let attempt = 1, paid = 0; ; ) {
    await gate.permit(signal)
    refuseUnpaid(budget.take(call.operation))
    const begun = begunAttempt(call, context)
    await journal.begin(begun)
    const takeBack = async () => {
      await journal.withdraw(begun)
      budget.giveBack(call.operation)
    }
    const before = tried.at(-1)
    const trying = { ...context, attempt, paid, before, mayReconnect }
    // A connection that brought an answer to another question may be one answer behind.
    if (before?.classification?.failure === 'mismatch') context.client.renew()
    const { finished, verdict } = await tryOnce(call, trying).catch(async (error: unknown) => {
      if (error instanceof UnstartedError) await takeBack()
      throw error instanceof UnstartedError ? error.cause : error
    })
    if (finished.landed.attempts === paid) await takeBack()
    paid = finished.landed.attempts
    failPoint('call.answered')
    if (verdict.next !== 'pause') retries.refusals.heard()
    if (verdict.next === 'land') return finished
    if (verdict.next === 'retry' && !retries.transient.take()) {
      effects.log.warn(
        { ...about, failure: failureOf(finished) },
        'call is given up: the retry budget of the run is used up',
      )
      return finished
    }
    tried.push(finished)
    if (verdict.next === 'pause') {
      const tooMany = retries.refusals.refused(effects.monotonicMs(), verdict.delayMs)
      if (tooMany !== null) throw new StopError(stops.refusedForSpeed(tooMany))
      gate.pause(verdict.delayMs)
    } else if (verdict.next === 'reconnect') {
      mayReconnect = false
      effects.log.info(about, 'the connection was gone before the request; call is made again on another')
    } else {
      attempt += 1
      effects.log.warn(
        { ...about, failure: failureOf(finished), delayMs: verdict.delayMs },
        'call is retried',
      )
      await sleep(verdict.delayMs, undefined, { signal })
    }
  }
}

function refuseUnpaid(usedUp: UsedUp | null): void {
  if (usedUp !== null) throw new BudgetError(usedUp)
}

const begunAttempt = (
  { callKey, operation, step, params, sweep }: PlannedCall,
  { budget, effects }: AttemptContext,
): BegunAttempt => ({
  callKey,
  operation,
  step,
  params,
  sweep,
  cost: budget.costOf(operation),
  startedAt: effects.now().toISOString(),
})

/** An attempt was written down, and then nothing might start any more. */
class UnstartedError extends Error {
  override name = 'UnstartedError'

  constructor(cause: unknown) {
    super('the attempt was not made', { cause })
  }
}

interface TryContext extends AttemptContext {
  readonly attempt: number
  /** Attempts before this one of which something may have been sent: each has its price. */
  readonly paid: number
  readonly before: EndedCall<LandedCall> | undefined
  /** Whether a connection that was gone may still be excused. */
  readonly mayReconnect: boolean
}

async function tryOnce(call: PlannedCall, context: TryContext) {
  const { client, gate, effects, signal, attempt, paid, patience } = context
  const silentMs = patience.limitMs(call.operation, context.before !== undefined)
  let [startedAt, started] = [effects.now(), effects.monotonicMs()]
  let onEnded: ReturnType<Patience['started']> | undefined
  const finish = (came: Answer | TransportError): EndedCall<LandedCall> => {
    // A client that never asked for the start got no connection: not one byte of the request was sent.
    const attempts = paid + (onEnded === undefined ? 0 : 1)
    const landed = {
      callKey: call.callKey,
      operation: call.operation,
      step: call.step,
      runId: context.runId,
      sweep: call.sweep,
      params: call.params,
      fetchedAt: startedAt.toISOString(),
      attempts,
      latencyMs: Math.round(effects.monotonicMs() - started),
      cost: attempts * context.budget.costOf(call.operation),
      ...(came instanceof TransportError ? brokenOff(came) : answered(came)),
    }
    if (came instanceof TransportError) return { landed, classification: null }
    return judged(landed, came, context.absences ?? new Set())
  }
  const start = async (): Promise<Sent> => {
    const sent = await gate.start(signal).catch((cause: unknown) => {
      throw new UnstartedError(cause)
    })
    onEnded = patience.started(call.operation, silentMs)
    startedAt = effects.now()
    started = effects.monotonicMs()
    return sent
  }
  // No signal: what is under way comes home, also when the run is asked to stop.
  const came = await client.call(call, { start, silentMs }).catch((error: unknown) => {
    if (error instanceof TransportError) return error
    throw error
  })
  const finished = finish(came)
  onEnded?.(failureOf(finished))
  const isStale = came instanceof TransportError && came.isStale && context.mayReconnect
  const ended = {
    failure: failureOf(finished),
    httpStatus: finished.landed.httpStatus,
    retryAfterMs:
      came instanceof TransportError ? null : retryAfterMs(came.retryAfter, timeOf(came, effects.now())),
    isStale: isStale && context.retries.reconnect.take(),
    isRepeat: context.before !== undefined && isSame(context.before, finished),
  }
  return { finished, verdict: judge(attempt, ended, effects.random()) }
}

/** The call and the outcome of its answer. Where the job declares a message to be an absence, the declaration lands too. */
function judged(
  landed: LandedCall,
  { httpStatus, value, reason }: Answer,
  absences: ReadonlySet<string>,
): EndedCall<LandedCall> {
  const answer = { ...landed, httpStatus, body: value, reason }
  const classification = classifyAnswer(answer)
  if (classification.failure !== 'no-data' || !absences.has(classification.message ?? ''))
    return { landed, classification }
  const declared = { isDeclaredAbsence: true } as const
  return { landed: { ...landed, ...declared }, classification: classifyAnswer({ ...answer, ...declared }) }
}

type Came = Pick<LandedCall, 'httpStatus' | 'error' | 'transport' | 'body' | 'isJson' | 'value'>

const answered = ({ httpStatus, body, isJson, value }: Answer): Came => ({
  httpStatus,
  error: null,
  body,
  isJson,
  value,
})

const brokenOff = ({ message, failure, received }: TransportError): Came => ({
  httpStatus: received?.httpStatus ?? null,
  error: message,
  transport: failure,
  body: received?.body ?? new Uint8Array(),
  isJson: false,
  value: undefined,
})

/** Whether two attempts failed alike, on the same bytes. */
const isSame = (before: EndedCall<LandedCall>, now: EndedCall<LandedCall>): boolean =>
  failureOf(before) === failureOf(now) && Buffer.compare(before.landed.body, now.landed.body) === 0

/** When the service answered, by its own clock; by ours when it does not say. */
function timeOf(answer: Answer, ours: Date): number {
  const theirs = Date.parse(answer.date ?? '')
  return Number.isNaN(theirs) ? ours.getTime() : theirs
}

/** Nothing is given up sooner, however fast the service usually is: what is given up may have been charged. */
const leastMs = 15_000
/** Answers of an operation from which it is known how long it usually takes, and those that are remembered. */
const [enough, remembered] = [20, 200]
const usualShare = 0.99
const usualTimes = 10
/** Share of its time-out after which a call is reported as one that waits: three times as long as usual. */
const stuckShare = 0.3

/** An attempt ended, with this failure or a conclusive answer. */
type Ended = (failure: Failure | null) => void

/** How long the calls of a run wait for their answers. */
export type Patience = ReturnType<typeof createPatience>

/**
 * How long a silent service is waited for: ten times as long as 99 of 100 of the last answers of the operation took, at least 15 s, at
 * most `timeout` (seconds). A call that is made again waits for `timeout`, and a time-out counts as an answer that took so long. So a
 * service that becomes slow loses one call in a hundred this way, and those under way (docs/reliability.md, Time-outs).
 */
export function createPatience({ monotonicMs }: Pick<Effects, 'monotonicMs'>, timeout = 60) {
  const mostMs = timeout * 1000
  const answers = new Map<OperationName, number[]>()
  const underWay = new Set<{ readonly sinceMs: number; readonly limitMs: number }>()

  function remember(operation: OperationName, ms: number): void {
    const times = answers.get(operation) ?? []
    answers.set(operation, times)
    if (times.push(ms) > remembered) times.shift()
  }

  return {
    /** Milliseconds of silence after which an attempt is given up. */
    limitMs(operation: OperationName, isAgain: boolean): number {
      const times = answers.get(operation) ?? []
      const usual = times.toSorted((a, b) => a - b)[Math.ceil(usualShare * times.length) - 1]
      if (isAgain || usual === undefined || times.length < enough) return mostMs
      return Math.min(mostMs, Math.max(leastMs, usualTimes * usual))
    },
    /** An attempt goes out, which is given up at that limit. The caller says how it ended, once. */
    started(operation: OperationName, limitMs: number): Ended {
      const attempt = { sinceMs: monotonicMs(), limitMs }
      underWay.add(attempt)
      return (failure) => {
        underWay.delete(attempt)
        if (failure === null || failure === 'timeout') remember(operation, monotonicMs() - attempt.sinceMs)
      }
    },
    /** Calls that wait for their answer much longer than usual, and how long the longest of them has; null while none does. */
    stuck(): { readonly calls: number; readonly longestMs: number } | null {
      const now = monotonicMs()
      const waits = [...underWay].filter(({ sinceMs, limitMs }) => now - sinceMs >= stuckShare * limitMs)
      if (waits.length === 0) return null
      return { calls: waits.length, longestMs: now - Math.min(...waits.map(({ sinceMs }) => sinceMs)) }
    },
  }
}
