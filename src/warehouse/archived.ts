import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLiteral, fileLiterals, literal, literals } from '../contract/sql.ts'
import { archiveFormat, parquetFiles } from './archive.ts'
import { isDamage } from './damage.ts'
import { Database } from './database.ts'

/** A file of the archive that cannot be read. */
export interface DamagedFile {
  /** Relative to the folder of the archive. */
  readonly file: string
  readonly error: string
}

export interface ArchivedLine {
  readonly segment: string
  readonly line: number
  readonly callKey: string
  /** The line as it landed. */
  readonly text: string
}

/**
 * Reads the archive in an instance of its own: a file that DuckDB chokes on does no harm to the working database.
 * Lines that were archived twice come once, unless the copies differ.
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

  /** Segments with lines here, in order. */
  async segments(): Promise<{ readonly segment: string; readonly lines: number }[]> {
    if (this.files.length === 0) return []
    const rows = await this.#database.rows(
      `SELECT segment, count(*)::INTEGER AS lines FROM ${this.#source()} GROUP BY segment ORDER BY segment`,
    )
    return rows.map(({ segment, lines }) => ({ segment: String(segment), lines: Number(lines) }))
  }

  /** Lines of segments, in the order of segment and line; all of them are in memory at once. */
  async lines(segments: readonly string[]): Promise<ArchivedLine[]> {
    if (this.files.length === 0 || segments.length === 0) return []
    const names = literals(segments)
    return this.#linesIn(this.files, `WHERE segment IN (${names}) ORDER BY segment, line, record`, 'DISTINCT')
  }

  async #linesIn(files: readonly string[], rest: string, distinct = ''): Promise<ArchivedLine[]> {
    const rows = await this.#database.rows(
      `SELECT ${distinct} segment, line, call_key, record FROM ${this.#source('', files)} ${rest}`,
    )
    return rows.map(({ segment, line, call_key, record }) => ({
      segment: String(segment),
      line: Number(line),
      callKey: String(call_key),
      text: String(record),
    }))
  }

  /** All lines, file by file, those that were archived twice as well; the next file is read while one is looked at. */
  async *byFile(): AsyncGenerator<ArchivedLine[]> {
    const read = (file: string | undefined) => (file === undefined ? undefined : this.#linesIn([file], ''))
    for (let at = 0, next = read(this.files[0]); next !== undefined; at += 1) {
      const lines = await next
      next = read(this.files[at + 1])
      // Nobody may be there any more to be told that it failed.
      next?.catch(() => undefined)
      yield lines
    }
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
      `SELECT DISTINCT filename FROM ${this.#source(', filename = true')} WHERE segment = $segment AND line = $line`,
      { segment, line },
    )
    return rows.map(({ filename }) => String(filename).slice(this.#folder.length + 1))
  }

  #source(more = '', files = this.files): string {
    const paths = files.map((file) => join(this.#folder, file))
    return `read_parquet([${fileLiterals(paths)}], hive_partitioning = false${more})`
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
    await readFile(path)
    return (error as Error).message.split('\n')[0]
  }
}
