/**
 * A column as data. `T` is the TypeScript value that flatten writes for it; the text of a DATE or TIMESTAMP is ISO 8601.
 */
export interface Column<T = unknown> {
  readonly type: ColumnType
  /** The Chinese term a reader knows it by. */
  readonly term: string
  /** Where it comes from: the contract's member, or `derived`. */
  readonly source: string
  /** Meaning and unit, in English. */
  readonly meaning: string
  /** Never set: carries the value type to `RowOf`. */
  readonly value?: T
}

export type ColumnType =
  | 'VARCHAR'
  | 'VARCHAR[]'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIMESTAMP'
  | 'JSON'

const column =
  <T>(type: ColumnType) =>
  (term: string, source: string, meaning: string): Column<T> => ({ type, term, source, meaning })

export const text = column<string | null>('VARCHAR')
export const texts = column<readonly string[]>('VARCHAR[]')
export const integer = column<number | null>('INTEGER')
export const bigint = column<number | null>('BIGINT')
export const double = column<number | null>('DOUBLE')
export const boolean = column<boolean | null>('BOOLEAN')
export const date = column<string | null>('DATE')
export const timestamp = column<string | null>('TIMESTAMP')
export const json = column<unknown>('JSON')
