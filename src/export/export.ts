import { join, resolve } from 'node:path'
import { failPoint } from '../disk/fail-points.ts'
import { HashedFile } from '../disk/hashed-file.ts'
import { prepareFolder, removeStaging, revealFiles, stagingOf } from '../disk/staged-folder.ts'
import type { Reader } from '../warehouse/database.ts'
import { writeCsv } from './csv.ts'
import { ExportWriteError } from './export-error.ts'
import { type Manifest, type ManifestFile, manifestFile, manifestText } from './manifest.ts'
import { writeParquet } from './parquet.ts'
import { type PlannedFile, planFiles, type RequestedExport } from './plan.ts'
import type { RelationInfo } from './relation.ts'

export interface ExportOptions {
  /** A published warehouse, opened read-only for this export alone. It is set to use one thread. */
  readonly reader: Reader
  /** Made when it does not exist. Files of an earlier export are replaced. */
  readonly folder: string
  readonly requests: readonly RequestedExport[]
  /** All tables and views that may be exported. */
  readonly relations: readonly RelationInfo[]
  readonly run: { readonly run_id: string }
  readonly contractVersion?: string
  readonly now: Date
}

const manifestName = 'manifest.json'
const writers = { csv: writeCsv, parquet: writeParquet }

/**
 * Writes tables and views as files with a manifest. All files are written whole elsewhere before the first of them takes
 * its place: an export that fails leaves an earlier one in the same folder as it was.
 *
 * Throws ExportError when the requests cannot be met, before anything is written, and ExportWriteError when writing fails.
 */
export async function exportRelations(options: ExportOptions): Promise<Manifest> {
  const planned = planFiles(options.requests, options.relations)
  const folder = resolve(options.folder)
  try {
    await prepareFolder(folder)
    failPoint('export.prepared')
    const manifest = manifestOf(options, await writeFiles(options.reader, folder, planned))
    await writeManifest(folder, manifest)
    failPoint('export.manifest-written')
    await revealFiles(
      folder,
      planned.map(({ file }) => file),
      manifestName,
    )
    return manifest
  } catch (error) {
    await removeStaging(folder).catch(() => undefined)
    throw error instanceof ExportWriteError ? error : new ExportWriteError(folder, error)
  }
}

async function writeFiles(
  reader: Reader,
  folder: string,
  planned: readonly PlannedFile[],
): Promise<ManifestFile[]> {
  // Each thread holds a row group of its own, which full texts make large; one thread writes as fast as the disk takes.
  await reader.run('SET threads = 1')
  const written: ManifestFile[] = []
  for (const file of planned) {
    const write = writers[file.format]
    try {
      written.push(manifestFile(file, await write(reader, file.relation, join(stagingOf(folder), file.file))))
      failPoint('export.written')
    } catch (error) {
      throw new ExportWriteError(join(folder, file.file), error)
    }
  }
  return written
}

const manifestOf = (
  { run, now, contractVersion }: ExportOptions,
  files: readonly ManifestFile[],
): Manifest => ({
  run_id: run.run_id,
  exported_at: now.toISOString(),
  contract_version: contractVersion ?? null,
  files,
})

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await using file = await HashedFile.create(join(stagingOf(folder), manifestName))
  await file.write(manifestText(manifest))
  await file.finish()
}
