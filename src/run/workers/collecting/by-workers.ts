import { EventEmitter, once } from 'node:events'
import type { PlannedCall } from '../../../calls/call.ts'
import { waitTogether } from '../../../calls/dispatch.ts'
import { Turns } from '../../../calls/landing/landing.ts'
import { openServicePace } from '../../../calls/pace/service-gate.ts'
import { BudgetError } from '../../../calls/retry.ts'
import { operationNames } from '../../../contract/operations.ts'
import { segmentsFrom } from '../../../warehouse/runs.ts'
import { forgetterOf } from '../../home/purge.ts'
import { paceOf } from '../../in-process.ts'
import type { Transport } from '../../job/choices.ts'
import type { BegunRun, Caller, Executor, ExecutorListener } from '../../run-options.ts'
import { type MeetingPoint, queueName, type Redis } from '../redis.ts'
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
} from '../shared-folder.ts'
import { SharedRate } from '../shared-rate.ts'
import { goOnWithRun, openUnitQueue, stopRun, type UnitQueue } from '../unit-queue.ts'
import { bringHome, type HomecomingOptions } from './collect.ts'
import { createReminder, createUnitMaker, givenUp, leastLots, unheldOf } from './units.ts'

/** How often the run looks for ends of units that no event reported. */
const lookEveryMs = 1_000

/** Has workers make the calls of a run, wherever they are, and brings home what they land. */
export async function callByWorkers(
  run: BegunRun,
  { redis, scope, transport }: MeetingPoint & { readonly transport: Transport },
): Promise<Caller> {
  const { job, effects } = run.options
  const { perSecond } = job.settings.rate
  const ceiling = perSecond === 'unlimited' ? Number.POSITIVE_INFINITY : perSecond
  const { monotonicMs } = effects
  const { pace, remember } = await openServicePace(paceOf(run), (beginning) =>
    SharedRate.open({ redis, scope, ceiling, monotonicMs, ...beginning }),
  )
  const shared = sharedRunOf(run, transport)
  return {
    pace,
    open: (listener, signal) => openExecutor({ run, redis, scope, shared, rate: pace, listener, signal }),
    // What workers begin is in journals of their own, which are settled when their units come home.
    close: async () => undefined,
    stuck: () => null,
    settle: remember,
  }
}

/** What workers must know of a run. */
function sharedRunOf({ options, record, budget }: BegunRun, transport: Transport): SharedRun {
  const { rate, tools, absences, timeout } = options.job.settings
  return {
    runId: record.run_id,
    version: options.version,
    baseUrl: options.client.baseUrl,
    transport,
    tools: defined(tools),
    perSecond: rate.perSecond === 'unlimited' ? null : rate.perSecond,
    absences,
    timeout,
    costs: Object.fromEntries(operationNames.map((name) => [name, budget.costOf(name)])),
  }
}

const defined = (named: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== undefined))

interface OpenOptions {
  readonly run: BegunRun
  readonly redis: Redis
  readonly scope: string
  readonly shared: SharedRun
  readonly rate: SharedRate
  readonly listener: ExecutorListener
  readonly signal: AbortSignal
}

async function openExecutor(options: OpenOptions): Promise<Executor> {
  const { run, shared, redis } = options
  const { home, effects } = run.options
  const sharedId = await makeShared(home.state.shared)
  await shareRun(home.state.shared, shared, home.state.tombstones)
  const arrived = new Set(await segmentsFrom(run.database, segmentOf({ runId: shared.runId, id: '' })))
  const left = await unitsIn(home.state.shared, shared.runId)
  // Something may have been forgotten between the process that gave units out and this one.
  const keep = left.length > 0 ? (await forgetterOf(home)).call : null
  let executor: ByWorkers | undefined
  const queue = await openUnitQueue(queueName(options.scope, sharedId), redis, {
    onEnded: () => executor?.lookSoon(),
    onTrouble: (error) => effects.log.warn({ err: error }, 'trouble with Redis'),
  })
  executor = new ByWorkers({ ...options, queue, keep, arrived })
  await executor.open(left)
  return executor
}

interface Opened extends OpenOptions, Pick<HomecomingOptions, 'keep' | 'arrived'> {
  readonly queue: UnitQueue
}

/** Makes units, looks what has become of them, and brings them home, one of these at a time. */
class ByWorkers implements Executor {
  readonly #options: Opened
  readonly #turns = new Turns()
  readonly #out = new Map<string, Unit>()
  readonly #maker
  readonly #homecoming: HomecomingOptions
  readonly #remind
  /** Says `fewer` when fewer calls may be waiting. */
  readonly #waiting = new EventEmitter().setMaxListeners(0)
  readonly #together = waitTogether()
  #adopted: readonly string[] = []
  #isDropped = false
  #timer: NodeJS.Timeout | undefined
  #isLookDue = false
  #looking: Promise<void> | undefined
  readonly #onClose = () =>
    this.#options.run.options.onFinding(
      'Redis is not reachable: the run waits for it; what workers have landed is kept, and nothing is asked twice',
    )
  readonly #onReady = () => this.#options.run.options.onFinding('Redis is reachable again: the run goes on')

  constructor(options: Opened) {
    const { run, shared, redis, listener, keep, arrived, signal } = options
    const { home, effects, onFinding } = run.options
    const { budget } = run
    const answered = new Set<string>(run.answered)
    this.#options = options
    this.#homecoming = { home, budget, listener, keep, arrived, answered }
    this.#remind = createReminder({ redis, effects, say: onFinding })
    this.#maker = createUnitMaker({
      home,
      run: shared,
      budget,
      arrived,
      answered,
      signal,
      out: this.#out,
      onRefused: (calls, usedUp) => {
        for (const call of calls) listener.onError(new BudgetError(usedUp), call)
        this.#waiting.emit('fewer')
      },
    })
  }

  get adopted(): readonly string[] {
    return this.#adopted
  }

  get waiting(): number {
    return this.#maker.waiting + this.#callsOut - this.underWay
  }

  get #callsOut(): number {
    let calls = 0
    for (const unit of this.#out.values()) calls += unit.calls.length
    return calls
  }

  /** Half of what workers may have: how far a unit is, is not known before its end. */
  get underWay(): number {
    return Math.floor(Math.min(this.#callsOut, leastLots * mostCalls) / 2)
  }

  /** Goes on with the units that an earlier process of the run gave out: they are paid for, and perhaps made. */
  async open(left: readonly Unit[]): Promise<void> {
    const { redis, run, shared, queue } = this.#options
    redis.on('close', this.#onClose)
    redis.on('ready', this.#onReady)
    await goOnWithRun(redis, shared.runId)
    for (const unit of left) {
      run.budget.correct(operationOf(unit), unit.attempts)
      this.#out.set(unit.id, unit)
    }
    // What was given up then is tried once more.
    for (const { id } of await queue.failed()) if (this.#out.has(id)) await queue.takeBack(id)
    this.#adopted = left.flatMap(({ calls }) => calls.map(({ callKey }) => callKey))
    if (left.length > 0)
      run.options.effects.log.info({ units: left.length }, 'goes on with units that were given out before')
    this.#timer = setInterval(() => this.lookSoon(), lookEveryMs)
    this.lookSoon()
  }

  add(calls: readonly PlannedCall[]): void {
    this.#maker.add(calls)
    void this.#pump()
  }

  belowLimit(limit: number): Promise<void> {
    return this.#together(limit, async () => {
      while (this.waiting >= limit) await once(this.#waiting, 'fewer')
    })
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
    const { redis, run, shared, queue } = this.#options
    clearInterval(this.#timer)
    redis.off('close', this.#onClose)
    redis.off('ready', this.#onReady)
    await this.#looking
    await this.#turns.take(async () => undefined)
    await queue[Symbol.asyncDispose]()
    if (this.#out.size === 0) await unshareRun(run.options.home.state.shared, shared.runId)
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
    this.#waiting.emit('fewer')
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

  /** Looks for units that ended, that Redis forgot, or that no worker will try again. */
  async #look(): Promise<void> {
    const { queue, run, rate, signal, listener } = this.#options
    const { home, effects } = run.options
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

  /** The run stops: units that no worker has come back, and workers give back what they have. */
  async #callBack(): Promise<void> {
    const { redis, shared, queue } = this.#options
    await stopRun(redis, shared.runId)
    this.#dropWaiting()
    for (const { id } of this.#out.values()) await queue.takeBack(id)
  }

  async #arrive(unit: Unit): Promise<void> {
    await bringHome(unit, this.#homecoming)
    this.#out.delete(unit.id)
    this.#waiting.emit('fewer')
  }

  #fail(error: unknown): void {
    this.#options.listener.onError(error, null)
  }
}
