import { rename, writeFile } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'
import type { GateClock } from '../../src/calls/pace/gate.ts'

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

interface Timer {
  readonly at: number
  readonly ring: () => void
}

/** Not vitest's own timers: those take a real millisecond for each that goes off, a minute for a minute of a busy gate. */
export function virtualTime(): VirtualTime {
  let [now, wallMs] = [0, Date.now()]
  const timers = new Set<Timer>()
  const replaced = [
    vi.spyOn(performance, 'now').mockImplementation(() => now),
    vi.spyOn(Date, 'now').mockImplementation(() => Math.round(wallMs + now)),
  ]
  vi.stubGlobal('setTimeout', (ring: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    // As Node's: whole milliseconds, one at the least.
    const timer = { at: now + Math.max(1, Math.trunc(ms)), ring: () => ring(...given) }
    timers.add(timer)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: Timer) => timers.delete(timer))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    for (const spy of replaced) spy.mockRestore()
  })

  const next = (): Timer | undefined =>
    [...timers].reduce<Timer | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    )

  /** Lets the next timer go off, unless it lies beyond `end`; whatever follows from what was before is done first. */
  async function step(end: number): Promise<boolean> {
    await turn()
    const timer = next()
    if (timer === undefined || timer.at > end) return false
    timers.delete(timer)
    now = Math.max(now, timer.at)
    timer.ring()
    return true
  }

  async function pass(ms: number): Promise<void> {
    const end = now + ms
    while (await step(end));
    now = end
  }

  return {
    clock: { monotonicMs: () => now, sleep },
    stepWallClock: (ms) => {
      wallMs += ms
    },
    pass,
    async run(work, limitMs) {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      const end = now + limitMs
      while (!isDone && (await step(end)));
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

/** The time of all processes whose DOSSIER_CLOCK names a file: whoever reads it finds the old one or the new one, whole. */
export async function setClock(file: string, time: Date): Promise<void> {
  await writeFile(`${file}.new`, time.toISOString())
  await rename(`${file}.new`, file)
}
