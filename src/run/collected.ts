import { type BigIntStats, statSync } from 'node:fs'
import { wholeLine } from '../calls/landing/entry.ts'
import { openPath, sealedPath, segmentLines } from '../calls/landing/segment.ts'
import type { OperationName } from '../contract/operations.ts'
import type { JsonObject } from '../contract/values.ts'
import { mostBytes, readGivenText } from '../disk/given-file.ts'
import { readOwnFile } from '../disk/own-file.ts'
import { temporaryFolder } from '../disk/scratch-file.ts'
import { maskText } from '../rows/privacy/mask.ts'
import { tombstoneFile } from '../rows/privacy/tombstones.ts'
import type { CollectedAnswer } from '../standins/mirror/answers-held.ts'
import type { Collected, Generation } from '../standins/mirror/mirror.ts'
import { ArchiveReader, conclusiveAnswers, type Line } from '../warehouse/archived.ts'
import { Database } from '../warehouse/database.ts'
import type { Home } from './home/home.ts'

/**
 * What the published warehouse of a home collected, for a mirror: its ledger says which answers, and raw beside it has them. Opens for
 * reading only, beside a run that may be going on. `report` is given the number of answers that raw lacks.
 */
export function collectedIn(home: Home, report: (message: string) => void): Collected {
  const isPurging = purgeWatch(home.state.tombstones)
  return {
    mask: maskText,
    generation: () => generationOf(home, isPurging),
    answers: () => answersIn(home, report),
  }
}

function generationOf({ published, state }: Home, isPurging: (name: string) => boolean): Generation {
  const tombstones = statSync(state.tombstones, { bigint: true, throwIfNoEntry: false })
  return {
    published: nameOf(statSync(published, { bigint: true, throwIfNoEntry: false })),
    forgotten: nameOf(tombstones),
    isPurging: tombstones !== undefined && isPurging(nameOf(tombstones)),
  }
}

const nameOf = (file: BigIntStats | undefined): string =>
  file === undefined ? 'none' : `${file.ino} ${file.size} ${file.mtimeNs}`

/** Whether a file of tombstones says that something is being forgotten; it is read again when its name has changed. */
function purgeWatch(path: string): (name: string) => boolean {
  let last = { name: '', isPurging: false }
  return (name) => {
    if (last.name !== name) last = { name, isPurging: saysPurging(path) }
    return last.isPurging
  }
}

/** Whether a purge is not finished. A file that cannot be understood may say so. */
function saysPurging(path: string): boolean {
  try {
    return tombstoneFile.parse(JSON.parse(readGivenText(path, { mostBytes: mostBytes.own }))).purging !== null
  } catch {
    return true
  }
}

async function* answersIn(home: Home, report: (message: string) => void): AsyncGenerator<CollectedAnswer> {
  await using spill = await temporaryFolder()
  const wanted = await wantedLines(home, spill.path)
  yield* landed(home, wanted)
  yield* archived(home, spill.path, wanted)
  if (wanted.left > 0)
    report(
      `mirror: raw lacks ${wanted.left} answers of the ledger, which are not served; dossier verify says what is damaged`,
    )
}

/** Lines that are wanted and were not found yet. */
interface Wanted {
  readonly segments: ReadonlyMap<string, Set<number>>
  left: number
}

async function wantedLines({ published }: Home, spillTo: string): Promise<Wanted> {
  await using database = await Database.open(published, { readOnly: true, spillTo })
  const segments = new Map<string, Set<number>>()
  let left = 0
  for await (const places of conclusiveAnswers(database)) {
    left += places.length
    for (const { segment, line } of places) {
      const lines = segments.get(segment)
      if (lines === undefined) segments.set(segment, new Set([line]))
      else lines.add(line)
    }
  }
  return { segments, left }
}

/** What is archived in between leaves the landing after it is in the archive: asked in this order, it is found. */
async function* landed({ state }: Home, wanted: Wanted): AsyncGenerator<CollectedAnswer> {
  for (const segment of wanted.segments.keys()) {
    for (const path of [sealedPath, openPath]) {
      const bytes = await readOwnFile(path(state.landing, segment)).catch(() => undefined)
      if (bytes === undefined) continue
      for (const { line, text } of segmentLines(bytes)) yield* wantedAnswer(wanted, { segment, line, text })
    }
  }
}

async function* archived({ state }: Home, spill: string, wanted: Wanted): AsyncGenerator<CollectedAnswer> {
  await using archive = await ArchiveReader.open(state.raw, spill)
  for await (const line of archive.all()) yield* wantedAnswer(wanted, line)
}

/** The answer in a line that is wanted and whole. A line that was erased or damaged since it was loaded is none. */
function* wantedAnswer(wanted: Wanted, { segment, line, text }: Line): Generator<CollectedAnswer> {
  const lines = wanted.segments.get(segment)
  if (!lines?.has(line)) return
  const whole = wholeLine(text)
  if (!whole?.isJson) return
  lines.delete(line)
  wanted.left -= 1
  const { callKey, operation, runId, params, httpStatus } = whole.head
  yield {
    callKey: String(callKey),
    operation: operation as OperationName,
    runId: String(runId),
    params: params as JsonObject,
    httpStatus: Number(httpStatus),
    body: whole.bytes,
  }
}
