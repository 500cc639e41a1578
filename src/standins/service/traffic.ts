import { closeSync, openSync, writeSync } from 'node:fs'
import type { OperationName } from '../../contract/operations.ts'
import { strikingOut } from '../../contract/strike-out.ts'

/** One request as the access log tells it. The key is in no member. */
export interface AccessEntry {
  /** ISO 8601, when the answer was ready. */
  readonly time: string
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly operation: OperationName | null
  /** Parameters as they arrived; null when the request was refused before they were read. */
  readonly params: unknown
  readonly http_status: number
  /** Code of the envelope. */
  readonly code: number
  /** Length of the body of the answer. */
  readonly bytes: number
  /** Until the answer was ready; `latencyMs` is not in it. */
  readonly ms: number
  /** Method of the message that came to a tool entry; absent otherwise. */
  readonly message?: string
  /** Why a failure was unexpected; absent otherwise. */
  readonly error?: string
}

/**
 * Appends one JSON line a request. The line is handed to the operating system before the answer is sent, so
 * an answer that arrived has its line in the file, even after either process was killed. A client may put the key where
 * it does not belong, into its address or parameters: it is struck out there.
 */
export function openAccessLog(path: string, apiKey: string) {
  const file = openSync(path, 'a', 0o600)
  const strike = strikingOut([apiKey])
  return {
    write(entry: AccessEntry): void {
      const { path: asked, params, message } = entry
      const struck = strike.value({ path: asked, params, ...(message === undefined ? {} : { message }) })
      writeSync(file, `${JSON.stringify({ ...entry, ...struck })}\n`)
    },
    close: () => closeSync(file),
  }
}
