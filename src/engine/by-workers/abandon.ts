import type { Effects } from '../../calling/effects.ts'
import { unitEnd, unitFolder, unitsIn, unshareRun } from '../../workers/shared-folder.ts'
import { standingOf } from '../../workers/standing.ts'
import type { Unit } from '../../workers/unit.ts'
import { forgetterOf } from '../forgetting/forgetter-of.ts'
import type { Home } from '../home.ts'
import type { LoadContext } from '../loader.ts'
import { takeLock } from '../lock.ts'
import { openHome } from '../open-home.ts'
import { runsWithUnits, takeUnitHome } from './take-home.ts'

/** What a run had given to workers, as far as the shared folder tells. */
export interface Abandoned {
  readonly run_id: string
  readonly units: number
  /** Calls that came to their end. */
  readonly landed: number
  /** Attempts that were begun and never landed: they may have been charged. */
  readonly lost: number
  /** Attempts that workers which still live can make of the units that they have taken: nobody counts them any more. */
  readonly uncounted: number
}

export interface AbandonOptions {
  readonly home: Home
  readonly effects: Effects
  readonly isDryRun: boolean
  /** Has a sentence for a person. */
  readonly onDamage: (message: string) => void
}

/**
 * Takes home what workers have landed of all runs of a home, without asking Redis whether they still go on: for a Redis that is gone
 * for good. A unit that a worker takes later is not in the shared folder any more. @throws StopError when a process has the home
 */
export async function abandonWorkers({
  home,
  effects,
  isDryRun,
  onDamage,
}: AbandonOptions): Promise<readonly Abandoned[]> {
  await using _lock = await takeLock(home.state.lock, effects.now())
  const runs = await runsWithUnits(home)
  const told: Abandoned[] = []
  for (const runId of runs) told.push(await stillOutOf(home, runId))
  if (isDryRun || runs.length === 0) return told
  await using database = await openHome(home, effects, onDamage)
  for (const runId of runs) await takeRunHome({ database, home, now: effects.now() }, runId)
  return told
}

async function takeRunHome(context: LoadContext, runId: string): Promise<void> {
  const { home } = context
  const forgetter = await forgetterOf(home)
  for (const unit of await unitsIn(home.state.shared, runId)) await takeUnitHome(context, unit, forgetter)
  await unshareRun(home.state.shared, runId)
}

async function stillOutOf(home: Home, runId: string): Promise<Abandoned> {
  const units = await unitsIn(home.state.shared, runId)
  const all = await Promise.all(units.map((unit) => stillOut(home, unit)))
  const sum = (countOf: (one: (typeof all)[number]) => number): number =>
    all.reduce((total, one) => total + countOf(one), 0)
  return {
    run_id: runId,
    units: units.length,
    landed: sum(({ landed }) => landed),
    lost: sum(({ lost }) => lost),
    uncounted: sum(({ uncounted }) => uncounted),
  }
}

async function stillOut(home: Home, unit: Unit) {
  const place = unitFolder(home.state.shared, unit)
  const isOver = (await unitEnd(place)) !== undefined
  const { lines, covers } = await standingOf(place, unit.runId, (call) => call)
  const lost = lines.filter(({ call }) => call.transport === 'lost').length
  const begun = lines.reduce((sum, { call }) => sum + call.attempts, 0)
  const isTaken = Object.keys(covers).length > 0
  return { landed: lines.length - lost, lost, uncounted: isTaken && !isOver ? unit.attempts - begun : 0 }
}
