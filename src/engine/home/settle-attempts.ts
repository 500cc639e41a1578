import { lostCalls } from '../../calling/lost-calls.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { readJournal, removeJournal } from '../../landing/attempts.ts'
import { encodeEntry, type LandedCall } from '../../landing/entry.ts'
import { OpenSegment } from '../../landing/segment.ts'
import type { Database } from '../../warehouse/database.ts'
import { attemptsLanded, lastSegmentOf } from '../../warehouse/runs.ts'
import type { Home } from './home.ts'
import { type LoadContext, loadLanded } from './loading.ts'
import { forgetterOf } from './purge.ts'

/**
 * Lands the attempts that a killed process had begun and that never came home, so that the ledger holds their price. Everything
 * that landed must be in the tables by now.
 */
export async function settleAttempts(context: LoadContext): Promise<void> {
  const { database, home } = context
  const journal = await readJournal(home.state.attempts)
  if (journal === undefined) return
  const forgetter = await forgetterOf(home)
  const lost = lostCalls(
    journal.head.runId,
    journal.attempts,
    await attemptsLanded(database, journal.head),
  ).map(forgetter.call)
  if (lost.length > 0) await loadLanded(context, await landLost(database, home, lost))
  failPoint('attempts.settled')
  await removeJournal(home.state.attempts)
  failPoint('attempts.cleared')
}

async function landLost(database: Database, home: Home, lost: readonly LandedCall[]): Promise<string> {
  const [{ runId } = { runId: '' }] = lost
  const nameOf = await segmentNames(database, runId)
  const segment = await OpenSegment.create(home.state.landing, nameOf(1))
  await segment.append(lost.map(encodeEntry))
  await segment.seal()
  return segment.name
}

/** Names that continue after those of earlier processes of the same run, which are all loaded by now. */
export async function segmentNames(database: Database, runId: string): Promise<(index: number) => string> {
  const last = await lastSegmentOf(database, runId)
  return (index) => `${runId}-${String(last + index).padStart(6, '0')}`
}
