import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Client } from '../client/client.ts'
import { TransportError } from '../client/errors.ts'
import { type Classification, classify } from '../contract/classify.ts'
import { operations } from '../contract/operations.ts'
import type { LandedCall } from '../landing/entry.ts'
import type { Budget } from './budget.ts'
import type { Effects } from './effects.ts'
import type { Gate } from './gate.ts'
import type { PlannedCall } from './planner.ts'
import { judge, retryAfterMs } from './retry.ts'
import { StopError } from './stop.ts'

/** A call that came to an end, and what its answer is worth; null when there was none. */
export interface FinishedCall {
  readonly landed: LandedCall
  readonly classification: Classification | null
}

export interface AttemptContext {
  readonly client: Client
  readonly gate: Gate
  readonly budget: Budget
  readonly effects: Effects
  readonly runId: string
  readonly signal: AbortSignal
}

/** The longest a call waits for a service that says it is asked too fast, all pauses together. */
const maximumPausedMs = 600_000

/** A call that had to end before its answer was conclusive. What was tried has its price and lands all the same. */
export class UnfinishedCallError extends Error {
  override name = 'UnfinishedCallError'
  readonly tried: FinishedCall

  constructor(tried: FinishedCall, cause: unknown) {
    super(`${tried.landed.operation} was given up after ${tried.landed.attempts} attempts`, { cause })
    this.tried = tried
  }
}

/**
 * Makes a call until its answer is conclusive: permit, attempt, verdict, and again. Retries ask for a permit like any
 * attempt. @throws StopError when the budget does not allow the next attempt, or the service stays overloaded;
 * UnfinishedCallError around it, or around an abort, when there were attempts
 */
export async function makeCall(call: PlannedCall, context: AttemptContext): Promise<FinishedCall> {
  const tried: FinishedCall[] = []
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
  tried: FinishedCall[],
): Promise<FinishedCall> {
  const { gate, budget, effects, signal } = context
  let paused = 0
  for (let attempt = 1, attempts = 1; ; attempts += 1) {
    await gate.permit(signal)
    if (!budget.take(call.operation)) {
      throw new StopError({
        status: 'stopped',
        message: `the budget is used up: ${budget.describe()}; run again to go on, or raise it`,
      })
    }
    const { finished, verdict } = await tryOnce(call, { ...context, attempt, attempts })
    if (verdict.next === 'land') return finished
    tried.push(finished)
    if (verdict.next === 'pause') {
      paused += verdict.delayMs
      if (paused > maximumPausedMs) {
        throw new StopError({
          status: 'stopped',
          message: `${call.operation} was refused for speed for ${Math.round(paused / 1000)} s; lower rate.perSecond`,
        })
      }
      gate.pause(verdict.delayMs)
    } else {
      attempt += 1
      effects.log.warn({ step: call.step, params: call.params, delayMs: verdict.delayMs }, 'call is retried')
      await sleep(verdict.delayMs, undefined, { signal })
    }
  }
}

async function tryOnce(call: PlannedCall, context: AttemptContext & { attempt: number; attempts: number }) {
  const { client, effects, attempt } = context
  const startedAt = effects.now()
  const started = effects.monotonicMs()
  const finish = (answer: Answer | null, error: string | null): LandedCall => ({
    callKey: call.callKey,
    operation: call.operation,
    step: call.step,
    runId: context.runId,
    sweep: call.sweep,
    params: call.params,
    fetchedAt: startedAt.toISOString(),
    attempts: context.attempts,
    latencyMs: Math.round(effects.monotonicMs() - started),
    cost: context.attempts * context.budget.costOf(call.operation),
    httpStatus: answer?.httpStatus ?? null,
    error,
    body: answer?.body ?? new Uint8Array(),
    isJson: answer?.isJson ?? false,
    value: answer?.value,
  })
  try {
    // No signal: what is under way comes home, also when the run is asked to stop.
    const answer = await client.call(call)
    const classification = classify(operations[call.operation], answer.httpStatus, answer.value)
    const delay = retryAfterMs(answer.retryAfter, timeOf(answer, effects.now()))
    const result = { classification, httpStatus: answer.httpStatus, retryAfterMs: delay }
    const verdict = judge(attempt, result, effects.random())
    return { finished: { landed: finish(answer, null), classification }, verdict }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    const verdict = judge(attempt, { isTransient: error.isTransient }, effects.random())
    return { finished: { landed: finish(null, error.message), classification: null }, verdict }
  }
}

/** When the service answered, by its own clock; by ours when it does not say. */
function timeOf(answer: Answer, ours: Date): number {
  const theirs = Date.parse(answer.date ?? '')
  return Number.isNaN(theirs) ? ours.getTime() : theirs
}
