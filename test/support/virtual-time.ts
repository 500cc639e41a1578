import { onTestFinished, vi } from 'vitest'
import type { GateClock } from '../../src/calling/pace/gate-clock.ts'

/** Timers and both clocks of this process, run by hand until the test is over: hours pass in no time. */
export interface VirtualTime {
  /** The monotonic clock, and sleeps by it. */
  readonly clock: GateClock
  /** Sets the wall clock this much ahead; no timer goes off for it. */
  stepWallClock(ms: number): void
  pass(ms: number): Promise<void>
  /** Lets time pass until the work is done; fails when that takes longer than this. */
  run<T>(work: Promise<T>, limitMs: number): Promise<T>
}

export function virtualTime(): VirtualTime {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = { monotonicMs: () => performance.now(), sleep }
  return {
    clock,
    stepWallClock: (ms) => void vi.setSystemTime(Date.now() + ms),
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    async run(work, limitMs) {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      const end = clock.monotonicMs() + limitMs
      while (!isDone && clock.monotonicMs() < end) await vi.advanceTimersByTimeAsync(50)
      if (!isDone) throw new Error(`it is not done after ${limitMs} ms of virtual time`)
      return await work
    },
  }
}

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.ceil(ms))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
