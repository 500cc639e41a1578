import { kindOf, type TypeKind } from '../relation.ts'
import type { Cells } from '../rows.ts'
import { declaration, main, openDocument, xmlText } from './package.ts'

/**
 * What XML 1.0 cannot hold: control characters but tab and line feed, lone surrogates, the two noncharacters. A carriage
 * return could stand there, but every reader makes a line feed of it.
 */
const unheld = '[\\0-\\x08\\x0b-\\x1f\\ufffe\\uffff]|\\p{Cs}'

/**
 * Also an underscore that a reader might take, with what follows, for an escape: LibreOffice does so after fewer digits
 * than four, and what follows may itself become one.
 */
const escaped = new RegExp(`${unheld}|_(?=x[0-9A-Fa-f])`, 'gu')

/**
 * Text of a cell as XML, reversible: what XML cannot hold becomes `_xHHHH_` by its UTF-16 unit, and an underscore that
 * would be read as the beginning of such an escape `_x005F_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
 */
export const cellText = (text: string): string =>
  xmlText(
    text.replace(
      escaped,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    ),
  )

/** How a cell looks: the number of a format that every spreadsheet knows (ECMA-376 part 1, 18.8.30) or a format of our own, font and fill. */
interface Style {
  readonly format: number | string
  readonly look?: string
  readonly alignment?: string
}

const [general, text] = [0, 49]
const plainLook = 'fontId="0" fillId="0" borderId="0"'
const centred = ' horizontal="center" vertical="top"'
const wrapped = ' vertical="top" wrapText="1"'

/**
 * Styles by their place. In formats `_ ` leaves the room of a space, which keeps a number off the text that follows it. A boolean has
 * one for LibreOffice, which shows 0 for a false one without.
 */
const cellStyles = {
  double: { format: general },
  header: { format: text, look: 'fontId="1" fillId="2" borderId="1"', alignment: wrapped },
  text: { format: text, alignment: wrapped },
  integer: { format: '0_ ' },
  decimal: { format: '#,##0.00_ ' },
  date: { format: 'yyyy\\-mm\\-dd', alignment: centred },
  timestamp: { format: 'yyyy\\-mm\\-dd\\ hh:mm:ss', alignment: centred },
  boolean: { format: '"TRUE";"TRUE";"FALSE"', alignment: centred },
  link: { format: text, look: 'fontId="2" fillId="0" borderId="0"', alignment: wrapped },
} satisfies Readonly<Record<string, Style>>

export const styles = Object.fromEntries(Object.keys(cellStyles).map((name, at) => [name, at])) as Readonly<
  Record<keyof typeof cellStyles, number>
>

/** Formats of our own have numbers from 164. */
const ownFormats = Object.values<Style>(cellStyles).flatMap(({ format }) =>
  typeof format === 'string' ? [format] : [],
)
const formatNumber = (format: number | string): number =>
  typeof format === 'number' ? format : 164 + ownFormats.indexOf(format)

const flags = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"'
const cellFormat = ({ format, look = plainLook, alignment = ' vertical="top"' }: Style): string =>
  `<xf numFmtId="${formatNumber(format)}" ${look} xfId="0" ${flags}><alignment${alignment}/></xf>`
const numberFormat = (format: string): string =>
  `<numFmt numFmtId="${formatNumber(format)}" formatCode="${xmlText(format)}"/>`
const font = (shape: string, colour = ''): string =>
  `<font>${shape}<sz val="11"/>${colour}<name val="Calibri"/><family val="2"/></font>`

/** Style sheet of a workbook (ECMA-376 part 1, 18.8). */
export const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="${ownFormats.length}">${ownFormats.map(numberFormat).join('')}</numFmts>` +
  `<fonts count="3">${font('')}${font('<b/>')}${font('<u/>', '<color rgb="FF1F4E9E"/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF3"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>' +
  '<bottom style="thin"><color rgb="FF8A9BB3"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${Object.keys(cellStyles).length}">${Object.values<Style>(cellStyles).map(cellFormat).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Excel keeps 15 digits of a number and puts zeros for the rest. */
const mostDigits = 15
const dayMilliseconds = 86_400_000
/** Day 0 of a spreadsheet, so that 1900-03-01 is day 61: Excel counts a 1900-02-29, other readers do not. */
const dayZero = Date.UTC(1899, 11, 30)
const firstDay = '1900-03-01'

/** A cell's native value (number, date, boolean), by the kind of its type; undefined where only text holds it without loss. */
const natives = {
  boolean: (text) => (text === 'true' ? '1' : '0'),
  integer: exactNumber,
  decimal: exactNumber,
  // What a DOUBLE is, a spreadsheet's number is too, to the last bit.
  double: (text) => (Number.isFinite(Number(text)) ? text : undefined),
  date: (text) => serial(text, ''),
  timestamp: (text) => serial(text.slice(0, 10), text.slice(11)),
} satisfies Partial<Record<TypeKind, (text: string) => string | undefined>>

/** What a cell is to a spreadsheet: whatever that has no type for is text. */
type CellKind = keyof typeof natives | 'text'

export const cellKind = (type: string): CellKind => {
  const kind = kindOf(type)
  return kind in natives ? (kind as CellKind) : 'text'
}

function exactNumber(text: string): string | undefined {
  const digits = text.includes('.') ? text.replace(/0+$/, '') : text
  const significant = digits.replace(/[-.]/g, '').replace(/^0+/, '').length
  return significant <= mostDigits ? text : undefined
}

/** Days since day zero: dates of four-digit years from 1900-03-01 on, which every reader counts alike. */
function serial(day: string, time: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const days = (Date.parse(day) - dayZero) / dayMilliseconds
  return String(days + (hours * 3600 + minutes * 60 + seconds) / 86_400)
}

/**
 * A cell of a value as DuckDB casts it to text, without its reference; `isForcedText` when it is no text by its column, but had to
 * become text to stay whole.
 */
export function xmlCell(
  text: string,
  kind: CellKind,
): { readonly xml: string; readonly isForcedText: boolean } {
  const value = kind === 'text' ? undefined : natives[kind](text)
  if (value === undefined) return { xml: textCell(text, 'text'), isForcedText: kind !== 'text' }
  const type = kind === 'boolean' ? ' t="b"' : ''
  return { xml: `s="${styles[kind]}"${type}><v>${value}</v></c>`, isForcedText: false }
}

/** A string is never a formula, whatever it begins with; written in its place, so that nothing is held until the end. */
export const textCell = (text: string, style: 'text' | 'header' | 'link'): string =>
  `s="${styles[style]}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`

/** A1, B1 … Z1, AA1: letters of a column by its place, from 0. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`
}

export interface LaidColumn {
  readonly header: string
  readonly kind: CellKind
  readonly letters: string
  /** In characters. */
  readonly width: number
  /** Whether it is there for formulas and filters alone. */
  readonly isHidden: boolean
}

/** Characters across an A4 page, lying, in print that is small and still easy to read. */
const pageWidth = 200
/** The most of a page that columns take which stand on each page of a wide sheet. */
const mostRepeated = 70

/** How many pages wide a sheet prints, and how many of its first columns stand on each: one that a page cannot hold in readable print has several. */
export function printLayout(columns: readonly LaidColumn[]): {
  readonly pages: number
  readonly repeated: number
} {
  const widths = columns.map(({ width, isHidden }) => (isHidden ? 0 : width))
  const sumOf = (count: number): number => widths.slice(0, count).reduce((sum, width) => sum + width, 0)
  const whole = sumOf(widths.length)
  if (whole <= pageWidth) return { pages: 1, repeated: 0 }
  const repeated = sumOf(2) <= mostRepeated ? 2 : 1
  return { pages: 1 + Math.ceil((whole - pageWidth) / (pageWidth - sumOf(repeated))), repeated }
}

/** The beginning of a sheet: its first row and the first column that is seen stay in sight; it prints as wide as its pages. */
export const sheetOpening = (columns: readonly LaidColumn[], isSelected: boolean): string => {
  const left = columns.findIndex(({ isHidden }) => !isHidden) + 1
  const corner = `${columnLetters(left)}2`
  return (
    `${declaration}<worksheet xmlns="${main}" xmlns:r="${openDocument}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView${isSelected ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    `<pane xSplit="${left}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>` +
    `<selection pane="bottomRight" activeCell="${corner}" sqref="${corner}"/></sheetView></sheetViews>` +
    '<sheetFormatPr defaultRowHeight="15"/>' +
    `<cols>${columns.map(columnXml).join('')}</cols><sheetData>`
  )
}

const columnXml = ({ width, isHidden }: LaidColumn, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`

/** A row of cells; nothing is written for an undefined one. */
export function rowXml(
  number: number,
  columns: readonly LaidColumn[],
  cells: readonly (string | undefined)[],
): string {
  const filled = cells.map((cell, index) =>
    cell === undefined ? '' : `<c r="${columns[index]?.letters}${number}" ${cell}`,
  )
  return `<row r="${number}">${filled.join('')}</row>`
}

/** A cell that leads somewhere: `target` are the attributes of its link that say where. */
export interface SheetLink {
  readonly cell: string
  readonly target: string
}

/** The end of a sheet of so many rows, its header included: its columns can be filtered; it prints on A4, lying. */
export const sheetClosing = (
  columns: readonly LaidColumn[],
  rows: number,
  links: readonly SheetLink[],
): string =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${rows}"/>` +
  (links.length === 0 ? '' : `<hyperlinks>${links.map(linkXml).join('')}</hyperlinks>`) +
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${printLayout(columns).pages}" fitToHeight="0"/>` +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>'

const linkXml = ({ cell, target }: SheetLink): string => `<hyperlink ref="${cell}" ${target}/>`

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

function cellWidth(text: string, kind: CellKind): number {
  if (text === '') return 0
  if (kind === 'decimal') return textWidth(text) + Math.floor(text.length / 3)
  return shown[kind] ?? textWidth(text)
}

/** Columns as wide as their headers and these rows need. */
export const layOut = (
  columns: readonly { readonly header: string; readonly type: string; readonly isHidden?: boolean }[],
  rows: readonly Cells[],
): LaidColumn[] =>
  columns.map(({ header, type, isHidden = false }, index) => {
    const kind = cellKind(type)
    const cells = rows.map((row) => cellWidth(row[index] ?? '', kind))
    const needed = Math.max(textWidth(header) + arrow, ...cells) + margin
    const width = Math.min(widest, Math.max(narrowest, needed))
    return { header, kind, letters: columnLetters(index), width, isHidden }
  })
