import type PQueue from 'p-queue'
import { BudgetError } from '../calling/allowance.ts'
import type { AttemptContext, FinishedCall } from '../calling/attempt.ts'
import { createErrand } from '../calling/dispatch.ts'
import type { PlannedCall } from '../calling/planned-call.ts'
import type { Stop } from '../calling/stop.ts'
import { createStopping } from '../calling/stopping.ts'
import { createWatch } from '../calling/watch.ts'
import type { Sent } from '../client/exchange.ts'
import type { Forgetter } from '../privacy/forgetter.ts'
import { createGrant } from './grant.ts'
import { type Lease, LostUnitError } from './lease.ts'
import { Part } from './part.ts'
import { type SharedRun, type UnitEnd, unitEnd } from './shared-folder.ts'
import { type Standing, standingOf } from './standing.ts'
import { operationOf, type Unit } from './unit.ts'

export interface UnitContext
  extends Pick<AttemptContext, 'client' | 'gate' | 'retries' | 'refusals' | 'effects'> {
  readonly run: SharedRun
  readonly forgetter: Forgetter
  readonly lease: Lease
  /** Folder of the unit. */
  readonly place: string
  /** Name of this process as the unit's owner; nobody had it before. */
  readonly owner: string
  /** Calls of all units of this worker, so many at a time. */
  readonly queue: PQueue
  /** Aborts when the worker or the run stops: what is under way lands, the rest goes back. */
  readonly signal: AbortSignal
  /** Told of each call that landed. */
  readonly onLanded: (finished: FinishedCall) => void
}

/** Why a unit ends early that is nobody else's concern: the run sees the same in what landed. */
const over: Stop = { status: 'stopped', message: 'the rest of the unit goes back to its run' }

/**
 * Makes the calls of a unit that nobody has made yet, and says that it has ended. What an earlier owner landed is taken over; what it
 * had begun counts as lost. @throws LostUnitError when the unit was given to another: then that one ends it
 */
export async function carryOutUnit(unit: Unit, context: UnitContext): Promise<void> {
  const { place, forgetter } = context
  if ((await unitEnd(place)) !== undefined) return
  const standing = await standingOf(place, unit.runId, forgetter.call)
  await using part = await Part.open(place, context.owner, unit.runId, standing)
  const end = await makeCalls(unit, standing, part, context)
  await context.lease.sure()
  await part.end(end)
}

async function makeCalls(unit: Unit, standing: Standing, part: Part, context: UnitContext): Promise<UnitEnd> {
  const { run, forgetter, gate, lease, queue, effects } = context
  const open = unit.calls.filter(({ callKey }) => !answeredIn(standing).has(callKey))
  const left = new Set(open.map(({ callKey }) => callKey))
  const watch = createWatch(effects, run.baseUrl, unit.hasAnswered ? [operationOf(unit)] : [])
  using stopping = createStopping(context.signal)
  let lost: LostUnitError | undefined

  async function land(finished: FinishedCall): Promise<void> {
    // Before it is on disk: what was forgotten never is.
    await part.land(forgetter.call(finished.landed))
    left.delete(finished.landed.callKey)
    context.onLanded(finished)
    if (watch.sees(finished) !== null) stopping.because(over)
  }

  function onError(error: unknown, { callKey }: PlannedCall): void {
    left.add(callKey)
    if (error instanceof LostUnitError) lost ??= error
    if (error instanceof BudgetError || error instanceof LostUnitError) stopping.because(over)
    else stopping.becauseOf(error)
  }

  /** Asked for when the attempt is on disk: whoever takes the unit from then on finds it. */
  async function start(signal?: AbortSignal): Promise<Sent> {
    for (;;) {
      await lease.sure()
      const sent = await gate.start(signal)
      if (lease.isHeld) return sent
      sent()
    }
  }

  const spent = standing.lines.reduce((sum, { call }) => sum + call.attempts, 0)
  const errand = createErrand({
    ...context,
    runId: unit.runId,
    absences: new Set(run.absences),
    budget: createGrant(unit.attempts - spent, run.costs),
    gate: { ...gate, start },
    journal: part,
    signal: stopping.signal,
    land,
    onError,
  })
  const passing = async (call: PlannedCall): Promise<void> => {
    if (!stopping.signal.aborted) await errand(call)
  }
  await Promise.all(open.map((call) => queue.add(() => passing(call))))
  if (lost !== undefined) throw lost
  const why = context.signal.aborted || stopping.why === over ? null : stopping.why
  return { left: [...left], stop: why }
}

/** Calls that came to an end: what was lost is made again. */
const answeredIn = ({ lines }: Standing): ReadonlySet<string> =>
  new Set(lines.filter(({ call }) => call.transport !== 'lost').map(({ call }) => call.callKey))
