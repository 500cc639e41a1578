import type { Gate } from '../../src/calling/pace/gate.ts'

type Starting = Pick<Gate, 'permit' | 'start'>

/** A turn, and the start behind it, whose request leaves at once. */
export async function startOf(gate: Starting, signal?: AbortSignal): Promise<void> {
  await gate.permit(signal)
  const sent = await gate.start(signal)
  sent()
}

/** Starts of callers who want as many as they can get. */
export async function startsOf(gate: Starting, ms: number, callers: number): Promise<number[]> {
  const starts: number[] = []
  const began = performance.now()
  const caller = async () => {
    while (performance.now() - began < ms) {
      await startOf(gate)
      starts.push(performance.now())
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return starts
}

/** Most starts in any window of this length: between one start and those less than a window later. */
export const mostIn = (starts: readonly number[], windowMs: number): number =>
  Math.max(0, ...starts.map((from) => starts.filter((at) => at >= from && at < from + windowMs).length))

/** The longest time between one start and the next. */
export const longestGap = (starts: readonly number[]): number =>
  Math.max(0, ...starts.slice(1).map((at, index) => at - (starts[index] ?? at)))
