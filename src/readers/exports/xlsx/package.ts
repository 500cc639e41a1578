import { Zip, ZipDeflate } from 'fflate'
import { HashedFile } from '../../../disk/durable.ts'
import { xmlText } from './styles.ts'

/** The least year of a ZIP, in the clock that the format has: the same content is the same bytes at any time. */
const mtime = new Date(1980, 0, 1)
/** Higher levels take twice as long and save a tenth. */
const level = 3
/** Beyond, a ZIP needs an extension that not every reader of workbooks has. */
export const archiveLimit = 2 ** 32 - 2 ** 20

/** A ZIP that is written entry by entry, at flat memory. */
export class ZipArchive implements AsyncDisposable {
  readonly #file: HashedFile
  readonly #zip: Zip
  #chunks: Uint8Array[] = []
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
    const entry = new ZipDeflate(name, { level })
    entry.mtime = mtime
    this.#zip.add(entry)
    this.#entry = entry
  }

  /** Adds to the entry that was begun. */
  async write(text: string): Promise<void> {
    this.#entry?.push(Buffer.from(text))
    await this.#flush()
  }

  async end(): Promise<void> {
    this.#entry?.push(new Uint8Array(0), true)
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
    const chunks = this.#chunks
    this.#chunks = []
    for (const chunk of chunks) {
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

/** The parts of a workbook beside its sheets and styles (ECMA-376 part 2 and part 1, 18.2), by their paths. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The namespace of relationships between parts. */
export const openDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
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

/** The part of a sheet that says which files its links lead to. */
export const sheetRelationsPath = (number: number): string => `xl/worksheets/_rels/sheet${number}.xml.rels`

/** Files that the links of a sheet lead to; the first is rId1. */
export const sheetRelations = (files: Iterable<string>): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">` +
  [...files]
    .map(
      (file, index) =>
        `<Relationship Id="rId${index + 1}" Type="${openDocument}/hyperlink" Target="${xmlText(encodeURI(file))}" TargetMode="External"/>`,
    )
    .join('') +
  '</Relationships>'

/** A sheet as a reference names it. */
export const sheetReference = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** A sheet by the number of its file. */
export interface NamedSheet {
  readonly name: string
  readonly number: number
  /** Columns that are printed on each of its pages. */
  readonly repeated: number
}

/** The one view is that to which each sheet refers by its number, 0. The head of each sheet is printed on all its pages, with its first columns. */
export const workbookXml = (sheets: readonly NamedSheet[]): string =>
  `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${openDocument}">` +
  '<bookViews><workbookView/></bookViews><sheets>' +
  sheets
    .map(({ name, number }) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`)
    .join('') +
  '</sheets><definedNames>' +
  sheets
    .map(
      ({ name, repeated }, index) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${xmlText(printTitles(sheetReference(name), repeated))}</definedName>`,
    )
    .join('') +
  '</definedNames></workbook>'

const printTitles = (sheet: string, columns: number): string =>
  `${columns === 0 ? '' : `${sheet}!$A:$${columns === 1 ? 'A' : 'B'},`}${sheet}!$1:$1`

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
