import { strToU8, zipSync } from 'fflate'

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...targets: (readonly [type: string, target: string])[]): string =>
  `<Relationships>${targets
    .map(
      ([type, target], index) => `<Relationship Id="r${index}" Type="${types}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

export interface TestSheet {
  readonly name: string
  readonly rows: string
  readonly state?: string
}

/** A workbook of rows in XML, and of parts that take the place of its own. */
export function workbook(
  sheets: readonly TestSheet[],
  { strings = '', parts = {} }: { strings?: string; parts?: Readonly<Record<string, string>> } = {},
): Uint8Array {
  const tags = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"${state === undefined ? '' : ` state="${state}"`}/>`,
  )
  const own: Record<string, string> = {
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook><sheets>${tags.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index}.xml`] as const),
      ['sharedStrings', '/xl/sharedStrings.xml'],
    ),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  }
  for (const [index, { rows }] of sheets.entries())
    own[`xl/worksheets/sheet${index}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const all = Object.entries({ ...own, ...parts }).map(([path, xml]) => [path, strToU8(xml)] as const)
  return zipSync(Object.fromEntries(all))
}
