import { join } from 'node:path'
import { cellLimit, cutCell } from '../cell.ts'
import { pointerOf } from '../excel-row.ts'
import { ExportError } from '../export-error.ts'
import type { WrittenFile, WrittenTable } from '../manifest.ts'
import { type Cells, manifestColumns, type Source } from '../source.ts'
import type { WriteOrder, Writer } from '../writer.ts'
import { cellKind } from './cell.ts'
import { dictionarySheet } from './dictionary.ts'
import { worded } from './worded.ts'
import { excelLimits, mostColumns, type SheetLimits, Workbook } from './workbook.ts'

const ending = '.xlsx'

/** One workbook of all relations asked for, a sheet each, and a last sheet that explains their columns. */
export const createXlsxWriter = (limits: SheetLimits = excelLimits): Writer => ({
  scope: 'request',
  ending,
  stem: 'dossier',
  isForReaders: true,
  write: async (order) => [await writeWorkbook(order, limits)],
})

export const xlsxWriter = createXlsxWriter()

async function writeWorkbook(order: WriteOrder, limits: SheetLimits): Promise<WrittenFile> {
  const { folder, stem, settings } = order
  const sources = settings.headers === 'zh' ? order.sources.map(worded) : order.sources
  for (const source of sources) assertFits(source)
  const file = `${stem}${ending}`
  const path = join(folder, file)
  await using workbook = await Workbook.create(path, limits)
  const tables: WrittenTable[] = []
  for (const source of sources) tables.push(...(await writeSource(workbook, source, `${path}.parts`)))
  const described = sources.map((source) => ({ source, sheets: sheetsOf(tables, source) }))
  await workbook.add(dictionarySheet(described, settings.language))
  return { file, ...wholeOf(sources), tables, ...countsOf(tables), ...(await workbook.finish()) }
}

function assertFits({ name, columns }: Source): void {
  if (columns.length <= mostColumns) return
  throw new ExportError(
    `export: ${name} has ${columns.length} columns, and a sheet holds ${mostColumns}; ask for fewer columns, or for CSV or Parquet`,
  )
}

/** A source on one sheet, or on several when it is too long for one. */
async function writeSource(workbook: Workbook, source: Source, scratch: string): Promise<WrittenTable[]> {
  const cut = { cells: 0 }
  const written = await workbook.add({
    name: source.title,
    columns: source.columns,
    rows: fitting(source, scratch, cut),
  })
  // Which of its sheets a cut cell stands on does not matter to anybody: the first bears the count.
  return written.map(({ sheet, rows, forcedTexts }, index) => ({
    table: source.name,
    sheet,
    rows,
    columns: manifestColumns(source),
    cells_cut: index === 0 ? cut.cells : 0,
    cells_as_text: forcedTexts,
  }))
}

/** Rows whose texts a cell can hold: those that are too long end in a pointer to the whole. */
async function* fitting(
  source: Source,
  scratch: string,
  cut: { cells: number },
): AsyncGenerator<readonly Cells[]> {
  const isText = source.columns.map(({ type }) => cellKind(type) === 'text')
  const pointer = pointerOf(source)
  const fit = (cells: Cells): Cells =>
    cells.map((cell, index) => {
      if (cell === null || !isText[index] || cell.length <= cellLimit) return cell
      cut.cells += 1
      return cutCell(cell, pointer(cells, index))
    })
  for await (const batch of source.rows(scratch)) yield batch.map(fit)
}

const sheetsOf = (tables: readonly WrittenTable[], { name }: Source): string[] =>
  tables.filter(({ table }) => table === name).map(({ sheet }) => sheet ?? '')

/** A workbook of one relation is a file of that relation. */
function wholeOf(sources: readonly Source[]): Pick<WrittenFile, 'table' | 'columns'> {
  const [only] = sources
  return only !== undefined && sources.length === 1
    ? { table: only.name, columns: manifestColumns(only) }
    : { table: null, columns: [] }
}

function countsOf(
  tables: readonly WrittenTable[],
): Pick<WrittenFile, 'rows' | 'cells_cut' | 'cells_as_text'> {
  const sum = (of: (table: WrittenTable) => number | undefined): number =>
    tables.reduce((total, table) => total + (of(table) ?? 0), 0)
  return {
    rows: sum(({ rows }) => rows),
    cells_cut: sum(({ cells_cut }) => cells_cut),
    cells_as_text: sum(({ cells_as_text }) => cells_as_text),
  }
}
