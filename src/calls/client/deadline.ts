/** Aborts after a total time, whatever the socket does, and when the caller aborts. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly isOver: boolean
  /** Waits for something that the time does not count for: it starts again afterwards. */
  without<Result>(waiting: () => Promise<Result>): Promise<Result>
  clear(): void
}

export function startDeadline(ms: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let isOver = false
  const begin = () =>
    setTimeout(() => {
      isOver = true
      controller.abort()
    }, ms)
  let timer = begin()
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get isOver() {
      return isOver
    },
    async without(waiting) {
      clearTimeout(timer)
      const result = await waiting()
      timer = begin()
      return result
    },
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

/** What a promise resolves to, unless the signal aborts before: then rejects with its reason. */
export function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
