import { flatten } from '../flatten/index.ts'
import type { ReadCall } from '../landing/entry.ts'
import { readLines, readSegment, removeSegments, sealedSegments, segmentFile } from '../landing/segment.ts'
import { archivedSegments, archiveSegments } from '../warehouse/archive.ts'
import type { Database } from '../warehouse/database.ts'
import { type LoadedSegment, loadSegment } from '../warehouse/load.ts'
import type { Home } from './home.ts'

interface LoadContext {
  readonly database: Database
  readonly home: Home
  readonly now: Date
}

/** Loads one sealed segment into the warehouse. Does nothing when it is in already. */
export const loadLanded = (segment: string, context: LoadContext): Promise<LoadedSegment> =>
  loadCalls(segment, readSegment(context.home.state.landing, segment), context)

const loadCalls = (
  segment: string,
  calls: Iterable<ReadCall> | AsyncIterable<ReadCall>,
  { database, home, now }: LoadContext,
): Promise<LoadedSegment> =>
  loadSegment(database, { segment, calls, flatten, stagingFolder: home.state.staging, loadedAt: now })

/** Loads whatever landed and is not in the warehouse yet, oldest first. */
export async function loadAllLanded(context: LoadContext): Promise<void> {
  for (const segment of await sealedSegments(context.home.state.landing)) await loadLanded(segment, context)
}

/** Loads everything that was ever landed and is archived, oldest first. */
export async function loadArchive(context: LoadContext): Promise<void> {
  for await (const { segment, records } of archivedSegments(context.database, context.home.state.raw)) {
    await loadCalls(segment, readLines(segment, records), context)
  }
}

/** Moves the landed segments, all loaded by now, into the archive. */
export async function archiveLanded({ database, home }: LoadContext): Promise<void> {
  const { landing, raw } = home.state
  const segments = await sealedSegments(landing)
  if (segments.length === 0) return
  const files = await Promise.all(segments.map((segment) => segmentFile(landing, segment)))
  await archiveSegments(database, files, raw)
  await removeSegments(landing, segments)
}
