import { textCell } from './cell.ts'
import { styles } from './styles.ts'

/** A1, B1 … Z1, AA1: letters of a column by its place, from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`
}

/** The beginning of a sheet: its first row stays in sight, and columns have these widths, in characters. */
export const sheetOpening = (widths: readonly number[], isFirst: boolean): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/>' +
  `<cols>${widths.map(columnWidth).join('')}</cols><sheetData>`

const columnWidth = (width: number, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`

/** A row of cells; nothing is written for an undefined one. */
export function rowXml(
  number: number,
  letters: readonly string[],
  cells: readonly (string | undefined)[],
): string {
  const filled = cells.map((cell, index) =>
    cell === undefined ? '' : `<c r="${letters[index]}${number}" ${cell}`,
  )
  return `<row r="${number}">${filled.join('')}</row>`
}

export const headerCell = (header: string): string => textCell(header, styles.header)

/** The end of a sheet of so many rows, its header included: its columns can be filtered; it prints on A4, lying. */
export const sheetClosing = (columns: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/>` +
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape"/></worksheet>'
