const windowMs = 10_000

/** How many were counted a second, over the last ten. */
export function createRateMeter(monotonicMs: () => number) {
  const began = monotonicMs()
  let times: number[] = []
  return {
    count: () => void times.push(monotonicMs()),
    perSecond(): number {
      const now = monotonicMs()
      times = times.filter((at) => at > now - windowMs)
      return (times.length * 1000) / Math.max(1000, Math.min(windowMs, now - began))
    },
  }
}
