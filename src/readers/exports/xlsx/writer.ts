import { join } from 'node:path'
import { chineseMeaningOf } from '../../../rows/words/column-meanings.ts'
import type { Language } from '../../../run/job/choices.ts'
import { cellLimit, cutCell, pointerOf } from '../excel-cell.ts'
import type { Exporter, ExportOrder, OpenExport } from '../exporter.ts'
import type { WrittenFile, WrittenTable } from '../manifest.ts'
import { ExportError, kindOf, manifestColumns, type SourceColumn, type TypeKind } from '../relation.ts'
import type { Cells, Source } from '../rows.ts'
import answerJson from './answers.json' with { type: 'json' }
import { linksOf, RowPlaces, rankOf } from './links.ts'
import { cellKind } from './sheet.ts'
import { coverPlace, mostColumns, type SheetSource, Workbook } from './workbook.ts'

const ending = '.xlsx'

/** One workbook of all relations asked for, a sheet each, and a last sheet that explains their columns. */
export const xlsxExporter: Exporter = {
  scope: 'request',
  ending,
  stem: 'dossier',
  isForReaders: true,
  open: openWorkbook,
}

async function openWorkbook(order: ExportOrder): Promise<OpenExport> {
  const file = `${order.stem}${ending}`
  const workbook = await Workbook.create(join(order.folder, file))
  const sources: Source[] = []
  return {
    write: async (source) => {
      const { name, columns } = source
      if (columns.length > mostColumns)
        throw new ExportError(
          `export: ${name} has ${columns.length} columns, and a sheet holds ${mostColumns}; ask for fewer columns, or for CSV or Parquet`,
        )
      sources.push(source)
    },
    close: async () => {
      const { language } = order.settings
      const written = await writeSources(workbook, sources, order)
      const [dictionary] = await workbook.add(dictionarySheet(written, language))
      await workbook.add(coverSheet(written, dictionary?.name ?? '', language))
      const tables = written.flatMap((one) => one.tables)
      return [{ file, ...wholeOf(sources), tables, ...countsOf(tables), ...(await workbook.finish()) }]
    },
    [Symbol.asyncDispose]: () => workbook[Symbol.asyncDispose](),
  }
}

/** A source with what is written of it on each of its sheets. */
interface WrittenSource {
  readonly source: Source
  readonly tables: readonly WrittenTable[]
}

/** Writes sources for sheets in their order, but first those whose rows the others lead to. */
async function writeSources(
  workbook: Workbook,
  sources: readonly Source[],
  { folder, stem, pageOf, settings }: ExportOrder,
): Promise<readonly WrittenSource[]> {
  const written: WrittenSource[] = []
  const places = new RowPlaces()
  const scratch = join(folder, `${stem}${ending}.parts`)
  const order = [...sources.entries()].toSorted(([, one], [, other]) => rankOf(one) - rankOf(other))
  for (const [place, source] of order) {
    const { sheet, cut } = sheetOf(source, scratch, settings.headers === 'zh')
    const links = { place, links: linksOf(source, places, pageOf), onRow: places.noting(source) }
    const sheets = await workbook.add({ ...sheet, ...links })
    // Which of its sheets a cut cell stands on does not matter to anybody: the first bears the count.
    const tables = sheets.map(({ name, rows, forcedTexts }, index) => ({
      table: source.name,
      sheet: name,
      rows: rows - 1,
      columns: manifestColumns(source),
      cells_cut: index === 0 ? cut.cells : 0,
      cells_as_text: forcedTexts,
    }))
    written[place] = { source, tables }
  }
  return written
}

/** A source as a sheet can hold it: texts that are too long end in a pointer to the whole. In Chinese booleans are words: a spreadsheet calls them TRUE and FALSE, whatever their format. */
function sheetOf(
  source: Source,
  scratch: string,
  isChinese: boolean,
): { sheet: SheetSource; cut: { cells: number } } {
  const cut = { cells: 0 }
  const pointer = pointerOf(source)
  const kinds = source.columns.map(({ type }) => cellKind(type))
  const labelled = new Set(source.columns.map(({ labels }) => labels?.name))
  const shown = (cells: Cells): Cells =>
    cells.map((cell, index) => {
      if (cell === null) return null
      if (isChinese && kinds[index] === 'boolean') return cell === 'true' ? '是' : '否'
      if (kinds[index] !== 'text' || cell.length <= cellLimit) return cell
      cut.cells += 1
      return cutCell(cell, pointer(cells, index))
    })
  const columns = source.columns.map(({ header, type, name }, index) => ({
    header,
    type: isChinese && kinds[index] === 'boolean' ? 'VARCHAR' : type,
    isHidden: labelled.has(name),
  }))
  const rows = (async function* () {
    for await (const batch of source.rows(scratch)) yield batch.map(shown)
  })()
  return { sheet: { name: source.title, columns, rows }, cut }
}

/** A workbook of one relation is a file of that relation. */
function wholeOf([only, ...others]: readonly Source[]): Pick<WrittenFile, 'table' | 'columns'> {
  return only !== undefined && others.length === 0
    ? { table: only.name, columns: manifestColumns(only) }
    : { table: null, columns: [] }
}

const sumOf = (tables: readonly WrittenTable[], of: 'rows' | 'cells_cut' | 'cells_as_text'): number =>
  tables.reduce((sum, table) => sum + (table[of] ?? 0), 0)

const countsOf = (tables: readonly WrittenTable[]) => ({
  rows: sumOf(tables, 'rows'),
  cells_cut: sumOf(tables, 'cells_cut'),
  cells_as_text: sumOf(tables, 'cells_as_text'),
})

const words = {
  zh: {
    cover: '封面',
    answers: ['工作表', '回答什么', '行数'],
    explained: '各列的含义、类型和取值',
    dictionary: '数据字典',
    columns: ['工作表', '表', '列', '列标题', '说明', '类型', '取值'],
    and: '、',
  },
  en: {
    cover: 'Cover',
    answers: ['Sheet', 'What it answers', 'Rows'],
    explained: 'What the columns mean',
    dictionary: 'Dictionary',
    columns: ['Sheet', 'Table', 'Column', 'Header', 'Meaning', 'Type', 'Codes'],
    and: ', ',
  },
} as const

/** What each sheet answers, for a reader of Chinese. A table without a sentence here is called by its term. */
const answers: Readonly<Record<string, string>> = answerJson

async function* once(rows: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield rows
}

const sheetsOf = ({ tables }: WrittenSource): string[] => tables.map(({ sheet }) => sheet ?? '')

/** The first sheet: each other one, what it answers, how many rows it has, and a link to it. */
function coverSheet(written: readonly WrittenSource[], dictionary: string, language: Language): SheetSource {
  const say = words[language]
  const rows = written.map((one): Cells => {
    const { name, title, meaning } = one.source
    const answer = language === 'zh' ? (answers[name] ?? title) : meaning
    return [sheetsOf(one).join('、'), answer, String(sumOf(one.tables, 'rows'))]
  })
  const firstSheets = new Map(written.map((one) => [sheetsOf(one).join('、'), sheetsOf(one)[0]]))
  return {
    name: say.cover,
    columns: say.answers.map((header, at) => ({ header, type: at === 2 ? 'BIGINT' : 'VARCHAR' })),
    rows: once([...rows, [dictionary, say.explained, null]]),
    place: coverPlace,
    links: ([sheets]) => [
      { column: 0, to: { sheet: firstSheets.get(String(sheets)) ?? dictionary, row: 1 } },
    ],
  }
}

/** The sheet that says of every column of the others what it is: one row a column. */
const dictionarySheet = (written: readonly WrittenSource[], language: Language): SheetSource => ({
  name: words[language].dictionary,
  columns: words[language].columns.map((header) => ({ header, type: 'VARCHAR' })),
  rows: once(
    written.flatMap((one) =>
      one.source.columns.map((column) => [
        sheetsOf(one).join(words[language].and),
        one.source.name,
        column.name,
        column.header,
        meaningOf(one.source.name, column, language) ?? null,
        typeOf(column, language),
        codesOf(column),
      ]),
    ),
  ),
  place: written.length,
})

/** In Chinese a column whose term says enough is explained by it. */
function meaningOf(
  table: string,
  { name, meaning, labels, term }: SourceColumn,
  language: Language,
): string | undefined {
  if (language === 'en' || meaning === undefined) return meaning
  return labels === undefined ? (chineseMeaningOf(table, name) ?? term) : `${labels.name} 列代码的中文名称`
}

const typeWords: Readonly<Record<TypeKind, string>> = {
  text: '文本',
  time: '文本',
  nested: '列表',
  json: 'JSON',
  boolean: '是/否',
  integer: '整数',
  double: '数值',
  decimal: '金额',
  date: '日期',
  timestamp: '时间（UTC）',
}

const typeOf = ({ type }: SourceColumn, language: Language): string =>
  language === 'zh' ? typeWords[kindOf(type)] : type === 'TIMESTAMP' ? 'TIMESTAMP (UTC)' : type

const codesOf = ({ words: codes = {} }: SourceColumn): string | null =>
  Object.entries(codes)
    .map(([code, word]) => `${code} = ${word}`)
    .join('；') || null
