import type { PlannedCall } from '../../../calls/call.ts'
import type { Effects } from '../../../calls/effects.ts'
import type { UsedUp } from '../../../calls/retry.ts'
import { StopError } from '../../../calls/stop.ts'
import { stops } from '../../../calls/stops.ts'
import type { OperationName } from '../../../contract/operations.ts'
import type { Budget } from '../../budget.ts'
import type { Home } from '../../home/home.ts'
import { type Redis, roster } from '../redis.ts'
import {
  mostCalls,
  putUnit,
  type SharedRun,
  segmentOf,
  type Unit,
  unitEnd,
  unitFolder,
  unitId,
} from '../shared-folder.ts'
import type { UnitQueue } from '../unit-queue.ts'

export interface UnitMakerOptions {
  readonly home: Home
  readonly run: SharedRun
  readonly budget: Budget
  readonly out: Map<string, Unit>
  /** Segments of units that are in the tables, or on their way. */
  readonly arrived: ReadonlySet<string>
  /** Operations that have answered in this run. */
  readonly answered: ReadonlySet<string>
  readonly signal: AbortSignal
  /** Nothing can be paid of these calls, of one operation, any more. */
  readonly onRefused: (calls: readonly PlannedCall[], usedUp: UsedUp) => void
}

/** Makes units of planned calls: paid for, and in the shared folder. */
export function createUnitMaker(options: UnitMakerOptions) {
  const { home, run, budget, out, arrived, answered, signal } = options
  let backlog: PlannedCall[] = []

  /** Makes units of what waits, as far as the budget allows; they are out from then on. */
  async function make(): Promise<readonly Unit[]> {
    const made: Unit[] = []
    const size = lotSize(backlog.length)
    while (backlog.length > 0 && !signal.aborted) {
      const lot = nextLot(backlog, size)
      const [first] = lot
      if (first === undefined) break
      const paid = payFor(budget, first.operation, lot.length)
      if (paid.calls > 0) made.push(await makeUnit(lot.slice(0, paid.calls), paid.attempts))
      backlog.splice(0, paid.calls)
      if (paid.usedUp === null) continue
      // What units do not spend comes back with them.
      if (out.size > 0) break
      refuse(first, paid.usedUp)
    }
    return made
  }

  async function makeUnit(calls: readonly PlannedCall[], attempts: number): Promise<Unit> {
    const { runId } = run
    let id = unitId(runId, calls, 1)
    for (let generation = 2; arrived.has(segmentOf({ runId, id })); generation += 1)
      id = unitId(runId, calls, generation)
    const hasAnswered = answered.has(calls[0]?.operation ?? '')
    const unit: Unit = { id, runId, attempts, hasAnswered, calls: [...calls] }
    await putUnit(home.state.shared, unit)
    out.set(id, unit)
    return unit
  }

  function refuse({ operation: refused }: PlannedCall, usedUp: UsedUp): void {
    const calls = backlog.filter(({ operation }) => operation === refused)
    backlog = backlog.filter(({ operation }) => operation !== refused)
    options.onRefused(calls, usedUp)
  }

  return {
    /** Calls that no unit was made of yet. */
    get waiting(): number {
      return backlog.length
    },
    add: (calls: readonly PlannedCall[]) => void backlog.push(...calls),
    drop(): void {
      backlog = []
    },
    make,
  }
}

/** Fewest lots that a batch of calls is cut into, so that a short one is shared as well. */
export const leastLots = 12
/** Calls of a lot for which it is worth the while to write it down. */
const leastCalls = 8
/** Attempts beyond one a call that are paid in advance: as many retries as a run may make of so many calls. */
const spareShare = 0.1
const leastSpare = 2

/** Calls of a lot, when so many wait. */
export const lotSize = (waiting: number): number =>
  Math.min(mostCalls, Math.max(leastCalls, Math.ceil(waiting / leastLots)))

/** Up to `size` calls of one operation, in the order of the plan. */
export function nextLot(backlog: readonly PlannedCall[], size: number): PlannedCall[] {
  const operation = backlog[0]?.operation
  const end = backlog.findIndex((call, index) => index >= size || call.operation !== operation)
  return backlog.slice(0, end === -1 ? backlog.length : end)
}

/** What was paid for a lot: its first `calls`, and how many attempts of them. */
interface Paid {
  readonly calls: number
  readonly attempts: number
  /** Why no more calls could be paid, when not all were. */
  readonly usedUp: UsedUp | null
}

/** Takes the price of as many calls as fit from the budget, and of some attempts more, for workers do not ask it when they make a call again. */
export function payFor(budget: Budget, operation: OperationName, calls: number): Paid {
  const { count, usedUp } = takeUpTo(budget, operation, calls)
  const spare = Math.max(leastSpare, Math.ceil(count * spareShare))
  const attempts = count === 0 ? 0 : count + takeUpTo(budget, operation, spare).count
  return { calls: count, attempts, usedUp }
}

function takeUpTo(budget: Budget, operation: OperationName, most: number) {
  for (let count = 0; count < most; count += 1) {
    const usedUp = budget.take(operation)
    if (usedUp !== null) return { count, usedUp }
  }
  return { count: most, usedUp: null }
}

/** The units that are out, by id: planned, paid, and not home yet. */
export type OutUnits = ReadonlyMap<string, Unit>

/** Units that no worker has any more. */
interface Unheld {
  /** What is there is all that will be. */
  readonly ended: readonly Unit[]
  /** Redis has forgotten them. */
  readonly missing: readonly Unit[]
}

/** Looks which units Redis knows no more; of a run that stops all of these have ended. */
export async function unheldOf(
  queue: UnitQueue,
  out: OutUnits,
  { home, isStopping }: { readonly home: Home; readonly isStopping: () => boolean },
): Promise<Unheld> {
  const known = await queue.known([...out.keys()])
  const [ended, missing]: [Unit[], Unit[]] = [[], []]
  for (const unit of [...out.values()].filter(({ id }) => !known.has(id))) {
    const isOver = isStopping() || (await unitEnd(unitFolder(home.state.shared, unit))) !== undefined
    ;(isOver ? ended : missing).push(unit)
  }
  return { ended, missing }
}

/** Why the run cannot come to its end: a unit that no worker will try again. */
export async function givenUp(queue: UnitQueue, out: OutUnits): Promise<StopError | undefined> {
  const first = (await queue.failed()).find(({ id }) => out.has(id))
  if (first === undefined) return undefined
  return new StopError(stops.unitGivenUp(first))
}

/** How often a run says that no worker takes its units. */
const remindEveryMs = 60_000

interface ReminderOptions {
  readonly redis: Redis
  readonly effects: Effects
  /** Tells a person. */
  readonly say: (message: string) => void
}

/** Makes what says when no worker takes the units of a queue, by its name. */
export function createReminder({ redis, effects, say }: ReminderOptions) {
  let saidAt = Number.NEGATIVE_INFINITY
  return async (name: string): Promise<void> => {
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
