import { readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileLiteral, fileLiterals, literal } from '../contract/sql.ts'
import { makeFolder, replaceDurably } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import { requireFile } from '../disk/own-file.ts'
import type { Database, SqlRow } from './database.ts'

/* The archive of landed lines, byte for byte: Parquet (zstd) by operation and day, one row a call. */

interface LandedFile {
  readonly segment: string
  readonly path: string
  readonly bytes: number
}

/** Where files are written before they take their places. */
export const writing = '.writing'

/** Segments that are copied by one statement: they are in memory at once. */
const batchBytes = 8 << 20
const batchFiles = 1_000
/** A record is 20 KB on the average: 2,048 of them make a row group of 40 MB before compression. */
const rowGroupSize = 2048
export const archiveFormat = `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE ${rowGroupSize}`

/**
 * Copies loaded segments into the archive, durably; the caller removes them afterwards.
 * After a crash between the two they are archived twice; readers of the archive skip the second copy.
 */
export async function archiveSegments(
  database: Database,
  files: readonly LandedFile[],
  folder: string,
): Promise<void> {
  const temporary = join(folder, writing)
  failPoint('archive.began')
  for (const batch of batchesOf(files)) {
    await rm(temporary, { recursive: true, force: true })
    await database.needs(batch.reduce((sum, { bytes }) => sum + bytes, 0))
    const [copied] = await database.rows(
      `COPY (${archivedRows(batch)}) TO ${literal(temporary)} (${archiveFormat},
         PARTITION_BY (operation, day), FILENAME_PATTERN 'part_{i}')`,
    )
    const written = await parquetFiles(temporary)
    await checkWritten(
      database,
      written.map((file) => join(temporary, file)),
      Number(copied?.Count),
    )
    failPoint('archive.copied')
    for (const file of written) {
      const partition = join(folder, dirname(file))
      await makeFolder(partition)
      await replaceDurably(join(temporary, file), join(partition, `${batch[0]?.segment}_${basename(file)}`))
      failPoint('archive.moved')
    }
  }
  await rm(temporary, { recursive: true, force: true })
  failPoint('archive.done')
}

function batchesOf(files: readonly LandedFile[]): LandedFile[][] {
  const batches: LandedFile[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const file of files) {
    const batch = batches.at(-1)
    bytes += file.bytes
    if (batch === undefined || bytes > batchBytes || batch.length >= batchFiles) {
      batches.push([file])
      bytes = file.bytes
    } else batch.push(file)
  }
  return batches
}

/** How the line of a call begins, and the mark that a line leaves which was set aside. */
const [callOpening, markOpening] = ['{"callKey":"', '{"quarantined":']

/** The lines of calls, each beside its ledger entry; where the ledger has none, its key is NULL. */
const archivedRows = (batch: readonly LandedFile[]): string => `
  WITH landed AS (
    SELECT parse_filename(filename, true) AS segment, string_split(content, chr(10)) AS records
    FROM read_text([${fileLiterals(batch.map(({ path }) => path))}])),
  line AS (
    SELECT segment, unnest(records) AS record, generate_subscripts(records, 1) AS line FROM landed)
  SELECT c.operation, strftime(c.fetched_at, '%Y-%m-%d') AS day, segment, line, c.call_key, record
  FROM line LEFT JOIN calls AS c USING (segment, line) WHERE record <> '' AND NOT starts_with(record, ${literal(markOpening)})`

/** A file takes its place only when each of `landed` lines is in the ledger and reads back once, under its key. */
async function checkWritten(database: Database, files: readonly string[], landed: number): Promise<void> {
  const [row] = await database.rows(
    `SELECT count(DISTINCT (segment, line)) FILTER (call_key IS NOT NULL)::INTEGER AS archived,
       count(*) FILTER (substr(record, ${callOpening.length + 1}, 32) <> call_key)::INTEGER AS misplaced
     FROM ${files.length > 0 ? `read_parquet([${fileLiterals(files)}])` : "(SELECT '' AS segment, 0 AS line, '' AS record, NULL AS call_key LIMIT 0)"}`,
  )
  if (row?.archived !== landed || row?.misplaced !== 0) {
    throw new Error(
      `archive: ${row?.archived} of ${landed} lines are calls of the ledger, ${row?.misplaced} of them out of place; ` +
        'the files are kept as they are',
    )
  }
}

/** Parquet files below a folder, relative to it, without those still being written. @throws GivenFileError for what is none */
export async function parquetFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.parquet') && !name.startsWith(writing)).sort()
  for (const file of files) await requireFile(join(folder, file))
  return files
}

interface ArchivedFile {
  readonly path: string
  /** segment, line, call_key, record: the landed line as it was written. */
  readonly rows: readonly SqlRow[]
}

/** Files of the archive with their rows, one file at a time. */
export async function* archivedFiles(
  database: Database,
  folder: string,
  files: readonly string[],
): AsyncGenerator<ArchivedFile> {
  for (const file of files) {
    const path = join(folder, file)
    const rows = await database.rows(
      `SELECT segment, line, call_key, record FROM read_parquet(${fileLiteral(path)}, hive_partitioning = false)`,
    )
    yield { path, rows }
  }
}

/**
 * Rewrites the archived lines that `rewrite` changes and removes those that it returns nothing for, file by
 * file: a new file replaces the old one by a rename. Repeat it after a crash.
 */
export async function rewriteArchive(
  database: Database,
  folder: string,
  files: readonly string[],
  rewrite: (record: string) => string | undefined,
): Promise<void> {
  for await (const { path, rows } of archivedFiles(database, folder, files)) {
    const changed = rows.flatMap((row) => {
      const record = rewrite(String(row.record))
      return record === undefined ? [] : [{ ...row, record }]
    })
    if (
      changed.length === rows.length &&
      changed.every(({ record }, index) => record === rows[index]?.record)
    )
      continue
    await replaceFile(database, folder, path, changed)
  }
}

async function replaceFile(
  database: Database,
  folder: string,
  path: string,
  rows: readonly SqlRow[],
): Promise<void> {
  const temporary = join(folder, writing)
  const [lines, parquet] = [`${temporary}.ndjson`, `${temporary}.parquet`]
  const texts = rows.map((row) => `${JSON.stringify(row)}\n`)
  const longest = texts.reduce((most, text) => Math.max(most, Buffer.byteLength(text)), 0)
  await rm(temporary, { recursive: true, force: true })
  await writeFile(lines, texts, { mode: 0o600 })
  await database.needs(longest)
  await database.run(
    `COPY (SELECT * FROM read_ndjson(${fileLiteral(lines)}, maximum_object_size = ${longest + 1024},
        columns = {segment: 'VARCHAR', line: 'BIGINT', call_key: 'VARCHAR', record: 'VARCHAR'}))
      TO ${literal(parquet)} (${archiveFormat})`,
  )
  await checkWritten(database, [parquet], rows.length)
  await replaceDurably(parquet, path)
  await rm(lines)
}
