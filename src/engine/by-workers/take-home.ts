import type { Forgetter } from '../../privacy/forgetter.ts'
import { segmentsFrom } from '../../warehouse/runs.ts'
import { removeUnit, sharedRuns, unitsIn } from '../../workers/shared-folder.ts'
import { segmentOf, type Unit } from '../../workers/unit.ts'
import { type Home, runIds } from '../home.ts'
import { type LoadContext, loadLanded } from '../loader.ts'
import { arriveUnit } from './arrival.ts'

/** Runs of this home of which units are out. */
export async function runsWithUnits(home: Home): Promise<string[]> {
  const own = new Set(await runIds(home))
  const found: string[] = []
  for (const runId of await sharedRuns(home.state.shared))
    if (own.has(runId) && (await unitsIn(home.state.shared, runId)).length > 0) found.push(runId)
  return found
}

/** Loads what came of a unit that nobody has any more, of a run that is not going on. */
export async function takeUnitHome(context: LoadContext, unit: Unit, forgetter: Forgetter): Promise<void> {
  const { home, database } = context
  // An earlier process may have died before it could remove it: what is in the tables is not landed anew.
  const isThere = (await segmentsFrom(database, segmentOf(unit))).size > 0
  const { segment } = isThere ? {} : await arriveUnit(home, unit, forgetter.call)
  if (segment !== undefined) await loadLanded(context, segment)
  await removeUnit(home.state.shared, unit)
}
