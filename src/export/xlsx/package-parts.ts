import { xmlText } from './cell-text.ts'

/** The parts of a workbook beside its sheets and styles (ECMA-376 part 2 and part 1, 18.2), by their paths. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

export const rootRelations = (): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">` +
  `<Relationship Id="rId1" Type="${openDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function contentTypes(sheets: number): string {
  const part = (path: string, type: string): string =>
    `<Override PartName="/${path}" ContentType="${mediaType}.${type}+xml"/>`
  return (
    `${declaration}<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    part('xl/workbook.xml', 'sheet.main') +
    part('xl/styles.xml', 'styles') +
    numbers(sheets)
      .map((number) => part(sheetPath(number), 'worksheet'))
      .join('') +
    '</Types>'
  )
}

export const workbookRelations = (sheets: number): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">` +
  `${numbers(sheets)
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${openDocument}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join('')}` +
  `<Relationship Id="rId${sheets + 1}" Type="${openDocument}/styles" Target="styles.xml"/></Relationships>`

/** The one view is that to which each sheet refers by its number, 0. */
export const workbookXml = (names: readonly string[]): string =>
  `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${openDocument}">` +
  '<bookViews><workbookView/></bookViews><sheets>' +
  names
    .map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('') +
  '</sheets></workbook>'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
