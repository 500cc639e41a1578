import type { ExportFormat } from '../../run/job/choices.ts'
import { csvExporter } from './csv.ts'
import type { Exporter } from './exporter.ts'
import { ftmExporter } from './ftm/writer.ts'
import { jsonlExporter } from './jsonl.ts'
import { parquetExporter } from './parquet.ts'
import { xlsxExporter } from './xlsx/writer.ts'

/** Every format with its exporter: the one place where a format is added, beside its name in job/choices.ts. */
export const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  csv: csvExporter,
  parquet: parquetExporter,
  jsonl: jsonlExporter,
  xlsx: xlsxExporter,
  ftm: ftmExporter,
}
