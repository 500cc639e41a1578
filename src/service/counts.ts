import { type OperationName, operationNames } from '../contract/operations.ts'
import type { AccessEntry } from './access-log.ts'

/** What the service has done since it started; the object is live. */
export interface ServiceCounts {
  /** Answers of any kind. */
  readonly requests: number
  /** Requests that an operation answered, whatever it answered. */
  readonly byOperation: Readonly<Record<OperationName, number>>
  readonly byHttpStatus: Readonly<Record<string, number>>
  readonly inFlight: number
  readonly peakInFlight: number
}

/** The counts, and the events that change them. */
export interface Counting {
  readonly counts: ServiceCounts
  readonly started: () => void
  readonly ended: () => void
  readonly answered: (entry: AccessEntry) => void
}

export function counting(): Counting {
  const byOperation = Object.fromEntries(operationNames.map((name) => [name, 0])) as Record<
    OperationName,
    number
  >
  const byHttpStatus: Record<string, number> = {}
  const counts = { requests: 0, byOperation, byHttpStatus, inFlight: 0, peakInFlight: 0 }
  return {
    counts,
    started: () => {
      counts.inFlight += 1
      counts.peakInFlight = Math.max(counts.peakInFlight, counts.inFlight)
    },
    ended: () => {
      counts.inFlight -= 1
    },
    answered: ({ operation, http_status }) => {
      counts.requests += 1
      byHttpStatus[http_status] = (byHttpStatus[http_status] ?? 0) + 1
      if (operation !== null && http_status === 200) byOperation[operation] += 1
    },
  }
}
