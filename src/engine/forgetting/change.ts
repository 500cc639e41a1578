import type { LandedCall } from '../../landing/entry.ts'
import type { ChangeCall } from '../../landing/rewrite.ts'
import { erased } from '../../privacy/forget-call.ts'
import type { Forgetter } from '../../privacy/forgetter.ts'

/** What a purge makes of a landed call; `callKeys` are erased whatever they hold. */
export function purgedBy(forgetter: Forgetter, callKeys: Iterable<string>): ChangeCall {
  const erasedKeys = new Set(callKeys)
  const isErased = ({ forgotten, callKey }: LandedCall) => !forgotten && erasedKeys.has(callKey)
  return (call) => (isErased(call) ? erased(call) : forgetter.call(call))
}
