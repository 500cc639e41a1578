import type { Cells } from '../rows.ts'
import { openDocument } from './package.ts'
import { cellText, styles } from './styles.ts'

/** What a cell is to a spreadsheet. */
export type CellKind = 'text' | 'boolean' | 'integer' | 'number' | 'money' | 'date' | 'timestamp'

const integerType = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/

/** The kind of cells that a column of this DuckDB type has; whatever a spreadsheet has no type for is text. */
export function cellKind(type: string): CellKind {
  if (integerType.test(type)) return 'integer'
  if (type.startsWith('DECIMAL(') && !type.endsWith(']')) return 'money'
  if (type === 'DOUBLE' || type === 'FLOAT') return 'number'
  if (type === 'BOOLEAN') return 'boolean'
  if (type === 'DATE') return 'date'
  return type === 'TIMESTAMP' ? 'timestamp' : 'text'
}

/** Excel keeps 15 digits of a number and puts zeros for the rest. */
const mostDigits = 15
const dayMilliseconds = 86_400_000
/** Day 0 of a spreadsheet, so that 1900-03-01 is day 61: Excel counts a 1900-02-29, other readers do not. */
const dayZero = Date.UTC(1899, 11, 30)
const firstDay = '1900-03-01'

/** Value and style of a cell that holds its value as what it is; undefined for one that only text can hold whole. */
type Native = { readonly value: string; readonly style: number; readonly isBoolean?: true } | undefined

const natives: Readonly<Record<Exclude<CellKind, 'text'>, (text: string) => Native>> = {
  boolean: (text) => ({ value: text === 'true' ? '1' : '0', style: styles.boolean, isBoolean: true }),
  integer: (text) => exactNumber(text, styles.integer),
  money: (text) => exactNumber(text, styles.money),
  // What a DOUBLE is, a spreadsheet's number is too, to the last bit.
  number: (text) => (Number.isFinite(Number(text)) ? { value: text, style: styles.plain } : undefined),
  date: (text) => serial(text, '', styles.date),
  timestamp: (text) => serial(text.slice(0, 10), text.slice(11), styles.timestamp),
}

const exactNumber = (text: string, style: number): Native =>
  significantDigits(text) <= mostDigits ? { value: text, style } : undefined

function significantDigits(text: string): number {
  const digits = text.includes('.') ? text.replace(/0+$/, '') : text
  return digits.replace(/[-.]/g, '').replace(/^0+/, '').length
}

/** Days since day zero: dates of four-digit years from 1900-03-01 on, which every reader counts alike. */
function serial(day: string, time: string, style: number): Native {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay) return undefined
  const days = (Date.parse(day) - dayZero) / dayMilliseconds
  return { value: String(days + dayFraction(time)), style }
}

function dayFraction(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}

export interface XmlCell {
  /** What follows the reference of the cell. */
  readonly xml: string
  /** Whether it is no text by its column, but had to become text to stay whole. */
  readonly isForcedText: boolean
}

/** A cell of a value as DuckDB casts it to text. */
export function xmlCell(text: string, kind: CellKind): XmlCell {
  const native = kind === 'text' ? undefined : natives[kind](text)
  if (native === undefined) return { xml: textCell(text, styles.text), isForcedText: kind !== 'text' }
  const type = native.isBoolean ? ' t="b"' : ''
  return { xml: `s="${native.style}"${type}><v>${native.value}</v></c>`, isForcedText: false }
}

/** A string is never a formula, whatever it begins with; written in its place, so that nothing is held until the end. */
export const textCell = (text: string, style: number): string =>
  `s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`

/** A1, B1 … Z1, AA1: letters of a column by its place, from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`
}

/** A column of a sheet: its width in characters, and whether it is there for formulas and filters alone. */
export interface SheetWidth {
  readonly width: number
  readonly isHidden: boolean
}

/** Characters across an A4 page, lying, in print that is small and still easy to read. */
const pageWidth = 200
/** The most of a page that columns take which stand on each page of a wide sheet. */
const mostRepeated = 70

/** How a sheet prints: as wide as so many pages, each with the first columns where there are several. */
export interface PrintLayout {
  readonly pages: number
  /** Columns that stand on each page; 0 for a sheet of one page. */
  readonly repeated: number
}

/** A sheet that a page cannot hold in readable print is several pages wide. */
export function printLayout(columns: readonly SheetWidth[]): PrintLayout {
  const widths = columns.map(({ width, isHidden }) => (isHidden ? 0 : width))
  const sumOf = (count: number): number => widths.slice(0, count).reduce((sum, width) => sum + width, 0)
  const whole = sumOf(widths.length)
  if (whole <= pageWidth) return { pages: 1, repeated: 0 }
  const repeated = sumOf(2) <= mostRepeated ? 2 : 1
  return { pages: 1 + Math.ceil((whole - pageWidth) / (pageWidth - sumOf(repeated))), repeated }
}

/** The beginning of a sheet: its first row stays in sight; it prints as wide as its pages. */
export const sheetOpening = (widths: readonly SheetWidth[], isSelected: boolean): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${openDocument}">` +
  '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
  `<sheetViews><sheetView${isSelected ? ' tabSelected="1"' : ''} workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/>' +
  `<cols>${widths.map(columnWidth).join('')}</cols><sheetData>`

const columnWidth = ({ width, isHidden }: SheetWidth, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`

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

/** A cell that leads somewhere: `target` are the attributes of its link that say where. */
export interface SheetLink {
  /** The cell, as in A2. */
  readonly cell: string
  readonly target: string
}

/** The end of a sheet of so many rows, its header included: its columns can be filtered; it prints on A4, lying. */
export const sheetClosing = (
  columns: readonly SheetWidth[],
  rows: number,
  links: readonly SheetLink[],
): string =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${rows}"/>` +
  hyperlinks(links) +
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${printLayout(columns).pages}" fitToHeight="0"/>` +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>'

const hyperlinks = (links: readonly SheetLink[]): string =>
  links.length === 0
    ? ''
    : `<hyperlinks>${links.map(({ cell, target }) => `<hyperlink ref="${cell}" ${target}/>`).join('')}</hyperlinks>`

const narrowest = 8
const widest = 60
/** Room for the arrow of the filter. */
const arrow = 3
const margin = 2

/** What takes the place of two digits in the fonts that it is shown in. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Widths of kinds that are shown otherwise than DuckDB writes them. */
const shown: Partial<Record<CellKind, number>> = { date: 10, timestamp: 19, boolean: 5 }

/** Width of a text in digits of the default font, of its first line; it is no longer counted than a column is wide. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (character === '\n' || width >= widest) break
    width += wide.test(character) ? 2 : 1
  }
  return width
}

/** Widths of columns in characters, as these rows need them. */
export function columnWidths(
  columns: readonly { readonly header: string; readonly kind: CellKind }[],
  rows: readonly Cells[],
): number[] {
  return columns.map(({ header, kind }, index) => {
    const cells = rows.map((row) => cellWidth(row[index] ?? '', kind))
    const needed = Math.max(textWidth(header) + arrow, ...cells) + margin
    return Math.min(widest, Math.max(narrowest, needed))
  })
}

function cellWidth(text: string, kind: CellKind): number {
  if (text === '') return 0
  if (kind === 'money') return textWidth(text) + Math.floor(text.length / 3)
  return shown[kind] ?? textWidth(text)
}
