import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes what was written to a file, or the names in a folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Puts a finished file in its place: whoever looks, also after a power cut, finds the old one or the new one, whole. */
export async function replaceDurably(finished: string, place: string): Promise<void> {
  await sync(finished)
  await rename(finished, place)
  await sync(dirname(place))
}

/** Makes a folder and those above it, private to their owner. Each name that is new survives a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const above = dirname(resolve(first))
  for (let parent = dirname(resolve(path)); parent.length > above.length; parent = dirname(parent))
    await sync(parent)
  await sync(above)
}
