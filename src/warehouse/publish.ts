import { constants } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces the published copy by a rename, so that a reader has either the old one or the new one, whole. The source
 * must be closed. Copies by reference where the file system can.
 */
export async function publishFile(source: string, target: string): Promise<void> {
  const temporary = `${target}.publishing`
  await rm(temporary, { force: true })
  await copyFile(source, temporary, constants.COPYFILE_FICLONE)
  await syncPath(temporary, 'r+')
  await rename(temporary, target)
  await syncPath(dirname(target), 'r')
}

async function syncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
