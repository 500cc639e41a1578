import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { literal } from '../../contract/sql.ts'
import { type AlteredCells, cellLimit, excelCells, guardCell } from './excel-cell.ts'
import { type Exporter, fileByFile } from './exporter.ts'
import { manifestColumns } from './labels.ts'
import { aliasOf, asText, isNestedType, isTextType, type RelationColumn } from './relation.ts'
import type { Cells } from './rows.ts'
import { writeText } from './text-file.ts'

/**
 * RFC 4180 with CRLF. csv-stringify itself quotes a CRLF, but not the lone CR or LF that Excel and LibreOffice end a row
 * at. LibreOffice also splits at semicolons and tabs by default. An empty text is quoted, NULL is not.
 */
const dialect = { record_delimiter: '\r\n', quoted_match: /^$|[\r\n;\t]/ }

/**
 * CSV for Excel: BOM, header, ordered rows, cells guarded and cut (see cell.ts). DuckDB writes the rows in which nothing has
 * to be quoted, guarded or cut, which are nearly all, and calls back for the others.
 */
export const csvExporter: Exporter = {
  scope: 'relation',
  ending: '.csv',
  isForReaders: true,
  open: fileByFile(async (source, { folder, stem, settings, reader }) => {
    const isGuarded = settings.safety === 'excel'
    const counts: AlteredCells = { cells_neutralised: 0, cells_cut: 0 }
    const cellsOf = isGuarded ? excelCells(source, counts) : (cells: Cells) => cells
    const rowOf = reader.define(1, (json) => stringify([cellsOf(JSON.parse(String(json)) as Cells)], dialect))
    const cells = source.columns.map((column, index) => asText(column, aliasOf(index)))
    const plain = plainLine(source.columns, isGuarded ? cellLimit : undefined)
    const header = source.columns.map((column) => (isGuarded ? guardCell(column.header) : column.header))
    const file = `${stem}.csv`
    const written = await writeText(reader, source, {
      path: join(folder, file),
      encoding: settings.encoding,
      // Excel takes a file without it for one in the encoding of its country, which in China is GB18030.
      head: stringify([header], { ...dialect, bom: settings.encoding === 'utf-8' }),
      beside: plain.beside,
      line: `CASE WHEN ${plain.isPlain} THEN ${plain.line} ELSE ${rowOf}(to_json([${cells.join(', ')}])::VARCHAR) END`,
    })
    return { file, table: source.name, ...written, columns: manifestColumns(source), ...counts }
  }),
}

/** A row of CSV as SQL over c0, c1 …, for rows in which no cell has to be quoted, guarded or cut. */
interface PlainLine {
  readonly isPlain: string
  /** With its line end. */
  readonly line: string
  /** The texts of a row together, which both use; none where no column has any. */
  readonly beside: string | undefined
}

/** Texts of a row are looked at under this name. */
const together = 'texts'

/** Stands between texts while they are looked at together; a text that holds it is not plain. */
const between = 'chr(31)'
const quotable = '[",;\\t\\r\\n]'
/** White space as JavaScript has it; RE2 knows that of ASCII alone. */
const space = '[\\s\\x0b\\pZ\\x{feff}]*'
/** What `guardCell` (cell.ts) guards, and no less: of a cell that only may have to be guarded, that function decides. */
const guarded = `(?:^|\\x1f)(?:[=+\\-@＝＋－＠']|${space}(?:[0-9０-９]{12,}|[0０][0-9０-９]+|[0-9]+(?:\\.[0-9]*)?[eE][+-]?[0-9]+)${space}(?:$|\\x1f))`

/** `cellLimit`: characters of the longest cell; undefined when cells are neither guarded nor cut. */
function plainLine(columns: readonly RelationColumn[], cellLimit?: number): PlainLine {
  const cells = columns.map((column, index) => ({ column, text: asText(column, aliasOf(index)) }))
  const nested = cells.filter(({ column }) => isJson(column))
  const texts = cells
    .filter(({ column }) => isTextType(column.type) && !isJson(column))
    .map(({ text }) => text)
  const conditions = [
    ...(texts.length === 0 ? [] : plainTexts(texts.length, cellLimit)),
    ...nested.flatMap(({ text }) => plainJson(text, cellLimit)),
  ]
  const line = cells.map(({ column, text }) => `coalesce(${isJson(column) ? quotedJson(text) : text}, '')`)
  return {
    isPlain: conditions.length === 0 ? 'true' : conditions.join(' AND '),
    line: `concat_ws(',', ${line.join(', ')}) || chr(13) || chr(10)`,
    beside: texts.length === 0 ? undefined : `${textsTogether(texts)} AS ${together}`,
  }
}

/** Lists, structs and JSON, whose text nearly always has quotes in it. */
const isJson = ({ type }: RelationColumn): boolean => isNestedType(type) || type === 'JSON'

/** All texts of a row. The empty text is quoted, NULL is not. */
const textsTogether = (texts: readonly string[]): string =>
  `concat_ws(${between}, ${texts.map((text) => `CASE WHEN ${text} = '' THEN '"' ELSE coalesce(${text}, '') END`).join(', ')})`

function plainTexts(count: number, cellLimit: number | undefined): string[] {
  const pattern = cellLimit === undefined ? quotable : `${guarded}|${quotable}`
  return [
    `NOT regexp_matches(${together}, ${literal(pattern)})`,
    `strlen(${together}) - strlen(replace(${together}, ${between}, '')) = ${count - 1}`,
    ...(cellLimit === undefined ? [] : [`strlen(${together}) <= ${cellLimit}`]),
  ]
}

/** JSON that begins with a bracket or a quote is no formula and no number; a bare number may be one to be guarded. */
const plainJson = (text: string, cellLimit: number | undefined): string[] =>
  cellLimit === undefined
    ? []
    : [`coalesce(left(${text}, 1) IN ('{', '[', '"') AND strlen(${text}) <= ${cellLimit}, true)`]

const quotedJson = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${literal(quotable)}) THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`
