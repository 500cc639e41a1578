import { isBlank, type JsonObject, textOf } from '../../contract/values.ts'
import { foldWidth } from '../../legal/text.ts'
import type { Columns, ReadColumn, Table } from './table.ts'

/** A row as far as it is read: what is derived is null, for src/rows/flatten to work out; `extra` is what no column holds. */
export type RowAsRead<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends ReadColumn<infer T>
    ? T
    : K extends 'extra'
      ? JsonObject | null
      : null
}

/** Reads the columns of one table from an object of the contract. */
export interface TableReader<C extends Columns> {
  /** Every member that is known, those with a home elsewhere included. */
  readonly names: ReadonlySet<string>
  /** The columns that hold members as given, without the days of dates. */
  readonly given: readonly string[]
  read(record: JsonObject, held?: ReadonlySet<string>): RowAsRead<C>
  /**
   * What no column holds: unknown members, but for those in `held`, and known ones whose value their column cannot hold. Null when
   * nothing.
   */
  extra(record: JsonObject, held?: ReadonlySet<string>): JsonObject | null
}

type Entry = readonly [column: string, ReadColumn]

/**
 * The reader of a table's columns, as their declarations say.
 * @throws TypeError when two columns claim one member, or two that differ in width or blanks only: one would vanish
 */
export function readerOf<C extends Columns>(table: Pick<Table<C>, 'columns' | 'elsewhere'>): TableReader<C> {
  const entries = Object.entries(table.columns).filter((entry): entry is [string, ReadColumn] =>
    isRead(entry[1]),
  )
  const claims = claimsOf(entries, table.elsewhere ?? [])
  // Most members, and the hot path: whatever stands there, the column says it.
  const always = new Set([...(table.elsewhere ?? []), ...[...claims].filter(saysAll).map(([name]) => name)])
  const isHeld = (record: JsonObject, name: string, value: unknown): boolean => {
    const one = claims.get(name)
    if (one === undefined) return false
    return isBlank(value) || (chosenOf(record, one) === name && one.reader.isWhole?.(value) !== false)
  }
  const extra = (record: JsonObject, held?: ReadonlySet<string>): JsonObject | null => {
    const rest = Object.entries(record).filter(
      ([name, value]) =>
        value !== null && !always.has(name) && held?.has(name) !== true && !isHeld(record, name, value),
    )
    return rest.length === 0 ? null : Object.fromEntries(rest)
  }
  const empty = emptyRow(table.columns)
  return {
    names: new Set([...claims.keys(), ...always]),
    given: entries.flatMap(([column, { reader }]) => (reader.isBeside ? [] : [column])),
    extra,
    read(record, held) {
      const row: JsonObject = { ...empty }
      for (const [column, one] of entries) row[column] = columnValue(record, one)
      if ('extra' in empty) row.extra = extra(record, held)
      return row as RowAsRead<C>
    },
  }
}

/**
 * A row with every column, each null. An object that grows by computed names becomes a hash table, which is three times as slow to
 * copy; one that JSON.parse made, and that only changes its values, does not.
 */
export const emptyRow = (columns: Columns): JsonObject =>
  JSON.parse(
    JSON.stringify(Object.fromEntries(Object.keys(columns).map((column) => [column, null]))),
  ) as JsonObject

const isRead = (column: Columns[string]): column is ReadColumn => 'reader' in column

/** The one column that holds each member as it is given. */
function claimsOf(entries: readonly Entry[], elsewhere: readonly string[]): ReadonlyMap<string, ReadColumn> {
  const claims = new Map<string, ReadColumn>()
  const claimed = new Map(elsewhere.map((name) => [foldWidth(name), 'elsewhere']))
  for (const [column, one] of entries.filter(([, { reader }]) => !reader.isBeside)) {
    for (const name of one.origin.members) {
      const other = claimed.get(foldWidth(name))
      if (other !== undefined)
        throw new TypeError(`table: ${other} and ${column} both claim ${name}; one of the two would vanish`)
      claimed.set(foldWidth(name), column)
      claims.set(name, one)
    }
  }
  return claims
}

const saysAll = ([, { origin, reader }]: Entry): boolean =>
  origin.members.length === 1 && reader.isTotal === true

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** The member that a column is read from. The day of a date is read from the member that holds it as given. */
const chosenOf = (record: JsonObject, { origin, reader }: ReadColumn): string | undefined =>
  origin.members.find(
    (name) => !isNothing(reader.isBeside ? textOf(record[name]) : reader.read(record[name])),
  )

function columnValue(record: JsonObject, one: ReadColumn): unknown {
  const { members } = one.origin
  const name = members.length === 1 ? members[0] : chosenOf(record, one)
  return one.reader.read(name === undefined ? undefined : record[name])
}
