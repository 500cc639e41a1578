import { identifier } from '../../contract/sql.ts'
import type { CodeWords, Holds } from '../../rows/tables/table.ts'

/** A column with its DuckDB type, such as `VARCHAR[]` or `DECIMAL(20,2)`. */
export interface RelationColumn {
  readonly name: string
  readonly type: string
  /** Chinese. */
  readonly term?: string
  /** The contract's member it comes from. */
  readonly source?: string
  /** English, with its unit. */
  readonly meaning?: string
  /** What of persons may stand in it; anything when it is not said. */
  readonly holds?: Holds
  /** What its codes are called in Chinese. */
  readonly words?: CodeWords
  /** The column of codes that it has the words of; it stands in no relation. */
  readonly labels?: Pick<RelationColumn, 'name' | 'type'> & { readonly words: CodeWords }
  /** Whether it stands beside the columns of a table: the name of the enterprise, which is stated once, in another one. */
  readonly isBeside?: boolean
}

/** A table, a view, or a SELECT of the job, as an export sees it. */
export interface RelationInfo {
  readonly name: string
  /** Chinese. */
  readonly term?: string
  /** English. */
  readonly meaning?: string
  /** Columns to order by. Rows that are equal in all of them are put in an order of their own, see ordered.ts. */
  readonly key: readonly string[]
  /** Whether no two rows are alike in the key: then nothing else is needed to order them. */
  readonly isKeyUnique?: boolean
  /** Columns to export, in this order. */
  readonly columns: readonly RelationColumn[]
  /** The SELECT that it is; without one it stands in the database under its name. */
  readonly select?: string
  /** Of a table: SQL with the table's rows and `rowid`, and the columns that stand beside its own. */
  readonly from?: string
}

const exactType =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BOOLEAN|DATE|TIME.*)$/
const nestedType = /\[\d*\]$|^(?:STRUCT|MAP|UNION)\(/

/** Whether cells of this type are free text to a spreadsheet, and not numbers, dates or booleans. */
export const isTextType = (type: string): boolean => nestedType.test(type) || !exactType.test(type)

/** Whether a value of this type has parts; it is exported to CSV as JSON text. */
export const isNestedType = (type: string): boolean => nestedType.test(type)

/** Whether texts may stand in values of this type. */
export const holdsText = (type: string): boolean =>
  isTextType(type) && (!isNestedType(type) || /VARCHAR|JSON/.test(type))

/** A column of the relation that is read under the name `source`; it cannot be mistaken for an alias of the SELECT. */
export const columnOf = (name: string): string => `source.${identifier(name)}`

/** What a relation is read from, under the name `source`. A SELECT may end in a comment. */
export const fromOf = ({ name, select, from }: Pick<RelationInfo, 'name' | 'select' | 'from'>): string =>
  select === undefined ? `${from ?? identifier(name)} AS source` : `(\n${select}\n) AS source`

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
