import { chineseMeaningOf } from '../../../rows/words/code-words.ts'
import type { Language } from '../../../run/job/choices.ts'
import { cutter } from '../excel-cell.ts'
import {
  type Exporter,
  type ExportOrder,
  manifestColumns,
  type PageOf,
  type WrittenTable,
} from '../exporter.ts'
import { ExportError, kindOf, type SourceColumn, type TypeKind } from '../relation.ts'
import type { Cells, Source } from '../rows.ts'
import answerJson from './answers.json' with { type: 'json' }
import { cellKind } from './sheet.ts'
import { coverPlace, mostColumns, mostLinks, type SheetSource, type Target, Workbook } from './workbook.ts'

/** One workbook of all relations asked for, a sheet each, and a last sheet that explains their columns. */
export const xlsxExporter: Exporter = {
  scope: 'request',
  ending: '.xlsx',
  stem: 'dossier',
  isForReaders: true,
  // As page one of a dossier has it; with cover and dictionary there are twelve sheets.
  inFront: [
    'job_enterprises',
    'red_flags',
    'open_questions',
    'enforcement_cases',
    'case_families',
    'ordered_payments',
    'claimed_payments',
    'awarded_payments',
    'subject_documents',
    'coverage',
  ],
  async write(sources, order) {
    const { language } = order.settings
    for (const { name, columns } of sources)
      if (columns.length > mostColumns)
        throw new ExportError(
          `export: ${name} has ${columns.length} columns, and a sheet holds ${mostColumns}; ask for fewer columns, or for CSV or Parquet`,
        )
    await using workbook = await Workbook.create(order.path)
    const written = await writeSources(workbook, sources, order)
    const [dictionary] = await workbook.add(dictionarySheet(written, language))
    await workbook.add(coverSheet(written, dictionary?.name ?? '', language))
    const tables = written.flatMap((one) => one.tables)
    const [cells_cut, cells_as_text] = [sumOf(tables, 'cells_cut'), sumOf(tables, 'cells_as_text')]
    return { tables, cells_cut, cells_as_text, ...(await workbook.finish()) }
  },
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
  { path, pageOf, settings }: ExportOrder,
): Promise<readonly WrittenSource[]> {
  const written: WrittenSource[] = []
  const places: Places = new Map()
  const order = [...sources.entries()].toSorted(([, one], [, other]) => rankOf(one) - rankOf(other))
  for (const [place, source] of order) {
    const { sheet, counts } = sheetOf(source, `${path}.parts`, settings.headers === 'zh')
    const links = { place, links: linksOf(source, places, pageOf), onRow: noting(source, places) }
    const sheets = await workbook.add({ ...sheet, ...links })
    // Which of its sheets a cut cell stands on does not matter to anybody: the first bears the count.
    const tables = sheets.map(({ name, rows, forcedTexts }, index) => ({
      table: source.name,
      sheet: name,
      rows: rows - 1,
      columns: manifestColumns(source.columns),
      cells_cut: index === 0 ? counts.cells_cut : 0,
      cells_as_text: forcedTexts,
    }))
    written[place] = { source, tables }
  }
  return written
}

/** A source as a sheet can hold it. In Chinese booleans are words: a spreadsheet calls them TRUE and FALSE, whatever their format. */
function sheetOf(source: Source, scratch: string, isChinese: boolean) {
  const counts = { cells_cut: 0 }
  const cut = cutter(source, counts)
  const kinds = source.columns.map(({ type }) => cellKind(type))
  const labelled = new Set(source.columns.map(({ labels }) => labels?.name))
  const shown = (cells: Cells): Cells =>
    cells.map((cell, index) => {
      if (cell === null) return null
      if (isChinese && kinds[index] === 'boolean') return cell === 'true' ? '是' : '否'
      return kinds[index] === 'text' ? cut(cell, cells, index) : cell
    })
  const columns = source.columns.map(({ header, type, name }, index) => ({
    header,
    type: isChinese && kinds[index] === 'boolean' ? 'VARCHAR' : type,
    isHidden: labelled.has(name) || isKey(name, source),
  }))
  const rows = (async function* () {
    for await (const batch of source.rows(scratch)) yield batch.map(shown)
  })()
  return { sheet: { name: source.title, columns, rows }, counts }
}

/** Ids and keys of the warehouse are there for formulas and links, unless a row has nothing else to be known by. */
const isKey = (name: string, { columns }: Source): boolean =>
  keys.has(name) && columns.some((other) => /^(enterprise_name|case_number|title|name)$/.test(other.name))

const keys: ReadonlySet<string> = new Set([
  ...['enterprise_id', 'document_id', 'document_ids', 'case_id', 'library'],
  ...['call_key', 'run_id', 'candidates', 'ordinal'],
])

const sumOf = (tables: readonly WrittenTable[], of: 'rows' | 'cells_cut' | 'cells_as_text'): number =>
  tables.reduce((sum, table) => sum + (table[of] ?? 0), 0)

/** Tables whose rows others lead to, by the column that tells the rows of an enterprise apart. */
const ids: Readonly<Record<string, string>> = {
  subject_documents: 'document_id',
  enforcement_cases: 'case_key',
}

/** What others lead to is written before them; documents before all. */
const rankOf = ({ name }: Source): number => [...Object.keys(ids), name].indexOf(name)

/** Rows that others lead to: as an enterprise has them, and the first of any enterprise. */
type Places = Map<string, Target>

const keyOf = (table: string, id: string, enterprise: string | null): string =>
  `${table} ${id} ${enterprise ?? ''}`

/** Where columns stand, and the value of a row in one; null where there is no such column. */
function reading(columns: Source['columns']) {
  const at = new Map(columns.map(({ name }, index) => [name, index]))
  return { at, valueIn: (cells: Cells, name: string): string | null => cells[at.get(name) ?? -1] ?? null }
}

/** Notes the rows of a table as they are written; nothing of a table that has too many to be led to. */
function noting({ name, columns, measure }: Source, places: Places): SheetSource['onRow'] {
  const { at, valueIn } = reading(columns)
  const idColumn = ids[name] ?? ''
  if (!at.has(idColumn) || measure.rows > mostLinks) return undefined
  return (cells, place) => {
    const id = valueIn(cells, idColumn)
    if (id === null) return
    const first = keyOf(name, id, null)
    places.set(keyOf(name, id, valueIn(cells, 'enterprise_id')), place)
    if (!places.has(first)) places.set(first, place)
  }
}

/**
 * The links of a row's cells: a case number leads to the row of its (first) document, a flag to the row that it rests on, the sentence
 * of a sum to that sentence on the judgment's page, and a title to the page.
 */
function linksOf(
  { name, columns }: Source,
  places: Places,
  pageOf: PageOf,
): NonNullable<SheetSource['links']> {
  const { at, valueIn } = reading(columns)
  const isOfSum = at.has('evidence') && at.has('amount_role')
  const toRow = (cells: Cells, table: string | null, id: string | null): Target | undefined =>
    table === null || id === null ? undefined : places.get(keyOf(table, id, valueIn(cells, 'enterprise_id')))
  const firstListed = (cells: Cells): string | undefined =>
    (JSON.parse(valueIn(cells, 'document_ids') ?? '[]') as string[])[0]
  const toDocument = (cells: Cells): Target | undefined =>
    toRow(cells, 'subject_documents', valueIn(cells, 'document_id') ?? firstListed(cells) ?? null)
  const toPage = (cells: Cells): Target | undefined => {
    const [library, caseId, ordinal] = ['library', 'case_id', 'ordinal'].map((one) => valueIn(cells, one))
    const page = library && caseId ? pageOf(library, caseId) : undefined
    return page === undefined
      ? undefined
      : { page, place: isOfSum && ordinal ? `amount-${ordinal}` : undefined }
  }
  const number = name === 'subject_documents' ? undefined : (at.get('case_number') ?? at.get('document_id'))
  const leading = [
    [number, toDocument],
    [at.get('row_key'), (cells: Cells) => toRow(cells, valueIn(cells, 'source'), valueIn(cells, 'row_key'))],
    [at.get('evidence') ?? at.get('title'), toPage],
  ] as const
  return (cells) =>
    leading.flatMap(([column, target]) => {
      const to = column === undefined || cells[column] === null ? undefined : target(cells)
      return column === undefined || to === undefined ? [] : [{ column, to }]
    })
}

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
