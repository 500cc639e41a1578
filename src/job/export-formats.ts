/** Formats by the name that jobs call them; export/writers.ts has a writer of each. */
export const exportFormats = ['csv', 'parquet', 'jsonl', 'xlsx', 'ftm'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** What only some formats know. */
export const onlyOf: Readonly<Record<'headers' | 'encoding' | 'safety', readonly ExportFormat[]>> = {
  headers: ['csv', 'xlsx'],
  encoding: ['csv'],
  safety: ['csv'],
}
