import type { Client } from '../../calls/client/client.ts'

/** An attempt as metrics and traces see it: operation, step, result, time. No key, no parameter. */
export interface Attempt {
  readonly operation: string
  readonly step: string
  /** When it began and how long it took, in milliseconds since 1970 and milliseconds. */
  readonly startedAt: number
  readonly ms: number
  /** Null when no answer came. */
  readonly httpStatus: number | null
  /** Why no answer came: the failure by the name that the ledger has for it; else null. */
  readonly failure: string | null
}

/** A client whose attempts are watched; what the watching does changes no answer. */
export function watchedClient(client: Client, watchers: readonly ((attempt: Attempt) => void)[]): Client {
  if (watchers.length === 0) return client
  const tell = (attempt: Attempt) => {
    for (const watch of watchers) watch(attempt)
  }
  return {
    baseUrl: client.baseUrl,
    async call(call, { start, ...options } = {}) {
      let startedAt = performance.timeOrigin + performance.now()
      let isUnstarted = false
      const ended = (httpStatus: number | null, failure: string | null) =>
        tell({
          operation: call.operation,
          step: call.step ?? '',
          startedAt,
          ms: performance.timeOrigin + performance.now() - startedAt,
          httpStatus,
          failure,
        })
      try {
        const answer = await client.call(call, {
          ...options,
          async start() {
            const sent = await start?.().catch((error: unknown) => {
              isUnstarted = true
              throw error
            })
            startedAt = performance.timeOrigin + performance.now()
            return sent ?? (() => undefined)
          },
        })
        ended(answer.httpStatus, null)
        return answer
      } catch (error) {
        // An attempt that was not made is no failure.
        if (!isUnstarted) ended(null, failureOf(error))
        throw error
      }
    },
    renew: () => client.renew(),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

/** A TransportError says what it is; the stages share no code, hence no instanceof. */
const failureOf = (error: unknown): string => {
  const failure = (error as { failure?: unknown } | null)?.failure
  return typeof failure === 'string' ? failure : 'unexpected'
}
