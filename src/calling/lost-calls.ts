import type { BegunAttempt, JournalledAttempt } from '../landing/attempts.ts'
import type { LandedCall } from '../landing/entry.ts'

/** What a call says that was begun and never landed: ours is the only record that it was made. */
const lostMessage =
  'the process ended, or could not write, while this call was under way; it may have been charged'

/** Begun attempts without those that landed (by call key) or were not made, one entry a call. */
export function lostCalls(
  runId: string,
  attempts: readonly JournalledAttempt[],
  landed: ReadonlyMap<string, number>,
): LandedCall[] {
  const begun = new Map<string, BegunAttempt[]>()
  for (const { isWithdrawn, ...attempt } of attempts) {
    if (isWithdrawn) continue
    const others = begun.get(attempt.callKey)
    if (others === undefined) begun.set(attempt.callKey, [attempt])
    else others.push(attempt)
  }
  return [...begun].flatMap(([callKey, of]) => {
    const lost = of.slice(landed.get(callKey) ?? 0)
    const last = lost.at(-1)
    return last === undefined ? [] : [lostCall(runId, last, lost)]
  })
}

const lostCall = (
  runId: string,
  { startedAt, cost: _, ...asked }: BegunAttempt,
  attempts: readonly BegunAttempt[],
): LandedCall => ({
  ...asked,
  runId,
  fetchedAt: startedAt,
  attempts: attempts.length,
  latencyMs: 0,
  cost: attempts.reduce((sum, { cost }) => sum + cost, 0),
  httpStatus: null,
  error: lostMessage,
  transport: 'lost',
  body: new Uint8Array(),
  isJson: false,
  value: undefined,
})
