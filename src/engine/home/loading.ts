import type { Effects } from '../../calling/effects.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { flatten } from '../../flatten/index.ts'
import { removeSegments, sealedSegments, segmentFile } from '../../landing/segment.ts'
import { archiveSegments } from '../../warehouse/archive.ts'
import type { Database } from '../../warehouse/database.ts'
import {
  type LoadedTables,
  loadSegment,
  mergeSegments,
  removedAtEnd,
  type StagedSegment,
} from '../../warehouse/load.ts'
import { type LandedSegment, landedSource, stageLanded } from '../stage-thread.ts'
import type { Home } from './home.ts'

import { type Raw, type RawLine, wholeCalls } from './raw.ts'

/** What landed, on its way into the tables. */
export interface Loading extends AsyncDisposable {
  /** Bytes of segments that are sealed and not loaded yet. */
  readonly waitingBytes: number
  /** Says that a segment of so many bytes is sealed and can be loaded. */
  sealed(segment: string, bytes: number): void
  /** Loads what is sealed, and reports each lot when it is in the tables. */
  run(onLoaded: (callKeys: readonly string[], tables: LoadedTables) => void): Promise<void>
}

export interface LoadingOptions {
  readonly database: Database
  readonly home: Home
  readonly effects: Effects
  readonly stageModule?: string | undefined
}

/** Bytes that are merged at once: merging a few costs nearly as much, and many hold up those who wait for them. */
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
      // Awaited when it is loaded: until then a failure is not handled, but not lost.
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

/** Flattens sealed segments, in the order asked for. */
interface Stager extends AsyncDisposable {
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

/** A thread that has nothing to do for so long ends; the next one has to be compiled again. */
const idleMs = 60_000

async function openPool(filename: string) {
  const { Tinypool } = await import('tinypool')
  // With a minimum of none, a thread that cannot begin is not started again and again.
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: idleMs })
  // A thread that ends before it has begun a task leaves that waiting, and reports only here.
  const ended = new Promise<never>((_, reject) => void pool.on('error', reject))
  ended.catch(() => undefined)
  return {
    run: (segment: LandedSegment): Promise<StagedSegment> => Promise.race([pool.run(segment), ended]),
    destroy: () => pool.destroy(),
  }
}

export interface LoadContext {
  readonly database: Database
  readonly home: Home
  readonly now: Date
}

/** Loads those segments of raw that are wanted and not in the tables yet, oldest first; reports lines that are damaged. */
export async function loadRaw(
  { database, home, now }: LoadContext,
  raw: Raw,
  isWanted: (segment: string) => boolean,
  onDamaged: (line: RawLine) => void,
): Promise<void> {
  for await (const segment of raw.read(isWanted)) {
    const calls = wholeCalls(segment, onDamaged)
    const source = { segment: segment.segment, calls, flatten, stagingFolder: home.state.staging }
    await loadSegment(database, source, now)
  }
}

/** Loads one sealed segment. */
export async function loadLanded({ database, home, now }: LoadContext, segment: string): Promise<void> {
  const { landing: landingFolder, staging: stagingFolder } = home.state
  await loadSegment(database, landedSource({ segment, landingFolder, stagingFolder }), now)
}

/** Moves the landed segments, all loaded by now, into the archive. */
export async function archiveLanded(database: Database, home: Home): Promise<void> {
  const { landing, raw } = home.state
  const segments = await sealedSegments(landing)
  const files = await Promise.all(segments.map((segment) => segmentFile(landing, segment)))
  if (files.length > 0) await archiveSegments(database, files, raw)
  // What the tables hold is in the file itself before its segments go: a damaged log can then lose nothing.
  await database.run('CHECKPOINT')
  failPoint('checkpoint.done')
  await removeSegments(landing, segments)
}
