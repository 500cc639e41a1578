import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { quarantineDamaged } from '../../calls/landing/quarantine.ts'
import { recoverSegments } from '../../calls/landing/segment.ts'
import { acquireLock, isSpilledTo, LockHeldError, leftLockDrafts, lockOwner } from '../../disk/lock.ts'
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
