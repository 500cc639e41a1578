import type { UsedUp } from '../../calling/allowance.ts'
import type { PlannedCall } from '../../calling/planned-call.ts'
import { putUnit, type SharedRun } from '../../workers/shared-folder.ts'
import { segmentOf, type Unit, unitId } from '../../workers/unit.ts'
import type { Budget } from '../budget.ts'
import type { Home } from '../home.ts'
import { lotSize, nextLot, payFor } from './lots.ts'
import type { OutUnits } from './out-units.ts'

export interface UnitMakerOptions {
  readonly home: Home
  readonly run: SharedRun
  readonly budget: Budget
  readonly out: OutUnits
  /** Segments of units that are in the tables, or on their way. */
  readonly arrived: ReadonlySet<string>
  /** Operations that have answered in this run. */
  readonly answered: ReadonlySet<string>
  readonly signal: AbortSignal
  /** Nothing can be paid of these calls, of one operation, any more. */
  readonly onRefused: (calls: readonly PlannedCall[], usedUp: UsedUp) => void
}

/** Makes units of planned calls: paid for, and in the shared folder. */
export interface UnitMaker {
  /** Calls that no unit was made of yet. */
  readonly waiting: number
  add(calls: readonly PlannedCall[]): void
  drop(): void
  /** Makes units of what waits, as far as the budget allows; they are out from then on. */
  make(): Promise<readonly Unit[]>
}

export function createUnitMaker(options: UnitMakerOptions): UnitMaker {
  const { home, run, budget, out, arrived, answered, signal } = options
  let backlog: PlannedCall[] = []

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
    out.add(unit)
    return unit
  }

  function refuse({ operation: refused }: PlannedCall, usedUp: UsedUp): void {
    const calls = backlog.filter(({ operation }) => operation === refused)
    backlog = backlog.filter(({ operation }) => operation !== refused)
    options.onRefused(calls, usedUp)
  }

  return {
    get waiting() {
      return backlog.length
    },
    add: (calls) => void backlog.push(...calls),
    drop() {
      backlog = []
    },
    make,
  }
}
