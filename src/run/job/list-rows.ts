import { CsvError, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { JobError, type Problem } from './problem.ts'

/** Rows of one file that are read; a longer list is several files. */
export const mostRows = 100_000
/** Characters of a line of text, or of a cell. Excel holds half as many in a cell. */
export const mostCharacters = 2 ** 16

/** What a list holds in one place. */
export interface ListCell {
  /** Without blanks around it. Of a number in a workbook: its digits as they are stored. */
  readonly text: string
  /** A number in a workbook, which may have lost digits. */
  readonly isNumber: boolean
  /** Why there is no value where there should be one. It follows the name of the column. */
  readonly fault?: string
}

/** A row that is not blank. */
export interface ListRow {
  /** From 1: a line of the text, or a row of the sheet. */
  readonly line: number
  /** By column; a row of a workbook may have holes. */
  readonly cells: readonly (ListCell | undefined)[]
}

/** What parts the cells of a row, in the order in which they are tried. */
export const separators = [',', ';', '\t'] as const

interface ParsedRow {
  readonly record: readonly string[]
  /** From the end of the row before to its own, with blank lines between them. */
  readonly raw: string
}

/** Characters of a row with what parts and quotes its cells; also of what the first rows are looked for in. */
const mostRaw = 4 * mostCharacters
/** So that no more rows wait than a piece holds. */
const pieceLength = 2 ** 14

const options = {
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: mostCharacters,
} as const

/** The first rows of a text, as one of the separators parts them; none when it cannot be read so. */
export function firstRows(text: string, separator: string, most: number): readonly (readonly string[])[] {
  try {
    return parseSync(text.slice(0, mostRaw), { ...options, delimiter: separator, to: most })
  } catch {
    return []
  }
}

/** Rows of a text that are not blank, lazily. @throws JobError at a row without a clear end */
export async function* csvRows(file: string, text: string, separator: string): AsyncGenerator<ListRow> {
  const lineEnd = text.includes('\n') ? '\n' : '\r'
  const linesIn = (part: string): number => {
    let lines = 0
    for (let at = part.indexOf(lineEnd); at !== -1; at = part.indexOf(lineEnd, at + 1)) lines += 1
    return lines
  }
  const begin = text.lastIndexOf(lineEnd, text.search(/\S/)) + 1
  /** On which the next row begins, or blank lines before it. */
  let line = 1 + linesIn(text.slice(0, begin))
  let blank = 0
  try {
    for await (const rows of parsedRows(text.slice(begin), separator))
      for (const { record, raw } of rows) {
        const first = line + linesIn(raw.slice(0, raw.search(/\S/)))
        line += linesIn(raw)
        if (record.some((cell) => cell.trim() !== '')) yield { line: first, cells: record.map(cellOf) }
        else {
          blank += 1
          if (blank > mostBlank) throw new JobError([{ file, line: first, message: tooManyBlank }])
        }
      }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new JobError([{ file, ...unreadable(error, line) }], { cause: error })
  }
}

/**
 * Rows piece by piece. Those before one that cannot be read come first: they are taken from the parser as each piece is written,
 * before it fails. @throws CsvError
 */
async function* parsedRows(text: string, separator: string): AsyncGenerator<ParsedRow[]> {
  const parser = parse({ ...options, delimiter: separator, raw: true })
  // The loop over what is left throws it.
  parser.on('error', () => undefined)
  let rowEndsBy = mostRaw
  // Not the whole text as bytes, which would be there twice then.
  for (let end = 0; end < text.length && parser.errored === null; ) {
    const begin = end
    end += pieceLength
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1
    parser.write(text.slice(begin, end))
    const rows: ParsedRow[] = []
    for (let row = parser.read(); row !== null; row = parser.read()) rows.push(row)
    if (rows.length > 0) rowEndsBy = end + mostRaw
    else if (end > rowEndsBy) throw new CsvError('CSV_MAX_RECORD_SIZE', tooLongRow)
    yield rows
  }
  parser.end()
  for await (const row of parser as AsyncIterable<ParsedRow>) yield [row]
}

const cellOf = (text: string): ListCell => ({ text: unguarded(text.trim()), isNumber: false })

/** A cell without what keeps a spreadsheet from taking it for a number: ="…", or one leading apostrophe. */
const unguarded = (text: string): string => (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).trim()

/** Of rows as `,,`: csv-parse makes an error, with its stack, of each that is not as wide as the first. */
const mostBlank = 20_000
const tooManyBlank = `has more than ${mostBlank} blank rows; expected a list: take them out`
const tooLongRow = `a row is longer than ${mostCharacters} characters; expected a shorter one: is a quote never closed?`

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by more text',
  INVALID_OPENING_QUOTE: 'a quote stands within a cell that has none around it',
}

/** A row without a clear end. `line`: on which it begins. */
function unreadable({ code, message, lines }: CsvError, line: number): Omit<Problem, 'file'> {
  if (code === 'CSV_MAX_RECORD_SIZE') return { line, message: tooLongRow }
  return {
    line: code === 'CSV_QUOTE_NOT_CLOSED' ? line : Number(lines),
    message: `${faults[code] ?? message}; expected a cell with commas or quotes in quotes, its quotes doubled`,
  }
}
