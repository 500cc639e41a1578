import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, sync } from './durable.ts'
import { failPoint } from './fail-points.ts'

/** The folder inside a folder where its files are written before they take their places. */
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
 * all files that it names are those that it was written for. `stale` are files of that earlier one that are not written
 * anew: they go with it, for nobody could tell whose they are. Files may stand in folders within the folder.
 */
export async function revealFiles(
  folder: string,
  files: readonly string[],
  manifest: string,
  stale: readonly string[] = [],
): Promise<void> {
  await rm(join(folder, manifest), { force: true })
  await sync(folder)
  failPoint('export.manifest-removed')
  for (const file of stale) await rm(join(folder, file), { force: true })
  const inner = [...new Set(files.map((file) => dirname(join(folder, file))))].filter(
    (one) => one !== join(folder),
  )
  for (const one of inner) await makeFolder(one)
  for (const file of files) {
    await rename(join(stagingOf(folder), file), join(folder, file))
    failPoint('export.revealing')
  }
  for (const one of inner) await sync(one)
  await sync(folder)
  failPoint('export.revealed')
  await rename(join(stagingOf(folder), manifest), join(folder, manifest))
  failPoint('export.manifest-revealed')
  await removeStaging(folder)
  await sync(folder)
  failPoint('export.cleaned')
}
