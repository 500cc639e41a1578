import type { Reader } from '../warehouse/database.ts'
import type { WrittenFile } from './manifest.ts'
import type { ExportSettings } from './settings.ts'
import type { Source } from './source.ts'

/** What a writer is to write, and where. */
export interface WriteOrder {
  /**
   * The relations, in the order asked for: one for a writer of scope `relation`, all of them for one of scope `request`,
   * none for one of scope `warehouse`.
   */
  readonly sources: readonly Source[]
  /** Absolute: the folder to write into. Nothing else writes into `folder` / `stem`… at the same time. */
  readonly folder: string
  /** Name of the file without its ending: that of the relation, or of the request. Safe as a file name. */
  readonly stem: string
  readonly settings: ExportSettings
  /** For SELECTs of the writer's own. `presented` (source.ts) says how a column stands in an export. */
  readonly reader: Reader
}

/**
 * A format. It writes files that did not exist, syncs them (HashedFile does), and says what it wrote; names are relative
 * to `folder`, with `/` between parts. All it throws ends the export, of which then nothing is left.
 */
export interface Writer {
  /**
   * How often it is called: `relation`: for each relation asked for; `request`: once for all of them together;
   * `warehouse`: once, and it knows itself what it reads: it takes no tables, no columns, no filter.
   */
  readonly scope: 'relation' | 'request' | 'warehouse'
  /** With its dot: `.csv`, `.ftm.json`. */
  readonly ending: string
  /** Stem of the files when no relation names them: `dossier`, `entities`. Unless the request has a name. */
  readonly stem?: string
  /** What people read: has headers in Chinese unless asked otherwise, and cells that spreadsheets leave alone. */
  readonly isForReaders: boolean
  readonly write: (order: WriteOrder) => Promise<readonly WrittenFile[]>
}
