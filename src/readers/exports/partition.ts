import { literal } from '../../contract/sql.ts'
import { clipBytes, mostNameBytes, shortHash } from '../../disk/name-part.ts'
import type { Reader } from '../../warehouse/database.ts'
import { columnOf, ExportError, fromOf, type RelationColumn } from './relation.ts'
import { type Reading, whereOf } from './rows.ts'

/** Rows that go into a file of their own. */
export interface Partition {
  /** Folders within one another, as Hive has them: `province=北京/year=2024`. */
  readonly path: string
  /** Values by column, as text. */
  readonly values: Readonly<Record<string, string | null>>
  /** SQL over the relation's columns. */
  readonly condition: string
}

/** Each partition is read by a SELECT of its own, and is a folder. */
const mostPartitions = 1_000
/** Distinct values in the warehouse; privacy may present several alike. Each is part of a condition. */
const mostValues = 10 * mostPartitions

/**
 * The bytes of a value as text. DuckDB's driver drops a byte order mark that a text begins with, and no statement can have the
 * character 0 in it: rows of such a value would be in no file.
 */
const hexOf = (value: string): string => `hex(encode(${value}::VARCHAR))`
const textOfHex = (hex: string | null): string | null =>
  hex === null ? null : Buffer.from(hex, 'hex').toString('utf8')

/** The partitions of what is read, in the order of their values. Values are distinguished as they are presented. */
export async function partitionsOf(
  reader: Reader,
  reading: Reading,
  by: readonly RelationColumn[],
): Promise<Partition[]> {
  const { relation, presentation } = reading
  const selected = by.map(
    (column, index) =>
      `${hexOf(columnOf(column.name))} AS r${index}, ${hexOf(`(${presentation.column(relation, column)})`)} AS s${index}`,
  )
  const rows = await reader.rows(
    `SELECT DISTINCT ${selected.join(', ')} FROM ${fromOf(relation)}${presentation.joins(relation)}${whereOf(reading)} LIMIT ${mostValues + 1}`,
  )
  const partitions = new Map<string, { values: (string | null)[]; conditions: string[] }>()
  for (const row of rows) {
    const values = by.map((_, index) => textOfHex(row[`s${index}`] as string | null))
    const condition = by.map(
      ({ name }, index) =>
        `${hexOf(columnOf(name))} IS NOT DISTINCT FROM ${literal(row[`r${index}`] as string | null)}`,
    )
    const key = JSON.stringify(values)
    const partition = partitions.get(key) ?? { values, conditions: [] }
    partition.conditions.push(`(${condition.join(' AND ')})`)
    partitions.set(key, partition)
  }
  if (partitions.size > mostPartitions || rows.length > mostValues)
    throw new ExportError(
      `export: ${relation.name} has more than ${mostPartitions} values of ${by.map(({ name }) => name).join(', ')}; ` +
        'expected columns with fewer values, for each gets a folder',
    )
  return [...partitions.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { values, conditions: any }]) => ({
      path: by.map(({ name }, index) => hivePart(name, values[index] ?? null)).join('/'),
      values: Object.fromEntries(by.map(({ name }, index) => [name, values[index] ?? null])),
      condition: any.join(' OR '),
    }))
}

/**
 * Any text as the name of one folder, as Hive has it: what has a meaning in paths, or cannot be seen, stands as %XX of its
 * UTF-8 bytes, which readers of such folders undo. One of more than 200 bytes is cut and ends in a hash of the whole; the
 * manifest has the whole.
 */
function hivePart(column: string, value: string | null): string {
  const part = `${encoded(column)}=${value === null ? nullPart : valuePart(value)}`
  if (Buffer.byteLength(part) <= mostNameBytes) return part
  const ending = `~${shortHash(part)}`
  const cut = clipBytes(part, mostNameBytes - ending.length).replace(/%[0-9A-F]?$/, '')
  return `${cut}${ending}`
}

/** As Hive, Spark and DuckDB name the partition of no value. */
const nullPart = '__HIVE_DEFAULT_PARTITION__'

/** The text that stands for no value is escaped where it is a value. */
const valuePart = (value: string): string => (value === nullPart ? value.replace('_', '%5F') : encoded(value))

const encoded = (text: string): string =>
  text.replace(/[^\p{L}\p{N}_-]/gu, (character) =>
    Buffer.from(character).toString('hex').replace(/../g, '%$&').toUpperCase(),
  )
