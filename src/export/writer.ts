import type { Language } from '../job/choices.ts'
import type { ExportRequest } from '../job/outputs.ts'
import type { PrivacyOptions } from '../privacy/present.ts'
import type { Definer, Reader } from '../warehouse/database.ts'
import type { WrittenFile } from './manifest.ts'
import type { Presentation } from './presentation.ts'
import type { RelationInfo } from './relation.ts'
import type { Source } from './rows.ts'

/** What a writer is to write, and where. */
export interface WriteOrder {
  /**
   * The relations, in the order asked for: one for a writer of scope `relation`, all of them for one of scope `request`,
   * none for one of scope `warehouse`.
   */
  readonly sources: readonly Source[]
  /** Absolute, and made: the folder to write into. Nobody else uses names there that begin with `stem`. */
  readonly folder: string
  /** Name of the file without its ending: that of the relation, or of the request. Safe as a file name. */
  readonly stem: string
  readonly settings: ExportSettings
  /**
   * For SELECTs of the writer's own: `presentation.column` is what stands for a column of `relations` that is read AS
   * source, `presentation.joins` what must be joined to it.
   */
  readonly reader: Reader & Definer
  readonly presentation: Presentation
  /** All tables and views, with what their columns hold. */
  readonly relations: readonly RelationInfo[]
}

/**
 * A format. It writes files that did not exist, for their owner only, syncs them (HashedFile does), and says what it wrote;
 * names are relative to `folder`, with `/` between parts. All it throws ends the export, of which then nothing is left.
 */
export interface Writer {
  /**
   * How often it is called: `relation`: for each relation asked for (with `partition`: for each partition of it);
   * `request`: once for all of them together; `warehouse`: once, and it knows itself what it reads: no tables, no SELECT,
   * no columns, no filter and no delta can be asked of it.
   */
  readonly scope: 'relation' | 'request' | 'warehouse'
  /** With its dot: `.csv`, `.ftm.json`. */
  readonly ending: string
  /** Stem of the files of a writer that is not of scope `relation`, unless the request has a name. */
  readonly stem?: string
  /** What people read: has headers in Chinese unless asked otherwise, and cells that spreadsheets leave alone. */
  readonly isForReaders: boolean
  readonly write: (order: WriteOrder) => Promise<readonly WrittenFile[]>
}

/** How an export is written, beside what it holds. All formats get all of it, and leave alone what they do not know. */
export interface ExportSettings {
  /** What stands over columns: Chinese terms, or their plain English names. */
  readonly headers: Language
  /** Language of what the writer itself says, such as names of sheets. */
  readonly language: Language
  /** CSV. */
  readonly encoding: 'utf-8' | 'gb18030'
  /** `excel`: cells that a spreadsheet would take for formulas or numbers are guarded, see cell.ts. */
  readonly safety: 'excel' | 'none'
  readonly privacy: PrivacyOptions
}

/** What a request leaves open. */
export const settingsOf = (request: ExportRequest, isForReaders: boolean): ExportSettings => ({
  headers: isForReaders ? (request.headers ?? 'zh') : 'en',
  language: request.language ?? 'zh',
  encoding: request.encoding ?? 'utf-8',
  safety: request.safety ?? 'excel',
  privacy: {
    persons: request.privacy?.persons ?? 'keep',
    identifiers: request.privacy?.identifiers ?? 'mask',
  },
})
