import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLiteral, literal } from '../contract/sql.ts'
import { replaceDurably } from '../disk/durable.ts'
import { archiveFormat, writing } from './archive.ts'
import type { Database, SqlRow } from './database.ts'

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
 * Rewrites the archived lines that `rewrite` changes, and takes out those that it has nothing for. A file with such a line is written anew beside the archive and takes
 * the place of the old one by a rename, whole or not at all: doing it again after a crash does what is left to do.
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
  await checkRewritten(database, parquet, rows)
  await replaceDurably(parquet, path)
  await rm(lines)
}

/** The old file goes only when the new one has all its calls, each in its place. */
async function checkRewritten(database: Database, file: string, rows: readonly SqlRow[]): Promise<void> {
  const [found] = await database.rows(
    `SELECT count(*)::INTEGER AS calls, count(*) FILTER (substr(record, 13, 32) <> call_key)::INTEGER AS misplaced
     FROM read_parquet(${fileLiteral(file)})`,
  )
  if (found?.calls !== rows.length || found.misplaced !== 0) {
    throw new Error(
      `archive: ${found?.calls} of ${rows.length} calls were rewritten, ${found?.misplaced} out of place; ` +
        'the file is kept as it is',
    )
  }
}
