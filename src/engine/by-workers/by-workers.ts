import type { Effects } from '../../calling/effects.ts'
import { BudgetError } from '../../calling/limits.ts'
import type { PlannedCall } from '../../calling/planned-call.ts'
import { Turns } from '../../landing/landing.ts'
import type { Database } from '../../warehouse/database.ts'
import { segmentsFrom } from '../../warehouse/runs.ts'
import { queueName, type Redis, roster } from '../../workers/redis.ts'
import {
  makeShared,
  mostCalls,
  operationOf,
  type SharedRun,
  segmentOf,
  shareRun,
  type Unit,
  unitsIn,
  unshareRun,
} from '../../workers/shared-folder.ts'
import type { SharedRate } from '../../workers/shared-rate.ts'

import { goOnWithRun, openUnitQueue, stopRun, type UnitQueue } from '../../workers/unit-queue.ts'
import type { Budget } from '../budget.ts'
import type { Executor, ExecutorListener, OpenExecutor } from '../executor.ts'
import type { Home } from '../home/home.ts'
import { forgetterOf } from '../home/purge.ts'
import { bringHome, type HomecomingOptions } from './homecoming.ts'
import {
  createOutUnits,
  createUnitMaker,
  createWaiters,
  givenUp,
  leastLots,
  type UnitMaker,
  unheldOf,
} from './units.ts'

export interface ByWorkersOptions {
  readonly home: Home
  readonly database: Database
  readonly redis: Redis
  readonly scope: string
  readonly run: SharedRun
  readonly budget: Budget
  readonly rate: SharedRate
  readonly effects: Effects
  /** Operations that have answered in this run before. */
  readonly answered: readonly string[]
  /** Tells a person what the run waits for. */
  readonly say: (message: string) => void
}

/** How often the run looks for what it was not told of. */
const lookEveryMs = 1_000

/** Has workers make the calls, wherever they are, and brings home what they land. */
export const byWorkers =
  (options: ByWorkersOptions): OpenExecutor =>
  async (listener, signal) => {
    const { home, run, database, redis, effects } = options
    const sharedId = await makeShared(home.state.shared)
    await shareRun(home.state.shared, run, home.state.tombstones)
    const arrived = new Set(await segmentsFrom(database, segmentOf({ runId: run.runId, id: '' })))
    const left = await unitsIn(home.state.shared, run.runId)
    // Something may have been forgotten between the process that gave units out and this one.
    const keep = left.length > 0 ? (await forgetterOf(home)).call : null
    let executor: ByWorkers | undefined
    const queue = await openUnitQueue(queueName(options.scope, sharedId), redis, {
      onEnded: () => executor?.lookSoon(),
      onTrouble: (error) => effects.log.warn({ err: error }, 'trouble with Redis'),
    })
    executor = new ByWorkers({ ...options, queue, keep, arrived, listener, signal })
    await executor.open(left)
    return executor
  }

interface Opened extends ByWorkersOptions, Pick<HomecomingOptions, 'keep' | 'arrived'> {
  readonly queue: UnitQueue
  readonly listener: ExecutorListener
  readonly signal: AbortSignal
}

/** Makes units, looks what has become of them, and brings them home, one of these at a time. */
class ByWorkers implements Executor {
  readonly #options: Opened
  readonly #turns = new Turns()
  readonly #out = createOutUnits()
  readonly #maker: UnitMaker
  readonly #homecoming: HomecomingOptions
  readonly #remind: Reminder
  readonly #waiters = createWaiters(() => this.waiting)
  #adopted: readonly string[] = []
  #isDropped = false
  #timer: NodeJS.Timeout | undefined
  #isLookDue = false
  #looking: Promise<void> | undefined
  readonly #onClose = () =>
    this.#options.say(
      'Redis is not reachable: the run waits for it; what workers have landed is kept, and nothing is asked twice',
    )
  readonly #onReady = () => this.#options.say('Redis is reachable again: the run goes on')

  constructor(options: Opened) {
    const { listener } = options
    const answered = new Set(options.answered)
    this.#options = options
    this.#homecoming = { ...options, answered }
    this.#remind = createReminder(options)
    this.#maker = createUnitMaker({
      ...options,
      answered,
      out: this.#out,
      onRefused: (calls, usedUp) => {
        for (const call of calls) listener.onError(new BudgetError(usedUp), call)
        this.#waiters.wake()
      },
    })
  }

  get adopted(): readonly string[] {
    return this.#adopted
  }

  get waiting(): number {
    return this.#maker.waiting + this.#out.calls - this.underWay
  }

  /** Half of what workers may have: how far a unit is, nobody tells before its end. */
  get underWay(): number {
    return Math.floor(Math.min(this.#out.calls, leastLots * mostCalls) / 2)
  }

  /** Goes on with the units that an earlier process of the run gave out: they are paid for, and perhaps made. */
  async open(left: readonly Unit[]): Promise<void> {
    const { redis, run, budget, effects, queue } = this.#options
    redis.on('close', this.#onClose)
    redis.on('ready', this.#onReady)
    await goOnWithRun(redis, run.runId)
    for (const unit of left) {
      budget.correct(operationOf(unit), unit.attempts)
      this.#out.add(unit)
    }
    // What was given up then is tried once more.
    for (const { id } of await queue.failed()) if (this.#out.has(id)) await queue.takeBack(id)
    this.#adopted = left.flatMap(({ calls }) => calls.map(({ callKey }) => callKey))
    if (left.length > 0)
      effects.log.info({ units: left.length }, 'goes on with units that were given out before')
    this.#timer = setInterval(() => this.lookSoon(), lookEveryMs)
    this.lookSoon()
  }

  add(calls: readonly PlannedCall[]): void {
    this.#maker.add(calls)
    void this.#pump()
  }

  belowLimit(limit: number): Promise<void> {
    return this.#waiters.below(limit)
  }

  idle(): Promise<void> {
    return this.belowLimit(1)
  }

  drop(): void {
    this.#dropWaiting()
    this.lookSoon()
  }

  async seal(): Promise<void> {
    // What a worker has ended is sealed.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { redis, home, run, queue } = this.#options
    clearInterval(this.#timer)
    redis.off('close', this.#onClose)
    redis.off('ready', this.#onReady)
    await this.#looking
    await this.#turns.take(async () => undefined)
    await queue[Symbol.asyncDispose]()
    if (this.#out.size === 0) await unshareRun(home.state.shared, run.runId)
  }

  /** Looks as soon as nothing else is done: once more, when that has begun. */
  lookSoon(): void {
    this.#isLookDue = true
    this.#looking ??= this.#lookWhileDue()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#looking = undefined
        void this.#pump()
      })
  }

  async #lookWhileDue(): Promise<void> {
    while (this.#isLookDue)
      await this.#turns.take(async () => {
        this.#isLookDue = false
        await this.#look()
      })
  }

  #dropWaiting(): void {
    this.#isDropped = true
    this.#maker.drop()
    this.#waiters.wake()
  }

  /** Gives out what waits. */
  #pump(): Promise<void> {
    return this.#turns
      .take(async () => {
        const made = await this.#maker.make()
        if (made.length > 0) await this.#options.queue.put(made)
      })
      .catch((error) => this.#fail(error))
  }

  /** Looks what has ended, what Redis has forgotten, and what nobody will try again. */
  async #look(): Promise<void> {
    const { queue, home, rate, signal, effects, listener } = this.#options
    await rate.refresh()
    if (signal.aborted || this.#isDropped) await this.#callBack()
    const { ended, missing } = await unheldOf(queue, this.#out, { home, isStopping: () => this.#isDropped })
    for (const unit of ended) await this.#arrive(unit)
    if (missing.length > 0) {
      effects.log.info({ units: missing.length }, 'units are put into the queue again')
      await queue.put(missing)
    }
    const stop = await givenUp(queue, this.#out)
    if (stop !== undefined) listener.onError(stop, null)
    if (this.#out.size > 0) await this.#remind(queue.name)
  }

  /** The run stops: units that nobody has come back, and workers give back what they have. */
  async #callBack(): Promise<void> {
    const { redis, run, queue } = this.#options
    await stopRun(redis, run.runId)
    this.#dropWaiting()
    for (const { id } of this.#out.all) await queue.takeBack(id)
  }

  async #arrive(unit: Unit): Promise<void> {
    await bringHome(unit, this.#homecoming)
    this.#out.remove(unit)
    this.#waiters.wake()
  }

  #fail(error: unknown): void {
    this.#options.listener.onError(error, null)
  }
}

/** How often a run says that nobody takes its units. */
const remindEveryMs = 60_000

interface ReminderOptions {
  readonly redis: Redis
  readonly effects: Effects
  /** Tells a person. */
  readonly say: (message: string) => void
}

/** Says when nobody takes the units of a queue, by its name. */
type Reminder = (name: string) => Promise<void>

function createReminder({ redis, effects, say }: ReminderOptions): Reminder {
  let saidAt = Number.NEGATIVE_INFINITY
  return async (name) => {
    const now = effects.monotonicMs()
    if (now - saidAt < remindEveryMs) return
    const workers = await roster(redis)
    if (workers.some(({ queue }) => queue === name)) return
    saidAt = now
    const others = workers.map(({ host, version }) => `${host} (dossier ${version})`).join(', ')
    say(
      `no worker takes this run's units: start one with the same key, address and shared folder: dossier worker${
        others === '' ? '' : `; connected for others: ${others}`
      }`,
    )
  }
}
