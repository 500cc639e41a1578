import { readManifest } from '../../disk/publish-folder.ts'
import type { PrivacyOptions } from '../../rows/privacy/present.ts'
import type { ExportFormat } from '../../run/job/choices.ts'
import type { Alterations } from './presentation.ts'
import type { ManifestColumn } from './relation.ts'

/** How many cells of a file differ from the warehouse; 0 or absent: none. */
export interface CellCounts {
  /** Cells that `restoreCell` gives back. */
  cells_neutralised?: number
  /** Cells too long for the format, which end in a pointer to the whole text. */
  cells_cut?: number
  /** Numbers and dates that no number of a spreadsheet can hold, and that are text there. */
  cells_as_text?: number
}

/** What an exporter knows of a file once it is written. */
export interface WrittenFile extends Readonly<CellCounts> {
  /** Relative to the folder of the export, `/` between its parts. */
  readonly file: string
  /** Table, view or name of the SELECT; NULL for a file of several. */
  readonly table: string | null
  /** Of a file of several relations: what it holds of each. */
  readonly tables?: readonly WrittenTable[]
  readonly rows: number
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** With the types of the warehouse, also for CSV. */
  readonly columns: readonly ManifestColumn[]
  /** The partition that a file holds: column and value, as text. */
  readonly partition?: Readonly<Record<string, string | null>>
}

/** A relation within a file of several, such as a sheet. */
export interface WrittenTable extends Readonly<CellCounts> {
  readonly table: string
  readonly sheet?: string
  readonly rows: number
  readonly columns: readonly ManifestColumn[]
}

/** A file, with what was asked of it. */
export interface ManifestFile extends WrittenFile {
  readonly format: ExportFormat
  readonly encoding?: string
  readonly safety?: string
  readonly filter?: string
  /** The run that a delta starts from. */
  readonly since?: string
  /** Hash of the SELECT that a file holds, of a SQL file. */
  readonly sql_sha256?: string
  /** How persons and identifiers stand in the file, and how often something else stands in their place. */
  readonly privacy: PrivacyOptions & Alterations
}

/** manifest.json: written last, so a folder without one holds no export. */
export interface Manifest {
  readonly kind: 'exports'
  readonly run_id: string
  /** ISO 8601, UTC. */
  readonly exported_at: string
  /** The service states no version (docs/contract.md). */
  readonly contract_version: null
  readonly files: readonly ManifestFile[]
}

/** An earlier export, whose Parquet files say what a reader of it has. */
export interface EarlierExport {
  readonly run_id: string
  /** Absolute. */
  readonly folder: string
  readonly manifest: Manifest
}

/** The manifest of an export; undefined when the folder holds none. */
export async function readExportManifest(folder: string): Promise<Manifest | undefined> {
  const found = await readManifest(folder)
  return typeof found === 'object' && found.kind === 'exports' ? (found as Manifest) : undefined
}
