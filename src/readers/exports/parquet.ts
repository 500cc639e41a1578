import { rename, rm, writeFile } from 'node:fs/promises'
import { fileLiterals, identifier, literal } from '../../contract/sql.ts'
import { hashSynced } from '../../disk/durable.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { Exporter } from './exporter.ts'
import { aliasOf } from './relation.ts'
import type { Measure, Source } from './rows.ts'

/** DuckDB's own default. */
const mostGroupRows = 122_880
/**
 * Values in a row group, and in what is sorted for it. While DuckDB writes a row group it holds it several times over:
 * 40 MB of full texts did not fit into 256 MB.
 */
const groupBytes = 16 * 2 ** 20

/** Parquet, compressed by zstd; nothing is altered but what privacy asks for. What the columns mean stands in its metadata. */
export const parquetExporter: Exporter = {
  scope: 'relation',
  ending: '.parquet',
  isForReaders: false,
  async write(source, { path, reader }) {
    const payload = source.columns
      .map(({ header }, at) => `${aliasOf(at)} AS ${identifier(header)}`)
      .join(', ')
    const parts: string[] = []
    for await (const select of source.selects(payload, `${path}.parts`)) {
      const part = `${path}.${parts.length}`
      await copyTo(reader, select, part, source)
      parts.push(part)
    }
    const [only] = parts
    if (parts.length === 1 && only !== undefined) await rename(only, path)
    else {
      // Parquet cannot be appended to: parts are copied into one file, in their order.
      const all = `FROM read_parquet([${fileLiterals(parts)}], hive_partitioning = false)`
      await copyTo(reader, all, path, source)
      for (const part of parts) await rm(part)
    }
    return await hashSynced(path)
  },
}

/** Rows whose values come to about 16 MiB. DuckDB rounds up to what it works on at once: 2,048 rows, or a slice. */
export const rowGroupRows = ({ rows, bytes }: Measure): number =>
  Math.min(mostGroupRows, Math.max(1, Math.floor((groupBytes * rows) / Math.max(1, bytes))))

async function copyTo(reader: Reader, select: string, path: string, source: Source): Promise<void> {
  // DuckDB keeps the mode of a file that it overwrites, and would make a new one readable to all.
  await writeFile(path, '', { flag: 'wx', mode: 0o600 })
  await reader.run(
    `COPY (${select}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroupRows(source.measure)}, ` +
      `USE_TMP_FILE false, KV_METADATA ${metadata(source)})`,
  )
}

/** What a reader of the file alone must know: the table, and its columns as JSON. */
function metadata({ name, title, meaning, columns }: Source): string {
  const described = columns.map(({ header, type, term, source, meaning }) => ({
    name: header,
    type,
    term,
    source,
    meaning,
  }))
  const documented = { table: name, title, meaning, columns: JSON.stringify(described) }
  const pairs = Object.entries(documented).map(([key, value]) => `${identifier(key)}: ${literal(value)}`)
  return `{${pairs.join(', ')}}`
}
