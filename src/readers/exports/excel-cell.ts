import { isTextType } from './relation.ts'
import type { Cells, Source } from './rows.ts'

/** Characters that a cell of Excel can hold, in UTF-16 units as Excel counts them. */
export const cellLimit = 32_767

/** A spreadsheet takes the cell for a formula, or the apostrophe for our own. */
const formula = /^[=+\-@\t\r\n＝＋－＠']/

/**
 * Digits that a spreadsheet takes for a number and does not give back: more than the 11 that Excel shows (it keeps 15),
 * leading zeros, and hexadecimal ids that look like 12e34.
 */
const digits = /^\s*(?:[0-9０-９]{12,}|[0０][0-9０-９]+|[0-9]+(?:\.[0-9]*)?e[+-]?[0-9]+)\s*$/i

/**
 * Text as a spreadsheet must see it to leave it alone: with one apostrophe before it if it would be read as a formula
 * or as a number that loses digits. Equal texts give equal cells, so that exported tables still join.
 */
export const guardCell = (text: string): string =>
  formula.test(text) || digits.test(text) ? `'${text}` : text

/** The text that `guardCell` was given: takes away exactly one leading apostrophe, from any cell that begins with one. */
export const restoreCell = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell)

/** At most the first `length` UTF-16 units; a surrogate pair is never broken. */
export function clip(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  const isBroken = text.length > length && last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isBroken ? length - 1 : length)
}

/** Cuts the cells of a source that are too long for Excel, and counts them. A cut cell says where the whole of its text stands. */
export function cutter(
  { name, key, columns }: Pick<Source, 'name' | 'key' | 'columns'>,
  counts: { cells_cut: number },
): (cell: string, cells: Cells, index: number) => string {
  const keys = key
    .map((column) => ({ column, index: columns.findIndex((other) => other.name === column) }))
    .filter(({ index }) => index >= 0)
  return (cell, cells, index) => {
    if (cell.length <= cellLimit) return cell
    counts.cells_cut += 1
    const at = keys.map((part) => `${part.column}=${cells[part.index] ?? 'NULL'}`).join(', ')
    const pointer =
      `…[cut for Excel, ${cells[index]?.length} characters in all; ` +
      `whole in column ${columns[index]?.name} of ${name} (DuckDB, ${name}.parquet), ${clip(at, longestKey)}]`
    return `${clip(cell, cellLimit - pointer.length)}${pointer}`
  }
}

const longestKey = 400

/** Turns the cells of a row into such as open well in Excel, and counts those that were altered. */
export function excelCells(
  source: Pick<Source, 'name' | 'key' | 'columns'>,
  counts: { cells_neutralised: number; cells_cut: number },
): (cells: Cells) => Cells {
  const isText = source.columns.map(({ type }) => isTextType(type))
  const cut = cutter(source, counts)
  return (cells) =>
    cells.map((cell, index) => {
      if (cell === null || !isText[index]) return cell
      const guarded = guardCell(cell)
      if (guarded !== cell) counts.cells_neutralised += 1
      return cut(guarded, cells, index)
    })
}
