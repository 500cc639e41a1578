import { decodeEntry, type ReadCall } from '../calls/landing/entry.ts'
import { readSegment } from '../calls/landing/segment.ts'
import { type HeldPages, type SegmentSource, type StagedSegment, stageSegment } from '../warehouse/stage.ts'

/** What a thread of its own does: see createStager. Importing it does nothing. */
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

/** A line of raw, wherever it is kept. */
export interface RawLine {
  readonly segment: string
  readonly line: number
  readonly text: string
  readonly place: 'landing' | 'archive'
  /** The key that the archive has beside the line; the line says it too. */
  readonly callKey?: string
}

export interface RawSegment {
  readonly segment: string
  /** By line; several of one line when copies differ or both places have it. */
  readonly lines: readonly RawLine[]
}

/** A segment whose lines are in memory. */
export interface ReadSegment extends Destination, RawSegment {}

/** What became of a segment whose lines were read: `damaged` are left out. */
export interface StagedRaw extends StagedSegment {
  readonly damaged: readonly RawLine[]
}

/** What reads texts is loaded with the first answer: a run that makes no call needs none of it. */
const loadFlatten = async () => (await import('../rows/flatten/index.ts')).flatten

/** Its calls, read one by one; reading them @throws DamagedSegmentError */
export const landedSource = async ({ landingFolder, ...segment }: LandedSegment): Promise<SegmentSource> => ({
  ...segment,
  flatten: await loadFlatten(),
  calls: readSegment(landingFolder, segment.segment),
})

/** Flattens a sealed segment as it is on disk. @throws DamagedSegmentError */
export const stageLanded = async (segment: LandedSegment): Promise<StagedSegment> =>
  await stageSegment(await landedSource(segment))

/** Flattens the whole lines of a segment. */
export async function stageRead({ lines, ...segment }: ReadSegment): Promise<StagedRaw> {
  const damaged: RawLine[] = []
  const calls = wholeCalls({ lines }, (line) => damaged.push(line))
  return { ...(await stageSegment({ ...segment, flatten: await loadFlatten(), calls })), damaged }
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
