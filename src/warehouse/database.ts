import { stat } from 'node:fs/promises'
import duckdb, {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBValueConverter,
  type Json,
} from '@duckdb/node-api'
import { literal } from '../contract/sql.ts'
import { ifMissing } from '../disk/durable.ts'
import { spillFolder } from '../disk/lock.ts'
import { requireFile } from '../disk/own-file.ts'
import { collectGarbage } from './garbage.ts'

export type SqlValue = string | number | boolean | null
/** JSON values: dates and 64-bit integers are text. */
export type SqlRow = Readonly<Record<string, unknown>>
type SqlValues = Readonly<Record<string, SqlValue>>

/** What the other stages may ask of a database. */
export type Reader = Pick<Database, 'rows' | 'stream' | 'run'>
/** A reader that caches what it has read, within its limit. */
export type CachingReader = Reader & Pick<Database, 'release'>
/** A database that SQL may call back from. */
export type Definer = Pick<Database, 'define'>
/** Runs one SELECT that a user wrote, and nothing else. */
export type Selector = Pick<Database, 'select'>

export interface DatabaseOptions {
  readonly readOnly?: boolean
  /** Bytes, as DuckDB writes them: `256MB`. */
  readonly memoryLimit?: string
  readonly threads?: number
  /** Where what does not fit into memory goes: a folder of this database's own beside this path, see disk/lock.ts. */
  readonly spillTo?: string
  /** Opens for reading alone, and shuts statements off from every other file and from the settings. */
  readonly isSealed?: boolean
}

/** The result of the one statement of an analyst. */
interface Selected {
  /** No two of the same name. */
  readonly columns: readonly string[]
  /** Rows as lists of JSON values. */
  readonly chunks: AsyncIterable<readonly (readonly unknown[])[]>
}

/** Options of a database on which statements of users run. Nothing spills, no extension is loaded. */
const sealed: Readonly<Record<string, string>> = {
  temp_directory: '',
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
  allow_persistent_secrets: 'false',
}

/**
 * Settings that DuckDB takes only after opening. Without external access, the table functions of logs and
 * profiles still write files or end the process. The settings are locked last.
 */
const seals = ["SET disabled_filesystems = 'LocalFileSystem'", 'SET lock_configuration = true']

/** To try FSST takes two thirds of a small checkpoint. DuckDB 1.5.5 ignores that setting when a database is opened with it. */
const settings = "SET TimeZone = 'UTC'; SET disabled_compression_methods = 'fsst'"

/**
 * One open database file, owned by this process: no other code opens, copies or stats it through a file descriptor
 * while it is open, because closing a second descriptor drops DuckDB's lock on the first.
 *
 * All statements go through one connection, one at a time; a transaction has the connection to itself.
 */
export class Database implements AsyncDisposable {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection
  #tail: Promise<unknown> = Promise.resolve()
  #functions = 0
  #memoryMb: number

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, memoryMb: number) {
    this.#instance = instance
    this.#connection = connection
    this.#memoryMb = memoryMb
  }

  static async open(path: string, options: DatabaseOptions = {}): Promise<Database> {
    if (path !== ':memory:')
      for (const file of [path, `${path}.wal`]) await requireFile(file).catch(ifMissing)
    // A limit that is given is never changed.
    const memoryMb = options.memoryLimit === undefined ? await memoryToOpen(path) : Number.POSITIVE_INFINITY
    const instance = await duckdb.DuckDBInstance.create(path, {
      access_mode: options.readOnly ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: options.memoryLimit ?? `${memoryMb}MB`,
      threads: String(options.threads ?? 2),
      // What DuckDB 1.2 and later read: the first version with zstd. It counts for a file that is made now.
      storage_compatibility_version: 'v1.2.0',
      // Extensions would be fetched from the network; parquet, json and icu are built in.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      preserve_insertion_order: 'true',
      // The landed segments are the safety net, not the file: it is written once, at the end of a run.
      checkpoint_threshold: '128MB',
      ...(options.spillTo === undefined ? {} : { temp_directory: spillFolder(options.spillTo) }),
      ...(options.isSealed ? sealed : {}),
    })
    const connection = await instance.connect()
    await connection.run(settings)
    if (options.isSealed) for (const seal of seals) await connection.run(seal)
    return new Database(instance, connection, memoryMb)
  }

  /** Waits for its turn on the connection. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work)
    const over = (): void => undefined
    // Its result is not held: rows may be many.
    this.#tail = turn.then(over, over)
    return turn
  }

  /** Of a long result, what `rowOf` makes of each row needs less memory than the rows together. */
  rows<Row = SqlRow>(sql: string, values?: SqlValues, rowOf?: (row: SqlRow) => Row): Promise<Row[]> {
    return this.#exclusively(() => query(this.#connection, sql, values, rowOf))
  }

  run(sql: string): Promise<void> {
    return this.#exclusively(async () => {
      await this.#connection.run(sql)
    })
  }

  /** Raises the memory limit for a copy of so many landed bytes; only answers of an earlier version (64 MiB) need it. */
  async needs(bytes: number): Promise<void> {
    // They are in DuckDB's memory up to five times; a group of the largest that land is 31 MB.
    await this.#allow(megabytes(bytes * 8))
  }

  /** Raises the memory limit for so many bytes of adjacent texts: a checkpoint holds those of 2,048 rows. */
  async needsForTexts(bytes: number): Promise<void> {
    // Seen: 1.15 times their bytes, for 600 MB of texts of 0.2 to 15 MB each.
    await this.#allow(usualMb + megabytes(bytes * 1.3))
  }

  /** Has at least so many megabytes while `work` is done, and behind it what it had before. */
  async withAtLeast<T>(mb: number, work: () => Promise<T>): Promise<T> {
    const before = this.#memoryMb
    await this.#allow(mb)
    try {
      return await work()
    } finally {
      if (this.#memoryMb > before) await this.#limitTo(before)
    }
  }

  async #allow(mb: number): Promise<void> {
    if (mb > this.#memoryMb) await this.#limitTo(mb)
  }

  async #limitTo(mb: number): Promise<void> {
    this.#memoryMb = mb
    await this.run(`SET memory_limit = '${mb}MB'`)
  }

  /** Gives the memory of what it has read back, and of results that are not used any more. Call it when no stream is open: one would find little room meanwhile. */
  release(): Promise<void> {
    return this.#exclusively(async () => {
      collectGarbage()
      const [row] = await query(this.#connection, "SELECT current_setting('memory_limit') AS memory")
      // DuckDB refuses a limit below what is in use: then there is less to give back.
      await this.#connection.run(`SET memory_limit = '128MB'`).catch(() => undefined)
      await this.#connection.run(`SET memory_limit = '${String(row?.memory)}'`)
    })
  }

  /**
   * Makes a function of texts for SQL and returns its name; NULL comes as null, and an error ends the statement.
   * It runs on the main thread: some 100,000 calls a second.
   */
  define(parameters: number, work: (...values: (string | null)[]) => string | null): string {
    this.#functions += 1
    const name = `defined_${this.#functions}`
    this.#connection.registerScalarFunction(
      duckdb.DuckDBScalarFunction.create({
        name,
        returnType: duckdb.VARCHAR,
        parameterTypes: Array.from({ length: parameters }, () => duckdb.VARCHAR),
        specialHandling: true,
        mainFunction: (_, input, output) => {
          const columns = input.getColumns() as (string | null)[][]
          for (let row = 0; row < input.rowCount; row += 1)
            output.setItem(row, work(...columns.map((values) => values[row] ?? null)))
          output.flush()
        },
      }),
    )
    return name
  }

  /** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
  transaction<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    return this.#inTransaction(work, 'COMMIT')
  }

  /** Runs `work` in a transaction that leaves no trace: what would be, without doing it. */
  preview<T>(work: (tx: Reader) => Promise<T>): Promise<T> {
    return this.#inTransaction(work, 'ROLLBACK')
  }

  #inTransaction<T>(work: (tx: Reader) => Promise<T>, end: 'COMMIT' | 'ROLLBACK'): Promise<T> {
    const connection = this.#connection
    const tx: Reader = {
      rows: (...asked) => query(connection, ...asked),
      stream: (sql) => stream(connection, sql),
      run: async (sql) => {
        await connection.run(sql)
      },
    }
    return this.#exclusively(async () => {
      await connection.run('BEGIN TRANSACTION')
      try {
        const result = await work(tx)
        await connection.run(end)
        return result
      } catch (error) {
        await connection.run('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  /**
   * Batches of rows in flat memory, over a connection of its own, so that a slow reader blocks no other. A stream that
   * DuckDB breaks off ends like a whole one: count the rows if you need all.
   */
  async *stream(sql: string): AsyncIterable<readonly SqlRow[]> {
    const connection = await this.#instance.connect()
    try {
      yield* stream(connection, sql)
    } finally {
      connection.closeSync()
    }
  }

  /**
   * The result of the one statement that a text must be, at most `limit` rows: SELECT, WITH, VALUES, FROM, TABLE,
   * DESCRIBE, SUMMARIZE, SHOW, PIVOT. Rows are streamed, for DuckDB does not count a whole result as memory. With `hasNumbers`, 64-bit
   * integers and decimals are numbers where a double keeps every digit. @throws Error that says what it is instead; while rows are read, why
   * there are no more
   */
  async select(text: string, limit: number, hasNumbers = false): Promise<Selected> {
    await this.#prepareOne(text)
    // DuckDB's own function takes one SELECT and nothing else, whatever semicolons and comments it ends with.
    const wrapped = `FROM query(${literal(text)}) LIMIT ${limit}`
    const result = await this.#connection.stream(`(${wrapped}) ${lastRow}`).catch((cause: Error) => {
      throw isNoSelect.test(cause.message) ? new Error(expectedSelect, { cause }) : cause
    })
    const toJson = hasNumbers ? withNumbers : duckdb.JsonDuckDBValueConverter
    return {
      columns: result.deduplicatedColumnNames().slice(0, -1),
      chunks: this.#wholeOf(wrapped, result.yieldConvertedRows(toJson)),
    }
  }

  /** The rows before the last one of a stream. DuckDB does not say why one broke off, so the statement is run for its error. */
  async *#wholeOf(statement: string, chunks: Selected['chunks']): Selected['chunks'] {
    let isWhole = false
    for await (const rows of chunks) {
      isWhole = rows.at(-1)?.at(-1) === true
      yield rows.slice(0, isWhole ? -1 : undefined).map((row) => row.slice(0, -1))
    }
    if (isWhole) return
    await this.#connection.run(statement)
    throw new Error('its rows broke off; ask again')
  }

  /** Has DuckDB say, with line and place, what is wrong with a statement. */
  async #prepareOne(text: string): Promise<void> {
    if (text.trim() === '') throw new Error('expected a SELECT; found nothing')
    const statements = await this.#connection.extractStatements(text)
    if (statements.count !== 1) throw new Error(`expected exactly one statement; found ${statements.count}`)
    const prepared = await statements.prepare(0).catch((cause: Error) => {
      throw isOpenPivot.test(cause.message) ? new Error(expectedPivotValues, { cause }) : cause
    })
    if (prepared.statementType !== duckdb.StatementType.SELECT) throw new Error(expectedSelect)
  }

  /** Ends the statement that is running on its connection, which fails; does nothing when none is. */
  interrupt(): void {
    this.#connection.interrupt()
  }

  /** Has a signal end what is running, until this is disposed of. @throws the signal's reason when it has aborted */
  endedBy(signal: AbortSignal): Disposable {
    signal.throwIfAborted()
    const interrupt = () => this.interrupt()
    signal.addEventListener('abort', interrupt)
    return { [Symbol.dispose]: () => signal.removeEventListener('abort', interrupt) }
  }

  /** Writes the log into the file and lets go of it. */
  async close(): Promise<void> {
    await this.#tail
    this.#connection.closeSync()
    this.#instance.closeSync()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

const expectedSelect = 'expected a SELECT; tables are listed by SHOW TABLES, columns by DESCRIBE'
const isNoSelect = /Expected a single SELECT statement/
/** DuckDB makes a type of the values first, which is a statement of its own. */
const isOpenPivot = /Type with name __pivot_enum/
const expectedPivotValues = 'expected the values of PIVOT; write PIVOT … ON column IN (value, …)'

/** Whether one of these relations, each with its condition, has a row. */
export async function hasRow(reader: Pick<Reader, 'rows'>, relations: readonly string[]): Promise<boolean> {
  // To plan this takes a sixth of what EXISTS of each takes.
  const firstRows = relations.map((relation) => `(SELECT 1 FROM ${relation} LIMIT 1)`)
  return (await reader.rows(firstRows.join(' UNION ALL '))).length > 0
}

/** Enough to load a segment and to archive what landed, in megabytes; a run works beside others. What DuckDB needs and does not spill was measured. */
const usualMb = 256

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6)

/** A log that a killed process left is read, and then written into the file, before anybody can ask what is in it. */
async function memoryToOpen(path: string): Promise<number> {
  const log = await stat(`${path}.wal`).catch(() => undefined)
  return usualMb + megabytes((log?.size ?? 0) * 16)
}

/** Equal texts of its rows are one: of a long list of documents, those that repeat take half of the memory. */
async function query<Row = SqlRow>(
  connection: DuckDBConnection,
  sql: string,
  values?: SqlValues,
  rowOf = (row: SqlRow) => row as Row,
): Promise<Row[]> {
  const result = await connection.run(sql, values as Record<string, DuckDBValue> | undefined)
  const texts = new Map<Json, Json>()
  const once: DuckDBValueConverter<Json> = (value, type, converter) => {
    const json = duckdb.JsonDuckDBValueConverter(value, type, converter)
    if (typeof json === 'string' && !texts.has(json)) texts.set(json, json)
    return texts.get(json) ?? json
  }
  const rows: Row[] = []
  for await (const some of result.yieldConvertedRowObjects(once))
    for (const row of some) rows.push(rowOf(row as SqlRow))
  return rows
}

async function* stream(connection: DuckDBConnection, sql: string): AsyncGenerator<readonly SqlRow[]> {
  const result = await connection.stream(sql)
  for await (const rows of result.yieldRowObjectJson()) yield rows as SqlRow[]
}

/** What tells a stream that ended from one that broke off: a last row, and a last column that is true in it alone. */
const lastRow = 'UNION ALL BY NAME SELECT true AS "dossier: is last"'

const withNumbers: DuckDBValueConverter<Json> = (value, type, converter) => {
  const json = duckdb.JsonDuckDBValueConverter(value, type, converter)
  return typeof json === 'string' && isKept(json, type) ? Number(json) : json
}

/** Whether a double keeps every digit: of integers up to 2^53, of decimals of 15 digits. */
function isKept(text: string, type: DuckDBType): boolean {
  const name = type.toString()
  if (/^U?(?:BIG|HUGE)INT$/.test(name)) return Number.isSafeInteger(Number(text))
  return name.startsWith('DECIMAL(') && text.replace(/\D|^-?0+/g, '').length <= 15
}
