import type { EndedCall, PlannedCall } from '../calls/call.ts'
import { createDispatcher, type DispatchOptions } from '../calls/dispatch.ts'
import { AttemptJournal } from '../calls/landing/attempts.ts'
import type { LandedCall } from '../calls/landing/entry.ts'
import { Landing } from '../calls/landing/landing.ts'
import { openServiceGate } from '../calls/pace/service-gate.ts'
import { createPatience } from '../calls/patience.ts'
import { createRetries } from '../calls/retry.ts'
import type { BegunRun } from './begin.ts'
import { segmentNames, settleAttempts } from './home/loading.ts'
import { forgetterOf } from './home/purge.ts'

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
export type Executor = Awaited<ReturnType<typeof openExecutor>>

/** Makes the calls of a run in this process, each known to the journal before it is made. */
export async function callHere(run: BegunRun) {
  const { options, database, record, budget } = run
  const { home, effects, client, job } = options
  const { pace, remember } = await openServiceGate({
    perSecond: job.settings.rate.perSecond,
    baseUrl: client.baseUrl,
    ratesFile: home.state.rates,
    effects,
  })
  const segmentName = await segmentNames(database, record.run_id)
  const head = { runId: record.run_id, firstSegment: segmentName(1) }
  const journal = await AttemptJournal.open(home.state.attempts, head)
  const patience = createPatience(effects, job.settings.timeout)
  const calling: Calling = {
    client,
    gate: pace,
    budget,
    journal,
    effects,
    runId: record.run_id,
    absences: new Set(job.settings.absences),
    concurrency: job.settings.rate.concurrency,
    retries: createRetries(),
    patience,
  }
  return {
    pace,
    /** Begins to make calls. `signal` aborts when the run stops: no further attempt begins. */
    open: (listener: ExecutorListener, signal: AbortSignal) =>
      openExecutor(run, calling, segmentName, listener, signal),
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

/** What every call of the run is made with. */
type Calling = Omit<DispatchOptions, 'signal' | 'land' | 'onError'>

/** Makes the calls of a run. What it makes lands in the home, in sealed segments. */
async function openExecutor(
  { options: { home } }: BegunRun,
  calling: Calling,
  segmentName: (index: number) => string,
  listener: ExecutorListener,
  signal: AbortSignal,
) {
  const forgetter = await forgetterOf(home)
  const landing = new Landing({
    folder: home.state.landing,
    nameOf: segmentName,
    onSealed: (segment, bytes) => listener.onSealed(segment, bytes),
  })
  const land = async (finished: EndedCall<LandedCall>): Promise<void> => {
    // Before it is on disk: what was forgotten never is.
    await landing.land(forgetter.call(finished.landed))
    listener.onEnded(finished)
  }
  const onError = (error: unknown, call: PlannedCall) => listener.onError(error, call)
  const dispatcher = createDispatcher({ ...calling, signal, land, onError })
  return Object.assign(dispatcher, {
    /** Seals what has landed, so that it can be loaded. */
    seal: () => landing.seal(),
    [Symbol.asyncDispose]: () => landing[Symbol.asyncDispose](),
  })
}
