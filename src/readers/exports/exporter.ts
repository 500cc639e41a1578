import { readManifest } from '../../disk/publish-folder.ts'
import type { PrivacyOptions } from '../../rows/privacy/present.ts'
import type { ExportFormat } from '../../run/job/choices.ts'
import type { ExportRequest } from '../../run/job/outputs.ts'
import type { Definer, Reader } from '../../warehouse/database.ts'
import type { Alterations } from './presentation.ts'
import type { SourceColumn } from './relation.ts'
import type { Source } from './rows.ts'

/**
 * A format: writes a file, for its owner only, and syncs it (HashedFile does both). An error ends the export, which then leaves no
 * file. The scope says what a file holds: `relation`: one relation; `request`: all relations asked for, in
 * their order.
 */
export type Exporter = {
  /** With its dot: `.csv`. */
  readonly ending: string
  /** What people read: has headers in Chinese unless asked otherwise, and cells that spreadsheets leave alone. */
  readonly isForReaders: boolean
} & (
  | { readonly scope: 'relation'; write(source: Source, order: ExportOrder): Promise<Written> }
  | {
      readonly scope: 'request'
      /** Name of the file without its ending, unless the request has a name. */
      readonly stem: string
      /** What a file has where no tables are named, in their order; the other usual ones stand in a second file, `STEM-data`. */
      readonly inFront?: readonly string[]
      write(sources: readonly Source[], order: ExportOrder): Promise<Written>
    }
)

/** Where an exporter writes, and what it may read beside the sources that it is given. */
export interface ExportOrder {
  /** Of the file, absolute: it does not exist. Names that begin with it are free for scratch files. */
  readonly path: string
  readonly settings: ExportSettings
  readonly reader: Reader & Definer
  readonly pageOf: PageOf
}

/** The page of a judgment that stands beside the export, as a path relative to the file being written; undefined where there is none. */
export type PageOf = (library: string, caseId: string) => string | undefined

/** How many cells differ from the warehouse; 0 or absent: none. */
interface CellCounts {
  /** Cells that `restoreCell` gives back. */
  readonly cells_neutralised?: number
  /** Cells too long for the format, which end in a pointer to the whole text. */
  readonly cells_cut?: number
  /** Numbers and dates that no number of a spreadsheet can hold, and that are text there. */
  readonly cells_as_text?: number
}

/** What an exporter says of its file, beside what is known of the sources. */
export interface Written extends CellCounts {
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Of a file of several relations: what it holds of each. */
  readonly tables?: readonly WrittenTable[]
  readonly safety?: string | undefined
}

/** A relation within a file of several, such as a sheet. */
export interface WrittenTable extends CellCounts {
  readonly table: string
  readonly sheet?: string
  readonly rows: number
  readonly columns: readonly ManifestColumn[]
}

/** A column of a file: its name and DuckDB type in the warehouse, and what stands over it where that is something else. */
interface ManifestColumn {
  readonly name: string
  readonly type: string
  readonly header?: string
}

export const manifestColumns = (columns: readonly SourceColumn[]): ManifestColumn[] =>
  columns.map(({ name, type, header }) => ({ name, type, ...(header === name ? {} : { header }) }))

/** A file in the manifest, with what was asked of it. */
export interface ManifestFile extends Written {
  /** Relative to the folder of the export, `/` between its parts. */
  readonly file: string
  /** Table, view or name of the SELECT; NULL for a file of several. */
  readonly table: string | null
  readonly format: ExportFormat
  readonly rows: number
  /** With the types of the warehouse, also for CSV. */
  readonly columns: readonly ManifestColumn[]
  readonly filter?: string | undefined
  /** Hash of the SELECT that a file holds, of a SQL file. */
  readonly sql_sha256?: string | undefined
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

/** The manifest of an export; undefined when the folder holds none. */
export async function readExportManifest(folder: string): Promise<Manifest | undefined> {
  const found = await readManifest(folder)
  return typeof found === 'object' && found.kind === 'exports' ? (found as Manifest) : undefined
}

/** How an export is written, beside what it holds. All formats get all of it, and leave alone what they do not know. */
export type ExportSettings = ReturnType<typeof settingsOf>

export const settingsOf = (request: Omit<ExportRequest, 'sql'>, isForReaders: boolean) => ({
  /** What stands over columns: Chinese terms, or their plain English names. */
  headers: isForReaders ? (request.headers ?? 'zh') : 'en',
  /** Language of what the exporter itself says, such as names of sheets. */
  language: request.language ?? 'zh',
  /** Of CSV. `excel`: cells that a spreadsheet would take for formulas or numbers are guarded, see excel-cell.ts. */
  safety: request.safety ?? 'excel',
  privacy: {
    persons: request.privacy?.persons ?? 'keep',
    identifiers: request.privacy?.identifiers ?? 'mask',
  } satisfies PrivacyOptions,
})
