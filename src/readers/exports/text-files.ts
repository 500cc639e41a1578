import { rm } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import { literal } from '../../contract/sql.ts'
import { HashedFile } from '../../disk/durable.ts'
import { piecesOf } from '../../disk/own-file.ts'
import { cellLimit, excelCells, guardCell } from './excel-cell.ts'
import type { Exporter, ExportOrder, Written } from './exporter.ts'
import {
  aliasOf,
  asText,
  isNestedType,
  isTextType,
  kindOf,
  type RelationColumn,
  type TypeKind,
} from './relation.ts'
import type { Cells, Source } from './rows.ts'

interface Lines {
  readonly head: string
  /** SQL over c0, c1 …: a row as text, with its line end. */
  readonly line: string
  /** See `Source.selects`. */
  readonly beside?: string | undefined
}

/**
 * Writes a line a row. DuckDB writes the lines to a temporary file: it then reports a failure, and
 * rows do not pass through JavaScript.
 */
async function writeLines(
  source: Source,
  { path, reader }: ExportOrder,
  { head, line, beside }: Lines,
): Promise<Written> {
  await using file = await HashedFile.create(path)
  await file.write(Buffer.from(head))
  for await (const select of source.selects(`encode(${line}) AS line`, `${path}.parts`, beside)) {
    await reader.run(`COPY (${select}) TO ${literal(`${path}.part`)} (FORMAT blob)`)
    for await (const bytes of piecesOf(`${path}.part`)) await file.write(bytes)
    await rm(`${path}.part`)
  }
  return await file.finish()
}

/**
 * RFC 4180 with CRLF. csv-stringify itself quotes a CRLF, but not the lone CR or LF that Excel and LibreOffice end a row
 * at. LibreOffice also splits at semicolons and tabs by default. An empty text is quoted, NULL is not.
 */
const dialect = { record_delimiter: '\r\n', quoted_match: /^$|[\r\n;\t]/ }

/**
 * Separated values for Excel: BOM, header, ordered rows, cells guarded and cut (see excel-cell.ts). DuckDB writes the rows in which
 * nothing has to be quoted, guarded or cut, which are nearly all, and calls back for the others. `delimiter`: one that `dialect` quotes.
 */
export const separated = (ending: string, delimiter: ',' | ';' | '\t'): Exporter => ({
  scope: 'relation',
  ending,
  isForReaders: true,
  async write(source, order) {
    const { safety } = order.settings
    const isGuarded = safety === 'excel'
    const counts = { cells_neutralised: 0, cells_cut: 0 }
    const cellsOf = isGuarded ? excelCells(source, counts) : (cells: Cells) => cells
    const rowOf = order.reader.define(1, (json) =>
      stringify([cellsOf(JSON.parse(String(json)) as Cells)], { ...dialect, delimiter }),
    )
    const cells = source.columns.map((column, index) => asText(column, aliasOf(index)))
    const plain = plainLine(source.columns, delimiter, isGuarded ? cellLimit : undefined)
    const header = source.columns.map((column) => (isGuarded ? guardCell(column.header) : column.header))
    const written = await writeLines(source, order, {
      // Excel takes a file without a BOM for one in the encoding of its country, which in China is GB18030.
      head: stringify([header], { ...dialect, delimiter, bom: true }),
      beside: plain.beside,
      line: `CASE WHEN ${plain.isPlain} THEN ${plain.line} ELSE ${rowOf}(to_json([${cells.join(', ')}])::VARCHAR) END`,
    })
    return { ...written, ...counts, safety: isGuarded ? undefined : safety }
  },
})

/** Texts of a row are looked at under this name, with what stands between them; a text that holds it is not plain. */
const [together, between] = ['texts', 'chr(31)']
const quotable = '[",;\\t\\r\\n]'
/** White space as JavaScript has it; RE2 knows that of ASCII alone. */
const space = '[\\s\\x0b\\pZ\\x{feff}]*'
/** What `guardCell` guards, and no less: of a cell that only may have to be guarded, that function decides. */
const guarded = `(?:^|\\x1f)(?:[=+\\-@＝＋－＠']|${space}(?:[0-9０-９]{12,}|[0０][0-9０-９]+|[0-9]+(?:\\.[0-9]*)?[eE][+-]?[0-9]+)${space}(?:$|\\x1f))`

/** Lists, structs and JSON, whose text nearly always has quotes in it. */
const isJson = ({ type }: RelationColumn): boolean => isNestedType(type) || type === 'JSON'

/**
 * A row with its line end as SQL over c0, c1 …, for rows in which no cell has to be quoted, guarded or cut, and which these are.
 * Both use `beside`, the texts of a row together. `limit`: characters of the longest cell; undefined when cells are neither guarded
 * nor cut.
 */
function plainLine(columns: readonly RelationColumn[], delimiter: string, limit: number | undefined) {
  const cells = columns.map((column, index) => ({ column, text: asText(column, aliasOf(index)) }))
  const json = cells.flatMap(({ column, text }) => (isJson(column) ? [text] : []))
  const texts = cells.flatMap(({ column, text }) =>
    isTextType(column.type) && !isJson(column) ? [text] : [],
  )
  // The empty text is quoted, NULL is not.
  const marked = texts.map((text) => `CASE WHEN ${text} = '' THEN '"' ELSE coalesce(${text}, '') END`)
  const ofTexts = [
    `NOT regexp_matches(${together}, ${literal(limit === undefined ? quotable : `${guarded}|${quotable}`)})`,
    `strlen(${together}) - strlen(replace(${together}, ${between}, '')) = ${texts.length - 1}`,
    ...(limit === undefined ? [] : [`strlen(${together}) <= ${limit}`]),
  ]
  // JSON that begins with a bracket or a quote is no formula and no number; a bare number may be one to be guarded.
  const ofJson = json.map(
    (text) => `coalesce(left(${text}, 1) IN ('{', '[', '"') AND strlen(${text}) <= ${limit}, true)`,
  )
  const conditions = [...(texts.length === 0 ? [] : ofTexts), ...(limit === undefined ? [] : ofJson)]
  const line = cells.map(({ column, text }) => `coalesce(${isJson(column) ? quotedJson(text) : text}, '')`)
  return {
    isPlain: ['true', ...conditions].join(' AND '),
    line: `concat_ws(${literal(delimiter)}, ${line.join(', ')}) || chr(13) || chr(10)`,
    beside: texts.length === 0 ? undefined : `concat_ws(${between}, ${marked.join(', ')}) AS ${together}`,
  }
}

const quotedJson = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${literal(quotable)}) THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`

/** One JSON object a row, its members named as the columns: what programs read. */
export const jsonlExporter: Exporter = {
  scope: 'relation',
  ending: '.jsonl',
  isForReaders: false,
  write(source, order) {
    const members = source.columns.map(
      (column, index) =>
        `${literal(`${JSON.stringify(column.header)}:`)}, ${jsonValue(column, aliasOf(index))}`,
    )
    // With || DuckDB holds the row as long as it is at each member: a text of 12 MB took 1 GB.
    const line = `concat('{', ${members.join(", ',', ")}, '}', chr(10))`
    return writeLines(source, order, { head: '', line })
  },
}

/** Whole numbers that every reader of JSON keeps to the last digit, and digits that a double keeps. */
const [safeInteger, safeDigits] = ['9007199254740991', 15]

const digits = (value: string): string => `ltrim(regexp_replace(${value}::VARCHAR, '[-.]', '', 'g'), '0')`
const asIs = (value: string): string => `${value}::VARCHAR`
const safeNumber = (value: string, isSafe: string): string =>
  `CASE WHEN ${isSafe} THEN ${asIs(value)} ELSE '"' || ${asIs(value)} || '"' END`

/** SQL of a value as JSON, by the kind of its type: numbers that a reader's doubles would alter are texts; times are ISO 8601, UTC. */
const jsonOf: Partial<Record<TypeKind, (value: string) => string>> = {
  json: asIs,
  boolean: asIs,
  nested: (value) => `to_json(${value})::VARCHAR`,
  integer: (value) => safeNumber(value, `abs(${value}::DOUBLE) <= ${safeInteger}`),
  decimal: (value) => safeNumber(value, `length(${digits(value)}) <= ${safeDigits}`),
  double: (value) => safeNumber(value, `isfinite(${value})`),
  timestamp: (value) => `'"' || strftime(${value}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%fZ') || '"'`,
}

const jsonValue = ({ type }: RelationColumn, value: string): string =>
  `coalesce(${jsonOf[kindOf(type)]?.(value) ?? `to_json(${asIs(value)})::VARCHAR`}, 'null')`
