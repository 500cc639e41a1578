import { identifier, literal } from '../contract/sql.ts'
import type { Reader } from '../warehouse/database.ts'
import type { RelationInfo } from './relation.ts'
import { isTextType } from './relation.ts'
import { columnOf, plainColumns } from './sql.ts'

/** A relation in the order of its key: one slice after the other gives all rows. */
export interface OrderedRelation {
  readonly rows: number
  /** Size of its values, about. */
  readonly bytes: number
  /** FROM and ORDER BY, to be put after the SELECT of the columns. */
  readonly slices: readonly string[]
}

const fixedBytes = 8

/**
 * Measures a relation and says how to read it in order, about `sliceBytes` at a time. DuckDB's sort keeps whole rows in
 * memory: 1.5 GB of full texts failed under a limit of 1 GB, for all its spilling. So a large table is sorted by key
 * alone, which is small, and its rows are fetched slice by slice, each by one scan of the table. A view has no row ids
 * and is always one slice.
 */
export async function orderRelation(
  reader: Reader,
  relation: RelationInfo,
  sliceBytes: number,
): Promise<OrderedRelation> {
  const { rows, bytes, isTable } = await measure(reader, relation)
  const count = isTable ? Math.max(1, Math.ceil(bytes / sliceBytes)) : 1
  return { rows, bytes, slices: count === 1 ? [wholeOf(relation)] : slicesOf(relation, rows, count) }
}

/**
 * The hash of the whole row comes last, so that the same rows give the same bytes even when the key is not unique: rows
 * that tie in the hash too are equal, and their order cannot be seen.
 */
const wholeOf = ({ name, key, columns }: RelationInfo): string =>
  `FROM ${identifier(name)} AS source ORDER BY ${[...key.map(columnOf), `hash(${plainColumns(columns)})`].join(', ')}`

/** The row id keeps slices from overlapping when the key is not unique. */
function slicesOf({ name, key }: RelationInfo, rows: number, count: number): string[] {
  const order = [...key.map(columnOf), 'source.rowid'].join(', ')
  const size = Math.ceil(rows / count)
  return Array.from({ length: count }, (_, index) => {
    const ids = `SELECT rowid FROM ${identifier(name)} AS source ORDER BY ${order} LIMIT ${size} OFFSET ${index * size}`
    return `FROM ${identifier(name)} AS source WHERE rowid IN (${ids}) ORDER BY ${order}`
  })
}

async function measure(
  reader: Reader,
  { name, columns }: RelationInfo,
): Promise<{ rows: number; bytes: number; isTable: boolean }> {
  const sizes = columns.map((column) =>
    isTextType(column.type)
      ? `coalesce(sum(strlen(${columnOf(column.name)}::VARCHAR)), 0)`
      : `${fixedBytes} * count(*)`,
  )
  const [size] = await reader.rows(
    `SELECT count(*) AS row_count, ${sizes.join(' + ')} AS byte_count, ` +
      `EXISTS (SELECT 1 FROM duckdb_tables() WHERE table_name = ${literal(name)}) AS is_table ` +
      `FROM ${identifier(name)} AS source`,
  )
  return { rows: Number(size?.row_count), bytes: Number(size?.byte_count), isTable: size?.is_table === true }
}
