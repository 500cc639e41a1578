import { type LandedSegment, stageLanded } from './stage-landed.ts'

/** What a thread of its own does: see stager.ts. Importing it does nothing. */
export default (segment: LandedSegment) => stageLanded(segment)
