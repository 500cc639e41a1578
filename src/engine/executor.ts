import type { EndedCall, FinishedCall } from '../calling/attempt.ts'
import { createDispatcher, type Dispatcher, type DispatchOptions } from '../calling/dispatch.ts'
import { createRefusals, createRetryBudget } from '../calling/limits.ts'
import type { PlannedCall } from '../calling/planned-call.ts'

import { Landing } from '../landing/landing.ts'
import type { Home } from './home/home.ts'
import { forgetterOf } from './home/purge.ts'

/** Makes a run's calls: in this process, or by workers anywhere. What it makes lands in the home, in sealed segments. */
export interface Executor extends Dispatcher, AsyncDisposable {
  /** Keys of the calls that an earlier process of the run gave out and that are still under way. */
  readonly adopted: readonly string[]
  /** Seals what has landed, so that it can be loaded. */
  seal(): Promise<void>
}

/** Whom an executor tells. */
export interface ExecutorListener {
  /** A call came to its end and is on disk. */
  onEnded(ended: EndedCall): void
  /** A segment of so many bytes is complete, in the home. */
  onSealed(segment: string, bytes: number): void
  /** Calls that were not made after all: they may be planned again. */
  onReturned(callKeys: readonly string[]): void
  /** A call could not come to its end, or could not be landed; null when the error is of no one call. */
  onError(error: unknown, call: PlannedCall | null): void
}

/** Aborts `signal` when the run stops: nobody begins another attempt. */
export type OpenExecutor = (listener: ExecutorListener, signal: AbortSignal) => Promise<Executor>

interface InProcessOptions
  extends Pick<
    DispatchOptions,
    'client' | 'gate' | 'budget' | 'journal' | 'effects' | 'runId' | 'concurrency' | 'absences'
  > {
  readonly home: Home
  /** Name of the nth segment of this process. */
  readonly segmentName: (index: number) => string
}

/** Makes calls in this process, and lands what comes back. */
export const inProcess =
  (options: InProcessOptions): OpenExecutor =>
  async (listener, signal): Promise<Executor> => {
    const forgetter = await forgetterOf(options.home)
    const landing = new Landing({
      folder: options.home.state.landing,
      nameOf: options.segmentName,
      onSealed: listener.onSealed,
    })
    const land = async (finished: FinishedCall): Promise<void> => {
      // Before it is on disk: what was forgotten never is.
      await landing.land(forgetter.call(finished.landed))
      listener.onEnded(finished)
    }
    const dispatcher = createDispatcher({
      ...options,
      retries: { transient: createRetryBudget(), reconnect: createRetryBudget() },
      refusals: createRefusals(),
      signal,
      land,
      onError: listener.onError,
    })
    return Object.assign(dispatcher, {
      adopted: [],
      seal: () => landing.seal(),
      [Symbol.asyncDispose]: () => landing[Symbol.asyncDispose](),
    })
  }
