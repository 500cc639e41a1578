import { decodeEntry, type ReadCall } from '../calls/landing/entry.ts'
import { readSegment } from '../calls/landing/segment.ts'
import { flatten } from '../rows/flatten/index.ts'
import { type HeldPages, type SegmentSource, type StagedSegment, stageSegment } from '../warehouse/stage.ts'
import type { RawLine, RawSegment } from './home/raw.ts'

/** What a thread of its own does: see home/stager.ts. Importing it does nothing. */
export default (segment: LandedSegment | ReadSegment) =>
  'lines' in segment ? stageRead(segment) : stageLanded(segment)

/** Where the rows of a segment go. Plain data: it is sent to a thread. */
interface Destination {
  readonly stagingFolder: string
  /** Place among the segments that it is merged with. Default 0. */
  readonly ordinal?: number
}

/** A sealed segment on disk. */
export interface LandedSegment extends Destination {
  readonly segment: string
  readonly landingFolder: string
  readonly held?: HeldPages | undefined
}

/** A segment whose lines are in memory. */
export interface ReadSegment extends Destination, RawSegment {}

/** What became of a segment whose lines were read: `damaged` are left out. */
export interface StagedRaw extends StagedSegment {
  readonly damaged: readonly RawLine[]
}

/** Its calls, read one by one; reading them @throws DamagedSegmentError */
export const landedSource = ({ landingFolder, ...segment }: LandedSegment): SegmentSource => ({
  ...segment,
  flatten,
  calls: readSegment(landingFolder, segment.segment),
})

/** Flattens a sealed segment as it is on disk. @throws DamagedSegmentError */
export const stageLanded = (segment: LandedSegment): Promise<StagedSegment> =>
  stageSegment(landedSource(segment))

/** Flattens the whole lines of a segment. */
export async function stageRead({ lines, ...segment }: ReadSegment): Promise<StagedRaw> {
  const damaged: RawLine[] = []
  const calls = wholeCalls({ lines }, (line) => damaged.push(line))
  return { ...(await stageSegment({ ...segment, flatten, calls })), damaged }
}

/** The calls of a segment: of each line the first copy that is whole. A line without one is reported and left out. */
export function* wholeCalls(
  { lines }: Pick<RawSegment, 'lines'>,
  onDamaged: (line: RawLine) => void,
): Generator<ReadCall> {
  for (let at = 0; at < lines.length; ) {
    const first = lines[at]
    if (first === undefined) return
    const copies = []
    for (; lines[at]?.line === first.line; at += 1) copies.push(lines[at] ?? first)
    const call = copies.map(({ text, line }) => decodeEntry(text, line)).find((read) => read !== undefined)
    if (call === undefined) onDamaged(first)
    else yield call
  }
}
