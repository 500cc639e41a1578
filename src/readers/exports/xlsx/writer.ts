import { join } from 'node:path'
import { chineseMeaningOf } from '../../../rows/words/column-meanings.ts'
import type { Language } from '../../../run/job/choices.ts'
import { cellLimit, cutCell, pointerOf } from '../excel-cell.ts'
import { ExportError } from '../export-error.ts'
import type { Exporter, ExportOrder, OpenExport, PageOf } from '../exporter.ts'
import { manifestColumns, type SourceColumn } from '../labels.ts'
import type { WrittenFile, WrittenTable } from '../manifest.ts'
import { isNestedType } from '../relation.ts'
import type { Cells, Source } from '../rows.ts'
import { coverSheet } from './cover.ts'
import { linksOf, RowPlaces, rankOf } from './links.ts'
import { type CellKind, cellKind } from './sheet.ts'
import { excelLimits, mostColumns, type SheetLimits, type SheetSource, Workbook } from './workbook.ts'

const ending = '.xlsx'

/** One workbook of all relations asked for, a sheet each, and a last sheet that explains their columns. */
export const createXlsxExporter = (limits: SheetLimits = excelLimits): Exporter => ({
  scope: 'request',
  ending,
  stem: 'dossier',
  isForReaders: true,
  open: (order) => openWorkbook(order, limits),
})

export const xlsxExporter = createXlsxExporter()

async function openWorkbook(
  { folder, stem, settings, pageOf }: ExportOrder,
  limits: SheetLimits,
): Promise<OpenExport> {
  const file = `${stem}${ending}`
  const path = join(folder, file)
  const workbook = await Workbook.create(path, limits)
  const sources: Source[] = []
  return {
    write: async (source) => {
      assertFits(source)
      sources.push(source)
    },
    close: async () => {
      const written = await writeSources(workbook, sources, {
        path,
        pageOf,
        isChinese: settings.headers === 'zh',
      })
      const described = written.map(({ source, tables }) => ({
        source,
        sheets: tables.map(({ sheet }) => sheet ?? ''),
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      }))
      const dictionarySource = { ...dictionarySheet(described, settings.language), place: sources.length }
      const [dictionary] = await workbook.add(dictionarySource)
      const covered = described.map(({ source: { name, title, meaning }, ...more }) => ({
        name,
        title,
        meaning,
        ...more,
      }))
      await workbook.add(coverSheet(covered, dictionary?.sheet ?? '', settings.language))
      const tables = written.flatMap((one) => one.tables)
      return [{ file, ...wholeOf(sources), tables, ...countsOf(tables), ...(await workbook.finish()) }]
    },
    [Symbol.asyncDispose]: () => workbook[Symbol.asyncDispose](),
  }
}

interface WrittenSource {
  readonly source: Source
  readonly tables: readonly WrittenTable[]
}

/** Writes sources for sheets in their order, but first those whose rows the others lead to. */
async function writeSources(
  workbook: Workbook,
  sources: readonly Source[],
  { path, pageOf, isChinese }: { path: string; pageOf: PageOf; isChinese: boolean },
): Promise<readonly WrittenSource[]> {
  const written: WrittenSource[] = []
  const places = new RowPlaces()
  const order = [...sources.entries()].toSorted(([, one], [, other]) => rankOf(one) - rankOf(other))
  for (const [place, source] of order) {
    const shown = isChinese ? inWords(source) : source
    const rows = { place, links: linksOf(source, places, pageOf), onRow: places.noting(source) }
    written[place] = { source, tables: await writeSource(workbook, shown, rows, `${path}.parts`) }
  }
  return written
}

function assertFits({ name, columns }: Source): void {
  if (columns.length <= mostColumns) return
  throw new ExportError(
    `export: ${name} has ${columns.length} columns, and a sheet holds ${mostColumns}; ask for fewer columns, or for CSV or Parquet`,
  )
}

/** A source on one sheet, or on several when it is too long for one. */
async function writeSource(
  workbook: Workbook,
  source: Source,
  sheet: Pick<SheetSource, 'place' | 'links' | 'onRow'>,
  scratch: string,
): Promise<WrittenTable[]> {
  const cut = { cells: 0 }
  const written = await workbook.add({
    ...sheet,
    name: source.title,
    columns: source.columns.map(({ header, type, name }) => ({
      header,
      type,
      isHidden: source.columns.some(({ labels }) => labels?.name === name),
    })),
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

/** A source whose booleans are words: a spreadsheet calls them TRUE and FALSE, whatever their format. */
function inWords(source: Source): Source {
  const isBoolean = source.columns.map(({ type }) => type === 'BOOLEAN')
  if (!isBoolean.includes(true)) return source
  const word = (cell: Cells[number], index: number) =>
    cell === null || !isBoolean[index] ? cell : cell === 'true' ? '是' : '否'
  return {
    ...source,
    columns: source.columns.map((column, index) =>
      isBoolean[index] ? { ...column, type: 'VARCHAR' } : column,
    ),
    rows: async function* (scratch) {
      for await (const batch of source.rows(scratch)) yield batch.map((cells) => cells.map(word))
    },
  }
}

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

/** A source with the sheets that hold it. */
interface DescribedSource {
  readonly source: Source
  readonly sheets: readonly string[]
}

const words = {
  zh: {
    name: '数据字典',
    headers: ['工作表', '表', '列', '列标题', '说明', '类型', '取值'],
    and: '、',
  },
  en: {
    name: 'Dictionary',
    headers: ['Sheet', 'Table', 'Column', 'Header', 'Meaning', 'Type', 'Codes'],
    and: ', ',
  },
}

/** The sheet that says of every column of the others what it is: one row a column. */
function dictionarySheet(described: readonly DescribedSource[], language: Language): SheetSource {
  const { name, headers, and } = words[language]
  return {
    name,
    columns: headers.map((header) => ({ header, type: 'VARCHAR' })),
    rows: once(described.flatMap(({ source, sheets }) => rowsOf(source, sheets.join(and), language))),
  }
}

const rowsOf = ({ name, columns }: Source, sheets: string, language: Language): Cells[] =>
  columns.map((column) => [
    sheets,
    name,
    column.name,
    column.header,
    meaningOf(name, column, language) ?? null,
    language === 'zh' ? typeWord(column.type) : column.type === 'TIMESTAMP' ? 'TIMESTAMP (UTC)' : column.type,
    codesOf(column),
  ])

/** In Chinese a column whose term says enough is explained by it. */
function meaningOf(table: string, column: SourceColumn, language: Language): string | undefined {
  const { meaning, labels, term } = column
  if (language === 'en' || meaning === undefined) return meaning
  if (labels !== undefined) return `${labels.name} 列代码的中文名称`
  return chineseMeaningOf(table, column.name) ?? term
}

const typeWords: Readonly<Record<CellKind, string>> = {
  text: '文本',
  boolean: '是/否',
  integer: '整数',
  number: '数值',
  money: '金额',
  date: '日期',
  timestamp: '时间（UTC）',
}

const typeWord = (type: string): string =>
  isNestedType(type) ? '列表' : type === 'JSON' ? 'JSON' : typeWords[cellKind(type)]

const codesOf = ({ words = {} }: SourceColumn): string | null =>
  Object.entries(words)
    .map(([code, word]) => `${code} = ${word}`)
    .join('；') || null

async function* once(rows: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield rows
}
