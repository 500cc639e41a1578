import { writeSync } from 'node:fs'
import { type FileHandle, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFile, replaceDurably, sync } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { orClosed, readOwnFile, readOwnText } from '../../disk/own-file.ts'
import { decodeEntry, decodeLanded, encodeEntry, type LandedCall, type ReadCall, wholeLine } from './entry.ts'

const openSuffix = '.ndjson.open'
const sealedSuffix = '.ndjson'

export const sealedPath = (folder: string, segment: string): string => join(folder, segment + sealedSuffix)
export const openPath = (folder: string, segment: string): string => join(folder, segment + openSuffix)

/** A segment that is being written: lines are durable once `append` has returned. */
export class OpenSegment {
  readonly name: string
  readonly #folder: string
  readonly #file: FileHandle
  #isRenamed = false
  bytes = 0
  lines = 0

  private constructor(folder: string, name: string, file: FileHandle) {
    this.#folder = folder
    this.name = name
    this.#file = file
  }

  /** Creates the file; fails when the segment exists already. */
  static async create(folder: string, name: string): Promise<OpenSegment> {
    const file = await newFile(openPath(folder, name))
    return await orClosed(file, async () => {
      failPoint('landing.created')
      return new OpenSegment(folder, name, file)
    })
  }

  /** All lines or none: what a failed write leaves is cut off, so that the lines before and after it stay whole. */
  async append(lines: readonly Uint8Array[]): Promise<void> {
    const group = Buffer.concat(lines)
    try {
      // The name must be durable before the first line is.
      if (this.lines === 0) await sync(this.#folder)
      failPoint('landing.named')
      failPoint('landing.torn', () => writeSync(this.#file.fd, group, 0, group.byteLength >> 1))
      // Not writev: on a full disk it reports what little it wrote as a success.
      await this.#file.appendFile(group)
      failPoint('landing.written')
      await this.#file.datasync()
      failPoint('landing.synced')
    } catch (error) {
      await this.#file.truncate(this.bytes)
      throw error
    }
    this.lines += lines.length
    this.bytes += group.byteLength
  }

  /**
   * From here on the segment is complete and never changes. False when there is nothing in it: the file is gone then.
   * A seal that failed can be asked for again.
   */
  async seal(): Promise<boolean> {
    const path = openPath(this.#folder, this.name)
    if (this.lines === 0) {
      await this.#file.close()
      await rm(path, { force: true })
      return false
    }
    if (!this.#isRenamed) await rename(path, sealedPath(this.#folder, this.name))
    this.#isRenamed = true
    failPoint('landing.renamed')
    await sync(this.#folder)
    failPoint('landing.sealed')
    // Last: a call that lands after a seal that failed still has an open file.
    await this.#file.close()
    failPoint('landing.closed')
    return true
  }

  /** Leaves it as it is, for the process that goes on with what is in it; nothing when it is sealed. */
  async close(): Promise<void> {
    await this.#file.close()
  }
}

/** Names of the sealed segments in a folder, oldest first. */
export const sealedSegments = (folder: string): Promise<string[]> => named(folder, sealedSuffix)

/** Names of the segments that are being written, or that a killed process left so. */
export const openSegments = (folder: string): Promise<string[]> => named(folder, openSuffix)

async function named(folder: string, suffix: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(suffix))
  return names.map((name) => name.slice(0, -suffix.length)).sort()
}

/** Where a sealed segment is, and how large it is. */
export async function segmentFile(folder: string, segment: string) {
  const path = sealedPath(folder, segment)
  return { segment, path, bytes: (await stat(path)).size }
}

/** Removes sealed segments; they are archived by now. */
export async function removeSegments(folder: string, segments: readonly string[]): Promise<void> {
  if (segments.length === 0) return
  for (const segment of segments) {
    failPoint('segments.removing')
    await rm(sealedPath(folder, segment), { force: true })
  }
  await sync(folder)
  failPoint('segments.removed')
}

/**
 * Seals what a killed process left open, without the line it was writing; a file without a whole line is removed.
 * Returns the names of those sealed.
 */
export async function recoverSegments(folder: string): Promise<string[]> {
  const sealed = []
  for (const name of await openSegments(folder)) {
    const path = openPath(folder, name)
    const end = wholeLines(await readOwnFile(path))
    if (end === 0) {
      await rm(path)
      continue
    }
    await truncate(path, end)
    await sync(path)
    failPoint('recover.cut')
    await rename(path, sealedPath(folder, name))
    failPoint('recover.renamed')
    sealed.push(name)
  }
  await sync(folder)
  failPoint('recover.done')
  return sealed
}

/** Bytes up to the end of the last line that is whole. */
function wholeLines(bytes: Buffer): number {
  let end = 0
  for (const { bytes: line, next } of linesOf(bytes)) {
    if (wholeLine(line) === undefined) break
    end = next
  }
  return end
}

/** A sealed segment whose bytes are not what was landed. */
export class DamagedSegmentError extends Error {
  override name = 'DamagedSegmentError'
}

/** The calls of a sealed segment, one by one. @throws DamagedSegmentError */
export async function* readSegment(folder: string, segment: string): AsyncGenerator<ReadCall> {
  for (const { line, bytes } of unspoiled(await readOwnFile(sealedPath(folder, segment)))) {
    const call = decodeEntry(bytes, line)
    if (call === undefined) {
      throw new DamagedSegmentError(
        `landing: segment ${segment} is damaged at line ${line}; expected a landed call`,
      )
    }
    yield call
  }
}

/** The lines in the bytes of a segment, counted from 1, without those that were put into quarantine. */
export function* segmentLines(bytes: Buffer): Generator<{ readonly line: number; readonly text: string }> {
  for (const { line, bytes: own } of unspoiled(bytes)) yield { line, text: own.toString() }
}

function* unspoiled(bytes: Buffer): Generator<{ readonly line: number; readonly bytes: Buffer }> {
  let line = 0
  for (const { bytes: own } of linesOf(bytes)) {
    line += 1
    if (!isQuarantineMark(own)) yield { line, bytes: own }
  }
}

/** What stands in the place of a line that was damaged, so that the others keep their numbers. */
export const quarantineMark = (file: string): string => `${markOpening}${JSON.stringify(file)}}`
export const isQuarantineMark = (line: Buffer): boolean =>
  line.toString('latin1', 0, markOpening.length) === markOpening
const markOpening = '{"quarantined":'

/** Lines that have an end; bytes after the last one are left out. */
export function* linesOf(bytes: Buffer): Generator<{ readonly bytes: Buffer; readonly next: number }> {
  let start = 0
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    yield { bytes: bytes.subarray(start, end), next: end + 1 }
    start = end + 1
  }
}

/** What a call is to be kept as; the same call when nothing changes. */
export type ChangeCall = (call: LandedCall) => LandedCall

/** A landed line after a change, in the same form; byte for byte the same when the call is. @throws DamagedSegmentError */
export function rewriteLine(text: string, change: ChangeCall): string {
  const call = decodeLanded(text)
  if (call === undefined) {
    throw new DamagedSegmentError(
      `landing: a line cannot be rewritten: expected a landed call; found ${text.slice(0, 80)}`,
    )
  }
  const changed = change(call)
  return changed === call ? text : encodeEntry(changed).toString().slice(0, -1)
}

/** Rewrites the sealed segments of a folder, each whole or not at all. Doing it again changes nothing. */
export async function rewriteSegments(folder: string, change: ChangeCall): Promise<void> {
  for (const segment of await sealedSegments(folder)) {
    const path = sealedPath(folder, segment)
    const text = await readOwnText(path)
    const rewritten = text.replace(/[^\n]+/g, (line) =>
      isQuarantineMark(Buffer.from(line)) ? line : rewriteLine(line, change),
    )
    if (rewritten === text) continue
    await writeFile(`${path}.rewriting`, rewritten, { mode: 0o600 })
    await replaceDurably(`${path}.rewriting`, path)
  }
}
