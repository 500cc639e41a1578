import type { EndedCall, PlannedCall } from '../calls/call.ts'
import type { Dispatcher } from '../calls/dispatch.ts'
import type { Pace } from '../calls/pace/gate.ts'
import type { Stuck } from '../calls/patience.ts'

/** Makes a run's calls: in this process, or by workers anywhere. What it makes lands in the home, in sealed segments. */
export interface Executor extends Dispatcher, AsyncDisposable {
  /** Keys of the calls that an earlier process of the run gave out and that are still under way. */
  readonly adopted: readonly string[]
  /** Seals what has landed, so that it can be loaded. */
  seal(): Promise<void>
}

/** What an executor reports to. */
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

/** Who makes the calls of a run, and how fast. */
export interface Caller {
  readonly pace: Pace
  /** Begins to make calls. `signal` aborts when the run stops: no further attempt begins. */
  open(listener: ExecutorListener, signal: AbortSignal): Promise<Executor>
  /** Calls that wait for their answers for long; null when none does, or when it is not known. */
  stuck(): Stuck | null
  /** No attempt begins after this; called also when the run breaks off. */
  close(): Promise<void>
  /** Remembers the rate, and lands the attempts that were begun and never came home. */
  settle(): Promise<void>
}
