import { createDispatcher } from '../calls/dispatch.ts'
import { AttemptJournal } from '../calls/landing/attempts.ts'
import type { EndedCall, PlannedCall } from '../calls/landing/entry.ts'
import { Landing } from '../calls/landing/landing.ts'
import { openServiceGate } from '../calls/pace/service-gate.ts'
import { createPatience } from '../calls/patience.ts'
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
