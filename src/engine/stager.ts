import type { StagedSegment } from '../warehouse/load.ts'
import type { Home } from './home.ts'
import { type LandedSegment, stageLanded } from './stage-landed.ts'

/** Flattens sealed segments, in the order asked for. */
export interface Stager extends AsyncDisposable {
  stage(segment: string, bytes: number): Promise<StagedSegment>
}

/** Smaller segments are flattened before a thread has begun. */
const worthThread = 1 << 20

/**
 * Flattens large segments in a thread of its own, so that calls are made and DuckDB merges meanwhile; the thread begins with the first
 * of them. Without a `module` (stage-thread.ts, built) everything is flattened here.
 */
export function createStager({ state }: Home, module: string | undefined): Stager {
  let segments = 0
  let pool: Promise<Pool> | undefined

  return {
    async stage(segment, bytes) {
      const landed: LandedSegment = {
        segment,
        landingFolder: state.landing,
        stagingFolder: state.staging,
        ordinal: segments,
      }
      segments += 1
      if (module === undefined || bytes < worthThread) return await stageLanded(landed)
      pool ??= openPool(module)
      const { run } = await pool
      // What the thread could not do meets its error here, which keeps its name.
      return await run(landed).catch(() => stageLanded(landed))
    },
    async [Symbol.asyncDispose]() {
      await (await pool)?.destroy()
    },
  }
}

type Pool = Awaited<ReturnType<typeof openPool>>

/** A thread that has nothing to do for so long ends; the next one has to be compiled anew. */
const idleMs = 60_000

async function openPool(filename: string) {
  const { Tinypool } = await import('tinypool')
  // With none kept at the least, one that cannot begin is not begun again and again.
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: idleMs })
  // A thread that ends before it has begun a task leaves that waiting, and tells nobody else.
  const ended = new Promise<never>((_, reject) => void pool.on('error', reject))
  ended.catch(() => undefined)
  return {
    run: (segment: LandedSegment): Promise<StagedSegment> => Promise.race([pool.run(segment), ended]),
    destroy: () => pool.destroy(),
  }
}
