import { StopError } from '../../calling/stop.ts'
import { unitEnd, unitFolder } from '../../workers/shared-folder.ts'
import type { Unit } from '../../workers/unit.ts'
import type { UnitQueue } from '../../workers/unit-queue.ts'
import type { Home } from '../home.ts'
import type { OutUnits } from './out-units.ts'

/** Units that nobody has any more. */
export interface Unheld {
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
  const known = await queue.known(out.all.map(({ id }) => id))
  const [ended, missing]: [Unit[], Unit[]] = [[], []]
  for (const unit of out.all.filter(({ id }) => !known.has(id))) {
    const isOver = isStopping() || (await unitEnd(unitFolder(home.state.shared, unit))) !== undefined
    ;(isOver ? ended : missing).push(unit)
  }
  return { ended, missing }
}

/** Why the run cannot come to its end: a unit that nobody will try again. */
export async function givenUp(queue: UnitQueue, out: OutUnits): Promise<StopError | undefined> {
  const first = (await queue.failed()).find(({ id }) => out.has(id))
  if (first === undefined) return undefined
  const message = `unit ${first.id} was given up: ${first.why}; look into the logs of the workers, then run again: the run resumes`
  return new StopError({ status: 'failed', message })
}
