import type { EndedCall } from '../calling/attempt.ts'
import type { Dispatcher } from '../calling/dispatch.ts'
import type { PlannedCall } from '../calling/planned-call.ts'

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
