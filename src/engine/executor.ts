import type { EndedCall } from '../calling/attempt.ts'
import type { PlannedCall } from '../calling/planned-call.ts'
import type { ReadCall } from '../landing/entry.ts'

/** Makes a run's calls: in this process, or by workers anywhere. What it makes lands in the home, in sealed segments. */
export interface Executor extends AsyncDisposable {
  /** Keys of the calls that an earlier process of the run gave out and that are still under way. */
  readonly adopted: readonly string[]
  /** Calls that wait for their turn. */
  readonly waiting: number
  /** Calls under way. */
  readonly underWay: number
  add(calls: readonly PlannedCall[]): void
  /** Resolves when fewer than `limit` calls are waiting. */
  belowLimit(limit: number): Promise<void>
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>
  /** Drops what waits; what is under way comes to its end. */
  drop(): void
  /** Seals what has landed, so that it can be loaded. */
  seal(): Promise<void>
}

/** Whom an executor tells. */
export interface ExecutorListener {
  /** A call came to its end and is on disk. */
  onEnded(ended: EndedCall): void
  /** A call landed in the home, as reading it back would give it; in the order of the lines. */
  onLanded(segment: string, call: ReadCall): void
  /** A segment is complete. */
  onSealed(segment: string): void
  /** Calls that were not made after all: they may be planned again. */
  onReturned(callKeys: readonly string[]): void
  /** A call could not come to its end, or could not be landed; null when the error is of no one call. */
  onError(error: unknown, call: PlannedCall | null): void
}

/** Aborts `signal` when the run stops: nobody begins another attempt. */
export type OpenExecutor = (listener: ExecutorListener, signal: AbortSignal) => Promise<Executor>
