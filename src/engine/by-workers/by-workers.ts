import { BudgetError, type UsedUp } from '../../calling/allowance.ts'
import type { Effects } from '../../calling/effects.ts'
import type { PlannedCall } from '../../calling/planned-call.ts'
import { StopError } from '../../calling/stop.ts'
import { Turns } from '../../landing/turns.ts'
import type { Forgetter } from '../../privacy/forgetter.ts'
import type { Database } from '../../warehouse/database.ts'
import { segmentsFrom } from '../../warehouse/runs.ts'
import { queueName, type Redis } from '../../workers/redis.ts'
import { roster } from '../../workers/roster.ts'
import {
  makeShared,
  putUnit,
  removeUnit,
  type SharedRun,
  shareRun,
  unitEnd,
  unitFolder,
  unitsIn,
  unshareRun,
} from '../../workers/shared-folder.ts'
import type { SharedRate } from '../../workers/shared-rate.ts'
import { operationOf, segmentOf, type Unit, unitId } from '../../workers/unit.ts'
import { goOnWithRun, openUnitQueue, stopRun } from '../../workers/unit-queue.ts'
import type { Budget } from '../budget.ts'
import type { Executor, ExecutorListener, OpenExecutor } from '../executor.ts'
import { forgetterOf } from '../forgetting/forgetter-of.ts'
import type { Home } from '../home.ts'
import { arriveUnit, endedOf } from './arrival.ts'
import { lotSize, nextLot, payFor } from './make-units.ts'

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
/** How often it says that nobody takes its units. */
const remindEveryMs = 60_000

/** Has workers make the calls, wherever they are, and brings home what they land. */
export const byWorkers =
  (options: ByWorkersOptions): OpenExecutor =>
  async (listener, signal) => {
    const { home, run, database } = options
    const sharedId = await makeShared(home.state.shared)
    await shareRun(home.state.shared, run, home.state.tombstones)
    const arrived = new Set(await segmentsFrom(database, segmentOf({ runId: run.runId, id: '' })))
    const left = await unitsIn(home.state.shared, run.runId)
    const forgetter = await forgetterOf(home)
    const units = new OutUnits({ ...options, forgetter, arrived, listener, signal })
    await units.open(queueName(options.scope, sharedId), left)
    return units
  }

interface OutOptions extends ByWorkersOptions {
  readonly forgetter: Forgetter
  /** Segments of units that are in the tables, or on their way. */
  readonly arrived: Set<string>
  readonly listener: ExecutorListener
  readonly signal: AbortSignal
}

type Queue = Awaited<ReturnType<typeof openUnitQueue>>

/** The units that are out: planned, paid, and not home yet. */
class OutUnits implements Executor {
  readonly #options: OutOptions
  readonly #turns = new Turns()
  readonly #out = new Map<string, Unit>()
  #adopted: readonly string[] = []
  #backlog: PlannedCall[] = []
  #calls = 0
  #isDropped = false
  #queue: Queue | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #saidAt = Number.NEGATIVE_INFINITY
  readonly #waiters = new Map<number, { readonly reached: Promise<void>; readonly done: () => void }>()
  readonly #answered: Set<string>
  readonly #onClose = () =>
    this.#options.say(
      'Redis is not reachable: the run waits for it; what workers have landed is kept, and nothing is asked twice',
    )
  readonly #onReady = () => this.#options.say('Redis is reachable again: the run goes on')

  constructor(options: OutOptions) {
    this.#options = options
    this.#answered = new Set(options.answered)
  }

  get adopted(): readonly string[] {
    return this.#adopted
  }

  get waiting(): number {
    return this.#backlog.length + this.#calls
  }

  readonly underWay = 0

  /** Goes on with the units that an earlier process of the run gave out: they are paid for, and perhaps made. */
  async open(name: string, left: readonly Unit[]): Promise<void> {
    const { redis, run, budget, effects } = this.#options
    this.#queue = await openUnitQueue(name, redis, {
      onEnded: () => this.#lookSoon(),
      onTrouble: (error) => effects.log.warn({ err: error }, 'trouble with Redis'),
    })
    redis.on('close', this.#onClose)
    redis.on('ready', this.#onReady)
    await goOnWithRun(redis, run.runId)
    for (const unit of left) {
      budget.correct(operationOf(unit), unit.attempts)
      this.#note(unit)
    }
    // What was given up then is tried once more.
    for (const { id } of await this.#queue.failed()) if (this.#out.has(id)) await this.#queue.takeBack(id)
    this.#adopted = left.flatMap(({ calls }) => calls.map(({ callKey }) => callKey))
    if (left.length > 0)
      effects.log.info({ units: left.length }, 'goes on with units that were given out before')
    this.#timer = setInterval(() => this.#lookSoon(), lookEveryMs)
    this.#lookSoon()
  }

  add(calls: readonly PlannedCall[]): void {
    this.#backlog.push(...calls)
    void this.#pump()
  }

  belowLimit(limit: number): Promise<void> {
    if (this.waiting < limit) return Promise.resolve()
    const known = this.#waiters.get(limit)
    if (known !== undefined) return known.reached
    let done = (): void => undefined
    const reached = new Promise<void>((resolve) => {
      done = resolve
    })
    this.#waiters.set(limit, { reached, done })
    return reached
  }

  idle(): Promise<void> {
    return this.belowLimit(1)
  }

  drop(): void {
    this.#isDropped = true
    this.#backlog = []
    this.#wake()
    this.#lookSoon()
  }

  async seal(): Promise<void> {
    // What a worker has ended is sealed.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { redis, home, run } = this.#options
    clearInterval(this.#timer)
    redis.off('close', this.#onClose)
    redis.off('ready', this.#onReady)
    await this.#looking
    await this.#turns.take(async () => undefined)
    await this.#queue?.[Symbol.asyncDispose]()
    if (this.#out.size === 0) await unshareRun(home.state.shared, run.runId)
  }

  #note(unit: Unit): void {
    this.#out.set(unit.id, unit)
    this.#calls += unit.calls.length
  }

  #wake(): void {
    for (const [limit, { done }] of this.#waiters) {
      if (this.waiting >= limit) continue
      this.#waiters.delete(limit)
      done()
    }
  }

  /** Makes units of what waits, as far as the budget allows. */
  #pump(): Promise<void> {
    return this.#turns.take(() => this.#makeUnits()).catch((error) => this.#fail(error))
  }

  async #makeUnits(): Promise<void> {
    const made: Unit[] = []
    const size = lotSize(this.#backlog.length)
    while (this.#backlog.length > 0 && !this.#options.signal.aborted) {
      const lot = nextLot(this.#backlog, size)
      const [first] = lot
      if (first === undefined) break
      const paid = payFor(this.#options.budget, first.operation, lot.length)
      if (paid.calls > 0) made.push(await this.#makeUnit(lot.slice(0, paid.calls), paid.attempts))
      this.#backlog.splice(0, paid.calls)
      if (paid.usedUp === null) continue
      // What units do not spend comes back with them.
      if (this.#out.size > 0) break
      this.#refuse(paid.usedUp)
    }
    if (made.length > 0) await this.#queue?.put(made)
  }

  /** Nothing can be paid of the next operation, or of any. */
  #refuse(usedUp: UsedUp): void {
    const [first] = this.#backlog
    const refused = this.#backlog.filter(({ operation }) => operation === first?.operation)
    this.#backlog = this.#backlog.filter(({ operation }) => operation !== first?.operation)
    for (const call of refused) this.#options.listener.onError(new BudgetError(usedUp), call)
    this.#wake()
  }

  async #makeUnit(calls: readonly PlannedCall[], attempts: number): Promise<Unit> {
    const { run, home, arrived } = this.#options
    const { runId } = run
    let id = unitId(runId, calls, 1)
    for (let generation = 2; arrived.has(segmentOf({ runId, id })); generation += 1)
      id = unitId(runId, calls, generation)
    const hasAnswered = this.#answered.has(calls[0]?.operation ?? '')
    const unit: Unit = { id, runId, attempts, hasAnswered, calls: [...calls] }
    await putUnit(home.state.shared, unit)
    this.#note(unit)
    return unit
  }

  #lookSoon(): void {
    this.#looking ??= this.#turns
      .take(() => this.#look())
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#looking = undefined
        void this.#pump()
      })
  }

  /** Looks what has ended, what Redis has forgotten, and what nobody will try again. */
  async #look(): Promise<void> {
    const queue = this.#queue
    if (queue === undefined) return
    await this.#options.rate.refresh()
    if (this.#options.signal.aborted || this.#isDropped) await this.#callBack(queue)
    const known = await queue.known([...this.#out.keys()])
    const missing: Unit[] = []
    for (const unit of [...this.#out.values()].filter(({ id }) => !known.has(id))) {
      const place = unitFolder(this.#options.home.state.shared, unit)
      // Nobody has it any more: what is there is all that will be.
      if (this.#isDropped || (await unitEnd(place)) !== undefined) await this.#arrive(unit)
      else missing.push(unit)
    }
    if (missing.length > 0) {
      this.#options.effects.log.info({ units: missing.length }, 'units are put into the queue again')
      await queue.put(missing)
    }
    await this.#lookForFailed(queue)
    await this.#remind()
  }

  /** The run stops: units that nobody has come back, and workers give back what they have. */
  async #callBack(queue: Queue): Promise<void> {
    await stopRun(this.#options.redis, this.#options.run.runId)
    this.#isDropped = true
    this.#backlog = []
    for (const id of this.#out.keys()) await queue.takeBack(id)
    this.#wake()
  }

  async #arrive(unit: Unit): Promise<void> {
    const { home, listener, budget, forgetter, arrived } = this.#options
    const operation = operationOf(unit)
    if (arrived.has(segmentOf(unit))) {
      // An earlier process died before it could remove it: the ledger has what was spent.
      budget.correct(operation, -unit.attempts)
      listener.onReturned(unit.calls.map(({ callKey }) => callKey))
    } else {
      // Something may have been forgotten between the process that gave it out and this one.
      const keep = this.#adopted.length > 0 ? forgetter.call : null
      const arrival = await arriveUnit(home, unit, keep)
      budget.correct(operation, arrival.attempts - unit.attempts)
      this.#tell(arrival)
    }
    await removeUnit(home.state.shared, unit)
    this.#out.delete(unit.id)
    this.#calls -= unit.calls.length
    this.#wake()
  }

  #tell({ segment, calls, left, stop }: Awaited<ReturnType<typeof arriveUnit>>): void {
    const { listener, arrived } = this.#options
    const returned = new Set(left)
    for (const call of calls) {
      if (segment !== undefined) listener.onLanded(segment, call)
      const ended = returned.has(call.callKey) ? undefined : endedOf(call)
      if (ended === undefined) continue
      if (ended.classification?.failure === null) this.#answered.add(call.operation)
      listener.onEnded(ended)
    }
    if (segment !== undefined) {
      arrived.add(segment)
      listener.onSealed(segment)
    }
    if (left.length > 0) listener.onReturned(left)
    if (stop !== null) listener.onError(new StopError(stop), null)
  }

  async #lookForFailed(queue: Queue): Promise<void> {
    const failed = (await queue.failed()).filter(({ id }) => this.#out.has(id))
    const [first] = failed
    if (first === undefined) return
    const message = `unit ${first.id} was given up: ${first.why}; look into the logs of the workers, then run again: the run resumes`
    this.#options.listener.onError(new StopError({ status: 'failed', message }), null)
  }

  /** Says when nobody takes the units. */
  async #remind(): Promise<void> {
    const { redis, effects, say } = this.#options
    const now = effects.monotonicMs()
    if (this.#out.size === 0 || now - this.#saidAt < remindEveryMs) return
    const workers = await roster(redis)
    if (workers.some(({ queue }) => queue === this.#queue?.name)) return
    this.#saidAt = now
    const others = workers.map(({ host, version }) => `${host} (dossier ${version})`).join(', ')
    say(
      `no worker takes this run's units: start one with the same key, address and shared folder: dossier worker${
        others === '' ? '' : `; connected for others: ${others}`
      }`,
    )
  }

  #fail(error: unknown): void {
    this.#options.listener.onError(error, null)
  }
}
