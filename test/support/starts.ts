import type { Gate } from '../../src/calls/pace/gate.ts'

type Starting = Pick<Gate, 'permit' | 'start'>

/** A turn, and the start behind it, whose request leaves at once. */
export async function startOf(gate: Starting, signal?: AbortSignal): Promise<void> {
  await gate.permit(signal)
  const sent = await gate.start(signal)
  sent()
}

/** Times of starts of callers who want as many as they can get, for so long or until that many of them were begun. */
export async function startsOf(
  gate: Starting,
  { ms = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY, callers }: Wanted,
): Promise<number[]> {
  const starts: number[] = []
  const began = performance.now()
  let begun = 0
  const caller = async () => {
    while (begun < count && performance.now() - began < ms) {
      begun += 1
      await gate.permit()
      const sent = await gate.start()
      // Before the gate is told: however late this is, no two of these times are nearer than what the gate counts by.
      starts.push(performance.now())
      sent()
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return starts
}

interface Wanted {
  readonly ms?: number
  readonly count?: number
  readonly callers: number
}

/** Most starts in any window of this length: between one start and those less than a window later. */
export const mostIn = (starts: readonly number[], windowMs: number): number =>
  Math.max(0, ...starts.map((from) => starts.filter((at) => at >= from && at < from + windowMs).length))

/** The longest time between one start and the next. */
export const longestGap = (starts: readonly number[]): number =>
  Math.max(0, ...starts.slice(1).map((at, index) => at - (starts[index] ?? at)))
