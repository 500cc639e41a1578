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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text between tags or in a quoted attribute. It must hold nothing that XML cannot. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

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

/** Styles of cells by their place in `stylesXml`. */
export const styles = {
  plain: 0,
  header: 1,
  text: 2,
  integer: 3,
  money: 4,
  date: 5,
  timestamp: 6,
  boolean: 7,
  link: 8,
} as const

type StyleName = keyof typeof styles

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Numbers below 164 are formats that every spreadsheet knows (ECMA-376 part 1, 18.8.30): as it comes, and text. */
const general = 0
const text = 49

/**
 * Formats of our own, by style. `_ ` leaves the room of a space, which keeps a number off the text that follows it. A
 * boolean has one for LibreOffice, which shows 0 for a false one without.
 */
const ownFormats: Partial<Record<StyleName, string>> = {
  integer: '0_ ',
  money: '#,##0.00_ ',
  date: 'yyyy\\-mm\\-dd',
  timestamp: 'yyyy\\-mm\\-dd\\ hh:mm:ss',
  boolean: '"TRUE";"TRUE";"FALSE"',
}
const centred: readonly StyleName[] = ['date', 'timestamp', 'boolean']
const wrapped: readonly StyleName[] = ['header', 'text', 'link']

const ownNumber = (style: StyleName): number => 164 + Object.keys(ownFormats).indexOf(style)

function formatNumber(style: StyleName): number {
  if (style in ownFormats) return ownNumber(style)
  return style === 'plain' ? general : text
}

function cellFormat(style: StyleName): string {
  const look =
    style === 'header'
      ? 'fontId="1" fillId="2" borderId="1"'
      : `fontId="${style === 'link' ? 2 : 0}" fillId="0" borderId="0"`
  const flags = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"'
  const across = centred.includes(style) ? ' horizontal="center"' : ''
  const wrap = wrapped.includes(style) ? ' wrapText="1"' : ''
  return `<xf numFmtId="${formatNumber(style)}" ${look} xfId="0" ${flags}><alignment${across} vertical="top"${wrap}/></xf>`
}

const numberFormat = ([style, code]: [string, string]): string =>
  `<numFmt numFmtId="${ownNumber(style as StyleName)}" formatCode="${xmlText(code)}"/>`

const font = (shape: string, colour = ''): string =>
  `<font>${shape}<sz val="11"/>${colour}<name val="Calibri"/><family val="2"/></font>`

const formats = Object.entries(ownFormats)
const names = Object.keys(styles) as StyleName[]

/** Style sheet of a workbook (ECMA-376 part 1, 18.8). */
export const stylesXml =
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${main}">` +
  `<numFmts count="${formats.length}">${formats.map(numberFormat).join('')}</numFmts>` +
  `<fonts count="3">${font('')}${font('<b/>')}${font('<u/>', '<color rgb="FF1F4E9E"/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF3"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>' +
  '<bottom style="thin"><color rgb="FF8A9BB3"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${names.length}">${names.map(cellFormat).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
