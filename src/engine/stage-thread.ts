import { flatten } from '../flatten/index.ts'
import { readSegment } from '../landing/segment.ts'
import { type SegmentSource, type StagedSegment, stageSegment } from '../warehouse/load.ts'

/** What a thread of its own does: see stager.ts. Importing it does nothing. */
export default (segment: LandedSegment) => stageLanded(segment)

/** A sealed segment on disk, and where its rows go. Plain data: it is sent to a thread. */
export interface LandedSegment {
  readonly segment: string
  readonly landingFolder: string
  readonly stagingFolder: string
  /** Place among the segments that it is merged with. Default 0. */
  readonly ordinal?: number
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
