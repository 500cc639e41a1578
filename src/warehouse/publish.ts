import { constants } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { replaceDurably } from '../disk/durable.ts'

/**
 * Replaces the published copy by a rename, so that a reader has either the old one or the new one, whole. The source
 * must be closed. Copies by reference where the file system can.
 */
export async function publishFile(source: string, target: string): Promise<void> {
  const temporary = `${target}.publishing`
  await rm(temporary, { force: true })
  await copyFile(source, temporary, constants.COPYFILE_FICLONE)
  await replaceDurably(temporary, target)
}
