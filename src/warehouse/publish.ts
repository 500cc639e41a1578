import { constants } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { replaceDurably } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'

/** What somebody who opened the published file for writing may have left beside it, as DuckDB names it. */
const logs = ['.wal', '.wal.checkpoint', '.wal.recovery']

/**
 * Replaces the published copy by a rename, so that a reader has either the old one or the new one, whole. The source
 * must be closed. Copies by reference where the file system can. A log beside it belongs to the old one: DuckDB would
 * replay it onto the new one, or refuse to open that.
 */
export async function publishFile(source: string, target: string): Promise<void> {
  const temporary = `${target}.publishing`
  await rm(temporary, { force: true })
  await copyFile(source, temporary, constants.COPYFILE_FICLONE)
  // The copy has the mode of its source, which an earlier version may have made readable to all.
  await chmod(temporary, 0o600)
  failPoint('publish.copied')
  for (const log of logs) await rm(`${target}${log}`, { force: true })
  await replaceDurably(temporary, target)
  failPoint('publish.replaced')
}
