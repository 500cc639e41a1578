import { Zip, ZipDeflate } from 'fflate'
import { HashedFile } from '../../../disk/durable.ts'

/** The least year of a ZIP, in the clock that the format has: the same content is the same bytes at any time. */
const mtime = new Date(1980, 0, 1)
/** Higher levels take twice as long and save a tenth. */
const level = 3
/** Beyond, a ZIP needs an extension that not every reader of workbooks has. */
const archiveLimit = 2 ** 32 - 2 ** 20

/** UTF-16 units that are compressed at once. */
const blockLength = 1 << 20

/** A ZIP that is written entry by entry, at flat memory. */
export class ZipArchive implements AsyncDisposable {
  readonly #file: HashedFile
  readonly #zip: Zip
  #chunks: Uint8Array[] = []
  #block = ''
  #entry: ZipDeflate | undefined
  #bytes = 0

  private constructor(file: HashedFile) {
    this.#file = file
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error
      this.#chunks.push(chunk)
    })
  }

  /** Fails when the file exists. */
  static async create(path: string): Promise<ZipArchive> {
    return new ZipArchive(await HashedFile.create(path))
  }

  /** Begins an entry; the one before it must have ended. */
  begin(name: string): void {
    this.#entry = new ZipDeflate(name, { level })
    this.#entry.mtime = mtime
    this.#zip.add(this.#entry)
  }

  async write(text: string): Promise<void> {
    this.#block += text
    if (this.#block.length >= blockLength) await this.#compress()
  }

  async end(): Promise<void> {
    await this.#compress()
    this.#entry?.push(new Uint8Array(0), true)
    await this.#flush()
  }

  async #compress(): Promise<void> {
    this.#entry?.push(Buffer.from(this.#block))
    this.#block = ''
    await this.#flush()
  }

  async add(name: string, text: string): Promise<void> {
    this.begin(name)
    await this.write(text)
    await this.end()
  }

  /** Makes the archive whole and durable; to be called once, at the end. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    this.#zip.end()
    await this.#flush()
    return await this.#file.finish()
  }

  async #flush(): Promise<void> {
    for (const chunk of this.#chunks.splice(0)) {
      this.#bytes += chunk.length
      await this.#file.write(chunk)
    }
    if (this.#bytes > archiveLimit)
      throw new Error('a workbook holds at most 4 GiB; put fewer tables into it, or export CSV or Parquet')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]()
  }
}

/* The parts of a workbook beside its sheets and styles (ECMA-376 part 2 and part 1, 18.2). */

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The namespaces of sheets, and of relationships between parts. */
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const openDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text between tags or in a quoted attribute. It must hold nothing that XML cannot. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** What a part refers to: the first is rId1. */
const relationships = (targets: readonly (readonly [kind: string, attributes: string])[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${targets
    .map(
      ([kind, attributes], at) =>
        `<Relationship Id="rId${at + 1}" Type="${openDocument}/${kind}" ${attributes}/>`,
    )
    .join('')}</Relationships>`

const sheetPath = (number: number): string => `worksheets/sheet${number}.xml`

/** A sheet by the number of its file. */
export interface NamedSheet {
  readonly name: string
  readonly number: number
  /** Columns that are printed on each of its pages. */
  readonly repeated: number
}

export const sheetReference = (name: string): string => `'${name.replaceAll("'", "''")}'`

const printTitles = (sheet: string, columns: number): string =>
  `${columns === 0 ? '' : `${sheet}!$A:$${columns === 1 ? 'A' : 'B'},`}${sheet}!$1:$1`

/** The one view is that to which each sheet refers by its number, 0. The head of each sheet is printed on all its pages, with its first columns. */
function workbookXml(sheets: readonly NamedSheet[]): string {
  const listed = sheets.map(
    ({ name, number }) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const titles = sheets.map(
    ({ name, repeated }, at) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${xmlText(printTitles(sheetReference(name), repeated))}</definedName>`,
  )
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${openDocument}">` +
    `<bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets>` +
    `<definedNames>${titles.join('')}</definedNames></workbook>`
  )
}

function contentTypes(sheets: readonly string[]): string {
  const part = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  return (
    `${declaration}<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}` +
    `${sheets.map((path) => part(path, 'worksheet')).join('')}</Types>`
  )
}

/** The first part of a workbook: readers begin there. */
export const rootRelations = relationships([['officeDocument', 'Target="xl/workbook.xml"']])
export const rootRelationsPath = '_rels/.rels'

export const sheetEntry = (number: number): string => `xl/${sheetPath(number)}`

/** The part of a sheet that says which files its links lead to; the first is rId1. */
export const sheetRelations = (number: number, files: readonly string[]): [path: string, xml: string] => [
  `xl/worksheets/_rels/sheet${number}.xml.rels`,
  relationships(
    files.map((file) => ['hyperlink', `Target="${xmlText(encodeURI(file))}" TargetMode="External"`]),
  ),
]

/** The parts that name the sheets, in the order in which they stand. */
export function workbookParts(sheets: readonly NamedSheet[], styles: string): [path: string, xml: string][] {
  const paths = sheets.map((_, at) => sheetPath(at + 1))
  const targets = paths.map((path) => ['worksheet', `Target="${path}"`] as const)
  return [
    ['xl/styles.xml', styles],
    ['xl/workbook.xml', workbookXml(sheets)],
    ['xl/_rels/workbook.xml.rels', relationships([...targets, ['styles', 'Target="styles.xml"']])],
    ['[Content_Types].xml', contentTypes(paths)],
  ]
}
