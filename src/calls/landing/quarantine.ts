import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceDurably, sync } from '../../disk/durable.ts'
import { readOwnFile } from '../../disk/own-file.ts'
import { wholeLine } from './entry.ts'
import {
  isQuarantineMark,
  linesOf,
  openSegments,
  quarantineMark,
  sealedPath,
  sealedSegments,
} from './segment.ts'

/** A line whose bytes are not what landed, taken out of its segment. */
export interface QuarantinedLine {
  readonly segment: string
  readonly line: number
  /** Where its bytes are kept, below the folder of the quarantine. */
  readonly file: string
}

const mending = '.mending'

/**
 * Takes damaged lines out of sealed segments. Their bytes are durable in `quarantine` before a mark takes their place;
 * the whole lines stay, under their numbers.
 */
export async function quarantineDamaged(folder: string, quarantine: string) {
  /** Lines that were found damaged now. */
  const taken: QuarantinedLine[] = []
  /** Lines that an earlier process took out: it may have been killed before it reported them. */
  const before: Pick<QuarantinedLine, 'segment' | 'line'>[] = []
  /** Segments of which nothing but marks is left. They go once the tables hold nothing of them. */
  const emptied: string[] = []
  for (const segment of await sealedSegments(folder)) {
    const parts = partsOf(await readOwnFile(sealedPath(folder, segment)))
    before.push(...parts.filter(isMark).map(({ line }) => ({ segment, line })))
    if (!parts.some((part) => part.isWhole && !isMark(part))) emptied.push(segment)
    const damaged = parts.filter(({ isWhole }) => !isWhole)
    if (damaged.length === 0) continue
    await mkdir(quarantine, { recursive: true, mode: 0o700 })
    const files = new Map<number, string>()
    for (const { line, bytes } of damaged) {
      const file = `${segment}_${line}_${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`
      await writeFile(join(quarantine, file), bytes, { mode: 0o600 })
      await sync(join(quarantine, file))
      files.set(line, file)
      taken.push({ segment, line, file })
    }
    await sync(quarantine)
    await mend(sealedPath(folder, segment), parts, files)
  }
  return { taken, before, emptied }
}

/** What recovery would find: segments that were left open, and damaged lines of sealed ones. Changes nothing. */
export async function inspectSegments(
  folder: string,
): Promise<{ open: readonly string[]; damaged: readonly string[] }> {
  const damaged: string[] = []
  for (const segment of await sealedSegments(folder))
    for (const { line, isWhole } of partsOf(await readOwnFile(sealedPath(folder, segment))))
      if (!isWhole) damaged.push(`${segment} line ${line}`)
  return { open: await openSegments(folder), damaged }
}

interface Part {
  readonly line: number
  readonly bytes: Buffer
  readonly isWhole: boolean
}

const isMark = ({ bytes }: Part): boolean => isQuarantineMark(bytes)

/** Every line, and what stands after the last line end. */
function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let start = 0
  for (const { bytes: line, next } of linesOf(bytes)) {
    const isWhole = isQuarantineMark(line) || wholeLine(line) !== undefined
    parts.push({ line: parts.length + 1, bytes: bytes.subarray(start, next), isWhole })
    start = next
  }
  const tail = { line: parts.length + 1, bytes: bytes.subarray(start), isWhole: false }
  return tail.bytes.byteLength === 0 ? parts : [...parts, tail]
}

/** Puts a mark in the place of each line that is kept in a file of the quarantine; the others stay. */
async function mend(path: string, parts: readonly Part[], files: ReadonlyMap<number, string>): Promise<void> {
  const lines = parts.map(({ line, bytes }) => {
    const file = files.get(line)
    return file === undefined ? bytes : Buffer.from(`${quarantineMark(file)}\n`)
  })
  await writeFile(path + mending, Buffer.concat(lines), { mode: 0o600 })
  await replaceDurably(path + mending, path)
}
