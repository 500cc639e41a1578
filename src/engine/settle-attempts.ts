import { failPoint } from '../disk/fail-points.ts'
import { groupedBy } from '../flatten/grouped.ts'
import { type BegunAttempt, type JournalHead, readJournal, removeJournal } from '../landing/attempts.ts'
import { encodeEntry, type LandedCall } from '../landing/entry.ts'
import { OpenSegment } from '../landing/segment.ts'
import type { Database } from '../warehouse/database.ts'
import { attemptsLanded } from '../warehouse/runs.ts'
import { forgetterOf } from './forgetting/forgetter-of.ts'
import type { Home } from './home.ts'
import { type LoadContext, loadLanded } from './loader.ts'
import { segmentNames } from './segment-names.ts'

/** What a call says that was begun and never landed: ours is the only record that it was made. */
const lostMessage =
  'the process ended, or could not write, while this call was under way; it may have been charged'

/**
 * Lands the attempts that a killed process had begun and that never came home, so that the ledger holds their price. Everything
 * that landed must be in the tables by now.
 */
export async function settleAttempts(context: LoadContext): Promise<void> {
  const { database, home } = context
  const journal = await readJournal(home.state.attempts)
  if (journal === undefined) return
  const forgetter = await forgetterOf(home)
  const lost = lostCalls(journal, await attemptsLanded(database, journal.head)).map(forgetter.call)
  if (lost.length > 0) await loadLanded(context, await landLost(database, home, lost))
  failPoint('attempts.settled')
  await removeJournal(home.state.attempts)
  failPoint('attempts.cleared')
}

/** Begun attempts without those that landed, one entry a call. */
export function lostCalls(
  { head, attempts }: { readonly head: JournalHead; readonly attempts: readonly BegunAttempt[] },
  landed: ReadonlyMap<string, number>,
): LandedCall[] {
  const begun = groupedBy(attempts, ({ callKey }) => callKey)
  return [...begun].flatMap(([callKey, of]) => {
    const lost = of.slice(landed.get(callKey) ?? 0)
    const last = lost.at(-1)
    return last === undefined ? [] : [lostCall(head.runId, last, lost)]
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

async function landLost(database: Database, home: Home, lost: readonly LandedCall[]): Promise<string> {
  const [{ runId } = { runId: '' }] = lost
  const nameOf = await segmentNames(database, runId)
  const segment = await OpenSegment.create(home.state.landing, nameOf(1))
  await segment.append(lost.map((call) => encodeEntry(call).line))
  await segment.seal()
  return segment.name
}
