import { availableParallelism } from 'node:os'
import { builtModule } from '../../disk/package.ts'
import type { HeldPages, StagedSegment } from '../../warehouse/stage.ts'
import type { RawSegment } from '../stage-thread.ts'
import {
  type LandedSegment,
  type ReadSegment,
  type StagedRaw,
  stageLanded,
  stageRead,
} from '../stage-thread.ts'
import { openThreads } from '../threads.ts'
import type { Home } from './home.ts'

/** Smaller segments are flattened before a thread has begun. */
const worthThread = 1 << 20

/** One for each core that calls and DuckDB leave, three at most, for each has a heap of its own. */
const threadsHere = Math.min(3, Math.max(1, availableParallelism() - 1))

/**
 * Flattens large segments in threads of their own, so that calls are made and DuckDB loads meanwhile. A thread begins with the first
 * segment that needs it. On two cores a second one gains little: see docs/performance.md. A segment that needs no thread may be ready
 * before one that was asked for earlier. `module`: stage-thread.ts, built; null flattens everything here.
 */
export function createStager(
  { state }: Home,
  module: string | null = builtModule('run/stage-thread'),
  mostThreads = threadsHere,
) {
  let segments = 0
  let threads: ReturnType<typeof openThreads> | undefined
  let isEnded = false

  /** In the thread where that is worth it. What the thread could not do meets its error here, which keeps its name. */
  async function inThread<Result>(
    segment: LandedSegment | ReadSegment,
    bytes: number,
    here: () => Promise<Result>,
  ): Promise<Result> {
    if (module === null || bytes < worthThread) return await here()
    threads ??= openThreads(module, mostThreads)
    const { run } = await threads
    return await run<Result>(segment).catch((error) => {
      if (isEnded) throw error
      return here()
    })
  }

  const destination = () => {
    segments += 1
    return { stagingFolder: state.staging, ordinal: segments - 1 }
  }

  return {
    /** A sealed segment of so many bytes. @throws DamagedSegmentError */
    stage(segment: string, bytes: number, held?: HeldPages): Promise<StagedSegment> {
      const landed: LandedSegment = { segment, landingFolder: state.landing, held, ...destination() }
      return inThread(landed, bytes, () => stageLanded(landed))
    },
    /** A segment whose lines are in memory. */
    stageRead(segment: RawSegment): Promise<StagedRaw> {
      const read: ReadSegment = { ...segment, ...destination() }
      return inThread(read, charactersOf(segment), () => stageRead(read))
    },
    async [Symbol.asyncDispose](): Promise<void> {
      isEnded = true
      await (await threads)?.[Symbol.asyncDispose]()
    },
  }
}

/** Characters of a segment's lines, of which most take three bytes on disk and two in memory. */
export const charactersOf = ({ lines }: RawSegment): number =>
  lines.reduce((sum, { text }) => sum + text.length, 0)
