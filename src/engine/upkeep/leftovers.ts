import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Home } from '../home.ts'

/** What a process that was killed, or a full disk, leaves half done; nothing of it is ever read again. */
export async function leftoversOf(home: Home): Promise<string[]> {
  const { root, runs, state } = home
  const runFolders = (await namesIn(runs, /./)).flatMap((folder) => [
    folder,
    join(folder, 'exports'),
    join(folder, 'reports'),
  ])
  const places: readonly (readonly [string, RegExp])[] = [
    [root, /^\.latest$|\.publishing$/],
    [join(root, '.state'), /\.(rebuilding|scratch)(\.wal)?$/],
    [join(root, '.state'), lockDraft],
    [state.staging, /./],
    [state.spill, /./],
    [state.landing, /\.(mending|arriving)$/],
    [state.raw, /^\.writing$/],
    ...runFolders.map((folder) => [folder, /^\.partial$|^\.run\.json$/] as const),
  ]
  const found = await Promise.all(places.map(([folder, pattern]) => namesIn(folder, pattern)))
  const paths = found.flat().sort()
  const left = await Promise.all(paths.map(isLeft))
  return paths.filter((_, index) => left[index])
}

/** A lock on its way to its place: engine/lock.ts. */
const lockDraft = /^lock\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** What another process, which needs no lock for it, may be writing just now. */
const withoutLock = new RegExp(`^\\.partial$|${lockDraft.source}`)
const surelyLeftMs = 3_600_000

async function isLeft(path: string): Promise<boolean> {
  if (!withoutLock.test(basename(path))) return true
  const written = await stat(path).catch(() => undefined)
  return written !== undefined && Date.now() - written.mtimeMs > surelyLeftMs
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name))
}

/** Removes them; returns what was there. The home must be locked. */
export async function removeLeftovers(home: Home): Promise<string[]> {
  const found = await leftoversOf(home)
  for (const path of found) await rm(path, { recursive: true, force: true })
  return found
}
