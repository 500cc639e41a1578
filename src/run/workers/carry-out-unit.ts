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
import { createStopping } from '../../calls/stop.ts'
import { stops } from '../../calls/stops.ts'
import { Watch } from '../../calls/watch.ts'
import { orClosed } from '../../disk/own-file.ts'
import type { Forgetter } from '../../rows/privacy/forgetter.ts'
import {
  endUnit,
  operationOf,
  type SharedRun,
  type Unit,
  type UnitEnd,
  unitEnd,
  writeDurably,
} from './shared-folder.ts'
import { attemptsPath, readUnitState, type Took, tookPath, type UnitState } from './unit-state.ts'

export interface UnitContext
  extends Pick<AttemptContext, 'client' | 'gate' | 'retries' | 'patience' | 'effects'> {
  readonly run: SharedRun
  readonly forgetter: Forgetter
  readonly lease: Pick<Lease, 'isHeld' | 'sure'>
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

/** Another worker may have the unit by now: this one makes no further attempt. */
export class LostUnitError extends Error {
  override name = 'LostUnitError'
}

/** The right to make the calls of a unit, for a time. */
export type Lease = ReturnType<typeof createLease>

interface LeaseOptions {
  /** Holds the unit for another `holdMs`; false when it is not ours any more. */
  readonly renew: (holdMs: number) => Promise<boolean>
  readonly holdMs: number
  readonly monotonicMs: () => number
}

/**
 * Counts from before each renewal was asked for, by a clock that also runs while the process is stopped: so it is over here before it is
 * over in Redis, and an attempt that is written down and then found to be covered was written down before anybody else could
 * have the unit.
 */
export function createLease({ renew, holdMs, monotonicMs }: LeaseOptions) {
  let heldUntil = Number.NEGATIVE_INFINITY
  let renewing: Promise<void> | undefined

  async function renewOnce(): Promise<void> {
    const asked = monotonicMs()
    if (!(await renew(holdMs))) throw new LostUnitError('the unit was given to another')
    heldUntil = asked + holdMs
  }

  const renewed = (): Promise<void> => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  // The next attempt meets the failure.
  const timer = setInterval(() => void renewed().catch(() => undefined), holdMs / 3)
  return {
    /** Whether the unit is surely ours at this moment. */
    get isHeld(): boolean {
      return monotonicMs() < heldUntil
    },
    /** Resolves while the unit is surely ours; @throws LostUnitError */
    async sure(): Promise<void> {
      while (monotonicMs() >= heldUntil) await renewed()
    },
    /** What was known of it is not known any more: it is asked for again before the next attempt. */
    doubt(): void {
      heldUntil = Number.NEGATIVE_INFINITY
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Why a unit ends early: the run draws the same conclusion from what landed. */
const over = stops.asked()

/**
 * Makes the calls of a unit that were not made yet, and records its end. Calls that an earlier owner landed are taken over; those it had
 * begun count as lost. @throws LostUnitError when another worker has the unit now, and will end it
 */
export async function carryOutUnit(unit: Unit, context: UnitContext): Promise<void> {
  const { place, forgetter } = context
  if ((await unitEnd(place)) !== undefined) return
  const state = await readUnitState(place, unit.runId, forgetter.call)
  await using part = await Part.open(place, context.owner, unit.runId, state)
  const end = await makeCalls(unit, state, part, context)
  await context.lease.sure()
  await part.end(end)
}

async function makeCalls(unit: Unit, state: UnitState, part: Part, context: UnitContext): Promise<UnitEnd> {
  const { run, forgetter, queue, effects } = context
  const open = unit.calls.filter(({ callKey }) => !answeredIn(state).has(callKey))
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

  const spent = state.lines.reduce((sum, { call }) => sum + call.attempts, 0)
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
const answeredIn = ({ lines }: UnitState): ReadonlySet<string> =>
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
    giveBack() {
      left += 1
    },
  }
}

const usedUp: UsedUp = {
  operation: null,
  message: {
    en: 'the tries that the run paid for this unit are made',
    zh: '运行为该单元支付的尝试次数已用完',
  },
  next: { en: 'the run plans what is left of it again', zh: '由运行重新安排其余调用' },
}

/** What one owner of a unit asks and lands, on disk before anything follows from it: see unit-state.ts. */
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
  static async open(place: string, owner: string, runId: string, state: UnitState): Promise<Part> {
    const segment = await OpenSegment.create(place, owner)
    return await orClosed(segment, async () => {
      const inherited = state.lines.map(({ text }) => Buffer.from(`${text}\n`))
      if (inherited.length > 0) await segment.append(inherited)
      const took: Took = { inherited: inherited.length, covers: state.covers }
      await writeDurably(tookPath(place, owner), took)
      const journal = await AttemptJournal.open(attemptsPath(place, owner), { runId, firstSegment: owner })
      return new Part(place, owner, segment, journal)
    })
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
