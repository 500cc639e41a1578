/** Languages of dossiers, of meanings in exports, and of CSV and XLSX headers. */
export const languages = ['zh', 'en'] as const

export type Language = (typeof languages)[number]

/** Formats of dossiers; the pages are always written. */
export const reportFormats = ['html', 'pdf', 'docx'] as const

/** What of a dossier is printed; on the screen it always has all of it. */
export const printedParts = ['brief', 'body', 'all'] as const

/** Formats by the name that jobs call them; readers/exports/exporters.ts has an exporter of each. */
export const exportFormats = ['csv', 'parquet', 'jsonl', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** What only some formats know. */
export const onlyOf: Readonly<Record<'headers' | 'safety', readonly ExportFormat[]>> = {
  headers: ['csv', 'xlsx'],
  safety: ['csv'],
}

/** Ways to the service: its addresses, or its tool entries (docs/contract.md). */
export const transports = ['http', 'mcp'] as const

export type Transport = (typeof transports)[number]
