const windowMs = 10_000

/** How many were counted a second, over the last ten, or since the first when that is later. */
export function createRateMeter(monotonicMs: () => number) {
  let began: number | undefined
  let times: number[] = []
  return {
    count(): void {
      const now = monotonicMs()
      began ??= now
      times.push(now)
    },
    perSecond(): number {
      const now = monotonicMs()
      if (began === undefined) return 0
      times = times.filter((at) => at > now - windowMs)
      return (times.length * 1000) / Math.max(1000, Math.min(windowMs, now - began))
    },
  }
}
