import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from '../home.ts'

/** What a process that was killed, or a full disk, leaves half done; nothing of it is ever read again. */
export async function leftoversOf(home: Home): Promise<string[]> {
  const { root, runs, state } = home
  const runFolders = (await namesIn(runs, /./)).flatMap((folder) => [folder, join(folder, 'exports')])
  const places: readonly (readonly [string, RegExp])[] = [
    [root, /^\.latest$|\.publishing$/],
    [join(root, '.state'), /\.(rebuilding|scratch)(\.wal)?$/],
    [state.staging, /./],
    [state.spill, /./],
    [state.landing, /\.mending$/],
    [state.raw, /^\.writing$/],
    ...runFolders.map((folder) => [folder, /^\.partial$|^\.run\.json$/] as const),
  ]
  const found = await Promise.all(places.map(([folder, pattern]) => namesIn(folder, pattern)))
  return found.flat().sort()
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
