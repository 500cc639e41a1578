/** Rows of one file that are read; a longer list is several files. */
export const mostRows = 100_000
/** Characters of a line of text, or of a cell. Excel holds half as many in a cell. */
export const mostCharacters = 2 ** 16

/** What a list holds in one place. */
export interface ListCell {
  /** Without blanks around it. Of a number in a workbook: its digits as they are stored. */
  readonly text: string
  /** A number in a workbook, which may have lost digits. */
  readonly isNumber: boolean
  /** Why there is no value where there should be one. It follows the name of the column. */
  readonly fault?: string
}

/** A row that is not blank. */
export interface ListRow {
  /** From 1: a line of the text, or a row of the sheet. */
  readonly line: number
  /** By column; a row of a workbook may have holes. */
  readonly cells: readonly (ListCell | undefined)[]
}
