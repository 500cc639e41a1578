import { clip } from '../excel-cell.ts'
import type { Cells } from '../rows.ts'
import {
  type NamedSheet,
  rootRelations,
  rootRelationsPath,
  sheetEntry,
  sheetReference,
  sheetRelations,
  workbookParts,
  xmlText,
  ZipArchive,
} from './package.ts'
import {
  type LaidColumn,
  layOut,
  printLayout,
  rowXml,
  type SheetLink,
  sheetClosing,
  sheetOpening,
  stylesXml,
  textCell,
  xmlCell,
} from './sheet.ts'

export type Target =
  | { readonly sheet: string; readonly row: number }
  | {
      /** Path of a file, relative to the folder of the workbook. */
      readonly page: string
      /** The element of it, by its id; undefined for the page itself. */
      readonly place: string | undefined
    }

/** What a sheet of Excel has room for. */
export const mostLinks = 65_530

/** Rows for a sheet, or for several when one cannot hold them. */
export interface SheetSource {
  readonly name: string
  readonly columns: Parameters<typeof layOut>[0]
  /** Batches of rows, each value as DuckDB casts it to text. */
  readonly rows: AsyncIterable<readonly Cells[]>
  /** Its place among the sheets: `coverPlace`, or from 0, the default. Sheets of one place stand as they were added. */
  readonly place?: number
  /** Cells of a row that lead somewhere, by their columns, from 0. */
  readonly links?: (cells: Cells) => readonly { readonly column: number; readonly to: Target }[]
  readonly onRow?: ((cells: Cells, place: Target) => void) | undefined
}

/** Of the sheet that stands before all others, and that is in sight when the workbook is opened. */
export const coverPlace = -1

interface SheetLimits {
  /** Rows of a sheet, its header included. */
  readonly rows: number
  /** UTF-16 units of its XML, about. */
  readonly length: number
}

/** Excel's own limit of rows; a part of a ZIP holds 4 GiB, of which a character may take three bytes. */
const excelLimits: SheetLimits = { rows: 1_048_576, length: 2 ** 30 }
/** Excel's own. */
export const mostColumns = 16_384

interface OpenSheet extends NamedSheet {
  readonly place: number
  /** Its header included. */
  rows: number
  length: number
  /** Numbers and dates that are text there, because no number of a spreadsheet can hold them. */
  forcedTexts: number
  readonly links: SheetLink[]
  /** Files that its links lead to. */
  readonly files: string[]
}

/** An XLSX workbook (ECMA-376) that is written sheet by sheet, at flat memory; the same rows give the same bytes. */
export class Workbook implements AsyncDisposable {
  readonly #archive: ZipArchive
  readonly #limits: SheetLimits
  readonly #names = new Set<string>()
  readonly #sheets: OpenSheet[] = []

  private constructor(archive: ZipArchive, limits: SheetLimits) {
    this.#archive = archive
    this.#limits = limits
  }

  /** Fails when the file exists. */
  static async create(path: string, limits: SheetLimits = excelLimits): Promise<Workbook> {
    const archive = await ZipArchive.create(path)
    await archive.add(rootRelationsPath, rootRelations)
    return new Workbook(archive, limits)
  }

  /** Writes rows with their header, on further sheets `名称 (2)` and so on when they are too many for one. */
  async add(source: SheetSource): Promise<Pick<OpenSheet, 'name' | 'rows' | 'forcedTexts'>[]> {
    const first = this.#sheets.length
    let columns: readonly LaidColumn[] | undefined
    for await (const batch of source.rows) {
      columns ??= await this.#open(source, layOut(source.columns, batch))
      for (const cells of batch) await this.#add(cells, source, columns)
    }
    await this.#close(columns ?? (await this.#open(source, layOut(source.columns, []))))
    return this.#sheets.slice(first)
  }

  /** Makes the workbook whole and durable; to be called once, at the end. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    const inOrder = this.#sheets.toSorted((one, other) => one.place - other.place)
    for (const [path, xml] of workbookParts(inOrder, stylesXml)) await this.#archive.add(path, xml)
    return await this.#archive.finish()
  }

  get #sheet(): OpenSheet {
    const sheet = this.#sheets.at(-1)
    if (sheet === undefined) throw new Error('export: the workbook has no sheet yet')
    return sheet
  }

  async #open(
    { name, place = 0 }: SheetSource,
    columns: readonly LaidColumn[],
  ): Promise<readonly LaidColumn[]> {
    this.#sheets.push({
      name: sheetName(name, this.#names),
      number: this.#sheets.length + 1,
      repeated: printLayout(columns).repeated,
      place,
      rows: 1,
      length: 0,
      forcedTexts: 0,
      links: [],
      files: [],
    })
    this.#archive.begin(sheetEntry(this.#sheets.length))
    const headers = columns.map(({ header }) => textCell(header, 'header'))
    await this.#write(sheetOpening(columns, place === coverPlace) + rowXml(1, columns, headers))
    return columns
  }

  async #add(cells: Cells, source: SheetSource, columns: readonly LaidColumn[]): Promise<void> {
    if (this.#sheet.rows >= this.#limits.rows || this.#sheet.length >= this.#limits.length) {
      await this.#close(columns)
      await this.#open(source, columns)
    }
    await this.#write(this.#rowOf(cells, source, columns))
  }

  #rowOf(cells: Cells, { links, onRow }: SheetSource, columns: readonly LaidColumn[]): string {
    const sheet = this.#sheet
    sheet.rows += 1
    onRow?.(cells, { sheet: sheet.name, row: sheet.rows })
    const led = new Set<number>()
    for (const { column, to } of links?.(cells) ?? []) {
      if (sheet.links.length >= mostLinks) break
      sheet.links.push({
        cell: `${columns[column]?.letters}${sheet.rows}`,
        target: targetOf(to, sheet.files),
      })
      led.add(column)
    }
    const written = cells.map((cell, index) => {
      if (cell === null) return undefined
      if (led.has(index)) return textCell(cell, 'link')
      const { xml, isForcedText } = xmlCell(cell, columns[index]?.kind ?? 'text')
      if (isForcedText) sheet.forcedTexts += 1
      return xml
    })
    return rowXml(sheet.rows, columns, written)
  }

  async #write(xml: string): Promise<void> {
    this.#sheet.length += xml.length
    await this.#archive.write(xml)
  }

  async #close(columns: readonly LaidColumn[]): Promise<void> {
    const { rows, links, files, number } = this.#sheet
    await this.#write(sheetClosing(columns, rows, links.splice(0)))
    await this.#archive.end()
    if (files.length > 0) await this.#archive.add(...sheetRelations(number, files.splice(0)))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#archive[Symbol.asyncDispose]()
  }
}

/** The attributes of a link; a file that it leads to is added to those of its sheet. */
function targetOf(to: Target, files: string[]): string {
  if ('sheet' in to) return `location="${xmlText(`${sheetReference(to.sheet)}!A${to.row}`)}"`
  files.push(to.page)
  const place = to.place === undefined ? '' : ` location="${xmlText(to.place)}"`
  return `r:id="rId${files.length}"${place}`
}

/** UTF-16 units that Excel takes for the name of a sheet. */
const longest = 31

/** A name that Excel takes, and that is not taken but for case: the wanted one, else the nearest: `名称 (2)`, `名称 (3)`. */
export function sheetName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = `${clip(allowed(wanted), longest - suffix.length)}${suffix}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

/** Without what Excel refuses in the name of a sheet; `History` is a sheet of its own. */
function allowed(wanted: string): string {
  const name = wanted
    .replace(/[[\]:*?/\\\p{Cc}\p{Cs}\ufffe\uffff]/gu, '_')
    .replace(/^'+|'+$/g, '')
    .trim()
  return name === '' || name.toLowerCase() === 'history' ? `${name}_` : name
}
