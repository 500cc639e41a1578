import type { Json } from '../contract/json.ts'

/** What came back, before anybody judged it. */
export interface Answer extends Json {
  readonly httpStatus: number
  /** Retry-After, once for each time that the header came. */
  readonly retryAfter: readonly string[]
  /** The service's clock: its Date header. */
  readonly date?: string | undefined
  readonly body: Buffer
}
