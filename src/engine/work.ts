import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client/client.ts'
import type { OperationName } from '../contract/operations.ts'
import type { AttemptJournal } from '../landing/attempts.ts'
import { Landing } from '../landing/landing.ts'
import type { Database } from '../warehouse/database.ts'
import type { FinishedCall } from './attempt.ts'
import { type Budget, BudgetError, type UsedUp } from './budget.ts'
import { createDispatcher } from './dispatch.ts'
import type { Effects } from './effects.ts'
import { forgetterOf } from './forgetting/forgetter-of.ts'
import type { Home } from './home.ts'
import { createLoading } from './loading.ts'
import { createNotice } from './notice.ts'
import type { AdaptiveGate } from './pace/gate.ts'
import type { Finding, PlannedCall, Planner } from './planner.ts'
import type { Progress } from './progress.ts'
import { createRefusals } from './refusals.ts'
import { createRetryBudget } from './retry-budget.ts'
import type { Stop } from './stop.ts'
import { createStopping } from './stopping.ts'
import { createWatch, isGoodAnswer } from './watch.ts'

export interface WorkOptions {
  readonly home: Home
  readonly database: Database
  readonly planner: Planner
  readonly client: Client
  readonly gate: AdaptiveGate
  readonly budget: Budget
  readonly journal: AttemptJournal
  readonly effects: Effects
  readonly runId: string
  /** Operations that have answered in this run before. */
  readonly answered: readonly OperationName[]
  readonly concurrency: number
  /** Name of the nth segment of this process. */
  readonly segmentName: (index: number) => string
  /** Aborts when somebody asks the run to stop: nothing new is begun, what is under way lands. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** Something to know before more is spent. */
  readonly onFinding: (message: string) => void
}

/** Calls that wait in the queue at the most; planning again costs little, a long queue only memory. */
const queueLength = 10_000
/** How long the last answers of a stage may gather before they are loaded, when there is nothing else to do. */
const gatherMs = 25

/**
 * The run loop: load what landed, ask the steps what is needed now, make those calls, and again, until no step
 * yields a call and nothing is under way. Returns why it stopped early, or null.
 */
export async function work(options: WorkOptions): Promise<Stop | null> {
  const { effects, planner } = options
  const outstanding = new Set<string>()
  const givenUp = new Set<string>()
  const closed = new Map<OperationName, UsedUp>()
  const changed = createNotice()
  const loading = createLoading(options.database, options.home, effects)
  const watch = createWatch(effects, options.client.baseUrl, options.answered)
  const forgetter = await forgetterOf(options.home)
  using stopping = createStopping(options.signal)
  stopping.signal.addEventListener('abort', changed.give)
  await using landing = new Landing({
    folder: options.home.state.landing,
    nameOf: options.segmentName,
    onLanded: loading.landed,
    onSealed: (segment) => {
      loading.sealed(segment)
      changed.give()
    },
  })
  const land = async (finished: FinishedCall): Promise<void> => {
    // Before it is on disk: what was forgotten never is.
    await landing.land(forgetter.call(finished.landed))
    if (!isGoodAnswer(finished)) givenUp.add(finished.landed.callKey)
    const why = watch.sees(finished)
    if (why !== null) stopping.because(why)
    options.onProgress(watch.progress(dispatcher, options.budget, options.gate))
  }
  const dispatcher = createDispatcher({
    ...options,
    retries: { transient: createRetryBudget(), reconnect: createRetryBudget() },
    refusals: createRefusals(),
    signal: stopping.signal,
    land,
    onError: (error, call) => {
      if (error instanceof BudgetError) outOfBudget(error, call)
      else stopping.becauseOf(error)
    },
  })
  const outOfBudget = ({ usedUp }: BudgetError, { callKey }: PlannedCall): void => {
    outstanding.delete(callKey)
    if (usedUp.operation === null) stopping.because(spent([usedUp]))
    else closed.set(usedUp.operation, usedUp)
  }
  const load = () =>
    loading.run((callKeys, tables) => {
      planner.loaded(tables)
      for (const callKey of callKeys) outstanding.delete(callKey)
    })
  /** Waits for answers to plan from; seals early when all calls are under way or done, because the next stage waits. */
  const answers = async (): Promise<void> => {
    if (dispatcher.waiting > 0) return await Promise.race([changed.wait(), dispatcher.belowLimit(1)])
    await Promise.race([dispatcher.idle(), sleep(gatherMs)])
    await landing.seal()
  }

  const tell = (findings: readonly Finding[]): void => {
    for (const { message } of findings) options.onFinding(message)
    const fatal = findings.filter(({ isFatal }) => isFatal).length
    if (fatal > 0) stopping.because(heeded(fatal))
  }

  const untilDone = async (): Promise<void> => {
    // Whether the steps yielded fewer calls than there was room for, the last time they were asked.
    let isExhausted = true
    for (;;) {
      changed.renew()
      await load()
      if (stopping.why !== null) return
      const room = queueLength - dispatcher.waiting
      if (isExhausted || room > queueLength / 2) {
        const calls = await planner.next(room, { outstanding, givenUp, closed: new Set(closed.keys()) })
        tell(planner.takeFindings())
        if (stopping.why !== null) return
        for (const { callKey } of calls) outstanding.add(callKey)
        dispatcher.add(calls)
        if (calls.length === 0 && outstanding.size === 0) return
        isExhausted = calls.length < room
      }
      await (isExhausted ? answers() : Promise.race([changed.wait(), dispatcher.belowLimit(queueLength / 2)]))
    }
  }

  try {
    await untilDone()
  } catch (error) {
    // Nobody who waits for a start or a retry begins another attempt.
    stopping.becauseOf(error)
    throw error
  } finally {
    // Whatever ended it, what is under way comes home.
    dispatcher.drop()
    await dispatcher.idle()
    await landing.seal()
  }
  await load()
  const usedUp = [...closed.values()]
  const why = stopping.why ?? (usedUp.length > 0 ? spent(usedUp) : watch.conclusion())
  if (why !== null) return why
  const held = await planner.heldBack({ givenUp })
  return held === null ? null : tooLittleLeft(held, options.budget.callsLeft(held.operation))
}

const spent = (usedUp: readonly UsedUp[]): Stop => ({
  status: 'stopped',
  message:
    `the budget is used up: ${usedUp.map(({ message }) => message).join('; ')}; ` +
    `what is left undone is listed; ${usedUp[0]?.next}`,
})

const tooLittleLeft = (
  held: { readonly step: string; readonly operation: OperationName },
  left: number | null,
): Stop => ({
  status: 'stopped',
  message:
    `the budget leaves ${left} ${left === 1 ? 'call' : 'calls'} of ${held.operation}, fewer than step ${held.step} has to make at ` +
    'once; what is left undone is listed; run again to go on, or raise the budget',
})

const heeded = (findings: number): Stop => ({
  status: 'stopped',
  message:
    `the job says to stop when there is something to decide: ${findings} ${findings === 1 ? 'finding' : 'findings'}, ` +
    'told above; nothing was spent behind it. Change the job and run it again',
})
