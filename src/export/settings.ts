import type { ExportRequest } from '../job/export-request.ts'
import type { Language } from '../job/languages.ts'
import type { PrivacyOptions } from '../privacy/present.ts'

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
