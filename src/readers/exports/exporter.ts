import type { PrivacyOptions } from '../../rows/privacy/present.ts'
import type { ExportRequest } from '../../run/job/outputs.ts'
import type { Definer, Reader } from '../../warehouse/database.ts'
import type { WrittenFile } from './manifest.ts'
import type { Presentation } from './presentation.ts'
import type { RelationInfo } from './relation.ts'
import type { Source } from './rows.ts'

/** Where an exporter writes, and what it may read beside the relations that it is given. */
export interface ExportOrder {
  /** Absolute, and made: the folder to write into. No other exporter uses names there that begin with `stem`. */
  readonly folder: string
  /** Name of the file without its ending: that of the relation, or of the request. Safe as a file name. */
  readonly stem: string
  readonly settings: ExportSettings
  /**
   * For SELECTs of the exporter's own: `presentation.column` is what stands for a column of `relations` that is read AS
   * source, `presentation.joins` what must be joined to it.
   */
  readonly reader: Reader & Definer
  readonly presentation: Presentation
  /** All tables and views, with what their columns hold. */
  readonly relations: readonly RelationInfo[]
  readonly pageOf: PageOf
}

/** The page of a judgment that stands beside the export, as a path relative to the file being written; undefined where there is none. */
export type PageOf = (library: string, caseId: string) => string | undefined

/**
 * A format: opened once for each set of files, given its relations, closed. It writes files that did not exist, for their owner only,
 * and syncs them (HashedFile does). Any error ends the export, which then leaves no file.
 */
export interface Exporter {
  /**
   * What one opening is given: `relation`: one relation, or one partition of it; `request`: all relations asked for, in their order;
   * `warehouse`: none, it reads what it needs: no tables, SELECT, columns, filter or delta can be asked of it.
   */
  readonly scope: 'relation' | 'request' | 'warehouse'
  /** With its dot: `.csv`, `.ftm.json`. */
  readonly ending: string
  /** Stem of the files of an exporter that is not of scope `relation`, unless the request has a name. */
  readonly stem?: string
  /** What people read: has headers in Chinese unless asked otherwise, and cells that spreadsheets leave alone. */
  readonly isForReaders: boolean
  open(order: ExportOrder): Promise<OpenExport>
}

/** Files that are being written. Disposing of them before they are closed gives up what they hold open. */
export interface OpenExport extends AsyncDisposable {
  write(source: Source): Promise<void>
  /** Completes the files and says what they hold; names are relative to the folder of the order, with `/` between parts. */
  close(): Promise<readonly WrittenFile[]>
}

/** Opens formats in which a relation is a whole file: nothing stays open between relations. */
export const fileByFile =
  (write: (source: Source, order: ExportOrder) => Promise<WrittenFile>): Exporter['open'] =>
  async (order) => {
    const files: WrittenFile[] = []
    return {
      write: async (source) => void files.push(await write(source, order)),
      close: async () => files,
      [Symbol.asyncDispose]: async () => undefined,
    }
  }

/** How an export is written, beside what it holds. All formats get all of it, and leave alone what they do not know. */
export type ExportSettings = ReturnType<typeof settingsOf>

/** What a request leaves open. */
export const settingsOf = (request: Omit<ExportRequest, 'sql'>, isForReaders: boolean) => ({
  /** What stands over columns: Chinese terms, or their plain English names. */
  headers: isForReaders ? (request.headers ?? 'zh') : 'en',
  /** Language of what the exporter itself says, such as names of sheets. */
  language: request.language ?? 'zh',
  /** CSV. */
  encoding: request.encoding ?? 'utf-8',
  /** `excel`: cells that a spreadsheet would take for formulas or numbers are guarded, see excel-cell.ts. */
  safety: request.safety ?? 'excel',
  privacy: {
    persons: request.privacy?.persons ?? 'keep',
    identifiers: request.privacy?.identifiers ?? 'mask',
  } satisfies PrivacyOptions,
})
