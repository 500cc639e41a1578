import type { Redis } from 'ioredis'

/** Since when this process has had its Redis without a break. */
export interface Reached extends Disposable {
  /** By the monotonic clock. */
  readonly sinceMs: number
}

/** Watches from now on: whether Redis was there before, nobody here knows. */
export function watchReached(redis: Redis, monotonicMs: () => number): Reached {
  let sinceMs = monotonicMs()
  const onReady = (): void => {
    sinceMs = monotonicMs()
  }
  redis.on('ready', onReady)
  return {
    get sinceMs() {
      return sinceMs
    },
    [Symbol.dispose]: () => void redis.off('ready', onReady),
  }
}
