import type { ExportFormat, PlannedFile } from './plan.ts'
import type { RelationColumn } from './relation.ts'

/** What is known of a file once it is written. */
export interface WrittenFile {
  readonly rows: number
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** CSV only: cells that `restoreCell` gives back. */
  readonly cells_neutralised?: number
  /** CSV only: cells too long for Excel, which end in a pointer to the whole text. */
  readonly cells_cut?: number
}

export interface ManifestFile extends WrittenFile {
  readonly file: string
  readonly table: string
  readonly format: ExportFormat
  /** With the types of the warehouse, also for CSV. */
  readonly columns: readonly RelationColumn[]
}

/** manifest.json: written last, so a folder without one holds no export. */
export interface Manifest {
  readonly run_id: string
  /** ISO 8601, UTC. */
  readonly exported_at: string
  /** NULL when it is not known. */
  readonly contract_version: string | null
  readonly files: readonly ManifestFile[]
}

/** The entry of a file, its keys in the order of the documentation. */
export function manifestFile({ file, format, relation }: PlannedFile, written: WrittenFile): ManifestFile {
  const { rows, bytes, sha256, ...cells } = written
  const columns = relation.columns.map(({ name, type }) => ({ name, type }))
  return { file, table: relation.name, format, rows, bytes, sha256, columns, ...cells }
}

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`
