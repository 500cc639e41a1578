import type { CodeWords, Holds } from '../warehouse/column.ts'

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
  /** What of persons may stand in it; anything when it is not told. */
  readonly holds?: Holds
  /** What its codes are called in Chinese. */
  readonly words?: CodeWords
}

/** A table, a view, or a SELECT of somebody's own, as an export sees it. */
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
