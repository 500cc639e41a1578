/** Those who wait until fewer calls are waiting. */
export interface Waiters {
  /** Resolves when fewer than `limit` calls are waiting. */
  below(limit: number): Promise<void>
  /** Fewer may be waiting now. */
  wake(): void
}

export function createWaiters(waiting: () => number): Waiters {
  const waiters = new Map<number, { readonly reached: Promise<void>; readonly done: () => void }>()
  return {
    below(limit) {
      if (waiting() < limit) return Promise.resolve()
      const known = waiters.get(limit)
      if (known !== undefined) return known.reached
      let done = (): void => undefined
      const reached = new Promise<void>((resolve) => {
        done = resolve
      })
      waiters.set(limit, { reached, done })
      return reached
    },
    wake() {
      for (const [limit, { done }] of waiters) {
        if (waiting() >= limit) continue
        waiters.delete(limit)
        done()
      }
    },
  }
}
