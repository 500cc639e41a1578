/** Milliseconds of the processor, by which a busy machine says what an idle one does; but what compiles or collects meanwhile is in it too. */
export function costMs(work: () => unknown): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

/** The least of eight, or the first that is within a bound: the first time compiles, and others may collect what files before left. What is quadratic is beyond it each time. */
export function leastCostMs(work: () => unknown, boundMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < 8 && least > boundMs; nth += 1) least = Math.min(least, costMs(work))
  return least
}
