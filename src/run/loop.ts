import { setTimeout as sleep } from 'node:timers/promises'
import type { EndedCall, PlannedCall } from '../calls/landing/entry.ts'
import { BudgetError, type UsedUp } from '../calls/retry.ts'
import { createStopping, type Stopping } from '../calls/stop.ts'
import { type Stop, stops } from '../calls/stops.ts'
import { createSecondChances, defaultProbeAfterMs, Watch } from '../calls/watch.ts'
import type { OperationName } from '../contract/operations.ts'
import { heldPages } from '../warehouse/repeats.ts'
import type { BegunRun } from './begin.ts'
import { createLoading, type Loading, lotBytes } from './home/loading.ts'
import type { Caller, Executor, ExecutorListener } from './in-process.ts'
import { callHere, createGathering, leftOf } from './in-process.ts'
import type { Finding } from './planner.ts'

/** Longest queue of planned calls: planning again costs little, a longer queue only memory. */
const queueLength = 10_000
/** How long the last answers of a stage may gather before they are loaded, when there is nothing else to do. */
const gatherMs = 25
/** How often the run checks whether it is time. */
const lookMs = 250
/** How often it reports calls that wait for long. */
const reportEveryMs = 1_000

/**
 * The run loop: load what landed, ask the steps what is needed now, make those calls, and again, until no step
 * yields a call and nothing is under way. Returns why it stopped early, or null.
 */
export async function loop(run: BegunRun): Promise<Stop | null> {
  const caller = await callHere(run)
  const stop = await untilDone(run, caller).finally(() => caller.close())
  await caller.settle()
  return stop
}

async function untilDone(run: BegunRun, caller: Caller): Promise<Stop | null> {
  const { options, database, record } = run
  const asksForLists = options.pipeline.steps.some(({ operation }) => operation === 'rh_enterpriseWritList')
  const held = asksForLists ? await heldPages(database, record.run_id) : new Map()
  await using loading = createLoading({ ...options, database, held })
  using stopping = createStopping(options.signal)
  const steps = new Loop(run, caller, loading, stopping)
  await using _executor = steps.executor
  await steps.drive()
  return await steps.conclusion()
}

/** What one run loop knows of its calls. */
class Loop implements ExecutorListener {
  readonly executor: Executor
  readonly #run: BegunRun
  readonly #caller: Caller
  readonly #loading: Loading
  readonly #stopping: Stopping
  readonly #watch
  readonly #again
  readonly #gathering
  readonly #changed = createNotice()
  /** Keys of calls that were planned and whose answers are not loaded yet. */
  readonly #outstanding = new Set<string>()
  readonly #closed = new Map<OperationName, UsedUp>()
  /** Whether calls waited for long when that was last looked at. */
  #isStuck = false

  constructor(run: BegunRun, caller: Caller, loading: Loading, stopping: Stopping) {
    const { effects, client, probeAfterMs = defaultProbeAfterMs } = run.options
    this.#run = run
    this.#caller = caller
    this.#loading = loading
    this.#stopping = stopping
    this.#watch = new Watch(effects, client.baseUrl, run.answered, probeAfterMs)
    this.#again = createSecondChances(effects, probeAfterMs)
    this.#gathering = createGathering(effects.monotonicMs)
    this.executor = caller.open(this, stopping.signal)
    stopping.signal.addEventListener('abort', this.#changed.give)
  }

  onEnded(ended: EndedCall): void {
    this.#gathering.count()
    this.#again.ended(ended)
    const why = this.#watch.sees(ended)
    if (why !== null) this.#stopping.because(why)
    // It still counts as under way.
    this.#reportProgress(1)
  }

  onSealed(segment: string, bytes: number): void {
    this.#loading.sealed(segment, bytes)
    this.#changed.give()
  }

  onError(error: unknown, { callKey }: PlannedCall): void {
    if (!(error instanceof BudgetError)) {
      this.#stopping.becauseOf(error)
      return
    }
    const { usedUp } = error
    // It was not made after all: it may be planned again.
    this.#outstanding.delete(callKey)
    this.#changed.give()
    if (usedUp.operation === null) this.#stopping.because(stops.usedUp([usedUp]))
    else this.#closed.set(usedUp.operation, usedUp)
  }

  /** Loads, plans and makes calls until nothing is needed or the run stops; what is under way comes home either way. */
  async drive(): Promise<void> {
    const { executor } = this
    this.#gathering.load()
    const reporting = setInterval(() => this.#reportStuck(), reportEveryMs)
    try {
      await this.#untilNothingIsNeeded()
    } catch (error) {
      // Calls that wait for a start or a retry begin no further attempt.
      this.#stopping.becauseOf(error)
      throw error
    } finally {
      executor.drop()
      await executor.idle()
      clearInterval(reporting)
      await executor.seal()
    }
    await this.#load()
  }

  /** Why the run stopped early: for a reason given, a used-up budget, a silent service, or a budget too small for the next step. */
  async conclusion(): Promise<Stop | null> {
    const usedUp = [...this.#closed.values()]
    const why = this.#stopping.why ?? (usedUp.length > 0 ? stops.usedUp(usedUp) : this.#watch.conclusion())
    if (why !== null) return why
    const { planner, budget } = this.#run
    const held = await planner.heldBack({ givenUp: this.#again.givenUp })
    return held === null ? null : stops.tooLittleLeft({ ...held, left: budget.callsLeft(held.operation) })
  }

  async #untilNothingIsNeeded(): Promise<void> {
    const { executor } = this
    // Whether the steps yielded fewer calls than there was room for, the last time they were asked.
    let isExhausted = true
    for (;;) {
      await this.#gather()
      if (this.#stopping.why !== null) return
      const room = queueLength - executor.waiting
      if (isExhausted ? this.#gathering.isShort(executor) : room > queueLength / 2) {
        const planned = await this.#plan(room)
        if (this.#stopping.why !== null) return
        if (planned === 0 && this.#outstanding.size === 0) {
          if (await this.#reconsider()) continue
          return
        }
        isExhausted = planned < room
        this.#gathering.asked(executor)
      }
      await this.#wait(isExhausted)
    }
  }

  /** Loads what landed when it is time. */
  async #gather(): Promise<void> {
    const { executor } = this
    const isTime = this.#gathering.isOver(executor)
    if (isTime) await executor.seal()
    // What was sealed until here is loaded now; what comes after is news.
    this.#changed.renew()
    // With no call left to begin, what follows is planned from what is read by now; but nothing more where two seconds of reading wait.
    const isHurried = () => executor.waiting === 0 && this.#loading.waitingBytes <= 2 * lotBytes
    if (isTime || this.#loading.waitingBytes >= lotBytes) await this.#load(isHurried)
  }

  async #load(isHurried = () => false): Promise<void> {
    this.#gathering.load()
    await this.#loading.run((callKeys, tables) => {
      this.#run.planner.loaded(tables)
      for (const callKey of callKeys) this.#outstanding.delete(callKey)
    }, isHurried)
  }

  /** Asks the steps and queues what they need; returns how many calls. Queues none when a finding ends the run. */
  async #plan(room: number): Promise<number> {
    const { planner } = this.#run
    const closed = new Set(this.#closed.keys())
    const calls = await planner.next(room, {
      outstanding: this.#outstanding,
      givenUp: this.#again.givenUp,
      again: this.#again.failed,
      closed,
    })
    this.#report(planner.takeFindings())
    if (this.#stopping.why !== null) return 0
    for (const { callKey } of calls) this.#outstanding.add(callKey)
    this.executor.add(calls)
    return calls.length
  }

  #report(findings: readonly Finding[]): void {
    for (const { message } of findings) this.#run.options.onFinding(message)
    const fatal = findings.filter(({ isFatal }) => isFatal).length
    if (fatal > 0) this.#stopping.because(stops.heeded({ findings: fatal }))
  }

  /** Asks the calls that failed once more; false when there are none. */
  async #reconsider(): Promise<boolean> {
    if (this.#again.failed.size === 0) return false
    await this.#again.due(this.#stopping.signal)
    this.#again.take()
    this.#run.planner.reconsider()
    return true
  }

  /** Waits for answers to plan from or, when the steps have more calls, for room in the queue. */
  async #wait(isExhausted: boolean): Promise<void> {
    const { executor } = this
    if (isExhausted && executor.waiting === 0) {
      await Promise.race([executor.idle(), sleep(gatherMs)])
      return
    }
    const limit = isExhausted ? 1 : queueLength / 2
    const look = sleep(lookMs, undefined, { ref: false })
    await Promise.race([this.#changed.wait(), executor.belowLimit(limit), look])
  }

  /** No call ends while all that are under way wait: a person sees that, and for how long. */
  #reportStuck(): void {
    const isStuck = this.#caller.stuck() !== null
    if (isStuck || this.#isStuck) this.#reportProgress(0)
    this.#isStuck = isStuck
  }

  #reportProgress(ended: number): void {
    const { budget, options } = this.#run
    const { pace, stuck } = this.#caller
    options.onProgress({
      ...this.#watch.tally(),
      left: leftOf(this.executor) - ended,
      cost: budget.spent.cost,
      heldTo: pace.isSlowed ? pace.perSecond : null,
      stuck: stuck(),
      budgetLeft: budget.left(),
    })
  }
}

/** Wakes those who wait. What is given after `renew` and before `wait` is not lost. */
function createNotice() {
  let given: Promise<void>
  let give = (): void => undefined
  const renew = (): void => {
    given = new Promise((resolve) => {
      give = resolve
    })
  }
  renew()
  return { give: () => give(), renew, wait: () => given }
}
