import PQueue from 'p-queue'
import { type AttemptContext, createPatience, makeCall, UnfinishedCallError } from '../calls/attempt.ts'
import { AttemptJournal } from '../calls/landing/attempts.ts'
import type { EndedCall, LandedCall, PlannedCall } from '../calls/landing/entry.ts'
import { Landing } from '../calls/landing/landing.ts'
import { openServiceGate } from '../calls/pace/gate.ts'
import { createRetries } from '../calls/retry.ts'
import { forgetterOf } from '../rows/privacy/forgetter.ts'
import type { BegunRun } from './begin.ts'
import { segmentNames, settleAttempts } from './home/loading.ts'

/** What an executor reports to. */
export interface ExecutorListener {
  /** A call came to its end and is on disk. */
  onEnded(ended: EndedCall): void
  /** A segment of so many bytes is complete, in the home. */
  onSealed(segment: string, bytes: number): void
  /** A call could not come to its end, or could not be landed. */
  onError(error: unknown, call: PlannedCall): void
}

export type Caller = Awaited<ReturnType<typeof callHere>>
export type Executor = ReturnType<Caller['open']>

/** Makes the calls of a run in this process, each known to the journal before it is made. */
export async function callHere({ options, database, record, budget }: BegunRun) {
  const { home, effects, client, job } = options
  const { rate, absences, timeout } = job.settings
  const { pace, remember } = await openServiceGate({
    perSecond: rate.perSecond,
    baseUrl: client.baseUrl,
    ratesFile: home.state.rates,
    effects,
  })
  const nameOf = await segmentNames(database, record.run_id)
  const head = { runId: record.run_id, firstSegment: nameOf(1) }
  const journal = await AttemptJournal.open(home.state.attempts, head)
  const patience = createPatience(effects, timeout)
  const forgetter = await forgetterOf(home)

  /** Begins to make calls, which land in the home in sealed segments. `signal` aborts when the run stops: no further attempt begins. */
  function open(listener: ExecutorListener, signal: AbortSignal) {
    const landing = new Landing({
      folder: home.state.landing,
      nameOf,
      onSealed: (segment, bytes) => listener.onSealed(segment, bytes),
    })
    const dispatcher = createDispatcher({
      ...{ client, gate: pace, budget, journal, effects, patience, signal },
      runId: record.run_id,
      absences: new Set(absences),
      concurrency: rate.concurrency,
      retries: createRetries(),
      async land(finished) {
        // Before it is on disk: what was forgotten never is.
        await landing.land(forgetter.call(finished.landed))
        listener.onEnded(finished)
      },
      onError: (error, call) => listener.onError(error, call),
    })
    return Object.assign(dispatcher, {
      /** Seals what has landed, so that it can be loaded. */
      seal: () => landing.seal(),
      [Symbol.asyncDispose]: () => landing[Symbol.asyncDispose](),
    })
  }

  return {
    pace,
    open,
    /** No attempt begins after this; called also when the run breaks off. */
    close: () => journal.close(),
    stuck: patience.stuck,
    /** Remembers the rate, and lands the attempts that were begun and never came home. */
    async settle() {
      await remember()
      await settleAttempts({ database, home, now: effects.now() })
    },
  }
}

/*
 * Three parts hold a run back, each for one reason. p-queue owns concurrency and back-pressure: how many calls are under way, and how
 * many wait. Bottleneck owns the pace: it spreads permits evenly (calls/pace/gate.ts). The window owns the limit:
 * no rolling second holds more starts than the rate (calls/pace/rate.ts), whatever the others do.
 */

interface DispatchOptions extends AttemptContext {
  readonly concurrency: number
  /** Makes a finished call durable. */
  readonly land: (finished: EndedCall<LandedCall>) => Promise<void>
  /** Called when a call could not come to its end, or could not be landed. */
  readonly onError: (error: unknown, call: PlannedCall) => void
}

/** Makes one call and lands what came of it; never rejects. */
async function makeAndLand(call: PlannedCall, options: Omit<DispatchOptions, 'concurrency'>): Promise<void> {
  const { land, onError } = options
  try {
    await land(await makeCall(call, options))
  } catch (error) {
    if (!(error instanceof UnfinishedCallError)) return onError(error, call)
    await land(error.tried).catch((unlanded: unknown) => onError(unlanded, call))
    onError(error.cause, call)
  }
}

/** Those who wait for the same wait together: what they wait for asks each of its listeners at every call. */
function waitTogether() {
  const awaited = new Map<number | 'idle', Promise<void>>()
  return (what: number | 'idle', begin: () => Promise<void>): Promise<void> => {
    const promise = awaited.get(what) ?? begin().finally(() => awaited.delete(what))
    awaited.set(what, promise)
    return promise
  }
}

/** Makes planned calls, `concurrency` at a time, in the order given. A slot is free again when its answer is on disk. */
function createDispatcher(options: DispatchOptions) {
  const queue = new PQueue({ concurrency: options.concurrency })
  const together = waitTogether()
  return {
    get waiting() {
      return queue.size
    },
    get underWay() {
      return queue.pending
    },
    add: (calls: readonly PlannedCall[]) => {
      // Each task reports its own end; the promises of calls dropped before they began stay open on purpose.
      for (const call of calls) void queue.add(() => makeAndLand(call, options))
    },
    /** Resolves when fewer than `limit` calls are waiting. */
    belowLimit: (limit: number) => together(limit, () => queue.onSizeLessThan(limit)),
    /** Resolves when nothing waits and nothing is under way. */
    idle: () => together('idle', () => queue.onIdle()),
    /** Drops what waits; what is under way comes to its end. */
    drop: () => queue.clear(),
  }
}

const windowMs = 10_000

/** How many were counted a second, over the last ten, or since the first when that is later. */
export function createRateMeter(monotonicMs: () => number) {
  let began: number | undefined
  let times: number[] = []
  return {
    count(): void {
      const now = monotonicMs()
      began ??= now
      times.push(now)
    },
    perSecond(): number {
      const now = monotonicMs()
      if (began === undefined) return 0
      times = times.filter((at) => at > now - windowMs)
      return (times.length * 1000) / Math.max(1000, Math.min(windowMs, now - began))
    },
  }
}

/**
 * Calls that wait for longer than this leave time to load and to plan what follows. Until then answers gather, because a merge
 * costs nearly the same for one as for hundreds.
 */
const leadSeconds = 3
/** Answers are loaded after this time, however many calls wait. */
const longestMs = 10_000
/** And after this one where few do: some may take long to answer, and what is read at once delays others. */
const shortestMs = 500

type Left = Pick<Executor, 'waiting' | 'underWay'>

/** Calls that are not over. */
export const leftOf = ({ waiting, underWay }: Left): number => waiting + underWay

/** Says when answers have gathered for long enough to be loaded. */
export function createGathering(monotonicMs: () => number) {
  const meter = createRateMeter(monotonicMs)
  let loadedMs = monotonicMs()
  let leftThen: number | undefined

  /** Whether what waits is done before what landed could be loaded and planned from. */
  const isShort = ({ waiting }: Left): boolean => waiting <= leadSeconds * meter.perSecond()

  return {
    isShort,
    /** A call is over. */
    count: meter.count,
    /** What landed is loaded from now on. */
    load(): void {
      loadedMs = monotonicMs()
      leftThen = undefined
    },
    /** The steps were asked; the first time after a load says how much is left to do. */
    asked(executor: Left): void {
      leftThen ??= leftOf(executor)
    },
    /**
     * Whether it is time to load. Where few calls wait, when half of what was left is done: calls under way wait for their turn at the
     * rate, and their answers would otherwise be loaded one by one.
     */
    isOver(executor: Left): boolean {
      const sinceMs = monotonicMs() - loadedMs
      const isHalfDone = leftThen === undefined || leftOf(executor) <= leftThen / 2
      return sinceMs >= longestMs || (isShort(executor) && (isHalfDone || sinceMs >= shortestMs))
    },
  }
}
