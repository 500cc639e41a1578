import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { wholeLine } from '../../calls/landing/entry.ts'
import {
  isQuarantineMark,
  linesOf,
  openSegments,
  quarantineMark,
  recoverSegments,
  sealedPath,
  sealedSegments,
} from '../../calls/landing/segment.ts'
import { replaceDurably, sync } from '../../disk/durable.ts'
import { acquireLock, isSpilledTo, LockHeldError, leftLockDrafts, lockOwner } from '../../disk/lock.ts'
import { readOwnFile } from '../../disk/own-file.ts'
import { folderLock, isStaging } from '../../disk/publish-folder.ts'
import { type Home, publishedFolders } from './home.ts'

/** What a process that was killed, or a full disk, leaves half done; nothing of it is ever read again. */
export async function leftoversOf(home: Home): Promise<string[]> {
  const { root, runs, state } = home
  const runFolders = await namesIn(runs, /./)
  const places: readonly (readonly [string, RegExp, ((path: string) => boolean)?])[] = [
    [root, /^\.latest$|\.publishing$/],
    [join(root, '.state'), /\.(rebuilding|scratch|placing)(\.wal)?$/],
    [state.staging, /./],
    // Made by `spillFolder`. A reader of the published warehouse spills too, and needs no lock.
    [join(root, '.state'), /^spill(\.|$)/, (path) => !isSpilledTo(basename(path))],
    [state.landing, /\.(mending|arriving)$/],
    [state.raw, /^\.writing$/],
    ...runFolders.map((folder) => [folder, /^\.run\.json$/] as const),
  ]
  const found = places.map(async ([folder, pattern, isLeft = () => true]) =>
    (await namesIn(folder, pattern)).filter(isLeft),
  )
  const published = runFolders.flatMap((folder) => publishedFolders.map((name) => join(folder, name)))
  const drafts = leftLockDrafts(state.lock)
  return (await Promise.all([...found, drafts, ...published.map(leftStaging)])).flat().sort()
}

/**
 * What is staged in a folder that no process is writing into, and the lock of one that was killed. The names are looked at first: a
 * process takes the folder before it makes one.
 */
async function leftStaging(folder: string): Promise<string[]> {
  const names = await namesIn(folder, /^\./)
  const left = names.filter((path) => isStaging(basename(path)) || path === folderLock(folder))
  const owner = left.length === 0 ? undefined : await lockOwner(folderLock(folder))
  return owner === undefined ? left : []
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name))
}

/** Removes them; returns what was there. The home must be locked. */
export async function removeLeftovers(home: Home): Promise<string[]> {
  const found = await leftoversOf(home)
  for (const path of found)
    if (path === folderLock(dirname(path))) await giveBack(path)
    else await rm(path, { recursive: true, force: true })
  return found
}

/** Another process may take the lock at this moment: it is taken over before it goes, as that process would. */
async function giveBack(path: string): Promise<void> {
  try {
    await using _lock = await acquireLock(path, new Date())
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
  }
}

/** Seals what was left open and takes damaged lines out of sealed segments, so that everything in them can be read. */
export async function mendLanding(home: Home) {
  await recoverSegments(home.state.landing)
  return await quarantineDamaged(home.state.landing, home.state.quarantine)
}

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
