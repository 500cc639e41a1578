import { identifier } from '../contract/sql.ts'
import { isNestedType, type RelationColumn } from './relation.ts'

/** A column of the relation that is read under the name `source`; it cannot be mistaken for an alias of the SELECT. */
export const columnOf = (name: string): string => `source.${identifier(name)}`

/** Columns as they are. */
export const plainColumns = (columns: readonly RelationColumn[]): string =>
  columns.map(({ name }) => columnOf(name)).join(', ')

/**
 * Columns as text, under the aliases c0, c1 and so on: DuckDB casts faster than JavaScript, and column names that
 * JavaScript would reorder or lose, such as `1` and `__proto__`, never become members of an object.
 */
export const textColumns = (columns: readonly RelationColumn[]): string =>
  columns.map((column, index) => `${asText(column)} AS c${index}`).join(', ')

const asText = ({ name, type }: RelationColumn): string =>
  isNestedType(type)
    ? `CASE WHEN ${columnOf(name)} IS NOT NULL THEN to_json(${columnOf(name)})::VARCHAR END`
    : `${columnOf(name)}::VARCHAR`
