import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HashedFile } from '../disk/hashed-file.ts'
import { stagingOf } from '../disk/staged-folder.ts'
import type { Manifest, ManifestFile, WrittenFile } from './manifest.ts'
import type { PlannedExport } from './plan.ts'
import type { Alterations } from './presentation.ts'

export const manifestName = 'manifest.json'

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

/** Writes the manifest into the staging folder. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await using file = await HashedFile.create(join(stagingOf(folder), manifestName))
  await file.write(`${JSON.stringify(manifest, null, 2)}\n`)
  await file.finish()
}

/**
 * Files that an earlier export left in the folder and this one does not write: beside a manifest that does not name them,
 * nobody could tell that they are old. What no manifest names is none of ours.
 */
export async function staleFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const earlier = await readManifest(folder).catch(() => undefined)
  const written = new Set(files.map(({ file }) => file))
  return (earlier?.files ?? []).map(({ file }) => file).filter((file) => isWithin(file) && !written.has(file))
}

/** The manifest of an export; undefined when the folder holds none. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  const manifest = text === undefined ? undefined : (JSON.parse(text) as Manifest)
  return Array.isArray(manifest?.files) ? manifest : undefined
}

const isWithin = (file: unknown): boolean =>
  typeof file === 'string' &&
  file.split('/').every((part) => !['', '.', '..'].includes(part)) &&
  !file.includes('\\')
