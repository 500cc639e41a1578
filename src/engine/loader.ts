import { flatten } from '../flatten/index.ts'
import type { ReadCall } from '../landing/entry.ts'
import { readLines, readSegment, sealedSegments, segmentFile } from '../landing/segment.ts'
import { archivedSegments, archiveSegments } from '../warehouse/archive.ts'
import type { Database } from '../warehouse/database.ts'
import {
  loadSegment,
  type OpenStage,
  openStage,
  type SegmentSource,
  type StagedSegment,
  stageSegment,
} from '../warehouse/load.ts'
import type { Home } from './home.ts'

interface LoadContext {
  readonly database: Database
  readonly home: Home
  readonly now: Date
}

type Calls = Iterable<ReadCall> | AsyncIterable<ReadCall>

const sourceOf = (segment: string, calls: Calls, home: Home): SegmentSource => ({
  segment,
  calls,
  flatten,
  stagingFolder: home.state.staging,
})

/** Flattens the calls of a segment as they land. */
export const openLandedStage = (segment: string, home: Home): OpenStage =>
  openStage(sourceOf(segment, [], home))

/** Flattens a sealed segment as it is on disk. */
export const stageLanded = (segment: string, home: Home): Promise<StagedSegment> =>
  stageSegment(sourceOf(segment, readSegment(home.state.landing, segment), home))

/** Loads whatever landed and is not in the warehouse yet, oldest first. */
export async function loadAllLanded({ database, home, now }: LoadContext): Promise<void> {
  for (const segment of await sealedSegments(home.state.landing)) {
    await loadSegment(database, sourceOf(segment, readSegment(home.state.landing, segment), home), now)
  }
}

/** Loads everything that was ever landed and is archived, oldest first. */
export async function loadArchive({ database, home, now }: LoadContext): Promise<void> {
  for await (const { segment, records } of archivedSegments(database, home.state.raw)) {
    await loadSegment(database, sourceOf(segment, readLines(segment, records), home), now)
  }
}

/** Copies the landed segments, all loaded by now, into the archive; returns their names. */
export async function archiveLanded(database: Database, home: Home): Promise<readonly string[]> {
  const { landing, raw } = home.state
  const segments = await sealedSegments(landing)
  if (segments.length === 0) return []
  const files = await Promise.all(segments.map((segment) => segmentFile(landing, segment)))
  await archiveSegments(database, files, raw)
  return segments
}
