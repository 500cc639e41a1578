import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder inside an export's folder where files are written before they take their places. */
export const stagingOf = (folder: string): string => join(folder, '.partial')

/** Makes both folders, for their owner only, and removes what an export that was killed left. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeStaging(folder)
  await mkdir(stagingOf(folder), { mode: 0o700 })
}

export const removeStaging = (folder: string): Promise<void> =>
  rm(stagingOf(folder), { recursive: true, force: true })

/**
 * Moves the written files to their places, the manifest last. An earlier manifest goes first: whenever there is one,
 * all files that it names are those that it was written for.
 */
export async function revealFiles(folder: string, files: readonly string[], manifest: string): Promise<void> {
  await rm(join(folder, manifest), { force: true })
  await syncFolder(folder)
  for (const file of files) await rename(join(stagingOf(folder), file), join(folder, file))
  await syncFolder(folder)
  await rename(join(stagingOf(folder), manifest), join(folder, manifest))
  await removeStaging(folder)
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
