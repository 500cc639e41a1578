import { type OperationName, operationNames } from '../../src/contract/operations.ts'
import type { ServiceOptions } from '../../src/standins/service/options.ts'
import { startService } from '../../src/standins/service/service.ts'

/** Starts the service, and counts its answers since then; the counts are live. */
export async function startCounted(options: ServiceOptions) {
  const byHttpStatus: Record<string, number> = {}
  const byOperation = Object.fromEntries(operationNames.map((name) => [name, 0])) as Record<
    OperationName,
    number
  >
  const counts = {
    /** Answers of any kind. */
    requests: 0,
    /** Requests that an operation answered, whatever it answered. */
    byOperation,
    byHttpStatus,
  }
  const service = await startService(options, ({ operation, http_status }) => {
    counts.requests += 1
    byHttpStatus[http_status] = (byHttpStatus[http_status] ?? 0) + 1
    if (operation !== null && http_status === 200) byOperation[operation] += 1
  })
  return { ...service, port: Number(new URL(service.url).port), counts }
}
