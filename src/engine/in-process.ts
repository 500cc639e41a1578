import type { FinishedCall } from '../calling/attempt.ts'
import { createDispatcher, type DispatchOptions } from '../calling/dispatch.ts'
import { createRefusals } from '../calling/refusals.ts'
import { createRetryBudget } from '../calling/retry-budget.ts'
import { Landing } from '../landing/landing.ts'
import type { Executor, OpenExecutor } from './executor.ts'
import { forgetterOf } from './forgetting/forgetter-of.ts'
import type { Home } from './home.ts'

export interface InProcessOptions
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
