import { unlessAborted } from '../../client/deadline.ts'

/** Waits in line for a turn. */
export type Line = (turn: () => Promise<void>, signal?: AbortSignal) => Promise<void>

/**
 * One turn at a time, in the order asked for. Whoever aborts leaves the line at once; only the first in it is with
 * Bottleneck, which would make each of them wait out its time before it rejects.
 */
export function createLine(): Line {
  let last: Promise<void> = Promise.resolve()
  return (turn, signal) => {
    const mine = last.then(() => {
      signal?.throwIfAborted()
      return turn()
    })
    last = mine.catch(() => undefined)
    return signal === undefined ? mine : unlessAborted(mine, signal)
  }
}
