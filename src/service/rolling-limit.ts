const SECOND_MS = 1000

/**
 * Admits at most `perSecond` starts in any second. Each call asks for one start and gets 0 when admitted, else
 * the milliseconds until it could be; a refused start does not count. `now` is a clock in milliseconds.
 */
export function rollingLimit(perSecond: number, now: () => number): () => number {
  const starts: number[] = []
  return () => {
    const at = now()
    while (starts[0] !== undefined && starts[0] <= at - SECOND_MS) starts.shift()
    if (starts.length >= perSecond) return (starts[0] ?? at) + SECOND_MS - at
    starts.push(at)
    return 0
  }
}
