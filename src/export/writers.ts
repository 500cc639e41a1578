import type { ExportFormat } from '../job/choices.ts'
import { csvWriter } from './csv.ts'
import { ftmWriter } from './ftm/writer.ts'
import { jsonlWriter } from './jsonl.ts'
import { parquetWriter } from './parquet.ts'
import type { Writer } from './writer.ts'
import { xlsxWriter } from './xlsx/writer.ts'

/** Every format with its writer: the one place where a format is added, beside its name in job/choices.ts. */
export const writers: Readonly<Record<ExportFormat, Writer>> = {
  csv: csvWriter,
  parquet: parquetWriter,
  jsonl: jsonlWriter,
  xlsx: xlsxWriter,
  ftm: ftmWriter,
}
