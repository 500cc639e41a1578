import { sealedPath, sealedSegments, segmentLines } from '../../calls/landing/segment.ts'
import { readOwnFile } from '../../disk/own-file.ts'
import { grouped } from '../../legal/text.ts'
import { ArchiveReader, type DamagedFile, probeArchive } from '../../warehouse/archived.ts'
import type { LedgerCall } from '../../warehouse/evidence.ts'
import type { RawLine, RawSegment } from '../stage-thread.ts'
import type { Home } from './home.ts'

/** Bytes of lines that are read from the archive at once, about; a single segment may have more. */
const batchBytes = 10 << 20

/** What raw no longer holds whole. */
export interface LostRaw {
  readonly files: readonly DamagedFile[]
  readonly lines: readonly Pick<RawLine, 'segment' | 'line' | 'place'>[]
  /** Calls of the ledger whose raw answer is gone: with the next run they are asked for again. */
  readonly calls: readonly LostCall[]
  /** Files of runs that cannot be read, below the folder of runs. */
  readonly runs: readonly string[]
}

export type LostCall = Pick<LedgerCall, 'operation' | 'call_key' | 'segment' | 'line'>

/**
 * Everything that ever landed: sealed segments, and what is archived of them and of others. A segment may be in both
 * places, in part, when a process was killed between the two.
 */
export class Raw implements AsyncDisposable {
  readonly #home: Home
  readonly archive: ArchiveReader
  /** Files of the archive that cannot be read; none are known before `openProbed`. */
  readonly damaged: readonly DamagedFile[]

  private constructor(home: Home, archive: ArchiveReader, damaged: readonly DamagedFile[]) {
    this.#home = home
    this.archive = archive
    this.damaged = damaged
  }

  static async open(home: Home): Promise<Raw> {
    return new Raw(home, await ArchiveReader.open(home.state.raw, home.state.spill), [])
  }

  /** Reads every file of the archive once and leaves out those that are damaged. */
  static async openProbed(home: Home): Promise<Raw> {
    const { readable, damaged } = await probeArchive(home.state.raw, home.state.spill)
    const archive = await ArchiveReader.open(home.state.raw, home.state.spill, { files: readable })
    return new Raw(home, archive, damaged)
  }

  /** Names of all segments, in the order in which they landed. */
  async names(): Promise<string[]> {
    const [archived, landed] = [await this.archive.names(), await sealedSegments(this.#home.state.landing)]
    return [...new Set([...archived, ...landed])].sort()
  }

  /** Segments with all their lines, in order; flat memory. */
  async *read(isWanted: (segment: string) => boolean = () => true): AsyncGenerator<RawSegment> {
    const landed = new Set(await sealedSegments(this.#home.state.landing))
    const kept = new Map((await this.archive.segments()).map((segment) => [segment.segment, segment]))
    const wanted = [...new Set([...kept.keys(), ...landed])].filter(isWanted).sort()
    for (const batch of batchesOf(wanted, (segment) => kept.get(segment)?.bytes ?? 0)) {
      const paths = new Set(batch.flatMap((segment) => kept.get(segment)?.paths ?? []))
      const found = await this.archive.lines(batch, [...paths])
      const archived = grouped(
        found.map((line): [string, RawLine] => [line.segment, { ...line, place: 'archive' }]),
      )
      for (const segment of batch) {
        const lines = landed.has(segment) ? await this.#landedLines(segment) : []
        yield { segment, lines: [...lines, ...(archived.get(segment) ?? [])].sort((a, b) => a.line - b.line) }
      }
    }
  }

  async #landedLines(segment: string): Promise<RawLine[]> {
    const bytes = await readOwnFile(sealedPath(this.#home.state.landing, segment))
    return [...segmentLines(bytes)].map(({ line, text }) => ({ segment, line, text, place: 'landing' }))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.archive[Symbol.asyncDispose]()
  }
}

function* batchesOf(segments: readonly string[], bytesOf: (segment: string) => number): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const segment of segments) {
    batch.push(segment)
    bytes += bytesOf(segment)
    if (bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}
