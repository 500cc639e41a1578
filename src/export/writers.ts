import type { ExportFormat } from '../job/export-request.ts'
import { csvWriter } from './csv.ts'
import { jsonlWriter } from './jsonl.ts'
import { parquetWriter } from './parquet.ts'
import type { Writer } from './writer.ts'

/** Every format with its writer: the one place where a format is added, beside its name in job/export-request.ts. */
export const writers: Readonly<Record<ExportFormat, Writer>> = {
  csv: csvWriter,
  parquet: parquetWriter,
  jsonl: jsonlWriter,
}
