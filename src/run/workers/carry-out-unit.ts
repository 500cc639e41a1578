import type PQueue from 'p-queue'
import type { AttemptContext } from '../../calls/attempt.ts'
import type { EndedCall, PlannedCall } from '../../calls/call.ts'
import { makeAndLand } from '../../calls/dispatch.ts'
import { AttemptJournal, type BegunAttempt } from '../../calls/landing/attempts.ts'
import { encodeEntry, type LandedCall } from '../../calls/landing/entry.ts'
import { Grouped, Turns } from '../../calls/landing/landing.ts'
import { OpenSegment } from '../../calls/landing/segment.ts'
import type { Gate } from '../../calls/pace/gate.ts'
import { type Allowance, BudgetError, type UsedUp } from '../../calls/retry.ts'
import { createStopping, type Stop } from '../../calls/stop.ts'
import { Watch } from '../../calls/watch.ts'
import type { Forgetter } from '../../rows/privacy/forgetter.ts'
import { type Lease, LostUnitError } from './lease.ts'
import {
  endUnit,
  operationOf,
  type SharedRun,
  type Unit,
  type UnitEnd,
  unitEnd,
  writeDurably,
} from './shared-folder.ts'
import { attemptsPath, type Standing, standingOf, type Took, tookPath } from './standing.ts'

export interface UnitContext extends Pick<AttemptContext, 'client' | 'gate' | 'retries' | 'effects'> {
  readonly run: SharedRun
  readonly forgetter: Forgetter
  readonly lease: Lease
  /** Folder of the unit. */
  readonly place: string
  /** Name of this process as the unit's owner; no owner had it before. */
  readonly owner: string
  /** Calls of all units of this worker, so many at a time. */
  readonly queue: PQueue
  /** Aborts when the worker or the run stops: what is under way lands, the rest goes back. */
  readonly signal: AbortSignal
  /** Called for each call that landed. */
  readonly onLanded: (finished: EndedCall<LandedCall>) => void
}

/** Why a unit ends early: the run draws the same conclusion from what landed. */
const over: Stop = { status: 'stopped', message: 'the rest of the unit goes back to its run' }

/**
 * Makes the calls of a unit that were not made yet, and records that it has ended. What an earlier owner landed is taken over; what it
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
  const { run, forgetter, queue, effects } = context
  const open = unit.calls.filter(({ callKey }) => !answeredIn(standing).has(callKey))
  const left = new Set(open.map(({ callKey }) => callKey))
  const watch = new Watch(effects, run.baseUrl, unit.hasAnswered ? [operationOf(unit)] : [])
  using stopping = createStopping(context.signal)
  let lost: LostUnitError | undefined

  async function land(finished: EndedCall<LandedCall>): Promise<void> {
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

  const spent = standing.lines.reduce((sum, { call }) => sum + call.attempts, 0)
  const making = {
    ...context,
    runId: unit.runId,
    absences: new Set(run.absences),
    budget: createGrant(unit.attempts - spent, run.costs),
    gate: leasedGate(context),
    journal: part,
    signal: stopping.signal,
    land,
    onError,
  }
  const passing = async (call: PlannedCall): Promise<void> => {
    if (!stopping.signal.aborted) await makeAndLand(call, making)
  }
  await Promise.all(open.map((call) => queue.add(() => passing(call))))
  if (lost !== undefined) throw lost
  const why = context.signal.aborted || stopping.why === over ? null : stopping.why
  return { left: [...left], stop: why }
}

/** A gate whose starts hold only while the unit is ours. A start is asked for once the attempt is on disk, where the next owner finds it. */
const leasedGate = ({ gate, lease }: Pick<UnitContext, 'gate' | 'lease'>): Gate => ({
  permit: (signal) => gate.permit(signal),
  pause: (ms) => gate.pause(ms),
  async start(signal) {
    for (;;) {
      await lease.sure()
      const sent = await gate.start(signal)
      if (lease.isHeld) return sent
      sent()
    }
  },
})

/** Calls that came to an end: what was lost is made again. */
const answeredIn = ({ lines }: Standing): ReadonlySet<string> =>
  new Set(lines.filter(({ call }) => call.transport !== 'lost').map(({ call }) => call.callKey))

/** What a unit may spend: the attempts that its run has paid for. A unit that needs more of them goes back to the run. */
function createGrant(attempts: number, costs: SharedRun['costs']): Allowance {
  let left = attempts
  const inTheWay = (): UsedUp | null => (left > 0 ? null : usedUp)
  return {
    costOf: (operation) => costs[operation] ?? 0,
    inTheWay,
    take() {
      if (left <= 0) return usedUp
      left -= 1
      return null
    },
  }
}

const usedUp: UsedUp = {
  operation: null,
  message: 'the attempts that the run paid for this unit are made',
  next: 'the run plans what is left of it again',
}

/** What one owner of a unit asks and lands, on disk before anything follows from it: see standing.ts. */
export class Part implements AsyncDisposable {
  readonly #place: string
  readonly #owner: string
  readonly #segment: OpenSegment
  readonly #journal: AttemptJournal
  readonly #turns = new Turns()
  readonly #lines = new Grouped<Buffer>(this.#turns, (group) => this.#segment.append(group))

  private constructor(place: string, owner: string, segment: OpenSegment, journal: AttemptJournal) {
    this.#place = place
    this.#owner = owner
    this.#segment = segment
    this.#journal = journal
  }

  /** Takes over what is there. */
  static async open(place: string, owner: string, runId: string, standing: Standing): Promise<Part> {
    const segment = await OpenSegment.create(place, owner)
    const inherited = standing.lines.map(({ text }) => Buffer.from(`${text}\n`))
    if (inherited.length > 0) await segment.append(inherited)
    const took: Took = { inherited: inherited.length, covers: standing.covers }
    await writeDurably(tookPath(place, owner), took)
    const journal = await AttemptJournal.open(attemptsPath(place, owner), { runId, firstSegment: owner })
    return new Part(place, owner, segment, journal)
  }

  /** Resolves when the attempt is on disk: only then may it be made. */
  begin(attempt: BegunAttempt): Promise<void> {
    return this.#journal.begin(attempt)
  }

  /** Says of an attempt that it was not made after all. */
  withdraw(attempt: BegunAttempt): Promise<void> {
    return this.#journal.withdraw(attempt)
  }

  /** Resolves when the call is on disk. */
  land(call: LandedCall): Promise<void> {
    return this.#lines.add(encodeEntry(call))
  }

  /** Nothing more lands; the unit has ended. */
  async end(end: UnitEnd): Promise<void> {
    await this.#turns.take(() => this.#segment.seal())
    await endUnit(this.#place, this.#owner, end)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns.take(() => this.#segment.close())
    await this.#journal.close()
  }
}
