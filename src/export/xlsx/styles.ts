/** Styles of cells by their place in `stylesXml`. */
export const styles = { plain: 0, header: 1, text: 2, integer: 3, money: 4, date: 5, timestamp: 6 } as const

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Formats of Excel's own by their number (ECMA-376 part 1, 18.8.30): 0, #,##0.00 and text; 164 and above are ours. */
const formats: readonly (readonly [style: number, format: number])[] = [
  [styles.plain, 0],
  [styles.header, 49],
  [styles.text, 49],
  [styles.integer, 1],
  [styles.money, 4],
  [styles.date, 164],
  [styles.timestamp, 165],
]

const cellFormat = ([style, format]: readonly [number, number]): string =>
  style === styles.header
    ? `<xf numFmtId="${format}" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>`
    : `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`

const font = (extra: string): string =>
  `<font>${extra}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`

export const stylesXml =
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${main}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF3"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>' +
  '<bottom style="thin"><color rgb="FF8A9BB3"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length}">${formats.map(cellFormat).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
