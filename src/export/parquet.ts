import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { fileLiterals, literal } from '../contract/sql.ts'
import type { Reader } from '../warehouse/database.ts'
import type { WrittenFile } from './manifest.ts'
import type { RelationInfo } from './relation.ts'
import { type OrderedRelation, orderRelation } from './slices.ts'
import { plainColumns } from './sql.ts'

/** DuckDB's own default. */
const mostGroupRows = 122_880
/**
 * Values in a row group, and in what is sorted for it. While DuckDB writes a row group it holds it several times over:
 * 40 MB of full texts did not fit into 256 MB.
 */
const groupBytes = 16 * 2 ** 20

/** Writes a relation as Parquet, compressed by zstd; nothing is altered. `path` is absolute. */
export async function writeParquet(
  reader: Reader,
  relation: RelationInfo,
  path: string,
): Promise<WrittenFile> {
  const ordered = await orderRelation(reader, relation, groupBytes)
  const selects = ordered.slices.map((slice) => `SELECT ${plainColumns(relation.columns)} ${slice}`)
  const copy = (select: string, to: string) => copyTo(reader, select, to, rowGroupRows(ordered))

  if (selects.length === 1) await copy(selects.join(), path)
  else await copyParts(copy, selects, path)
  return { rows: ordered.rows, ...(await syncAndHash(path)) }
}

/** Parquet cannot be appended to: each slice becomes a part, and the parts are copied into one file, in their order. */
async function copyParts(
  copy: (select: string, to: string) => Promise<void>,
  selects: readonly string[],
  path: string,
): Promise<void> {
  const parts: string[] = []
  for (const select of selects) {
    const part = `${path}.${parts.length}`
    await copy(select, part)
    parts.push(part)
  }
  await copy(`FROM read_parquet([${fileLiterals(parts)}])`, path)
  for (const part of parts) await rm(part)
}

/** Rows whose values come to about 16 MiB. DuckDB rounds up to what it works on at once: 2,048 rows, or a slice. */
export const rowGroupRows = ({ rows, bytes }: Pick<OrderedRelation, 'rows' | 'bytes'>): number =>
  Math.min(mostGroupRows, Math.max(1, Math.floor((groupBytes * rows) / Math.max(1, bytes))))

async function copyTo(reader: Reader, select: string, path: string, groupRows: number): Promise<void> {
  await createEmpty(path)
  await reader.run(
    `COPY (${select}) TO ${literal(path)} ` +
      `(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${groupRows}, USE_TMP_FILE false)`,
  )
}

/** DuckDB keeps the mode of a file that it overwrites, and would make a new one readable to all. */
async function createEmpty(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.close()
}

async function syncAndHash(path: string): Promise<{ bytes: number; sha256: string }> {
  await using file = await open(path, 'r+')
  await file.sync()
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return { bytes: (await file.stat()).size, sha256: hash.digest('hex') }
}
