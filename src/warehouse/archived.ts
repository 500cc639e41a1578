import { join } from 'node:path'
import { fileLiteral, fileLiterals, literal, literals } from '../contract/sql.ts'
import { readOwnFile } from '../disk/own-file.ts'
import { archiveFormat, parquetFiles } from './archive.ts'
import { Database } from './database.ts'
import { firstLine, isDamage } from './errors.ts'

/** A file of the archive that cannot be read. */
export interface DamagedFile {
  /** Relative to the folder of the archive. */
  readonly file: string
  readonly error: string
}

interface ArchivedLine {
  readonly segment: string
  readonly line: number
  readonly text: string
  readonly callKey: string
}

export interface ArchivedSegment {
  readonly segment: string
  /** About how many: those of a file are divided evenly among its lines. */
  readonly bytes: number
  /** The files that hold lines of it, as full paths. */
  readonly paths: readonly string[]
}

/**
 * Reads the archive in a DuckDB of its own: a damaged file does no harm to the working database.
 * A line that was archived twice comes once, unless the copies differ.
 */
export class ArchiveReader implements AsyncDisposable {
  readonly #folder: string
  readonly #database: Database
  readonly files: readonly string[]

  private constructor(folder: string, database: Database, files: readonly string[]) {
    this.#folder = folder
    this.#database = database
    this.files = files
  }

  /** Of these files, of all below a folder, or of all that there are. */
  static async open(
    folder: string,
    spillTo: string,
    { files, below = '' }: { readonly files?: readonly string[]; readonly below?: string } = {},
  ): Promise<ArchiveReader> {
    const present = files ?? (await parquetFiles(folder)).filter((file) => file.startsWith(below))
    return new ArchiveReader(folder, await Database.open(':memory:', { spillTo }), present)
  }

  /** Names of the segments with lines here. */
  async names(): Promise<string[]> {
    if (this.files.length === 0) return []
    const rows = await this.#database.rows(`SELECT DISTINCT segment FROM ${this.#source()}`)
    return rows.map(({ segment }) => String(segment))
  }

  /** Segments with lines here, in order. */
  async segments(): Promise<ArchivedSegment[]> {
    if (this.files.length === 0) return []
    const rows = await this.#database.rows(
      `WITH sizes AS (
         SELECT file_name, sum(total_uncompressed_size) / sum(num_values) AS bytes
         FROM parquet_metadata([${fileLiterals(this.#paths())}]) WHERE path_in_schema = 'record' GROUP BY file_name)
       SELECT segment, ceil(sum(sizes.bytes))::DOUBLE AS bytes, list(DISTINCT archived.filename) AS paths
       FROM ${this.#source()} AS archived JOIN sizes ON sizes.file_name = archived.filename
       GROUP BY segment ORDER BY segment`,
    )
    return rows.map(({ segment, bytes, paths }) => ({
      segment: String(segment),
      bytes: Number(bytes),
      paths: paths as string[],
    }))
  }

  /** Lines of segments, in the order of segment and line; all of them are in memory at once. `paths`: the files that hold them. */
  async lines(segments: readonly string[], paths = this.#paths()): Promise<ArchivedLine[]> {
    if (paths.length === 0 || segments.length === 0) return []
    const names = literals(segments)
    const rows = await this.#database.rows(
      `SELECT DISTINCT segment, line, call_key, record
       FROM read_parquet([${fileLiterals(paths)}], hive_partitioning = false) WHERE segment IN (${names}) ORDER BY segment, line, record`,
    )
    return rows.map(({ segment, line, call_key, record }) => ({
      segment: String(segment),
      line: Number(line),
      callKey: String(call_key),
      text: String(record),
    }))
  }

  /** Writes a file without some of its lines. */
  async copyWithout(file: string, lines: readonly Pick<ArchivedLine, 'segment' | 'line'>[], to: string) {
    const out = lines.map(({ segment, line }) => `(${literal(segment)}, ${line})`).join(', ')
    await this.#database.run(
      `COPY (SELECT * FROM read_parquet(${fileLiteral(join(this.#folder, file))}, hive_partitioning = false)
         WHERE (segment, line) NOT IN (VALUES ${out}))
       TO ${literal(to)} (${archiveFormat})`,
    )
  }

  /** Which files hold a line. */
  async filesOf({ segment, line }: Pick<ArchivedLine, 'segment' | 'line'>): Promise<string[]> {
    if (this.files.length === 0) return []
    const rows = await this.#database.rows(
      `SELECT DISTINCT filename FROM ${this.#source()} WHERE segment = $segment AND line = $line`,
      { segment, line },
    )
    return rows.map(({ filename }) => String(filename).slice(this.#folder.length + 1))
  }

  #source(): string {
    return `read_parquet([${fileLiterals(this.#paths())}], hive_partitioning = false, filename = true)`
  }

  #paths(): readonly string[] {
    return this.files.map((file) => join(this.#folder, file))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#database.close()
  }
}

/** Reads every byte of every file of the archive once. @throws the system's error where it does not give a file */
export async function probeArchive(
  folder: string,
  spillTo: string,
): Promise<{ readonly readable: readonly string[]; readonly damaged: readonly DamagedFile[] }> {
  const readable: string[] = []
  const damaged: DamagedFile[] = []
  let database = await Database.open(':memory:', { spillTo })
  try {
    for (const file of await parquetFiles(folder)) {
      const error = await problemOf(database, join(folder, file))
      if (error === undefined) readable.push(file)
      else {
        damaged.push({ file, error })
        // What DuckDB calls an internal error makes the whole instance unusable.
        await database.close()
        database = await Database.open(':memory:', { spillTo })
      }
    }
  } finally {
    await database.close()
  }
  return { readable, damaged }
}

async function problemOf(database: Database, path: string): Promise<string | undefined> {
  try {
    await database.rows(
      `SELECT max(segment), sum(line), max(call_key), sum(strlen(record)), bit_xor(hash(record))
       FROM read_parquet(${fileLiteral(path)}, hive_partitioning = false)`,
    )
    return undefined
  } catch (error) {
    if (!isDamage(error)) throw error
    // A file that the system does not give may be well: then this throws, and says why.
    await readOwnFile(path)
    return firstLine(error)
  }
}
