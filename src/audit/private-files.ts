import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from '../engine/home/home.ts'

/** A file or folder that others than its owner may open. */
export interface OpenToOthers {
  readonly path: string
  readonly isFolder: boolean
}

/** Everything of a home that others may open; links are not followed. */
export async function openToOthers(home: Home): Promise<OpenToOthers[]> {
  const own = [home.root, join(home.root, '.state'), home.runs, home.published]
  const below = (await Promise.all(own.slice(1, 3).map(everythingBelow))).flat()
  const found = []
  for (const path of [...own, ...below]) {
    const stats = await lstat(path).catch(() => undefined)
    if (stats === undefined || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) continue
    found.push({ path, isFolder: stats.isDirectory() })
  }
  return found
}

const everythingBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).map((name) => join(folder, name))

/** Files 0600, folders 0700. */
export async function makePrivate(found: readonly OpenToOthers[]): Promise<void> {
  for (const { path, isFolder } of found) await chmod(path, isFolder ? 0o700 : 0o600)
}
