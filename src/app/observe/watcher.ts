import type { Client } from '../../calls/client/client.ts'
import type { Progress } from '../../run/progress.ts'
import type { RunSummary } from '../../run/summary.ts'

/** A run that this process begins or resumes. */
export interface BegunRun {
  readonly runId: string
  readonly job: string
  /** Name of its pipeline. */
  readonly pipeline: string
  /** Whether an unfinished run goes on. */
  readonly isResumed: boolean
  /** Address of the service. */
  readonly baseUrl: string
}

/** Watches a run. It cannot end the run: what it fails at is a note. */
export interface RunWatcher {
  readonly attempt?: ((attempt: Attempt) => void) | undefined
  readonly begun?: ((run: BegunRun) => void) | undefined
  readonly progressed?: ((progress: Progress) => void) | undefined
  /** The calls are made; dossiers and exports are written. */
  exporting?(): void
  /** Without a summary the run broke off with this error, maybe before it began. */
  ended?(summary: RunSummary | undefined, error?: unknown): void | Promise<void>
}

/** An attempt as metrics see it: operation, result, time. No key, no parameter. */
export interface Attempt {
  readonly operation: string
  /** How long it took, in milliseconds. */
  readonly ms: number
  /** Null when no answer came. */
  readonly httpStatus: number | null
  /** Why no answer came: the failure by the name that the ledger has for it; else null. */
  readonly failure: string | null
}

/** A client whose attempts are watched; what the watching does changes no answer. */
export function watchedClient(client: Client, watch: (attempt: Attempt) => void): Client {
  return {
    baseUrl: client.baseUrl,
    async call(call, { start, ...options } = {}) {
      let startedAt = performance.now()
      let isUnstarted = false
      const ended = (httpStatus: number | null, failure: string | null) =>
        watch({
          operation: call.operation,
          ms: performance.now() - startedAt,
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
            startedAt = performance.now()
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
