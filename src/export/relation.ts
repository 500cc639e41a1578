/** A column with its DuckDB type, such as `VARCHAR[]` or `DECIMAL(20,2)`. */
export interface RelationColumn {
  readonly name: string
  readonly type: string
}

/** A table or view as an export sees it. */
export interface RelationInfo {
  readonly name: string
  /** Columns to order by. Rows that are equal in all of them are put in an order of their own, see slices.ts. */
  readonly key: readonly string[]
  /** Columns to export, in this order. */
  readonly columns: readonly RelationColumn[]
}

const exactType =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BOOLEAN|DATE|TIME.*)$/
const nestedType = /\[\d*\]$|^(?:STRUCT|MAP|UNION)\(/

/** Whether cells of this type are free text to a spreadsheet, and not numbers, dates or booleans. */
export const isTextType = (type: string): boolean => nestedType.test(type) || !exactType.test(type)

/** Whether a value of this type has parts; it is exported to CSV as JSON text. */
export const isNestedType = (type: string): boolean => nestedType.test(type)
