import type { ExportFormat } from '../../run/job/choices.ts'
import type { Exporter } from './exporter.ts'
import { parquetExporter } from './parquet.ts'
import { jsonlExporter, separated } from './text-files.ts'
import { xlsxExporter } from './xlsx/writer.ts'

/** Every format with its exporter: the one place where a format is added, beside its name in job/choices.ts. */
export const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  csv: separated('.csv', ','),
  parquet: parquetExporter,
  jsonl: jsonlExporter,
  xlsx: xlsxExporter,
}
