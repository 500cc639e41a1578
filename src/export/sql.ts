import { identifier } from '../contract/sql.ts'
import { isNestedType, type RelationColumn, type RelationInfo } from './relation.ts'

/** A column of the relation that is read under the name `source`; it cannot be mistaken for an alias of the SELECT. */
export const columnOf = (name: string): string => `source.${identifier(name)}`

/** What a relation is read from, under the name `source`. A SELECT may end in a comment. */
export const fromOf = ({ name, select }: Pick<RelationInfo, 'name' | 'select'>): string =>
  select === undefined ? `${identifier(name)} AS source` : `(\n${select}\n) AS source`

/**
 * Columns are read under aliases, c0, c1 and so on: names that JavaScript would reorder or lose, such as `1` and
 * `__proto__`, never become members of an object.
 */
export const aliasOf = (index: number): string => `c${index}`

/** A value as text, without its type; lists, structs and JSON as JSON text. */
export const asText = ({ type }: Pick<RelationColumn, 'type'>, value: string): string =>
  isNestedType(type)
    ? `CASE WHEN ${value} IS NOT NULL THEN to_json(${value})::VARCHAR END`
    : `${value}::VARCHAR`
