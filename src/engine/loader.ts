import { failPoint } from '../disk/fail-points.ts'
import { flatten } from '../flatten/index.ts'
import { removeSegments, sealedSegments, segmentFile } from '../landing/segment.ts'
import { archiveSegments } from '../warehouse/archive.ts'
import type { Database } from '../warehouse/database.ts'
import { loadSegment } from '../warehouse/load.ts'
import type { Home } from './home.ts'
import { landedSource } from './stage-landed.ts'
import { type Raw, type RawLine, wholeCalls } from './upkeep/raw.ts'

export interface LoadContext {
  readonly database: Database
  readonly home: Home
  readonly now: Date
}

/** Loads those segments of raw that are wanted and not in the tables yet, oldest first; tells of lines that are damaged. */
export async function loadRaw(
  { database, home, now }: LoadContext,
  raw: Raw,
  isWanted: (segment: string) => boolean,
  onDamaged: (line: RawLine) => void,
): Promise<void> {
  for await (const segment of raw.read(isWanted)) {
    const calls = wholeCalls(segment, onDamaged)
    const source = { segment: segment.segment, calls, flatten, stagingFolder: home.state.staging }
    await loadSegment(database, source, now)
  }
}

/** Loads one sealed segment. */
export async function loadLanded({ database, home, now }: LoadContext, segment: string): Promise<void> {
  const { landing: landingFolder, staging: stagingFolder } = home.state
  await loadSegment(database, landedSource({ segment, landingFolder, stagingFolder }), now)
}

/** Moves the landed segments, all loaded by now, into the archive. */
export async function archiveLanded(database: Database, home: Home): Promise<void> {
  const { landing, raw } = home.state
  const segments = await sealedSegments(landing)
  const files = await Promise.all(segments.map((segment) => segmentFile(landing, segment)))
  if (files.length > 0) await archiveSegments(database, files, raw)
  // What the tables hold is in the file itself before its segments go: a damaged log can then lose nothing.
  await database.run('CHECKPOINT')
  failPoint('checkpoint.done')
  await removeSegments(landing, segments)
}
