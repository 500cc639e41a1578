import { decodeEntry, type ReadCall } from '../../calls/landing/entry.ts'

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

/** The calls of a segment: of each line the first copy that is whole. What has none is reported and left out. */
export function* wholeCalls({ lines }: RawSegment, onDamaged: (line: RawLine) => void): Generator<ReadCall> {
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
