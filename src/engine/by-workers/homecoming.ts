import { StopError } from '../../calling/stop.ts'
import type { Forgetter } from '../../privacy/forgetter.ts'
import { removeUnit } from '../../workers/shared-folder.ts'
import { operationOf, segmentOf, type Unit } from '../../workers/unit.ts'
import type { Budget } from '../budget.ts'
import type { ExecutorListener } from '../executor.ts'
import type { Home } from '../home.ts'
import { type Arrival, arriveUnit, endedOf } from './arrival.ts'

export interface HomecomingOptions {
  readonly home: Home
  readonly budget: Budget
  readonly listener: ExecutorListener
  /** What takes out what may have been forgotten since the units were given out; null when nothing can have been. */
  readonly keep: Forgetter['call'] | null
  /** Segments of units that are in the tables, or on their way. */
  readonly arrived: Set<string>
  /** Operations that have answered in this run. */
  readonly answered: Set<string>
}

/** Brings home what came of a unit that nobody has any more, settles its price, and tells the listener. */
export async function bringHome(unit: Unit, options: HomecomingOptions): Promise<void> {
  const { home, budget, listener, keep, arrived } = options
  const operation = operationOf(unit)
  if (arrived.has(segmentOf(unit))) {
    // An earlier process died before it could remove it: the ledger has what was spent.
    budget.correct(operation, -unit.attempts)
    listener.onReturned(unit.calls.map(({ callKey }) => callKey))
  } else {
    const arrival = await arriveUnit(home, unit, keep)
    budget.correct(operation, arrival.attempts - unit.attempts)
    tell(arrival, options)
  }
  await removeUnit(home.state.shared, unit)
}

function tell(
  { segment, calls, left, stop }: Arrival,
  { listener, arrived, answered }: HomecomingOptions,
): void {
  const returned = new Set(left)
  for (const call of calls) {
    const ended = returned.has(call.callKey) ? undefined : endedOf(call)
    if (ended === undefined) continue
    if (ended.classification?.failure === null) answered.add(call.operation)
    listener.onEnded(ended)
  }
  if (segment !== undefined) {
    arrived.add(segment)
    listener.onSealed(
      segment,
      calls.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  }
  if (left.length > 0) listener.onReturned(left)
  if (stop !== null) listener.onError(new StopError(stop), null)
}
