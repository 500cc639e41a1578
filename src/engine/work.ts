import { setTimeout as sleep } from 'node:timers/promises'
import { createRateMeter } from '../calling/dispatch.ts'
import type { Effects } from '../calling/effects.ts'
import { BudgetError, type UsedUp } from '../calling/limits.ts'
import type { Pace } from '../calling/pace/gate.ts'
import { createStopping, type Stop } from '../calling/stop.ts'
import {
  createSecondChances,
  createWatch,
  defaultProbeAfterMs,
  isGoodAnswer,
  type Tally,
} from '../calling/watch.ts'

import type { OperationName } from '../contract/operations.ts'
import type { Database } from '../warehouse/database.ts'
import type { Budget } from './budget.ts'
import type { Executor, ExecutorListener, OpenExecutor } from './executor.ts'
import type { Home } from './home/home.ts'
import { createLoading, lotBytes } from './home/loading.ts'

import type { Finding, Planner } from './planner.ts'
import type { Progress } from './progress.ts'

export interface WorkOptions {
  readonly home: Home
  readonly database: Database
  readonly planner: Planner
  /** Address of the service. */
  readonly baseUrl: string
  readonly pace: Pace
  readonly budget: Budget
  readonly effects: Effects
  readonly stageModule?: string | undefined
  readonly openExecutor: OpenExecutor
  /** Operations that have answered in this run before. */
  readonly answered: readonly OperationName[]
  /** A call that met an obstacle is asked again this long after. Milliseconds; default 30,000. */
  readonly probeAfterMs?: number | undefined
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
 * Calls that wait for longer than this leave time to load and to plan what follows; until then answers gather, because a merge
 * costs nearly the same for one as for hundreds.
 */
const leadSeconds = 3
/** Answers are loaded at the latest after so long, however many calls wait. */
const longestGatherMs = 10_000
/** How often the run looks whether it is time. */
const lookMs = 250

/**
 * The run loop: load what landed, ask the steps what is needed now, make those calls, and again, until no step
 * yields a call and nothing is under way. Returns why it stopped early, or null.
 */
export async function work(options: WorkOptions): Promise<Stop | null> {
  const { effects, planner, probeAfterMs = defaultProbeAfterMs } = options
  const givenUp = new Set<string>()
  const again = createSecondChances(effects, probeAfterMs)
  const closed = new Map<OperationName, UsedUp>()
  const changed = createNotice()
  await using loading = createLoading(options)
  const watch = createWatch(effects, options.baseUrl, options.answered, probeAfterMs)
  using stopping = createStopping(options.signal)
  stopping.signal.addEventListener('abort', changed.give)
  const outOfBudget = ({ usedUp }: BudgetError): void => {
    if (usedUp.operation === null) stopping.because(spent([usedUp]))
    else closed.set(usedUp.operation, usedUp)
  }
  const outstanding = new Set<string>()
  const meter = createRateMeter(effects.monotonicMs)
  const returned = (callKeys: readonly string[]): void => {
    for (const callKey of callKeys) outstanding.delete(callKey)
    changed.give()
  }
  const listener: ExecutorListener = {
    onEnded(ended) {
      meter.count()
      if (!isGoodAnswer(ended)) givenUp.add(ended.landed.callKey)
      again.ended(ended)
      const why = watch.sees(ended)
      if (why !== null) stopping.because(why)
      options.onProgress(progressOf(watch.tally(), executor, options))
    },
    onSealed(segment, bytes) {
      loading.sealed(segment, bytes)
      changed.give()
    },
    onReturned: returned,
    onError(error, call) {
      if (!(error instanceof BudgetError)) return stopping.becauseOf(error)
      if (call !== null) returned([call.callKey])
      outOfBudget(error)
    },
  }
  let executor: Executor | undefined
  await using opened = await options.openExecutor(listener, stopping.signal)
  executor = opened
  for (const callKey of opened.adopted) outstanding.add(callKey)
  /** Whether what waits is done before what landed could be loaded and planned from. */
  const isShort = (): boolean => opened.waiting <= leadSeconds * meter.perSecond()
  let loadedMs = effects.monotonicMs()
  const load = async (): Promise<void> => {
    loadedMs = effects.monotonicMs()
    await loading.run((callKeys, tables) => {
      planner.loaded(tables)
      for (const callKey of callKeys) outstanding.delete(callKey)
    })
  }
  const look = () => sleep(lookMs, undefined, { ref: false })
  /** Waits for answers to plan from. */
  const answers = async (): Promise<void> => {
    if (opened.waiting > 0) return await Promise.race([changed.wait(), opened.belowLimit(1), look()])
    await Promise.race([opened.idle(), sleep(gatherMs)])
  }
  /** Loads what landed when it is time. */
  const gathered = async (): Promise<void> => {
    const isTime = isShort() || effects.monotonicMs() - loadedMs >= longestGatherMs
    if (isTime) await opened.seal()
    // What was sealed just now is loaded just now; what comes from here on is news.
    changed.renew()
    if (isTime || loading.waitingBytes >= lotBytes) await load()
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
      await gathered()
      if (stopping.why !== null) return
      const room = queueLength - opened.waiting
      if (isExhausted ? isShort() : room > queueLength / 2) {
        const calls = await planner.next(room, { outstanding, givenUp, closed: new Set(closed.keys()) })
        tell(planner.takeFindings())
        if (stopping.why !== null) return
        for (const { callKey } of calls) outstanding.add(callKey)
        opened.add(calls)
        if (calls.length === 0 && outstanding.size === 0) {
          if (!again.isDue) return
          await again.due(stopping.signal)
          for (const callKey of again.take()) givenUp.delete(callKey)
          planner.reconsider()
          continue
        }
        isExhausted = calls.length < room
      }
      await (isExhausted
        ? answers()
        : Promise.race([changed.wait(), opened.belowLimit(queueLength / 2), look()]))
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
    opened.drop()
    await opened.idle()
    await opened.seal()
  }
  await load()
  const usedUp = [...closed.values()]
  const why = stopping.why ?? (usedUp.length > 0 ? spent(usedUp) : watch.conclusion())
  if (why !== null) return why
  const held = await planner.heldBack({ givenUp })
  return held === null ? null : tooLittleLeft(held, options.budget.callsLeft(held.operation))
}

function progressOf(
  tally: Tally,
  executor: Executor | undefined,
  { budget, pace }: Pick<WorkOptions, 'budget' | 'pace'>,
): Progress {
  return {
    ...tally,
    // The call that is told of is still counted as under way.
    left: executor === undefined ? 0 : executor.waiting + executor.underWay - 1,
    cost: budget.spent.cost,
    heldTo: pace.isSlowed ? pace.perSecond : null,
    budgetLeft: budget.left(),
  }
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

/** Wakes whoever waits. What is given after `renew` and before `wait` is not lost. */
interface Notice {
  give(): void
  /** Forgets what was given. */
  renew(): void
  /** Resolves when a notice was given since the last `renew`. */
  wait(): Promise<void>
}

function createNotice(): Notice {
  let { promise, resolve } = deferred()
  return {
    give: () => resolve(),
    renew() {
      ;({ promise, resolve } = deferred())
    },
    wait: () => promise,
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((given) => {
    resolve = given
  })
  return { promise, resolve }
}
