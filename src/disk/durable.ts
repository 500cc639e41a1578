import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

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
