import type { EndedCall, PlannedCall } from '../calls/call.ts'
import { createDispatcher, type DispatchOptions } from '../calls/dispatch.ts'
import { AttemptJournal } from '../calls/landing/attempts.ts'
import type { LandedCall } from '../calls/landing/entry.ts'
import { Landing } from '../calls/landing/landing.ts'
import { openServiceGate } from '../calls/pace/service-gate.ts'
import { createPatience } from '../calls/patience.ts'
import { createRetries } from '../calls/retry.ts'
import { segmentNames, settleAttempts } from './home/loading.ts'
import { forgetterOf } from './home/purge.ts'
import type { BegunRun, Caller, Executor, ExecutorListener } from './run-options.ts'

/** Makes the calls of a run in this process, each known to the journal before it is made. */
export async function callHere(run: BegunRun): Promise<Caller> {
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
    open: (listener, signal) => openExecutor(run, calling, segmentName, listener, signal),
    close: () => journal.close(),
    stuck: patience.stuck,
    async settle() {
      await remember()
      await settleAttempts({ database, home, now: effects.now() })
    },
  }
}

/** What every call of the run is made with. */
type Calling = Omit<DispatchOptions, 'signal' | 'land' | 'onError'>

async function openExecutor(
  { options: { home } }: BegunRun,
  calling: Calling,
  segmentName: (index: number) => string,
  listener: ExecutorListener,
  signal: AbortSignal,
): Promise<Executor> {
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
    seal: () => landing.seal(),
    [Symbol.asyncDispose]: () => landing[Symbol.asyncDispose](),
  })
}
