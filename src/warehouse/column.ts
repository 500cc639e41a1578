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
  /** An invented value as it may stand there, never empty. */
  readonly example: string
  /** Never set: carries the value type to `RowOf`. */
  readonly value?: T
}

export type ColumnType =
  | 'VARCHAR'
  | 'VARCHAR[]'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'DECIMAL(20,2)'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIMESTAMP'
  | 'JSON'

const column =
  <T>(type: ColumnType) =>
  (term: string, source: string, meaning: string, example: string): Column<T> => ({
    type,
    term,
    source,
    meaning,
    example,
  })

export const text = column<string | null>('VARCHAR')
export const texts = column<readonly string[]>('VARCHAR[]')
export const integer = column<number | null>('INTEGER')
export const bigint = column<number | null>('BIGINT')
export const double = column<number | null>('DOUBLE')
/** Money, as a text of digits with at most two decimals: exact, and within what JSON can carry. */
export const money = column<string | null>('DECIMAL(20,2)')
export const boolean = column<boolean | null>('BOOLEAN')
export const date = column<string | null>('DATE')
export const timestamp = column<string | null>('TIMESTAMP')
export const json = column<unknown>('JSON')
