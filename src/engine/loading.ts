import type { Effects } from '../calling/effects.ts'
import type { ReadCall } from '../landing/entry.ts'
import type { Database } from '../warehouse/database.ts'
import { type LoadedTables, mergeSegment, type OpenStage, type StagedSegment } from '../warehouse/load.ts'
import type { Home } from './home.ts'
import { openLandedStage, stageLanded } from './loader.ts'

/** What lands, on its way into the tables. */
export interface Loading {
  /** Flattens a call that landed just now. */
  landed(segment: string, call: ReadCall): void
  /** Says that a segment is sealed and can be loaded. */
  sealed(segment: string): void
  /** Loads what is sealed, and tells of each segment when it is in the tables. */
  run(onLoaded: (callKeys: readonly string[], tables: LoadedTables) => void): Promise<void>
}

/** Segments whose rows wait in memory; when loading falls behind, the others are read back from disk. */
const heldSegments = 3

export function createLoading(database: Database, home: Home, effects: Effects): Loading {
  const stages = new Map<string, OpenStage>()
  const waiting: string[] = []

  /** The next segment is written while DuckDB merges the one before. */
  function stageNext(): Promise<StagedSegment> | undefined {
    const segment = waiting.shift()
    if (segment === undefined) return undefined
    const staging = stages.get(segment)?.finish() ?? stageLanded(segment, home)
    stages.delete(segment)
    // Awaited later: until then a failure is nobody's, but not lost.
    staging.catch(() => undefined)
    return staging
  }

  return {
    landed(segment, call) {
      // The first call of a segment decides whether its rows are held.
      if (call.line === 1 && stages.size < heldSegments) stages.set(segment, openLandedStage(segment, home))
      stages.get(segment)?.add(call)
    },
    sealed: (segment) => waiting.push(segment),
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
