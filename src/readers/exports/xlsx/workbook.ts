import { clip } from '../excel-cell.ts'
import type { Cells } from '../rows.ts'
import { type CellLink, mostLinks, type Target } from './links.ts'
import {
  contentTypes,
  type NamedSheet,
  rootRelations,
  sheetPath,
  sheetReference,
  sheetRelations,
  sheetRelationsPath,
  workbookRelations,
  workbookXml,
  ZipArchive,
} from './package.ts'
import {
  type CellKind,
  cellKind,
  columnLetters,
  columnWidths,
  headerCell,
  printLayout,
  rowXml,
  type SheetLink,
  type SheetWidth,
  sheetClosing,
  sheetOpening,
  textCell,
  xmlCell,
} from './sheet.ts'
import { styles, stylesXml, xmlText } from './styles.ts'

export interface SheetColumn {
  readonly header: string
  /** DuckDB type. */
  readonly type: string
  /** Whether it is there for formulas and filters, and not to be read. */
  readonly isHidden?: boolean
}

/** Rows for a sheet, or for several when one cannot hold them. */
export interface SheetSource {
  /** The name that its sheet is to have. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Batches of rows, each value as DuckDB casts it to text. */
  readonly rows: AsyncIterable<readonly Cells[]>
  /** Its place among the sheets: `coverPlace`, or from 0, the default. Sheets of one place stand as they were added. */
  readonly place?: number
  /** Cells of a row that lead somewhere. */
  readonly links?: (cells: Cells) => readonly CellLink[]
  /** Is called with each row, and where it stands. */
  readonly onRow?: ((cells: Cells, place: Target) => void) | undefined
}

/** Of the sheet that stands before all others, and that is in sight when the workbook is opened. */
export const coverPlace = -1

/** A sheet that was written. */
export interface WrittenSheet {
  readonly sheet: string
  readonly rows: number
  /** Numbers and dates that are text there, because no number of a spreadsheet can hold them. */
  readonly forcedTexts: number
}

export interface SheetLimits {
  /** Rows of a sheet, its header included. */
  readonly rows: number
  /** UTF-16 units of its XML, about. */
  readonly length: number
}

/** Excel's own limit of rows; a part of a ZIP holds 4 GiB, of which a character may take three bytes. */
export const excelLimits: SheetLimits = { rows: 1_048_576, length: 2 ** 30 }
/** Excel's own. */
export const mostColumns = 16_384

/** UTF-16 units that are compressed at once. */
const blockLength = 1 << 20

interface PreparedColumns {
  readonly headers: readonly string[]
  readonly kinds: readonly CellKind[]
  readonly letters: readonly string[]
  readonly widths: readonly SheetWidth[]
}

interface PlacedSheet extends NamedSheet {
  readonly place: number
}

/** An XLSX workbook (ECMA-376) that is written sheet by sheet, at flat memory; the same rows give the same bytes. */
export class Workbook implements AsyncDisposable {
  readonly #archive: ZipArchive
  readonly #limits: SheetLimits
  readonly #names = new SheetNames()
  readonly #sheets: PlacedSheet[] = []
  #links: SheetLink[] = []
  /** Files that links of the sheet lead to. */
  #files: string[] = []
  #forcedTexts = 0
  #block = ''
  #length = 0
  #row = 0

  private constructor(archive: ZipArchive, limits: SheetLimits) {
    this.#archive = archive
    this.#limits = limits
  }

  /** Fails when the file exists. */
  static async create(path: string, limits: SheetLimits = excelLimits): Promise<Workbook> {
    const archive = await ZipArchive.create(path)
    await archive.add('_rels/.rels', rootRelations())
    return new Workbook(archive, limits)
  }

  /** Writes rows with their header, on further sheets `名称 (2)` and so on when they are too many for one. */
  async add(source: SheetSource): Promise<WrittenSheet[]> {
    let prepared: PreparedColumns | undefined
    const written: WrittenSheet[] = []
    for await (const batch of source.rows) {
      prepared ??= await this.#open(source, prepare(source.columns, batch))
      for (const cells of batch) {
        if (this.#isFull()) {
          written.push(await this.#close(prepared))
          await this.#open(source, prepared)
        }
        await this.#write(this.#rowOf(cells, prepared, source))
      }
    }
    prepared ??= await this.#open(source, prepare(source.columns, []))
    return [...written, await this.#close(prepared)]
  }

  /** Makes the workbook whole and durable; to be called once, at the end. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    const inOrder = this.#sheets.toSorted((one, other) => one.place - other.place)
    await this.#archive.add('xl/styles.xml', stylesXml)
    await this.#archive.add('xl/workbook.xml', workbookXml(inOrder))
    await this.#archive.add('xl/_rels/workbook.xml.rels', workbookRelations(inOrder.length))
    await this.#archive.add('[Content_Types].xml', contentTypes(inOrder.length))
    return await this.#archive.finish()
  }

  #isFull(): boolean {
    return this.#row >= this.#limits.rows || this.#length >= this.#limits.length
  }

  async #open({ name, place = 0 }: SheetSource, columns: PreparedColumns): Promise<PreparedColumns> {
    const sheet = {
      name: this.#names.take(name),
      number: this.#sheets.length + 1,
      repeated: printLayout(columns.widths).repeated,
      place,
    }
    this.#sheets.push(sheet)
    this.#archive.begin(sheetPath(sheet.number))
    this.#row = 0
    this.#length = 0
    this.#forcedTexts = 0
    this.#links = []
    this.#files = []
    await this.#write(sheetOpening(columns.widths, place === coverPlace))
    this.#row += 1
    await this.#write(rowXml(this.#row, columns.letters, columns.headers.map(headerCell)))
    return columns
  }

  #rowOf(
    cells: Cells,
    { kinds, letters }: PreparedColumns,
    { links, onRow }: Pick<SheetSource, 'links' | 'onRow'>,
  ): string {
    this.#row += 1
    onRow?.(cells, { sheet: this.#sheets.at(-1)?.name ?? '', row: this.#row })
    const led = new Set<number>()
    for (const { column, to } of links?.(cells) ?? []) {
      if (this.#links.length >= mostLinks) break
      this.#links.push({ cell: `${letters[column]}${this.#row}`, target: this.#targetOf(to) })
      led.add(column)
    }
    const written = cells.map((cell, index) => {
      if (cell === null) return undefined
      if (led.has(index)) return textCell(cell, styles.link)
      const { xml, isForcedText } = xmlCell(cell, kinds[index] ?? 'text')
      if (isForcedText) this.#forcedTexts += 1
      return xml
    })
    return rowXml(this.#row, letters, written)
  }

  #targetOf(to: Target): string {
    if ('sheet' in to) return `location="${xmlText(`${sheetReference(to.sheet)}!A${to.row}`)}"`
    this.#files.push(to.page)
    const place = to.place === undefined ? '' : ` location="${xmlText(to.place)}"`
    return `r:id="rId${this.#files.length}"${place}`
  }

  async #write(xml: string): Promise<void> {
    this.#block += xml
    this.#length += xml.length
    if (this.#block.length >= blockLength) await this.#flush()
  }

  async #flush(): Promise<void> {
    await this.#archive.write(this.#block)
    this.#block = ''
  }

  async #close({ widths }: PreparedColumns): Promise<WrittenSheet> {
    await this.#write(sheetClosing(widths, this.#row, this.#links))
    await this.#flush()
    await this.#archive.end()
    if (this.#files.length > 0)
      await this.#archive.add(sheetRelationsPath(this.#sheets.length), sheetRelations(this.#files))
    return { sheet: this.#sheets.at(-1)?.name ?? '', rows: this.#row - 1, forcedTexts: this.#forcedTexts }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#archive[Symbol.asyncDispose]()
  }
}

/** Columns are as wide as the first rows need. */
function prepare(columns: readonly SheetColumn[], rows: readonly Cells[]): PreparedColumns {
  const kinds = columns.map(({ type }) => cellKind(type))
  const sized = columns.map(({ header }, index) => ({ header, kind: kinds[index] ?? 'text' }))
  return {
    headers: columns.map(({ header }) => header),
    kinds,
    letters: columns.map((_, index) => columnLetters(index)),
    widths: columnWidths(sized, rows).map((width, at) => ({
      width,
      isHidden: columns[at]?.isHidden === true,
    })),
  }
}

/** UTF-16 units that Excel takes for the name of a sheet. */
const longest = 31

/** Gives sheets names that Excel takes, no two alike but for case. */
export class SheetNames {
  readonly #taken = new Set<string>()

  /** The wanted name where it can be had, else the nearest: `名称`, `名称 (2)`, `名称 (3)`. */
  take(wanted: string): string {
    const base = allowed(wanted)
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` (${number})`
      const name = `${clip(base, longest - suffix.length)}${suffix}`
      if (this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
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
