import type { Effects } from '../calling/effects.ts'
import type { Database } from '../warehouse/database.ts'
import { type LoadedTables, mergeSegments, removedAtEnd, type StagedSegment } from '../warehouse/load.ts'
import type { Home } from './home.ts'
import { createStager } from './stager.ts'

/** What landed, on its way into the tables. */
export interface Loading extends AsyncDisposable {
  /** Bytes of segments that are sealed and not loaded yet. */
  readonly waitingBytes: number
  /** Says that a segment of so many bytes is sealed and can be loaded. */
  sealed(segment: string, bytes: number): void
  /** Loads what is sealed, and tells of each lot when it is in the tables. */
  run(onLoaded: (callKeys: readonly string[], tables: LoadedTables) => void): Promise<void>
}

export interface LoadingOptions {
  readonly database: Database
  readonly home: Home
  readonly effects: Effects
  readonly stageModule?: string | undefined
}

/** Bytes that are merged at once: merging a few costs nearly as much, and many hold up whoever waits for them. */
export const lotBytes = 8 << 20

/** A sealed segment, its rows in files or on their way there. */
interface Sealed {
  readonly staging: Promise<StagedSegment>
  readonly bytes: number
}

export function createLoading({ database, home, effects, stageModule }: LoadingOptions): Loading {
  const stager = createStager(home, stageModule)
  let waiting: Sealed[] = []

  return {
    get waitingBytes() {
      return waiting.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    sealed(segment, bytes) {
      const staging = stager.stage(segment, bytes)
      // Awaited when it is loaded: until then a failure is nobody's, but not lost.
      staging.catch(() => undefined)
      waiting.push({ staging, bytes })
    },
    async run(onLoaded) {
      while (waiting.length > 0) {
        const lot = firstLot(waiting)
        waiting = waiting.slice(lot.length)
        const staged = await Promise.all(lot.map(({ staging }) => staging))
        await using _files = removedAtEnd(staged)
        const tables = await mergeSegments(database, staged, effects.now())
        onLoaded(
          staged.flatMap(({ callKeys }) => callKeys),
          tables,
        )
      }
    },
    [Symbol.asyncDispose]: () => stager[Symbol.asyncDispose](),
  }
}

/** The oldest segments, as many as one merge takes; at least one. */
function firstLot(waiting: readonly Sealed[]): readonly Sealed[] {
  let bytes = 0
  const end = waiting.findIndex((segment, index) => {
    bytes += segment.bytes
    return index > 0 && bytes > lotBytes
  })
  return end === -1 ? waiting : waiting.slice(0, end)
}
