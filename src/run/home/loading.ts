import { availableParallelism } from 'node:os'
import type { Effects } from '../../calls/effects.ts'
import { lostCalls, readJournal, removeJournal } from '../../calls/landing/attempts.ts'
import { encodeEntry } from '../../calls/landing/entry.ts'
import { OpenSegment, removeSegments, sealedSegments, segmentFile } from '../../calls/landing/segment.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { builtModule } from '../../disk/package.ts'
import { forgetterOf } from '../../rows/privacy/forgetter.ts'
import { archiveSegments } from '../../warehouse/archive.ts'
import type { Database } from '../../warehouse/database.ts'
import { collectAfterGiant } from '../../warehouse/garbage.ts'
import { type LoadedTables, loadSegment, mergeSegments, removedAtEnd } from '../../warehouse/load.ts'
import { mustBeRead } from '../../warehouse/repeats.ts'
import { attemptsLanded, lastSegmentOf } from '../../warehouse/runs.ts'
import type { HeldPages, StagedSegment } from '../../warehouse/stage.ts'
import type { RawSegment } from '../stage-thread.ts'
import {
  type LandedSegment,
  landedSource,
  type RawLine,
  type ReadSegment,
  type StagedRaw,
  stageLanded,
  stageRead,
} from '../stage-thread.ts'
import { openThreads } from '../threads.ts'
import type { Home } from './home.ts'
import type { Raw } from './raw.ts'

/** What landed, on its way into the tables. */
export type Loading = ReturnType<typeof createLoading>

interface LoadingOptions extends Omit<LoadContext, 'now'> {
  readonly effects: Pick<Effects, 'now'>
  readonly held: HeldPages
}

/** Answers of so many bytes that wait are worth a merge, which costs nearly the same for fewer. */
export const lotBytes = 16 << 20
/** Rows of so many bytes are merged at once: all of them are in DuckDB's memory, and everything else that needs the database waits. */
const lotRowBytes = 32 << 20

/** A segment whose rows are in files or on their way there. */
interface Waiting<Staged extends StagedSegment> {
  readonly staging: Promise<Staged>
  readonly bytes: number
  isStaged: boolean
}

export function createLoading({ database, home, effects, held }: LoadingOptions) {
  const stager = createStager(home)
  const waiting: Waiting<StagedSegment>[] = []

  /** Reads the segments of a lot once more and whole, where that is needed. */
  async function asIsNeeded(lot: readonly StagedSegment[]): Promise<readonly StagedSegment[]> {
    if (!(await mustBeRead(database, lot))) return lot
    return await Promise.all(lot.map(({ segment, bytes }) => stager.stage(segment, bytes)))
  }

  return {
    /** Bytes of segments that are sealed and not loaded yet. */
    get waitingBytes() {
      return bytesOf(waiting)
    },
    /** A segment of so many bytes is sealed and can be loaded. */
    sealed(segment: string, bytes: number): void {
      collectAfterGiant(bytes)
      waiting.push(awaited(stager.stage(segment, bytes, held), bytes))
    },
    /**
     * Loads what is sealed, and reports each lot when it is in the tables. While `isHurried` returns true it takes only the segments
     * that are read already (the first one in any case), and leaves the rest for the next time.
     */
    async run(
      onLoaded: (callKeys: readonly string[], tables: LoadedTables) => void,
      isHurried = () => false,
    ): Promise<void> {
      while (waiting.length > 0) {
        const staged = await asIsNeeded(await takeLot(waiting, isHurried))
        await using _files = removedAtEnd(staged)
        const tables = await mergeSegments(database, staged, effects.now())
        onLoaded(
          staged.flatMap(({ callKeys }) => callKeys),
          tables,
        )
        if (isHurried()) return
      }
    },
    [Symbol.asyncDispose]: () => stager[Symbol.asyncDispose](),
  }
}

const bytesOf = (waiting: readonly Waiting<StagedSegment>[]): number =>
  waiting.reduce((sum, { bytes }) => sum + bytes, 0)

/** Awaited when it is loaded: until then a failure is not handled, but not lost. */
function awaited<Staged extends StagedSegment>(staging: Promise<Staged>, bytes: number): Waiting<Staged> {
  const waiting = { staging, bytes, isStaged: false }
  staging.then(() => Object.assign(waiting, { isStaged: true })).catch(() => undefined)
  return waiting
}

/** Takes the oldest segments out, as many of one run as one merge takes; at least one. One in a hurry waits for no second. */
async function takeLot<Staged extends StagedSegment>(
  waiting: Waiting<Staged>[],
  isHurried = () => false,
): Promise<Staged[]> {
  const lot: Staged[] = []
  let bytes = 0
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    if (lot.length > 0 && !next.isStaged && isHurried()) break
    const staged = await next.staging
    bytes += staged.tables.reduce((sum, table) => sum + table.bytes, 0)
    if (lot.length > 0 && (bytes > lotRowBytes || staged.runId !== lot[0]?.runId)) break
    waiting.shift()
    lot.push(staged)
  }
  return lot
}

interface LoadContext {
  readonly database: Database
  readonly home: Home
  readonly now: Date
}

/** Characters of lines that are in memory or under way to the tables, beside those that are read next. */
const mostCharacters = 16 << 20

/** Loads those segments of raw that are wanted, none of which is in the tables, oldest first; reports lines that are damaged. */
export async function loadRaw(
  { database, home, now }: LoadContext,
  raw: Raw,
  isWanted: (segment: string) => boolean,
  onDamaged: (line: RawLine) => void,
): Promise<void> {
  await using stager = createStager(home)
  const waiting: Waiting<StagedRaw>[] = []
  const loadLot = async () => {
    const lot = await takeLot(waiting)
    await using _files = removedAtEnd(lot)
    for (const line of lot.flatMap(({ damaged }) => damaged)) onDamaged(line)
    // A segment may be set aside as a whole.
    const staged = lot.filter(({ callKeys }) => callKeys.length > 0)
    if (staged.length > 0) await mergeSegments(database, staged, now)
  }
  for await (const segment of raw.read(isWanted)) {
    waiting.push(awaited(stager.stageRead(segment), charactersOf(segment)))
    collectAfterGiant(2 * charactersOf(segment))
    while (bytesOf(waiting) > mostCharacters) await loadLot()
  }
  while (waiting.length > 0) await loadLot()
}

/** Loads one sealed segment. */
export async function loadLanded({ database, home, now }: LoadContext, segment: string): Promise<void> {
  const { landing: landingFolder, staging: stagingFolder } = home.state
  await loadSegment(database, await landedSource({ segment, landingFolder, stagingFolder }), now)
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

/**
 * Lands the attempts of a killed process that have no answer, so that the ledger holds their price. All answers that landed
 * must be in the tables by now.
 */
export async function settleAttempts(context: LoadContext): Promise<void> {
  const { database, home } = context
  const journal = await readJournal(home.state.attempts)
  if (journal === undefined) return
  const { runId } = journal.head
  const landed = await attemptsLanded(database, journal.head)
  // These calls are written for the first time: what was forgotten is taken out.
  const { call: forget } = await forgetterOf(home)
  const lost = lostCalls(runId, journal.attempts, landed).map((call) => encodeEntry(forget(call)))
  if (lost.length > 0) {
    const nameOf = await segmentNames(database, runId)
    const segment = await OpenSegment.create(home.state.landing, nameOf(1))
    await segment.append(lost)
    await segment.seal()
    await loadLanded(context, segment.name)
  }
  failPoint('attempts.settled')
  await removeJournal(home.state.attempts)
  failPoint('attempts.cleared')
}

/** Names that continue after those of earlier processes of the same run, which are all loaded by now. */
export async function segmentNames(database: Database, runId: string): Promise<(index: number) => string> {
  const last = await lastSegmentOf(database, runId)
  return (index) => `${runId}-${String(last + index).padStart(6, '0')}`
}

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
