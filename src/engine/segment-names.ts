import type { Database } from '../warehouse/database.ts'
import { lastSegmentOf } from '../warehouse/runs.ts'

/** Names that continue after those of earlier processes of the same run, which are all loaded by now. */
export async function segmentNames(database: Database, runId: string): Promise<(index: number) => string> {
  const last = await lastSegmentOf(database, runId)
  return (index) => `${runId}-${String(last + index).padStart(6, '0')}`
}
