import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLiteral, literal } from '../../contract/sql.ts'
import type { Language } from '../../run/job/choices.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { Presentation } from './presentation.ts'
import {
  aliasOf,
  asText,
  columnOf,
  fromOf,
  isStored,
  isTextType,
  labelSql,
  type RelationColumn,
  type RelationInfo,
  type SourceColumn,
  shownColumns,
  storedTables,
} from './relation.ts'

/** Values of a row as text, in the order of the columns; NULL is null. See `Source.rows`. */
export type Cells = readonly (string | null)[]

/** A relation as it is to be written: with its columns, filtered, in order, persons and identifiers as asked for. */
export interface Source {
  /** Table, view, or name of the SELECT. */
  readonly name: string
  /** Title in the language of the export: its Chinese term, or its name. */
  readonly title: string
  /** What it is, in English. */
  readonly meaning: string
  /** Columns that tell its rows apart; those that an export leaves out too. */
  readonly key: readonly string[]
  readonly columns: readonly SourceColumn[]
  readonly measure: Measure
  /**
   * All rows in their order, in batches, at flat memory. Values are text as DuckDB writes it, by the type of the column:
   * 12.50, true, 2024-02-29, 2024-02-29 01:02:03; lists, structs and JSON are JSON text. May be asked for again, and
   * gives the same. `scratch` is a path beside the file being written, at which nothing stands. Throws when the database
   * breaks off in the middle.
   */
  rows(scratch: string): AsyncIterable<readonly Cells[]>
  /**
   * For writers that leave the work to DuckDB: the rows in order as SELECTs of `payload`, SQL over the columns as c0, c1
   * …, to be run one after the other. For `scratch` see `rows`. `beside` are columns over the same, worked out first for
   * payloads that use them more than once.
   */
  selects(payload: string, scratch: string, beside?: string): AsyncIterable<string>
}

export interface Reading {
  readonly relation: RelationInfo
  /** Columns that are read, presented, under the aliases c0, c1 …. */
  readonly columns: readonly RelationColumn[]
  /** SQL condition over the relation's columns. */
  readonly filter?: string | undefined
  readonly presentation: Presentation
}

export interface Measure {
  readonly rows: number
  /** Size of the values, about. */
  readonly bytes: number
}

/** Gives what is read the names that the settings ask for. */
export function sourceOf(
  reader: Reader,
  reading: Reading,
  measure: Measure,
  { language, headers }: { readonly language: Language; readonly headers: Language },
): Source {
  const { relation } = reading
  const columns = shownColumns(reading.columns, headers)
  const selects = (payload: string, scratch: string, beside?: string) =>
    orderedSelects({ reader, reading: { ...reading, columns }, measure, payload, beside, scratch })
  const text = columns.map((column, index) => asText(column, aliasOf(index))).join(', ')
  return {
    name: relation.name,
    title: language === 'zh' ? (relation.term ?? relation.name) : relation.name,
    meaning: relation.meaning ?? '',
    key: relation.key,
    columns,
    measure,
    selects,
    rows: async function* (scratch) {
      let rows = 0
      for await (const select of selects(`to_json([${text}])::VARCHAR AS cells`, scratch)) {
        for await (const batch of reader.stream(select)) {
          rows += batch.length
          yield batch.map(({ cells }) => JSON.parse(String(cells)) as Cells)
        }
      }
      assertWhole(rows, measure.rows)
    },
  }
}

/** DuckDB's stream ends without a word when the database fails in the middle of it, for want of memory say. */
export function assertWhole(rows: number, expected: number): void {
  if (rows === expected) return
  throw new Error(
    `the database gave ${rows} of ${expected} rows and then stopped; ` +
      'it may have run out of memory or of room to spill, so give it more of either',
  )
}

/** Measures what is read: the same rows once, however many files they go into. */
export function measuring(reader: Reader): (reading: Reading) => Promise<Measure> {
  const known = new Map<string, Promise<Measure>>()
  return (reading) => {
    const sizes = reading.columns.map(({ name, type }) =>
      isTextType(type) ? `coalesce(sum(strlen(${columnOf(name)}::VARCHAR)), 0)` : `${fixedBytes} * count(*)`,
    )
    const asked = `SELECT count(*) AS row_count, ${sizes.join(' + ')} AS byte_count FROM ${fromOf(reading.relation)}${whereOf(reading)}`
    const measure =
      known.get(asked) ??
      reader
        .rows(asked)
        .then(([size]) => ({ rows: Number(size?.row_count), bytes: Number(size?.byte_count) }))
    known.set(asked, measure)
    return measure
  }
}

/**
 * What is sorted at once. DuckDB's sort keeps whole rows in memory: 1.5 GB of full texts failed under a limit of 1 GB, for
 * all its spilling.
 */
const sortedBytes = 16 * 2 ** 20
const fixedBytes = 8
/** Rows so short that DuckDB's sort spills them as it should: to sort them in parts would take longer. */
const shortRow = { bytes: 256, together: 512 * 2 ** 20 }

const partsOf = ({ rows, bytes }: Measure): number =>
  bytes <= rows * shortRow.bytes && bytes <= shortRow.together ? 1 : Math.ceil(bytes / sortedBytes)

/** The filter may end in a comment. */
const whereOf = ({ filter }: Reading): string => (filter === undefined ? '' : ` WHERE (${filter}\n)`)

/** Rows to be given in the order of their key. */
interface Ordering {
  readonly reader: Reader
  readonly reading: Reading
  readonly measure: Measure
  /** What is made of a row: SQL over c0, c1 … and over the columns that `beside` adds to them. */
  readonly payload: string
  readonly beside: string | undefined
  /** A folder that does not exist. */
  readonly scratch: string
}

const withBeside = (rows: string, { beside }: Ordering): string =>
  beside === undefined ? rows : `SELECT *, ${beside} FROM (${rows})`

/**
 * SELECTs to be run one after the other. When there is much, the order is worked out first, for the keys alone; the rows are then put
 * into `scratch`, in parts small enough to be sorted, in one pass: time grows as the rows do.
 */
async function* orderedSelects(ordering: Ordering): AsyncGenerator<string> {
  const { reading, measure, payload, scratch } = ordering
  const count = partsOf(measure)
  if (count <= 1) {
    yield `SELECT ${payload} FROM (${withBeside(selectOf(reading), ordering)}) ORDER BY ${orderOf(reading)}`
    return
  }
  try {
    for await (const part of parts(ordering, Math.ceil(measure.rows / count))) {
      yield `SELECT * EXCLUDE (place) FROM read_parquet(${fileLiteral(part)}, hive_partitioning = false) ORDER BY place`
      await rm(part)
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * What rows are ordered by. The hash of the whole row comes last, so that the same rows give the same bytes even when the key is not
 * unique: rows that tie in the hash too are equal, and their order cannot be seen.
 */
function orderExpressions({ relation: { key, isKeyUnique }, columns }: Reading): string[] {
  const stored = columns.filter(isStored).map(({ name }) => name)
  const isEnough = isKeyUnique || stored.every((name) => key.includes(name))
  return [...key.map(columnOf), ...(isEnough ? [] : [`hash(${stored.map(columnOf).join(', ')})`])]
}

const orderOf = (reading: Reading): string =>
  orderExpressions(reading)
    .map((_, index) => `o${index}`)
    .join(', ')

/** Columns as presented, beside the warehouse's own values, by which rows are ordered. */
function selectOf(reading: Reading, ids: readonly string[] = []): string {
  const { relation, presentation } = reading
  const columns = reading.columns.map(
    (column, index) =>
      `${column.labels === undefined ? presentation.column(relation, column) : labelSql(column.labels)} AS ${aliasOf(index)}`,
  )
  const order = orderExpressions(reading).map((expression, index) => `${expression} AS o${index}`)
  const selected = [...ids, ...columns, ...order].join(', ')
  return `SELECT ${selected} FROM ${fromOf(relation)}${presentation.joins(relation)}${whereOf(reading)}`
}

const orderTable = 'export_order'
/** Values that wait for their parts. */
const waitingBytes = 8 * 2 ** 20

/** Files of `size` rows each, one after the other in order, with a column `place` to order each by. */
async function* parts(ordering: Ordering, size: number): AsyncGenerator<string> {
  const { reader, reading, payload, scratch } = ordering
  const rows = await identified(reader, reading, `${scratch}.rows`)
  await reader.run(
    `CREATE OR REPLACE TEMP TABLE ${orderTable} AS SELECT * FROM (
       SELECT id AS ordered_id, row_number() OVER () - 1 AS place
       FROM (SELECT id FROM (${rows}) ORDER BY ${orderOf(reading)}))
     ORDER BY ordered_id`,
  )
  const [count] = await reader.rows(`SELECT count(*) AS count FROM ${orderTable}`)
  const partCount = Math.ceil(Number(count?.count) / size)
  // Both are read by one thread in the order of their ids: no table of all ids is held to look them up.
  const part = `CASE WHEN id = ordered_id THEN place // ${size} ELSE error('rows came in another order than their ids')::BIGINT END`
  const threshold = Math.max(1, Math.floor((size * waitingBytes) / sortedBytes))
  await reader.run(`SET partitioned_write_flush_threshold = ${threshold}`)
  await reader.run(`SET partitioned_write_max_open_files = ${partCount + 1}`)
  await reader.run(
    `COPY (SELECT ${payload}, place, ${part} AS part FROM (${withBeside(rows, ordering)}) POSITIONAL JOIN ${orderTable})
     TO ${literal(scratch)} (FORMAT parquet, PARTITION_BY (part), COMPRESSION lz4, ROW_GROUP_SIZE 2048)`,
  )
  await rm(`${scratch}.rows`, { force: true })
  await reader.run(`DROP TABLE ${orderTable}`)
  for (let at = 0; at < partCount; at += 1) {
    const folder = join(scratch, `part=${at}`)
    const files = await readdir(folder)
    if (files.length !== 1) throw new Error(`expected one file of part ${at}; found ${files.length}`)
    yield join(folder, String(files[0]))
  }
}

/**
 * The rows with an `id` that does not change between two SELECTs. A table has one; a view is written down first, because
 * it would be worked out twice, and may not come in the same order.
 */
async function identified(reader: Reader, reading: Reading, file: string): Promise<string> {
  const { name, select } = reading.relation
  if (select === undefined && (await storedTables(reader)).has(name))
    return selectOf(reading, ['source.rowid AS id'])
  await reader.run(
    `COPY (${selectOf(reading)}) TO ${literal(file)} (FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE 8192)`,
  )
  return `SELECT file_row_number AS id, * EXCLUDE (file_row_number) FROM read_parquet(${fileLiteral(file)}, file_row_number = true, hive_partitioning = false)`
}
