import type { SealedSegment } from '../landing/landing.ts'
import type { Database } from '../warehouse/database.ts'
import { type LoadedTables, mergeSegment, type StagedSegment } from '../warehouse/load.ts'
import type { Effects } from './effects.ts'
import type { Home } from './home.ts'
import { stageLanded } from './loader.ts'

/** Sealed segments on their way into the tables. */
export interface Loading {
  /** Hands over a segment that was sealed just now. */
  add(sealed: SealedSegment): void
  /** Loads what was handed over, and tells of each segment when it is in the tables. */
  run(onLoaded: (callKeys: readonly string[], tables: LoadedTables) => void): Promise<void>
}

/** Segments whose answers wait in memory; when loading falls behind, the others are read back from disk. */
const heldSegments = 2

/** The next segment is staged, which is our own work, while DuckDB merges the one before. */
export function createLoading(database: Database, home: Home, effects: Effects): Loading {
  const waiting: { segment: string; calls: SealedSegment['calls'] | undefined }[] = []

  function stageNext(): Promise<StagedSegment> | undefined {
    const next = waiting.shift()
    const staging = next === undefined ? undefined : stageLanded(next.segment, next.calls, home)
    // Awaited later: until then a failure is nobody's, but not lost.
    staging?.catch(() => undefined)
    return staging
  }

  return {
    add({ segment, calls }) {
      waiting.push({ segment, calls: waiting.length < heldSegments ? calls : undefined })
    },
    async run(onLoaded) {
      for (let staging = stageNext(); staging !== undefined; ) {
        await using staged = await staging
        const merging = mergeSegment(database, staged, effects.now())
        staging = stageNext()
        onLoaded(staged.callKeys, await merging)
      }
    },
  }
}
