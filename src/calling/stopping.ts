import { setMaxListeners } from 'node:events'
import { obstacleOf } from './obstacle.ts'
import { type Stop, StopError } from './stop.ts'

/** The one reason why a run ends early, and the signal that tells everyone. */
export interface Stopping {
  readonly why: Stop | null
  /** Aborts when there is a reason. */
  readonly signal: AbortSignal
  /** Gives a reason; the first one counts. */
  because(why: Stop): void
  /** Gives an error as the reason; what an abort itself brings about is none. */
  becauseOf(error: unknown): void
}

/** Stops when `asked` aborts: nothing new is begun, what is under way comes home. */
export function createStopping(asked: AbortSignal): Stopping & Disposable {
  const controller = new AbortController()
  // Every call that waits for a permit or a retry listens.
  setMaxListeners(0, controller.signal)
  let why: Stop | null = null
  const because = (given: Stop) => {
    why ??= given
    controller.abort()
  }
  const onAsked = () =>
    because({ status: 'stopped', message: 'the run was asked to stop; run again to resume' })
  asked.addEventListener('abort', onAsked, { once: true })
  if (asked.aborted) onAsked()
  return {
    get why() {
      return why
    },
    signal: controller.signal,
    because,
    becauseOf(error) {
      if (error instanceof StopError) because(error.stop)
      else if (!controller.signal.aborted) because(unexpected(error))
    },
    [Symbol.dispose]: () => asked.removeEventListener('abort', onAsked),
  }
}

const unexpected = (error: unknown): Stop =>
  obstacleOf(error) ?? {
    status: 'failed',
    message: `unexpected: ${error instanceof Error ? error.message : String(error)}; run again: it resumes`,
  }
