/** Aborts after a total time, whatever the socket does, and when the caller aborts. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly isOver: boolean
  clear(): void
}

export function startDeadline(ms: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, ms)
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get isOver() {
      return isOver
    },
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}
