import { setTimeout as sleep } from 'node:timers/promises'
import { StopError } from '../../calling/stop.ts'
import { queueName } from '../../workers/redis.ts'
import { makeShared, unitsIn, unshareRun } from '../../workers/shared-folder.ts'
import type { Unit } from '../../workers/unit.ts'
import { openUnitQueue, stopRun, type UnitQueue } from '../../workers/unit-queue.ts'
import { forgetterOf } from '../forgetting/forgetter-of.ts'
import type { LoadContext } from '../loader.ts'
import type { MeetingPoint } from '../run-options.ts'
import { runsWithUnits, takeUnitHome } from './take-home.ts'

const lookEveryMs = 500

/**
 * Brings home what workers have of runs that nobody resumes, before anything is planned or counted: it is paid for. Without a Redis
 * nobody can tell whether workers still have it. @throws StopError then
 */
export async function bringHomeOthers(
  context: LoadContext,
  runId: string,
  { workers, signal }: { readonly workers?: MeetingPoint | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { home } = context
  // Without workers nobody goes on with the units of the run itself either.
  const others = (await runsWithUnits(home)).filter((other) => workers === undefined || other !== runId)
  if (others.length === 0) return
  if (workers === undefined) throw new StopError(stillOut(others))
  const name = queueName(workers.scope, await makeShared(home.state.shared))
  const ignore = () => undefined
  await using queue = await openUnitQueue(name, workers.redis, { onEnded: ignore, onTrouble: ignore })
  for (const other of others) {
    await stopRun(workers.redis, other)
    let left = await unitsIn(home.state.shared, other)
    while (left.length > 0 && !signal.aborted) {
      left = await takeHome(context, queue, left)
      if (left.length > 0) await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
    if (left.length === 0) await unshareRun(home.state.shared, other)
  }
}

/** Returns those that workers still have. */
async function takeHome(context: LoadContext, queue: UnitQueue, units: readonly Unit[]): Promise<Unit[]> {
  const forgetter = await forgetterOf(context.home)
  const left: Unit[] = []
  for (const unit of units) {
    if (await queue.takeBack(unit.id)) await takeUnitHome(context, unit, forgetter)
    else left.push(unit)
  }
  return left
}

const stillOut = (runs: readonly string[]) => ({
  status: 'blocked' as const,
  message:
    `workers may still have calls of run ${runs.join(', ')}, which are paid for: bring them home first, by a run of a job with ` +
    'executor: redis in this home, with DOSSIER_REDIS_URL as it was then, or a new Redis; if there will be none any more: ' +
    'dossier abandon-workers; nothing was called',
})
