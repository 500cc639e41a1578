import { lostEntries, readJournal, removeJournal } from '../../calls/landing/attempts.ts'
import { OpenSegment } from '../../calls/landing/segment.ts'
import { failPoint } from '../../disk/fail-points.ts'
import type { Database } from '../../warehouse/database.ts'
import { attemptsLanded, lastSegmentOf } from '../../warehouse/runs.ts'
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
  const { runId } = journal.head
  const landed = await attemptsLanded(database, journal.head)
  const { call: forget } = await forgetterOf(home)
  const lost = lostEntries(runId, journal.attempts, landed, forget)
  if (lost.length > 0) await loadLanded(context, await land(context, runId, lost))
  failPoint('attempts.settled')
  await removeJournal(home.state.attempts)
  failPoint('attempts.cleared')
}

async function land(
  { database, home }: LoadContext,
  runId: string,
  lines: readonly Buffer[],
): Promise<string> {
  const nameOf = await segmentNames(database, runId)
  const segment = await OpenSegment.create(home.state.landing, nameOf(1))
  await segment.append(lines)
  await segment.seal()
  return segment.name
}

/** Names that continue after those of earlier processes of the same run, which are all loaded by now. */
export async function segmentNames(database: Database, runId: string): Promise<(index: number) => string> {
  const last = await lastSegmentOf(database, runId)
  return (index) => `${runId}-${String(last + index).padStart(6, '0')}`
}
