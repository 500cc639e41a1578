import type { PrivacyOptions } from '../privacy/present.ts'

/** How an export is written, beside what it holds. All formats get all of it; what one does not know it leaves alone. */
export interface ExportSettings {
  /** Language of headers; undefined for plain column names. */
  readonly headers: 'zh' | 'en' | undefined
  /** Language of what the writer itself says, such as names of sheets. */
  readonly language: 'zh' | 'en'
  /** CSV. */
  readonly encoding: 'utf-8' | 'gb18030'
  /** `excel`: cells that a spreadsheet would take for formulas or numbers are guarded, see cell.ts. */
  readonly safety: 'excel' | 'none'
  /** Columns whose values part the rows into files of their own. */
  readonly partition: readonly string[]
  readonly privacy: PrivacyOptions
}
