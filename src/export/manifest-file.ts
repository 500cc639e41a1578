import { readManifest } from '../disk/publish-folder.ts'
import type { Manifest, ManifestFile, WrittenFile } from './manifest.ts'
import type { PlannedExport } from './plan.ts'
import type { Alterations } from './presentation.ts'

/** What is known of a file beside what its writer knows. */
export interface ManifestExtras {
  readonly altered: Alterations
  readonly since: string | undefined
  readonly sqlHash: string | undefined
}

/** The entry of a file, its keys in the order of the documentation. */
export function manifestFile(
  written: WrittenFile,
  planned: PlannedExport,
  extras: ManifestExtras,
): ManifestFile {
  const { file, table, rows, bytes, sha256, columns, ...more } = written
  const { format, settings, request } = planned
  const isCsv = format === 'csv'
  return {
    file,
    table,
    format,
    rows,
    bytes,
    sha256,
    columns,
    ...more,
    ...(isCsv ? { encoding: settings.encoding } : {}),
    ...(isCsv && settings.safety !== 'excel' ? { safety: settings.safety } : {}),
    ...(request.filter === undefined ? {} : { filter: request.filter }),
    ...(extras.since === undefined ? {} : { since: extras.since }),
    ...(extras.sqlHash === undefined ? {} : { sql_sha256: extras.sqlHash }),
    privacy: { ...settings.privacy, ...extras.altered },
  }
}

/** The manifest of an export; undefined when the folder holds none. */
export async function readExportManifest(folder: string): Promise<Manifest | undefined> {
  const found = await readManifest(folder)
  return typeof found === 'object' && found.kind === 'exports' ? (found as Manifest) : undefined
}
