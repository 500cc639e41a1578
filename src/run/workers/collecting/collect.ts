import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { classificationOf, type EndedCall } from '../../../calls/call.ts'
import type { Effects } from '../../../calls/effects.ts'
import { decodeEntry, type LandedCall, type ReadCall } from '../../../calls/landing/entry.ts'
import { arrivingPath, rewriteLine, sealedPath } from '../../../calls/landing/segment.ts'
import { StopError } from '../../../calls/stop.ts'
import { type Stop, stops } from '../../../calls/stops.ts'
import { replaceDurably } from '../../../disk/durable.ts'
import { failPoint } from '../../../disk/fail-points.ts'
import type { Forgetter } from '../../../rows/privacy/forgetter.ts'
import { segmentsFrom } from '../../../warehouse/runs.ts'
import type { Budget } from '../../budget.ts'
import { type Home, runIds, takeLock } from '../../home/home.ts'
import { type LoadContext, loadLanded } from '../../home/loading.ts'
import { openHome } from '../../home/open-home.ts'
import { forgetterOf } from '../../home/purge.ts'
import type { ExecutorListener } from '../../run-options.ts'
import { type MeetingPoint, queueName } from '../redis.ts'
import {
  makeShared,
  operationOf,
  removeUnit,
  segmentOf,
  sharedRuns,
  type Unit,
  unitEnd,
  unitFolder,
  unitsIn,
  unshareRun,
} from '../shared-folder.ts'
import { openUnitQueue, stopRun, type UnitQueue } from '../unit-queue.ts'
import { type LandedLine, readUnitState } from '../unit-state.ts'

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

/** Brings home what came of a unit that no worker has any more, settles its price, and reports it to the listener. */
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
    reportArrival(arrival, options)
  }
  await removeUnit(home.state.shared, unit)
}

function reportArrival(
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

/** What came of a unit, in the home. */
interface Arrival {
  /** Its segment; undefined when not one attempt was made. */
  readonly segment: string | undefined
  readonly calls: readonly ReadCall[]
  /** Keys of calls that may be planned again. */
  readonly left: readonly string[]
  readonly stop: Stop | null
  /** Attempts that were made. */
  readonly attempts: number
}

/**
 * Brings what came of a unit into the home, under a name that comes from the unit: a second time, after a crash, does the same.
 * No worker may have the unit any more. `keep` takes out what was forgotten since it landed; null when nothing was.
 */
async function arriveUnit(
  home: Home,
  unit: Unit,
  keep: ((call: LandedCall) => LandedCall) | null,
): Promise<Arrival> {
  const place = unitFolder(home.state.shared, unit)
  const end = await unitEnd(place)
  const { lines } = await readUnitState(place, unit.runId, keep ?? ((call) => call))
  const kept = lines.map((line) => keptLine(line, keep))
  const calls = kept.map(({ call }, index): ReadCall => ({ ...call, line: index + 1 }))
  const ended = new Set(calls.filter(({ transport }) => transport !== 'lost').map(({ callKey }) => callKey))
  const left = end?.left ?? unit.calls.map(({ callKey }) => callKey).filter((callKey) => !ended.has(callKey))
  const texts = kept.map(({ text }) => text)
  return {
    segment: texts.length === 0 ? undefined : await writeSegment(home, segmentOf(unit), texts),
    calls,
    left,
    stop: end?.stop ?? null,
    attempts: calls.reduce((sum, { attempts }) => sum + attempts, 0),
  }
}

function keptLine(line: LandedLine, keep: ((call: LandedCall) => LandedCall) | null): LandedLine {
  const text = keep === null ? line.text : rewriteLine(line.text, keep)
  const call = text === line.text ? line.call : decodeEntry(text, 0)
  return call === undefined ? line : { text, call }
}

async function writeSegment(home: Home, segment: string, lines: readonly string[]): Promise<string> {
  const arriving = arrivingPath(home.state.landing, segment)
  await writeFile(arriving, `${lines.join('\n')}\n`, { mode: 0o600 })
  failPoint('unit.arriving')
  await replaceDurably(arriving, sealedPath(home.state.landing, segment))
  failPoint('unit.arrived')
  return segment
}

/** How a call ended, as far as it can be read back; undefined for one that was lost, which is made again. */
function endedOf(call: ReadCall): EndedCall | undefined {
  return call.transport === 'lost' ? undefined : { landed: call, classification: classificationOf(call) }
}

/** Runs of this home of which units are out. */
async function runsWithUnits(home: Home): Promise<string[]> {
  const own = new Set(await runIds(home))
  const found: string[] = []
  for (const runId of await sharedRuns(home.state.shared))
    if (own.has(runId) && (await unitsIn(home.state.shared, runId)).length > 0) found.push(runId)
  return found
}

/** Loads the results of a unit that no worker has any more, of a run that is over. */
async function takeUnitHome(context: LoadContext, unit: Unit, forgetter: Forgetter): Promise<void> {
  const { home, database } = context
  // An earlier process may have died before it could remove it: what is in the tables is not landed again.
  const isThere = (await segmentsFrom(database, segmentOf(unit))).size > 0
  const { segment } = isThere ? {} : await arriveUnit(home, unit, forgetter.call)
  if (segment !== undefined) await loadLanded(context, segment)
  await removeUnit(home.state.shared, unit)
}

const lookEveryMs = 500

/**
 * Brings home what workers have of runs that are not resumed, before anything is planned or counted: it is paid for. Without a Redis
 * it is not known whether workers still have it. @throws StopError then
 */
export async function collectEarlier(
  context: LoadContext,
  runId: string,
  workers: MeetingPoint | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { home } = context
  // Without workers the run does not go on with its own units either.
  const others = (await runsWithUnits(home)).filter((other) => workers === undefined || other !== runId)
  if (others.length === 0) return
  if (workers === undefined) throw new StopError(stops.unitsStillOut({ runs: others }))
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

/** What a run had given to workers, as far as the shared folder shows. */
export interface Abandoned {
  readonly run_id: string
  readonly units: number
  /** Calls that came to their end. */
  readonly landed: number
  /** Attempts that were begun and never landed: they may have been charged. */
  readonly lost: number
  /** The most attempts that living workers may still make for their units. No budget counts them. */
  readonly uncounted: number
}

interface AbandonOptions {
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
  const abandoned: Abandoned[] = []
  for (const runId of runs) abandoned.push(await stillOutOf(home, runId))
  if (isDryRun || runs.length === 0) return abandoned
  await using database = await openHome(home, effects, onDamage)
  for (const runId of runs) await takeRunHome({ database, home, now: effects.now() }, runId)
  return abandoned
}

async function takeRunHome(context: LoadContext, runId: string): Promise<void> {
  const { home } = context
  const forgetter = await forgetterOf(home)
  for (const unit of await unitsIn(home.state.shared, runId)) await takeUnitHome(context, unit, forgetter)
  await unshareRun(home.state.shared, runId)
}

async function stillOutOf(home: Home, runId: string): Promise<Abandoned> {
  const units = await unitsIn(home.state.shared, runId)
  const all = await Promise.all(units.map((unit) => outOf(home, unit)))
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

async function outOf(home: Home, unit: Unit) {
  const place = unitFolder(home.state.shared, unit)
  const isOver = (await unitEnd(place)) !== undefined
  const { lines, covers } = await readUnitState(place, unit.runId, (call) => call)
  const lost = lines.filter(({ call }) => call.transport === 'lost').length
  const begun = lines.reduce((sum, { call }) => sum + call.attempts, 0)
  const isTaken = Object.keys(covers).length > 0
  return { landed: lines.length - lost, lost, uncounted: isTaken && !isOver ? unit.attempts - begun : 0 }
}
